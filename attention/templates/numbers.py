"""Templates whose answer is a number, to be chosen among computed values or typed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

import numpy as np

from attention.engine import BoolArray, FloatArray
from attention.templates.base import OUT_OF_RANGE, Given, Maker, Template
from attention.templates.bodies import UnclearError, Wording, scattered
from attention.templates.numerals import BOUNDARY, authored, displayed
from quizzes.generation import ROUNDING_BOUNDARY
from quizzes.kinds.base import Json, JsonObject

MARGIN = 3  # a wrong value lies farther than this many tolerances from every other value
WRONG_OPTIONS = 3

NOT_FINITE = "no finite key"
TOO_ALIKE = "fewer than three wrong values that can be told apart"


@dataclass(frozen=True)
class Worked:
    """The numbers of a batch: the key, the value of each misconception, and which rows are sound.

    `key` and each of `wrong` (misconception slug → values, likeliest first) have shape (batch,).
    A wrong formula that has no value in some row holds NaN there. A row that is not sound is
    rejected whatever its values are.
    """

    key: FloatArray
    wrong: Mapping[str, FloatArray]
    sound: BoolArray


@dataclass(frozen=True)
class Mistake:
    """A wrong value in units of the last displayed decimal, and the idea that leads to it."""

    units: int
    misconception: str


@dataclass(frozen=True)
class Number:
    """A key in units of the last displayed decimal, and the wrong values that lie clear of it."""

    units: int
    mistakes: tuple[Mistake, ...]


class NumberTemplate(Template[Given, Number]):
    """A template that asks for one number."""

    decimals: ClassVar[int]  # of the answer, as displayed
    tolerance: ClassVar[str]  # how far from the key an answer still counts, a decimal number

    @abstractmethod
    def worked(self, given: Given) -> Worked:
        """Key and wrong values of the batch."""

    @abstractmethod
    def wording(self, given: Given, row: int, key: str) -> Wording:
        """The text of one row of the batch, whose key is displayed as `key` (ASCII)."""

    @property
    def usual_shapes(self) -> Mapping[str, Maker[Given, Number]]:
        """Choose among values that misconceptions lead to, or type the number."""
        return {"multiple_choice": self._choice, "fill_in": self._blank}

    def text(self, given: Given, row: int, answer: Number) -> Wording:
        """The text of one row, with its key as it is displayed."""
        return self.wording(given, row, authored(answer.units, self.decimals))

    def answers(self, given: Given) -> Sequence[Number | str]:
        """Key and clear mistakes of each row, or the reason to reject it."""
        worked = self.worked(given)
        keys = display_units(worked.key, self.decimals)
        wrong = {slug: display_units(v, self.decimals) for slug, v in worked.wrong.items()}
        found: list[Number | str] = []
        for row, key in enumerate(keys):
            if not worked.sound[row]:
                found.append(OUT_OF_RANGE)
            elif key is None:
                found.append(ROUNDING_BOUNDARY if np.isfinite(worked.key[row]) else NOT_FINITE)
            else:
                values = {slug: units[row] for slug, units in wrong.items()}
                found.append(Number(key, self._clear_mistakes(key, values)))
        return found

    def _clear_mistakes(self, key: int, wrong: Mapping[str, int | None]) -> tuple[Mistake, ...]:
        """The wrong values that cannot be taken for the key or for one another.

        Of two misconceptions that lead to nearly the same value, the likelier one is kept.
        """
        gap = MARGIN * Decimal(self.tolerance).scaleb(self.decimals)
        taken, kept = [key], []
        for slug, units in wrong.items():
            if units is not None and all(abs(units - other) > gap for other in taken):
                taken.append(units)
                kept.append(Mistake(units, slug))
        return tuple(kept)

    def _choice(self, given: Given, row: int, number: Number) -> JsonObject:
        """A multiple_choice body: the key and three of the mistakes.

        Which three, and in which order, depends on the question's text alone: the same numbers
        never come twice in a pool with other options, and the place of the key says nothing.
        """
        mistakes, text = _enough(number), self.text(given, row, number)
        by_text: dict[str, JsonObject] = {
            displayed(mistake.units, self.decimals): text.diagnosis(mistake.misconception)
            for mistake in mistakes
        }
        chosen = scattered(by_text, text.prompt)[:WRONG_OPTIONS]
        key = displayed(number.units, self.decimals)
        by_text[key] = {"right": True}
        options: list[Json] = [
            {"text": shown, **by_text[shown]}
            for shown in scattered([*chosen, key], f"order {text.prompt}")
        ]
        return {
            "prompt": text.prompt,
            "options": options,
            "shuffle": True,
            "explanation": text.explanation,
        }

    def _blank(self, given: Given, row: int, number: Number) -> JsonObject:
        """A fill_in body with one number blank that knows every mistake by its value."""
        mistakes, text = _enough(number), self.text(given, row, number)
        wrong: list[Json] = [
            {
                "value": authored(mistake.units, self.decimals),
                **text.diagnosis(mistake.misconception),
            }
            for mistake in mistakes
        ]
        answer: JsonObject = {
            "type": "number",
            "label": text.label,
            "value": authored(number.units, self.decimals),
            "atol": self.tolerance,
            "wrong": wrong,
        }
        if self.decimals:
            answer["decimals"] = self.decimals
        return {
            "prompt": f"{text.situation}\n\n{text.blank}",
            "blanks": {"answer": answer},
            "explanation": text.explanation,
        }


def _enough(number: Number) -> tuple[Mistake, ...]:
    """The mistakes; raises UnclearError where there are too few to choose among."""
    if len(number.mistakes) < WRONG_OPTIONS:
        raise UnclearError(TOO_ALIKE)
    return number.mistakes


def display_units(values: FloatArray, decimals: int) -> list[int | None]:
    """Values of shape (batch,) in units of the last displayed decimal.

    None where a value is not finite, or so near to a rounding boundary that another processor
    could display it otherwise.
    """
    scaled = np.where(np.isfinite(values), values, 0.5) * 10.0**decimals
    from_boundary = np.abs(scaled - np.floor(scaled) - 0.5)
    clear = np.isfinite(values) & (from_boundary > BOUNDARY * 10.0**decimals)
    rounded = np.rint(scaled).tolist()
    return [int(unit) if ok else None for unit, ok in zip(rounded, clear, strict=True)]
