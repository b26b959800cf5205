"""The stages of one step of attention in math, and what can go wrong in them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from attention.templates.bodies import UnclearError
from attention.templates.numerals import comes_to, products, rounded
from attention.templates.share_lines import listed

WEIGHT_DECIMALS = 4
SMALLEST_SUM = 0.1  # of exponentials: of a smaller one, three decimals say too little
SMALLEST_WEIGHT = 0.0005  # of a smaller one, four decimals say too little
TOO_SMALL = "a number too small to be shown"
CUT_DECIDES = "digits that are cut off change the answer"


def scores_line(scores: Sequence[str]) -> str:
    """The first line of a solution."""
    return f"The scores are {listed(scores)}."


def weights_of(scores: Sequence[str], slip: str = "") -> list[float]:
    """The softmax of some scores, or what a mistake makes of it."""
    if slip == "softmax-shares-equally":
        return [1 / len(scores)] * len(scores)
    powered, total = _powered(scores, slip)
    return powered if slip == "softmax-without-dividing" else [one / total for one in powered]


def powers(scores: Sequence[str], slip: str = "") -> str:
    """The sum S of the exponentials, and what it comes to; raises UnclearError for a tiny one."""
    base, total = _base(slip), _powered(scores, slip)[1]
    if total < SMALLEST_SUM:
        raise UnclearError(TOO_SMALL)
    return f"S = {' + '.join(f'{base}^{{{score}}}' for score in scores)} {comes_to(total, 3)}"


def shares(scores: Sequence[str], slip: str = "") -> str:
    """An equation for each weight, in a sentence; raises UnclearError for a tiny one."""
    base, weights = _base(slip), weights_of(scores, slip)
    if min(weights) < SMALLEST_WEIGHT:
        raise UnclearError(TOO_SMALL)
    equations = []
    for score, weight in zip(scores, weights, strict=True):
        share = f"{base}^{{{score}}} / S"
        if slip == "softmax-shares-equally":
            share = f"1 / {len(scores)}"
        elif slip == "softmax-without-dividing":
            share = f"{base}^{{{score}}}"
        equations.append(f"{share} {comes_to(weight, WEIGHT_DECIMALS)}")
    return listed(equations)


def blended(weights: Sequence[float], numbers: Sequence[str]) -> str:
    """The weighted sum of some numbers, and what it comes to with two decimals.

    Raises UnclearError where the weights as displayed come to something else.
    """
    shown = [rounded(weight, WEIGHT_DECIMALS) for weight in weights]
    exact, as_shown = _weighed(weights, numbers), _weighed(map(float, shown), numbers)
    if rounded(exact, 2) != rounded(as_shown, 2):
        raise UnclearError(CUT_DECIDES)
    return f"{products(shown, numbers)} {comes_to(as_shown, 2)}"


def _weighed(weights: Iterable[float], numbers: Sequence[str]) -> float:
    return math.fsum(w * int(number) for w, number in zip(weights, numbers, strict=True))


def _base(slip: str) -> str:
    return "2" if slip == "softmax-with-base-two" else "e"


def _powered(scores: Sequence[str], slip: str) -> tuple[list[float], float]:
    """The powers of the scores, and their sum."""
    number = 2.0 if slip == "softmax-with-base-two" else math.e
    powered = [number ** float(score) for score in scores]
    return powered, math.fsum(powered)
