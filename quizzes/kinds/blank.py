"""What a type of blank is: five pure functions that fill_in calls for each blank."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from pydantic import Field

from quizzes.kinds.base import Foreseen, JsonObject, Problem
from quizzes.kinds.bodies import Diagnosis, Loc, Strict
from quizzes.kinds.wire import Wire


class Entry(Strict):
    """Something to choose for a blank, under its internal key; `text` is plain."""

    key: str
    text: str


class ShownBlank(Strict):
    """What presenting and parsing may read of a blank; `entries` are what it offers, by key."""

    name: str
    input: Literal["number", "text", "choice", "bank"]
    label: str
    fraction: bool = False
    percent: bool = False
    entries: Annotated[tuple[Entry, ...], Field(strict=False)] = ()


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


def foreseen_wrong(shown: ShownBlank, answer: str, said: Diagnosis) -> Foreseen:
    """A wrong answer to a blank, with what it is told."""
    return Foreseen(
        part=shown.label,
        answer=answer,
        right=False,
        feedback=said.feedback,
        misconception=said.misconception,
        is_plain=True,
    )


def foreseen_right(shown: ShownBlank, answer: str) -> Foreseen:
    """A right answer to a blank."""
    return Foreseen(part=shown.label, answer=answer, right=True, is_plain=True)


class BlankType(Protocol):
    """One type of blank. A module with these five functions is one."""

    def validate(
        self, name: str, body: object, words: Sequence[Entry], loc: Loc, problems: list[Problem]
    ) -> BlankSheet | None:
        """Split an authored blank; None after adding to `problems` what is wrong with it.

        `words` are those of the question's word bank.
        """

    def parse(self, shown: ShownBlank, typed: str, wire: Wire, locale: str) -> JsonObject:
        """Read typed text that is not empty into JSON whose `raw` is it; raises AnswerError."""

    def grade(self, key: JsonObject, parsed: JsonObject) -> Verdict:
        """Score what `parse` returned."""

    def expected(self, key: JsonObject) -> str:
        """The right answer, as its author wrote it: plain text."""

    def foreseen(self, shown: ShownBlank, key: JsonObject) -> Iterator[Foreseen]:
        """The right answers, then the wrong ones that say something, with what each is told."""
