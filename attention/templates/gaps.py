"""Questions about how the gap between two scores makes the ratio of their weights."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import exp

import numpy as np

from attention.engine import FloatArray, IntArray
from attention.templates.bodies import Wording
from attention.templates.draws import Words, one_of, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import authored, comes_to, factor
from attention.templates.shares import ratio
from attention.templates.solutions import Solution, Spoiled

TENTHS = (-20, 30)  # the scores, in tenths
WIDEST = 25  # the gap, in tenths
ROOTS = (4, 5, 10)  # of the key lengths 16, 25 and 100, at level 2


@dataclass(frozen=True)
class Pair:
    """Two scores in hundredths, shape (batch, 2): that of the word asked about, then the other.

    `root`, shape (batch,), is the root of the key length where dot products are given, else 1.
    """

    hundredths: IntArray
    root: IntArray

    @property
    def scores(self) -> FloatArray:
        """The scaled scores, shape (batch, 2)."""
        return self.hundredths / 100


class WeightRatio(NumberTemplate[Pair]):
    """How many times as large as another weight a weight is, whatever the other words score."""

    name = "attention.weight_ratio"
    levels = 2
    draws = 3
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Pair:
        """Two scores with a decimal; at level 2, two dot products and the key length."""
        if level == 1:
            tenths = whole_numbers(words[:, :2], *TENTHS)
            return Pair(10 * tenths, np.ones(len(words), dtype=np.int64))
        root = one_of(words[:, 2], ROOTS)
        low, high = (end * root[:, None] // 10 for end in TENTHS)
        products = whole_numbers(words[:, :2], low, high)
        return Pair(products * (100 // root[:, None]), root)

    def worked(self, given: Pair) -> Worked:
        """e to the gap, and what comes of the scores' ratio, the gap, its reverse, or base 2."""
        mine, other = given.scores.T
        gap = mine - other
        return Worked(
            key=np.exp(gap),
            wrong={
                "weights-stand-as-their-scores": ratio(mine, other),
                "ratio-is-the-gap": gap,
                "ratio-is-upside-down": np.exp(-gap),
                "softmax-with-base-two": 2**gap,
            },
            sound=(gap != 0) & (np.abs(gap) <= WIDEST / 10),
        )

    def wording(self, given: Pair, row: int, key: str) -> Wording:
        """Two words of a longer text; the ratio of their weights is asked for."""
        mine, other = _numerals(given, row)
        gap, root = _gap(given, row), int(given.root[row])
        scores, divided = f"scaled scores $s_1 = {mine}$ and $s_2 = {other}$", ""
        if root > 1:
            products = [str(int(n) * root // 100) for n in given.hundredths[row]]
            scores = (
                f"dot products $q \\cdot k_1 = {products[0]}$ and $q \\cdot k_2 = "
                f"{products[1]}$, with $d_k = {root**2}$ numbers in a key"
            )
            divided = (
                f"Divided by $\\sqrt{{{root**2}}} = {root}$, the scores are $s_1 = {mine}$ and "
                f"$s_2 = {other}$. "
            )
        return Wording(
            situation=(
                f"In a text of many words, a query has with the first two of them the "
                f"{scores}. How the other words score is not known. A calculator is welcome."
            ),
            question=(
                "The weight of the first word is how many times that of the second, rounded to "
                "two decimals?"
            ),
            blank=(
                "Rounded to two decimals, the weight of the first word is [[answer]] times that of "
                "the second."
            ),
            label="weight of the first word over that of the second",
            feedback=_feedback(mine, other, gap),
            explanation=(
                f"{divided}Both weights have the same sum below them, which cancels: "
                f"$\\frac{{e^{{{mine}}}}}{{e^{{{other}}}}} = e^{{{mine} - {factor(other)}}} = "
                f"e^{{{gap}}} \\approx {key}$."
            ),
        )

    def solution(self, given: Pair, row: int) -> Solution:
        """The ratio of exponentials, that of the gap, and its value."""
        mine, other = _numerals(given, row)
        told = _feedback(mine, other, _gap(given, row))
        spoiled = [
            Spoiled(slug, lines, told[slug])
            for slug in told
            if (lines := _lines(mine, other, slug))
        ]
        return Solution(_lines(mine, other, ""), tuple(spoiled))


def _numerals(given: Pair, row: int) -> tuple[str, str]:
    """The two scaled scores, without zeros at the end beyond the first decimal."""
    one, two = (_short(int(n)) for n in given.hundredths[row])
    return one, two


def _gap(given: Pair, row: int) -> str:
    return _short(int(given.hundredths[row, 0] - given.hundredths[row, 1]))


def _short(hundredths: int) -> str:
    return authored(hundredths // 10, 1) if hundredths % 10 == 0 else authored(hundredths, 2)


_FIRST = "The sums below the weights cancel, so their ratio is ${}$."


def _lines(mine: str, other: str, slip: str) -> tuple[str, ...]:
    """The lines of a solution, with one mistake or ("") none; none where it leads to no number."""
    one, two = Decimal(mine), Decimal(other)
    gap = one - two
    fraction = f"\\frac{{e^{{{mine}}}}}{{e^{{{other}}}}}"
    if slip == "weights-stand-as-their-scores":
        if not two:
            return ()
        share = f"\\frac{{{mine}}}{{{other}}}"
        return (
            _FIRST.format(share),
            "This fraction stays as it is.",
            f"So the ratio is ${share} {comes_to(float(one / two), 2)}$.",
        )
    base, power, value = "e", f"{mine} - {factor(other)} = {gap}", exp(gap)
    if slip == "ratio-is-upside-down":
        gap = -gap
        power, value = f"{other} - {factor(mine)} = {gap}", exp(gap)
    last = f"{base}^{{{gap}}} {comes_to(value, 2)}"
    if slip == "softmax-with-base-two":
        last = f"2^{{{gap}}} {comes_to(2 ** float(gap), 2)}"
    elif slip == "ratio-is-the-gap":
        last = comes_to(float(gap), 2).split(" ")[1]
    return (_FIRST.format(fraction), f"The exponents make ${power}$.", f"So the ratio is ${last}$.")


def _feedback(mine: str, other: str, gap: str) -> dict[str, str]:
    return {
        "weights-stand-as-their-scores": (
            f"This is the ratio of the scores, $\\frac{{{mine}}}{{{other}}}$. Weights stand to "
            "each other as the exponentials of the scores do."
        ),
        "ratio-is-the-gap": (
            f"This is the gap between the scores, ${mine} - {factor(other)} = {gap}$. It is the "
            "exponent of the ratio."
        ),
        "ratio-is-upside-down": (
            "This is how many times the second weight is as large as the first. The question is "
            "the other way round."
        ),
        "softmax-with-base-two": (
            f"This is $2^{{{gap}}}$. The base of softmax is $e \\approx 2.718$."
        ),
    }
