"""What a recomputation is, and plain arithmetic that several of them need."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

Number = float | Fraction


@dataclass(frozen=True)
class Recomputed:
    """The key and the wrong values by misconception slug, exact where they can be.

    `slips` are what further mistakes lead to that only worked solutions show. `ranked` are the
    values by which an ordering sorts, in the order in which the prompt lists them.
    """

    key: Number
    wrong: dict[str, Number | None]
    decimals: int
    slips: dict[str, Number] = field(default_factory=dict)
    ranked: tuple[Number, ...] = ()


@dataclass(frozen=True)
class RecomputedPlace:
    """The place, from 0, of the winner and of what each misconception takes for it (None: none)."""

    key: int
    wrong: dict[str, int | None]
    ranked: tuple[Number, ...]


def place_of(ordinal: str) -> int:
    """The place, from 0, that an ordinal names."""
    return ["first", "second", "third", "fourth", "fifth"].index(ordinal)


def place_of_largest(values: Sequence[Number]) -> int | None:
    """The place of the one largest value; None where two values share the lead."""
    ranked = sorted(values, reverse=True)
    return values.index(ranked[0]) if ranked[0] - ranked[1] > 1e-9 else None


def soft_share(scores: Sequence[Number], asked: int) -> float:
    """One weight of a softmax, in math only."""
    return math.exp(scores[asked]) / math.fsum(math.exp(score) for score in scores)


def share_slips(scores: Sequence[Number], asked: int) -> dict[str, Number]:
    """What a softmax that goes wrong halfway makes of one score."""
    twos = [2 ** float(score) for score in scores]
    return {
        "softmax-with-base-two": twos[asked] / math.fsum(twos),
        "softmax-without-dividing": math.exp(scores[asked]),
    }


def shown_as(value: Number, decimals: int) -> str:
    """The value with so many decimals, halves away from zero, ASCII minus."""
    exact = Fraction(value) * 10**decimals
    units = math.floor(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    sign, digits = ("-" if units < 0 else ""), str(abs(units)).rjust(decimals + 1, "0")
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)
