"""What attention returns, once more."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from tests.attention.recomputed.base import (
    Number,
    Recomputed,
    RecomputedPlace,
    place_of,
    place_of_largest,
)


def output_coordinate(prompt: str) -> Recomputed:
    pair = r"\$\((-?\d+), (-?\d+)\)\$"
    rows = re.findall(rf"\| \w+ \| \$([\d.]+)\$ \| {pair} \| {pair} \|", prompt)
    weights = [Fraction(row[0]) for row in rows]
    assert sum(weights) == 1
    asked = place_of(re.findall(r"(\w+) coordinate of the output", prompt)[0])
    keys, values, others = (
        [int(row[column]) for row in rows] for column in (1 + asked, 3 + asked, 4 - asked)
    )
    winners = [value for w, value in zip(weights, values, strict=True) if w == max(weights)]

    def weighed(numbers: list[int]) -> Fraction:
        return sum((w * n for w, n in zip(weights, numbers, strict=True)), Fraction(0))

    wrong: dict[str, Number | None] = {
        "only-the-winner-counts": Fraction(winners[0]) if len(winners) == 1 else None,
        "blend-is-the-plain-mean": Fraction(sum(values), len(values)),
        "blend-ignores-the-weights": Fraction(sum(values)),
        "blend-of-the-keys": weighed(keys),
        "blend-takes-the-other-coordinate": weighed(others),
    }
    return Recomputed(weighed(values), wrong, 2)


def largest_contribution(prompt: str) -> RecomputedPlace:
    rows = re.findall(r"\| \w+ \| \$([\d.]+)\$ \| \$\((-?\d+), (-?\d+)\)\$ \|", prompt)
    weights = [Fraction(row[0]) for row in rows]
    assert sum(weights) == 1
    lengths = [math.sqrt(int(x) ** 2 + int(y) ** 2) for _, x, y in rows]
    contributions = [float(w) * length for w, length in zip(weights, lengths, strict=True)]
    best, longest = place_of_largest(contributions), max(lengths)
    assert best is not None
    clear = sum(length > longest - 0.05 for length in lengths) == 1
    wrong = {
        "largest-weight-contributes-most": place_of_largest(weights),
        "longest-value-contributes-most": lengths.index(longest) if clear else None,
    }
    return RecomputedPlace(best, wrong, tuple(contributions))


RECOMPUTED = {
    "attention.output_coordinate": output_coordinate,
}

PLACES = {"attention.largest_contribution": largest_contribution}
