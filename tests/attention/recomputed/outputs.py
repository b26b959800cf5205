"""What attention returns, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed, place_of


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
        "blend-is-the-plain-mean": Fraction(sum(values), 3),
        "blend-ignores-the-weights": Fraction(sum(values)),
        "blend-of-the-keys": weighed(keys),
        "blend-takes-the-other-coordinate": weighed(others),
    }
    return Recomputed(weighed(values), wrong, 2)


RECOMPUTED = {
    "attention.output_coordinate": output_coordinate,
}
