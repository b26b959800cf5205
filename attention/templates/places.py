"""Templates whose answer is one of several things: which key wins, which word contributes most."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from attention.engine import BoolArray, FloatArray, IntArray
from attention.templates.base import OUT_OF_RANGE, Given, Maker, Template
from attention.templates.bodies import Wording, capital
from quizzes.kinds.base import Json, JsonObject

TIED = "no single winner"
NO_OTHER = "no misconception that leads elsewhere"
NOWHERE = -1  # the place of a winner where there is none


@dataclass(frozen=True)
class Ranked:
    """What a batch is ranked by, and where each misconception sees the winner.

    `values` has shape (batch, places), NaN where a row has no such place. `wrong` (misconception
    slug → places, likeliest first) has shapes (batch,), NOWHERE where a wrong formula has no
    winner. A row that is not sound is rejected.
    """

    values: FloatArray
    wrong: Mapping[str, IntArray]
    sound: BoolArray


@dataclass(frozen=True)
class Place:
    """The place of the winner, and the misconception that leads to each of some others."""

    place: int
    wrong: Mapping[int, str]


class PlaceTemplate(Template[Given, Place]):
    """A template that asks which of several things has the largest value."""

    apart: ClassVar[float]  # how much larger the largest value is than the next

    @abstractmethod
    def ranked(self, given: Given) -> Ranked:
        """Values and wrong winners of the batch."""

    @abstractmethod
    def names(self, given: Given, row: int) -> Sequence[str]:
        """What one row has to choose from, by place, as it is named within a sentence."""

    @abstractmethod
    def wording(self, given: Given, row: int, winner: str) -> Wording:
        """The text of one row, whose winner has this name."""

    @property
    def usual_shapes(self) -> Mapping[str, Maker[Given, Place]]:
        """Choose one of the things."""
        return {"multiple_choice": self._choice}

    def text(self, given: Given, row: int, answer: Place) -> Wording:
        """The text of one row, with its winner by name."""
        return self.wording(given, row, self.names(given, row)[answer.place])

    def answers(self, given: Given) -> Sequence[Place | str]:
        """The winner of each row and where misconceptions see it, or the reason to reject it."""
        ranked = self.ranked(given)
        best = winners(ranked.values, self.apart)
        found: list[Place | str] = []
        for row, place in enumerate(best.tolist()):
            wrong: dict[int, str] = {}
            for slug, places in ranked.wrong.items():
                if places[row] not in (NOWHERE, place):
                    wrong.setdefault(int(places[row]), slug)
            if not ranked.sound[row]:
                found.append(OUT_OF_RANGE)
            elif place == NOWHERE:
                found.append(TIED)
            else:
                found.append(Place(place, wrong) if wrong else NO_OTHER)
        return found

    def _choice(self, given: Given, row: int, answer: Place) -> JsonObject:
        """A multiple_choice body with all the things in their own order."""
        text = self.text(given, row, answer)
        options: list[Json] = []
        for place, name in enumerate(self.names(given, row)):
            said: JsonObject = {"right": True} if place == answer.place else {}
            if place in answer.wrong:
                said = text.diagnosis(answer.wrong[place])
            options.append({"text": capital(name), **said})
        return {
            "prompt": text.prompt,
            "options": options,
            "shuffle": False,
            "explanation": text.explanation,
        }


def winners(values: FloatArray, apart: float) -> IntArray:
    """The place of the largest value of each row: (batch, places) -> (batch,).

    NaN never wins. NOWHERE where the largest value is not larger by more than `apart`.
    """
    there = np.where(np.isnan(values), -np.inf, values)
    largest, next_largest = np.sort(there, axis=-1)[:, :-3:-1].T
    best: IntArray = np.where(largest - next_largest > apart, there.argmax(axis=-1), NOWHERE)
    return best
