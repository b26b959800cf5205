"""Fills `{{name.value}}` in a lesson file with what its subject computes, before it is read.

A line stays a line, so every later problem is still found at its place.
"""

import json
import re
from collections.abc import Mapping

from lessons.content.blocks import Directive, split_blocks
from lessons.content.computing import Computed
from lessons.content.numerals import fixed, plain, vector
from lessons.content.params import ParamsError
from lessons.content.reading import Reading
from lessons.content.report import Report, listing, unknown

DIRECTIVE = "values"

_SLOT = re.compile(r"\{\{(?P<set>[a-z0-9-]+)\.(?P<name>[^{}:\s]+)(?::(?P<style>[^{}\s]*))?\}\}")
_STYLES = ("raw", ",", *"0123456789")

Values = Mapping[str, Computed]


def fill_values(source: str, body_line: int, reading: Reading) -> str:
    """The source with every slot filled; what cannot be filled is reported and stays."""
    sets: dict[str, Values | None] = {}
    # What is wrong with the blocks themselves is reported when they are read for good.
    for block in split_blocks(source, body_line, Report(reading.report.file)):
        if isinstance(block, Directive) and block.name == DIRECTIVE:
            name = reading.slug(block, f"values of {reading.report.file}")
            sets[name] = _compute(block, reading)
    lines = source.split("\n")
    return "\n".join(_fill(line, place, sets, reading) for place, line in enumerate(lines, start=1))


def _compute(directive: Directive, reading: Reading) -> Values | None:
    """The values of a directive by name, or None after reporting why there are none."""
    fields = reading.fields(directive, ["from", "params"])
    if fields is None:
        return None
    name = fields.title("from", limit=80)
    computation = reading.computations.get(name)
    if computation is None:
        if name:
            fields.problem("from", unknown("computation", name, reading.computations))
        return None
    try:
        return computation.values(fields.mapping("params"))
    except ParamsError as error:
        for loc, message in error.problems:
            reading.report.add(fields.yaml.line(("params", *loc)), f"{name}: {message}")
    return None


def _fill(line: str, place: int, sets: Mapping[str, Values | None], reading: Reading) -> str:
    def text_of(slot: re.Match[str]) -> str:
        known = sets.get(slot["set"])
        if slot["set"] not in sets:
            reading.report.add(place, unknown("values", slot["set"], filter(None, sets)))
        elif known is not None and slot["name"] not in known:
            reading.report.add(place, unknown(f"value of “{slot['set']}”", slot["name"], known))
        elif known is not None:
            written = write(known[slot["name"]], slot["style"])
            if written is not None:
                return written
            message = f"unknown style “{slot['style']}” of a {_sort(known[slot['name']])}"
            reading.report.add(place, f"{message}; {listing(_STYLES)}")
        return slot[0]

    return _SLOT.sub(text_of, line)


def write(value: Computed, style: str | None) -> str | None:
    """A value as it stands in the text, or None where the style does not suit it.

    Without a style, at most two decimals and a real minus sign; a digit gives so many decimals,
    a comma parts thousands of a whole number, `raw` is for YAML: every digit, lists in brackets.
    """
    if style == "raw":
        return json.dumps(value)
    decimals = int(style) if style and re.fullmatch(r"[0-9]", style) else None
    if isinstance(value, list):
        numbers = [one for one in value if not isinstance(one, list)]
        is_vector = len(numbers) == len(value) and (style is None or decimals is not None)
        return vector(numbers, decimals) if is_vector else None
    if style is None:
        return plain(value)
    if style == ",":
        return f"{value:,}" if isinstance(value, int) else None
    return None if decimals is None else fixed(value, decimals)


def _sort(value: Computed) -> str:
    return "list" if isinstance(value, list) else "number"
