"""Scores of queries and keys, once more."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed, RecomputedPlace, place_of_largest


def dot_product(prompt: str) -> Recomputed:
    vectors = {
        name: [Fraction(number) for number in listed.split(",")]
        for name, listed in re.findall(r"\$([qkv]) = \(([^)]*)\)\$", prompt)
    }
    q, k, v = vectors["q"], vectors["k"], vectors["v"]
    wrong: dict[str, Number | None] = {
        "score-uses-the-value": sum(a * b for a, b in zip(q, v, strict=True)),
        "score-adds-the-coordinates": sum(q) + sum(k),
        "score-drops-the-signs": sum(abs(a * b) for a, b in zip(q, k, strict=True)),
        "score-is-the-first-product": q[0] * k[0],
        "score-of-the-query-with-itself": sum(a * a for a in q),
    }
    return Recomputed(sum(a * b for a, b in zip(q, k, strict=True)), wrong, 0)


def scaled_score(prompt: str) -> Recomputed:
    vectors = dict(re.findall(r"\$([qk]) = \(([^)]*)\)\$", prompt))
    if vectors:
        q, k = ([int(number) for number in vectors[name].split(",")] for name in "qk")
        product, length = sum(a * b for a, b in zip(q, k, strict=True)), len(q)
    else:
        ((product, length),) = (
            (int(product), int(length))
            for product, length in re.findall(r"q \\cdot k = (-?\d+)\$.*\$d_k = (\d+)\$", prompt)
        )
    wrong: dict[str, Number | None] = {
        "scaling-left-out": Fraction(product),
        "scaling-by-the-length": Fraction(product, length),
        "scaling-multiplies": product * math.sqrt(length),
        "scaling-counts-both-vectors": product / math.sqrt(length + length),
    }
    slips: dict[str, Number] = {}
    if vectors:
        unsigned = sum(abs(a * b) for a, b in zip(q, k, strict=True))
        slips["score-drops-the-signs"] = unsigned / math.sqrt(length)
        slips["score-is-the-first-product"] = q[0] * k[0] / math.sqrt(length)
    return Recomputed(product / math.sqrt(length), wrong, 2, slips)


def product_spread(prompt: str) -> Recomputed:
    (length,) = map(int, re.findall(r"\$d_k = (\d+)\$", prompt))
    ((one, two),) = re.findall(
        r"deviation \$(\d+)\$(?: in queries and \$(\d+)\$ in keys|, in queries)", prompt
    )
    each = int(one) * int(two or one)
    variance = sum(each**2 for _ in range(length))
    wrong: dict[str, Number | None] = {
        "spread-grows-with-the-length": Fraction(length * each),
        "spread-stays-the-same": Fraction(each),
        "spread-grows-with-the-square": Fraction(length * length * each),
        "spread-counts-both-vectors": 2 * math.sqrt(variance),
    }
    slips: dict[str, Number] = {"spread-is-the-variance": Fraction(variance)}
    return Recomputed(math.sqrt(variance), wrong, 0, slips)


def best_key(prompt: str) -> RecomputedPlace:
    (query,) = ([int(n) for n in q.split(",")] for q in re.findall(r"\$q = \(([^)]*)\)\$", prompt))
    rows = re.findall(r"\| \w+ \| \$\(([^)]*)\)\$ \| \$\(([^)]*)\)\$ \|", prompt)
    keys, values = ([[int(n) for n in row[at].split(",")] for row in rows] for at in (0, 1))

    def product(a: list[int], b: list[int]) -> int:
        return sum(x * y for x, y in zip(a, b, strict=True))

    scores = [product(query, key) for key in keys]
    distances = [math.dist(query, key) for key in keys]
    wrong = {
        "score-uses-the-value": place_of_largest([product(query, value) for value in values]),
        "score-counts-without-its-sign": place_of_largest([abs(score) for score in scores]),
        "longest-key-matches-best": place_of_largest([product(key, key) for key in keys]),
        "nearest-key-matches-best": place_of_largest([-distance for distance in distances]),
    }
    best = place_of_largest(scores)
    assert best is not None
    return RecomputedPlace(best, wrong, tuple(Fraction(score) for score in scores))


RECOMPUTED: dict[str, Callable[[str], Recomputed]] = {
    "attention.product_spread": product_spread,
    "attention.dot_product": dot_product,
    "attention.scaled_score": scaled_score,
}

PLACES: dict[str, Callable[[str], RecomputedPlace]] = {"attention.best_key": best_key}
