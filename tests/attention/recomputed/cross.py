"""Attention from one text to another, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed


def cross_table(prompt: str) -> Recomputed:
    counts = {name: int(count) for name, count in re.findall(r"\$(m|n|d_k) = (\d+)\$", prompt)}
    original, written = range(counts["m"]), range(counts["n"])

    def pairs(asking: range, asked: range) -> Fraction:
        return Fraction(sum(1 for _ in asking for _ in asked))

    both = range(len(original) + len(written))
    wrong: dict[str, Number | None] = {
        "cross-table-leaves-out-the-original": pairs(written, written),
        "cross-table-adds-the-texts": Fraction(len(both)),
        "cross-table-leaves-out-the-translation": pairs(original, original),
        "cross-table-joins-the-texts": pairs(both, both),
        "cross-table-counts-numbers": pairs(written, range(counts["d_k"])),
    }
    return Recomputed(pairs(written, original), wrong, 0)


RECOMPUTED = {"attention.cross_table": cross_table}
