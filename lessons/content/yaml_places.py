"""YAML with the line of every entry, so that a problem deep inside can be pointed at."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError
from ruamel.yaml.tokens import (
    AliasToken,
    AnchorToken,
    BlockEndToken,
    BlockMappingStartToken,
    BlockSequenceStartToken,
    DirectiveToken,
    FlowMappingEndToken,
    FlowMappingStartToken,
    FlowSequenceEndToken,
    FlowSequenceStartToken,
    TagToken,
)

from lessons.content.report import Report
from quizzes.kinds.base import Json

Loc = tuple[str | int, ...]

MAX_DEPTH = 20

_TAG = "tag:yaml.org,2002:"
_WHOLE = re.compile(r"[-+]?[0-9]+")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_OPENING = (
    BlockMappingStartToken,
    BlockSequenceStartToken,
    FlowMappingStartToken,
    FlowSequenceStartToken,
)
_CLOSING = (BlockEndToken, FlowMappingEndToken, FlowSequenceEndToken)
_REFUSED = {
    AnchorToken: "anchors (&name) are not used here; write the value out",
    AliasToken: "aliases (*name) are not used here; write the value out, or quote the text",
    TagToken: "tags (!name) are not used here; quote a text that starts with !",
    DirectiveToken: "YAML directives (%) are not used here",
}


@dataclass(frozen=True)
class Place:
    """The line of an entry (its key, if it has one), and that of the first line of its text."""

    line: int
    text_line: int
    keeps_lines: bool


@dataclass(frozen=True)
class YamlText:
    """A YAML value and the place of everything in it."""

    value: Json
    places: Mapping[Loc, Place]

    def line(self, loc: Loc) -> int:
        """The line of the entry at `loc`, or of the nearest thing around it that exists."""
        return self._place(loc).line

    def line_in_text(self, loc: Loc, line: int) -> int:
        """The line in the file of line `line` (from 1) of the text at `loc`."""
        place = self._place(loc)
        return place.text_line + (line - 1 if place.keeps_lines else 0)

    def _place(self, loc: Loc) -> Place:
        while loc not in self.places:
            loc = loc[:-1]
        return self.places[loc]


def read_yaml(text: str, first_line: int, report: Report) -> YamlText | None:
    """The value of a YAML 1.2 text whose first line is `first_line` of the file.

    Reports syntax errors, duplicate keys, anchors, tags and values JSON cannot hold; returns None
    if nothing could be read.
    """
    try:
        if _has_refused_tokens(text, first_line, report):
            return None
        node = _yaml().compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        report.add(first_line + (mark.line if mark else 0), _syntax_message(error))
        return None
    except ReaderError as error:
        line = first_line + text.count("\n", 0, error.position)
        report.add(line, f"YAML cannot hold the character U+{_code(error):04X}")
        return None
    except (YAMLError, ValueError) as error:
        report.add(first_line, f"YAML: {error}")
        return None
    reading = _NodeReading(first_line, report)
    value = {} if node is None else reading.value(node, (), first_line)
    reading.places.setdefault((), Place(first_line, first_line, False))
    return YamlText(value, reading.places)


def _yaml() -> YAML:
    # Not "rt": its scanner marks the folds of a > text with bell characters.
    yaml = YAML(typ="safe", pure=True)
    yaml.max_depth = MAX_DEPTH
    return yaml


def _has_refused_tokens(text: str, first_line: int, report: Report) -> bool:
    found = False
    depth = 0
    for token in _yaml().scan(text):
        line = first_line + token.start_mark.line
        depth += isinstance(token, _OPENING) - isinstance(token, _CLOSING)
        if depth > MAX_DEPTH:
            # Reading on would take time in the square of the depth.
            report.add(line, f"YAML: expected at most {MAX_DEPTH} levels of nesting")
            return True
        message = _REFUSED.get(type(token))
        if message:
            report.add(line, message)
            found = True
    return found


def _syntax_message(error: MarkedYAMLError) -> str:
    problem = error.problem or error.context or "cannot be read"
    if "'\\t'" in problem:
        return "YAML: a tab cannot indent; use spaces"
    if "mapping values are not allowed" in problem:
        problem = "a colon is not allowed here; quote the text, or begin it on a line after |"
    return f"YAML: {problem}"


def _code(error: ReaderError) -> int:
    return ord(error.character) if isinstance(error.character, str) else int(error.character)


class _NodeReading:
    """Turns composed nodes into JSON values and remembers where each stood."""

    def __init__(self, first_line: int, report: Report) -> None:
        self.first_line = first_line
        self.report = report
        self.places: dict[Loc, Place] = {}

    def value(self, node: Node, loc: Loc, line: int) -> Json:
        """The value of a node; `line` is that of its key or, for an item, its own."""
        own_line = self.first_line + node.start_mark.line
        is_block = isinstance(node, ScalarNode) and node.style in ("|", ">")
        keeps_lines = isinstance(node, ScalarNode) and node.style == "|"
        self.places[loc] = Place(line, own_line + is_block, keeps_lines)
        if isinstance(node, MappingNode):
            return self._mapping(node, loc)
        if isinstance(node, SequenceNode):
            return [
                self.value(item, (*loc, index), self.first_line + item.start_mark.line)
                for index, item in enumerate(node.value)
            ]
        return self._scalar(node, own_line)

    def _mapping(self, node: MappingNode, loc: Loc) -> Json:
        entries: dict[str, Json] = {}
        for key_node, value_node in node.value:
            line = self.first_line + key_node.start_mark.line
            key = self._key(key_node, line)
            if key in entries:
                first = self.places[(*loc, key)].line
                self.report.add(line, f"duplicate key “{key}”; first on line {first}")
            elif key is not None:
                entries[key] = self.value(value_node, (*loc, key), line)
        return entries

    def _key(self, node: Node, line: int) -> str | None:
        if isinstance(node, ScalarNode) and node.tag == f"{_TAG}str":
            key = self._scalar(node, line)
            return key if isinstance(key, str) else None
        name = f" “{node.value}”" if isinstance(node, ScalarNode) else ""
        self.report.add(line, f"expected text as a key; quote{name or ' it'}")
        return None

    def _scalar(self, node: Node, line: int) -> Json:
        written = str(node.value)
        kind = str(node.tag).removeprefix(_TAG)
        if _UNSTORABLE.search(written):
            self.report.add(line, "NUL and lone surrogates are not allowed in text")
            return ""
        if kind == "null":
            return None
        if kind == "bool" and written.lower() in ("true", "false"):
            return written.lower() == "true"
        if kind == "int" and _WHOLE.fullmatch(written):
            return self._whole(written, line)
        if kind == "float":
            return self._decimal(written, line)
        if kind in ("str", "timestamp"):
            return written
        self.report.add(line, f"“{written}” is not a plain number or text; quote it if it is text")
        return None

    def _whole(self, written: str, line: int) -> Json:
        # Python refuses to read numbers of thousands of digits.
        if len(written) > 100:
            self.report.add(line, "a number may have at most 100 digits")
            return None
        return int(written)

    def _decimal(self, written: str, line: int) -> Json:
        try:
            number = float(written)
        except ValueError:
            number = math.nan
        if math.isfinite(number):
            return number
        self.report.add(line, f"“{written}” is not a finite number; quote it if it is text")
        return None
