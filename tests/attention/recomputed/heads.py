"""The sizes of heads, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed


def head_size(prompt: str) -> Recomputed:
    ((model, heads),) = (
        (int(model), int(heads))
        for model, heads in re.findall(r"model\}\} = (\d+)\$.*\$h = (\d+)\$", prompt)
    )
    root = round(model**0.5)
    wrong: dict[str, Number | None] = {
        "head-gets-every-number": Fraction(model),
        "head-size-is-a-square-root": Fraction(root) if root * root == model else None,
        "head-size-is-multiplied": Fraction(model * heads),
        "head-size-is-the-head-count": Fraction(heads),
    }
    return Recomputed(Fraction(model, heads), wrong, 0)


RECOMPUTED = {
    "attention.head_size": head_size,
}
