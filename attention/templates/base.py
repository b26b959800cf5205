"""What all templates share: random words from seeds, and the rules that reject unclear variants.

A template turns random words into given numbers, computes the key and the value each
misconception leads to, both for a whole batch, and then words one variant at a time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from attention.engine import BoolArray, FloatArray, IntArray
from attention.templates.bodies import BODIES, WRONG_OPTIONS, Mistake, Variant, Wording
from attention.templates.numerals import authored
from quizzes.generation import ROUNDING_BOUNDARY, Candidate

Words = npt.NDArray[np.uint64]
Given = TypeVar("Given")

MARGIN = 3  # a wrong value lies farther than this many tolerances from every other value
# Why a seed is rejected.
OUT_OF_RANGE = "outside the template's range"
NOT_FINITE = "no finite key"
TOO_ALIKE = "fewer than three wrong values that can be told apart"

BOUNDARY = 1e-9  # a value this near to a rounding boundary may be displayed otherwise elsewhere


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


class Template(ABC, Generic[Given]):
    """A generator of questions about one formula: a pure function of name, version and seed."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    pool_size: ClassVar[int] = 200
    kinds: ClassVar[tuple[str, ...]] = ("multiple_choice", "fill_in")

    draws: ClassVar[int]  # random words that the given numbers are made of
    decimals: ClassVar[int]  # of the answer, as displayed
    tolerance: ClassVar[str]  # how far from the key an answer still counts, a decimal number

    @abstractmethod
    def given(self, words: Words) -> Given:
        """The given numbers, exactly as displayed, from words of shape (batch, draws)."""

    @abstractmethod
    def worked(self, given: Given) -> Worked:
        """Key and wrong values of the batch."""

    @abstractmethod
    def wording(self, given: Given, row: int, key: str) -> Wording:
        """The text of one row of the batch, whose key is displayed as `key` (ASCII)."""

    def draw(self, seeds: Sequence[int], kind: str) -> list[Candidate | None]:
        """One candidate per seed, None where a seed makes no clear question.

        Raises ValueError for a kind that this template does not offer.
        """
        return [
            Candidate(seed, BODIES[kind](judged)) if isinstance(judged, Variant) else None
            for seed, judged in zip(seeds, self._judged(seeds, kind), strict=True)
        ]

    def reasons(self, seeds: Sequence[int], kind: str) -> list[str]:
        """Why each seed makes no question, "" where it makes one.

        Raises ValueError for a kind that this template does not offer.
        """
        return [
            "" if isinstance(judged, Variant) else judged for judged in self._judged(seeds, kind)
        ]

    def _judged(self, seeds: Sequence[int], kind: str) -> list[Variant | str]:
        """For each seed a worded variant, or the reason to reject it."""
        if kind not in self.kinds:
            raise ValueError(f"{self.name} makes {', '.join(self.kinds)}, not {kind!r}")
        if not seeds:
            return []
        given = self.given(raw_words(seeds, self.draws))
        worked = self.worked(given)
        keys = display_units(worked.key, self.decimals)
        wrong = {slug: display_units(v, self.decimals) for slug, v in worked.wrong.items()}
        judged: list[Variant | str] = []
        for row, key in enumerate(keys):
            values = {slug: units[row] for slug, units in wrong.items()}
            if not worked.sound[row]:
                judged.append(OUT_OF_RANGE)
            elif key is None:
                judged.append(ROUNDING_BOUNDARY if np.isfinite(worked.key[row]) else NOT_FINITE)
            elif len(mistakes := self._clear_mistakes(key, values)) < WRONG_OPTIONS:
                judged.append(TOO_ALIKE)
            else:
                judged.append(
                    Variant(
                        text=self.wording(given, row, authored(key, self.decimals)),
                        units=key,
                        decimals=self.decimals,
                        tolerance=self.tolerance,
                        mistakes=mistakes,
                    )
                )
        return judged

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


def raw_words(seeds: Sequence[int], count: int) -> Words:
    """`count` random 64-bit words for each seed, shape (seeds, count).

    NumPy promises the stream of raw words for all time, and of nothing that is built on it.
    """
    words: Words = np.empty((len(seeds), count), dtype=np.uint64)
    for row, seed in enumerate(seeds):
        words[row] = np.random.PCG64(seed).random_raw(count)
    return words


def whole_numbers(words: Words, low: int | IntArray, high: int | IntArray) -> IntArray:
    """Whole numbers from low to high, both included, one per word and all but equally likely."""
    span = np.asarray(high, dtype=np.int64) - low + 1
    numbers: IntArray = ((words >> np.uint64(32)).astype(np.int64) * span >> 32) + low
    return numbers


def signed_digits(words: Words, largest: int) -> IntArray:
    """Whole numbers from −largest to largest without 0, one per word."""
    size = whole_numbers(words, 1, 2 * largest)
    digits: IntArray = np.where(size > largest, largest - size, size)
    return digits


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
