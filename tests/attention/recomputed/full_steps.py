"""One whole step of attention, once more."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed, place_of, place_of_largest


def full_step(prompt: str) -> Recomputed:
    (listed,) = re.findall(r"\$q = \(([^)]*)\)\$", prompt)
    query = [int(number) for number in listed.split(",")]
    rows = re.findall(r"\| \w+ \| \$\(([^)]*)\)\$ \| \$\(([^)]*)\)\$ \|", prompt)
    keys, values = ([[int(n) for n in row[at].split(",")] for row in rows] for at in (0, 1))
    asked = place_of(re.findall(r"the (\w+) coordinate of the output", prompt)[0])
    root = math.sqrt(len(query))

    def products(vectors: list[list[int]]) -> list[int]:
        return [sum(a * b for a, b in zip(query, vector, strict=True)) for vector in vectors]

    def mixed(powers: Sequence[float], vectors: list[list[int]]) -> float:
        pairs = zip(powers, vectors, strict=True)
        return math.fsum(power * vector[asked] for power, vector in pairs)

    def blend(scores: Sequence[float], vectors: list[list[int]]) -> float:
        powers = [math.exp(score) for score in scores]
        return mixed(powers, vectors) / math.fsum(powers)

    raw = products(keys)
    scores, mine = [product / root for product in raw], [value[asked] for value in values]
    best = place_of_largest(raw)
    wrong: dict[str, Number | None] = {
        "scaling-left-out": blend(raw, values),
        "only-the-winner-counts": None if best is None else Fraction(mine[best]),
        "blend-of-the-keys": blend(scores, keys),
        "score-uses-the-value": blend([product / root for product in products(values)], values),
        "blend-is-the-plain-mean": Fraction(sum(mine), len(mine)),
        "scaling-by-the-length": blend([product / len(query) for product in raw], values),
    }
    twos = [2**score for score in scores]
    slips: dict[str, Number] = {
        "softmax-with-base-two": mixed(twos, values) / math.fsum(twos),
        "softmax-shares-equally": Fraction(sum(mine), len(mine)),
        "softmax-without-dividing": mixed([math.exp(score) for score in scores], values),
        "blend-ignores-the-weights": Fraction(sum(mine)),
    }
    return Recomputed(blend(scores, values), wrong, 2, slips)


RECOMPUTED = {"attention.full_step": full_step}
