"""What heads divide by, learn and hand over, once more."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed


def sizes_of(prompt: str) -> tuple[int, int]:
    """The numbers per word and the heads of a prompt."""
    (model,) = re.findall(r"model\}\} = (\d+)\$", prompt)
    (heads,) = re.findall(r"\$h = (\d+)\$", prompt)
    return int(model), int(heads)


def head_divisor(prompt: str) -> Recomputed:
    model, heads = sizes_of(prompt)
    length = Fraction(model, heads)
    assert length.denominator == 1
    wrong: dict[str, Number | None] = {
        "head-gets-every-number": math.sqrt(model),
        "scaling-by-the-length": length,
        "head-size-is-the-head-count": math.sqrt(heads),
        "divisor-is-shared-out": math.sqrt(model) / heads,
        "head-size-is-divided-twice": length / heads,
        "scaling-counts-both-vectors": math.sqrt(2 * length),
    }
    slips: dict[str, Number] = {"head-size-is-multiplied": math.sqrt(model * heads)}
    return Recomputed(math.sqrt(length), wrong, 2, slips)


RECOMPUTED = {
    "attention.head_divisor": head_divisor,
}
