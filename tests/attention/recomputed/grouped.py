"""A cache that groups of heads share, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed


def grouped_cache(prompt: str) -> Recomputed:
    counts = {name: int(count) for name, count in re.findall(r"\$(\w+) = (\d+)\$", prompt)}
    heads, groups, per_head, n = (counts[name] for name in ("h", "g", "d_k", "n"))
    layers = counts.get("L", 1)
    assert heads % groups == 0

    def kept(keys: int, values: int, queries: int = 0, words: int = n) -> Fraction:
        vectors = [per_head] * (keys + values + queries)
        return Fraction(layers * words * sum(vectors))

    size = heads // groups
    wrong: dict[str, Number | None] = {
        "grouped-heads-keep-their-own": kept(heads, heads),
        "cache-stores-keys-only": kept(groups, 0),
        "groups-are-counted-by-their-size": kept(size, size),
        "cache-stores-queries": kept(groups, groups, heads),
        "cache-belongs-to-one-layer": kept(groups, groups) / layers if layers > 1 else None,
        "grouped-heads-share-one-key": kept(1, 1),
    }
    slips: dict[str, Number] = {"cache-grows-with-the-square": kept(groups, groups, words=n * n)}
    return Recomputed(kept(groups, groups), wrong, 0, slips)


RECOMPUTED = {
    "attention.grouped_cache": grouped_cache,
}
