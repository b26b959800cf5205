"""The work and the memory of a cache, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed


def cached_keys(prompt: str) -> Recomputed:
    p, g = map(int, re.findall(r"prompt of (\d+) words and then generates (\d+) more", prompt)[0])
    known, computed, recomputed = 0, 0, 0
    for length in range(p, p + g):  # the text so far, each time one more word is chosen
        computed += length - known
        recomputed += length
        known = length
    wrong: dict[str, Number | None] = {
        "cache-still-recomputes": Fraction(recomputed),
        "cache-gets-the-prompt-free": Fraction(g),
        "cache-multiplies-prompt-and-output": Fraction(p * g),
        "cache-ends-with-the-prompt": Fraction(p),
    }
    return Recomputed(Fraction(computed), wrong, 0)


def cache_bytes(prompt: str) -> Recomputed:
    counts = dict(re.findall(r"\$(L|h|d_k|b|n) = (\d+)\$", prompt))
    layers, heads, size, words = (int(counts[name]) for name in ("L", "h", "b", "n"))
    model = re.findall(r"model\}\} = (\d+)\$", prompt)
    per_head = int(model[0]) // heads if model else int(counts["d_k"])

    def mebibytes(kept: int, layers: int, heads: int, numbers: int) -> Fraction:
        return Fraction(kept * layers * heads * numbers * size, 1024 * 1024)

    wrong: dict[str, Number | None] = {
        "cache-stores-queries": mebibytes(3, layers, heads, per_head * words),
        "cache-stores-keys-only": mebibytes(1, layers, heads, per_head * words),
        "cache-belongs-to-one-layer": mebibytes(2, 1, heads, per_head * words),
        "cache-belongs-to-one-head": mebibytes(2, layers, 1, per_head * words),
        "cache-grows-with-the-square": mebibytes(2, layers, heads, words * words),
    }
    assert all(value is not None and Fraction(value).denominator == 1 for value in wrong.values())
    return Recomputed(mebibytes(2, layers, heads, per_head * words), wrong, 0)


RECOMPUTED = {
    "attention.cached_keys": cached_keys,
    "attention.cache_bytes": cache_bytes,
}
