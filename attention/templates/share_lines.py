"""The lines of a solution that turn scores into one weight, and what can go wrong in them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal

from attention.templates.numerals import APPROX, chain, comes_to, factor, rounded

SHARE_FEEDBACK: Mapping[str, str] = {
    "softmax-with-base-two": "It raises 2 to each score. The base of softmax is $e$.",
    "softmax-is-a-plain-share": (
        "It adds up the scores themselves. Softmax shares out their exponentials."
    ),
    "softmax-without-dividing": (
        "It stops at the exponential. Dividing by the sum makes the weights add up to 1."
    ),
}


def share_lines(
    scores: Sequence[str], asked: int, slip: str = "", added: Sequence[str] = ()
) -> tuple[str, str]:
    """The sum and the share of one of `scores`, with one mistake of SHARE_FEEDBACK or ("") none.

    `added` are the scores that are added up, if by mistake they are others. The lines are empty
    where the mistake leads to no number.
    """
    mine, all_scores = scores[asked], added or scores
    if slip == "softmax-is-a-plain-share":
        return _plain_share(mine, all_scores)
    base, number = ("2", 2.0) if slip == "softmax-with-base-two" else ("e", math.e)
    powers = " + ".join(f"{base}^{{{score}}}" for score in all_scores)
    total = math.fsum(number ** float(score) for score in all_scores)
    power = number ** float(mine)
    # The sum is cut, so even an even share is only nearly so.
    share = (
        f"\\frac{{{base}^{{{mine}}}}}{{{rounded(total, 3)}}} {APPROX} {rounded(power / total, 2)}"
    )
    if slip == "softmax-without-dividing":
        share = f"{base}^{{{mine}}} {comes_to(power, 2)}"
    return f"The sum is ${powers} {comes_to(total, 3)}$.", f"The weight is ${share}$."


def _plain_share(mine: str, scores: Sequence[str]) -> tuple[str, str]:
    total = sum(map(Decimal, scores))
    if not total:
        return "", ""
    share = f"\\frac{{{mine}}}{{{total}}} {comes_to(float(Decimal(mine) / total), 2)}"
    return f"The sum is ${chain(map(str, scores))} = {total}$.", f"The weight is ${share}$."


def listed(numerals: Sequence[str]) -> str:
    """Numbers in a sentence: "$1$, $2$ and $-3$"."""
    dressed = [f"${numeral}$" for numeral in numerals]
    return f"{', '.join(dressed[:-1])} and {dressed[-1]}"


def times(number: str, numerals: Sequence[str]) -> str:
    """Products in a sentence, each with its factor: "$2 \\cdot 1$ and $2 \\cdot (-3)$"."""
    return listed([f"{number} \\cdot {factor(numeral)}" for numeral in numerals])
