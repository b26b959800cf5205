"""Cuts a lesson into front matter, section headings, prose and directives, without reading them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lessons.content.report import Report

_OPENING = re.compile(r"(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`\n]*)")
_INDENTED_OPENING = re.compile(r"[ \t]+(?:`{3,}|~{3,})[ \t]*(?P<name>[a-z]+)")


@dataclass(frozen=True)
class Heading:
    """A line that opens a section, without its two signs."""

    line: int
    text: str


@dataclass(frozen=True)
class Prose:
    """A run of Markdown that starts at `line`."""

    line: int
    text: str


@dataclass(frozen=True)
class Directive:
    """A fenced block; its YAML starts on the line after `line`."""

    line: int
    name: str
    argument: str
    yaml: str


Block = Heading | Prose | Directive


def split_front_matter(source: str, report: Report) -> tuple[str, int] | None:
    """The YAML between the first two lines of three dashes, and the number of the line after it."""
    lines = source.split("\n")
    if lines[0].rstrip() != "---":
        report.add(1, "expected front matter: a line of three dashes, YAML, a line of three dashes")
        return None
    for index, line in enumerate(lines[1:], start=1):
        if line.rstrip() == "---":
            return "\n".join(lines[1:index]), index + 2
    report.add(1, "front matter is not closed; expected a second line of three dashes")
    return None


def split_blocks(source: str, first_line: int, report: Report) -> list[Block]:
    """The blocks from line `first_line` of the file to its end, in order."""
    splitter = _Splitter(source.split("\n"), report)
    at = first_line - 1
    while at < len(splitter.lines):
        at = splitter.take(at)
    splitter.end_prose()
    return splitter.blocks


class _Splitter:
    def __init__(self, lines: Sequence[str], report: Report) -> None:
        self.lines = lines
        self.report = report
        self.blocks: list[Block] = []
        self.prose: list[str] = []
        self.prose_line = 0

    def take(self, at: int) -> int:
        """Put the line with index `at` where it belongs; the index of the next one to take."""
        line = self.lines[at]
        opening = _OPENING.fullmatch(line)
        if opening:
            return self._take_fence(at, opening)
        if re.match(r"##?(?!#)(\s|$)", line):
            self.end_prose()
            self._take_heading(at, line)
        else:
            self.add_prose(at, at + 1)
        return at + 1

    def add_prose(self, start: int, end: int) -> None:
        if not self.prose:
            self.prose_line = start + 1
        self.prose.extend(self.lines[start:end])

    def end_prose(self) -> None:
        text = "\n".join(self.prose)
        if text.strip():
            self.blocks.append(Prose(self.prose_line, text))
        self.prose = []

    def _take_heading(self, at: int, line: str) -> None:
        if line.startswith("##"):
            self.blocks.append(Heading(at + 1, line[2:].strip()))
        else:
            self.report.add(at + 1, "expected ## for a section or ### for a heading inside one")

    def _take_fence(self, at: int, opening: re.Match[str]) -> int:
        words = opening["info"].split(maxsplit=1)
        # A directive ends at the left margin, so that its YAML may hold fenced code of its own.
        indent = "" if words else " {0,3}"
        mark = re.escape(opening["marks"][0])
        closing = re.compile(rf"{indent}{mark}{{{len(opening['marks'])},}}[ \t]*")
        for end in range(at + 1, len(self.lines)):
            if closing.fullmatch(self.lines[end]):
                break
        else:
            name = f" “{opening['info'].strip()}”" if words else ""
            self.report.add(
                at + 1, f"block{name} is not closed; expected {opening['marks']} at the left margin"
            )
            return len(self.lines)
        if words:
            self.end_prose()
            argument = words[1].strip() if len(words) > 1 else ""
            yaml = "\n".join(self.lines[at + 1 : end])
            self.blocks.append(Directive(at + 1, words[0], argument, yaml))
        else:
            self.add_prose(at, end + 1)
        return end + 1


def indented_directives(prose: Prose, names: Sequence[str]) -> list[tuple[int, str]]:
    """Lines of prose on which an indented directive stands, each with the directive's name."""
    found = []
    for offset, line in enumerate(prose.text.split("\n")):
        opening = _INDENTED_OPENING.match(line)
        if opening and opening["name"] in names:
            found.append((prose.line + offset, opening["name"]))
    return found
