"""Worked solutions of which one line is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from attention.templates.bodies import UnclearError, Wording, scattered
from attention.templates.numerals import ORDINALS, named
from quizzes.kinds.base import Json, JsonObject

NO_MISTAKE = "a line of the solution that no mistake shows in"
_LAST_NUMBER = re.compile(r"(?<![\d.])(-?\d+(?:\.\d+)?)\$?\.?$")
MARK = "\N{NULL}"  # stands in no text


@dataclass(frozen=True)
class Spoiled:
    """A solution with one mistake, worked on correctly from there.

    It has as many lines as the sound one, and the first that differs is the wrong one. `feedback`
    says what that line does wrong, with the numbers of this variant.
    """

    misconception: str
    lines: tuple[str, ...]
    feedback: str


@dataclass(frozen=True)
class Solution:
    """A worked solution in Markdown, line by line, and what mistakes make of it."""

    sound: tuple[str, ...]
    spoiled: tuple[Spoiled, ...]


def wrong_line_body(text: Wording, solution: Solution) -> JsonObject:
    """A multiple_choice body whose options are the lines of a solution, in their order.

    Every line has a mistake to show, so that the place of the wrong one says nothing; which one is
    shown depends on the question's text alone. Raises UnclearError where a line has none.
    """
    line, shown = _chosen(text.prompt, solution)
    count = named(len(shown.lines))
    options: list[Json] = []
    for place, one in enumerate(shown.lines):
        told: JsonObject = {"right": True}
        if place != line:
            told = {"feedback": _BEFORE if place < line else _BEHIND}
        options.append({"text": one, **told})
    return {
        "prompt": (
            f"{text.prompt}\n\nHere is a solution in {count} lines. One of them is wrong; those "
            "below it go on correctly from what it says. Which line is wrong?"
        ),
        "options": options,
        "shuffle": False,
        "explanation": (
            f"The {ORDINALS[line]} line is wrong. {shown.feedback}\n\n{text.explanation}"
        ),
    }


_BEFORE = "This line is right."
_BEHIND = "This line goes on correctly from those above it; one of them is wrong."


def wrong_line(sound: tuple[str, ...], spoiled: Spoiled) -> int | None:
    """The place of the wrong line; None where the mistake does no harm.

    It does none if neither that line nor the last one ends in another number or, where there is no
    number at the end, in other words: to say the same otherwise is not wrong.
    Raises ValueError for a solution that is longer or shorter than the sound one.
    """
    differing = [
        place
        for place, (right, wrong) in enumerate(zip(sound, spoiled.lines, strict=True))
        if right != wrong
    ]
    if not differing:
        return None
    line = differing[0]
    harmless = all(_end(sound[place]) == _end(spoiled.lines[place]) for place in (line, -1))
    return None if harmless else line


def _end(line: str) -> str | Decimal:
    """The number at the end of a line, or the line itself."""
    number = _LAST_NUMBER.search(line)
    return Decimal(number[1]) if number else line


def _chosen(prompt: str, solution: Solution) -> tuple[int, Spoiled]:
    """The line that is to be wrong, each equally likely, and one of its mistakes."""
    by_line: dict[int, dict[str, Spoiled]] = {}
    for spoiled in solution.spoiled:
        line = wrong_line(solution.sound, spoiled)
        if line is not None:
            by_line.setdefault(line, {})[MARK.join(spoiled.lines)] = spoiled
    places = range(len(solution.sound))
    if any(place not in by_line for place in places):
        raise UnclearError(NO_MISTAKE)
    line = int(scattered(map(str, places), f"line {prompt}")[0])
    return line, by_line[line][scattered(by_line[line], prompt)[0]]
