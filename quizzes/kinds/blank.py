"""What a type of blank is: four pure functions that fill_in calls for each blank."""

from dataclasses import dataclass
from typing import Literal, Protocol

from quizzes.kinds.base import JsonObject, Problem
from quizzes.kinds.bodies import Loc, Strict


class ShownBlank(Strict):
    """What presenting and parsing may read of a blank."""

    name: str
    input: Literal["number", "text"]
    label: str
    fraction: bool = False
    percent: bool = False


@dataclass(frozen=True)
class BlankSheet:
    """An authored blank, split: `key` is secret, and so is `weight`, its share of the score."""

    shown: ShownBlank
    weight: float
    key: JsonObject


@dataclass(frozen=True)
class Verdict:
    """The score of one blank in 0–1, with what its author says about that answer."""

    score: float
    feedback: str = ""
    misconception: str = ""


class BlankType(Protocol):
    """One type of blank. A module with these four functions is one."""

    def validate(
        self, name: str, body: object, loc: Loc, problems: list[Problem]
    ) -> BlankSheet | None:
        """Split an authored blank; None after adding to `problems` what is wrong with it."""

    def parse(self, shown: ShownBlank, typed: str, locale: str) -> JsonObject:
        """Read typed text that is not empty; raises AnswerError."""

    def grade(self, key: JsonObject, parsed: JsonObject) -> Verdict:
        """Score what `parse` returned."""

    def expected(self, key: JsonObject) -> str:
        """The right answer, as its author wrote it."""
