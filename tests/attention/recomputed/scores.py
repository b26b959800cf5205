"""Scores of queries and keys, once more."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed


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


RECOMPUTED = {
    "attention.dot_product": dot_product,
    "attention.scaled_score": scaled_score,
}
