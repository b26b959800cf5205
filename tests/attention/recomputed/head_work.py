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


def projection_weights(prompt: str) -> Recomputed:
    model, heads = sizes_of(prompt)
    layers = int((re.findall(r"\$L = (\d+)\$", prompt) or ["1"])[0])
    per_head = model // heads

    def weights(kinds: int, heads: int, per_head: int, outputs: int) -> Fraction:
        made = sum(model * per_head for _ in range(heads) for _ in range(kinds))
        return Fraction(layers * (made + outputs * model))

    wrong: dict[str, Number | None] = {
        "projections-serve-all-layers": (
            weights(3, heads, per_head, model) / layers if layers > 1 else None
        ),
        "projections-forget-the-output": weights(3, heads, per_head, 0),
        "projections-of-one-head": weights(3, 1, per_head, model),
        "head-gets-every-number": weights(3, heads, model, heads * model),
        "projections-share-one-table": weights(1, heads, per_head, model),
        "projections-are-one-table": weights(1, heads, per_head, 0),
    }
    return Recomputed(weights(3, heads, per_head, model), wrong, 0)


def concatenated_entry(prompt: str) -> Recomputed:
    outputs = [
        [int(number) for number in numbers.split(",")]
        for numbers in re.findall(r"head: \$\(([-\d, ]+)\)\$", prompt)
    ]
    (number,) = map(int, re.findall(r"number (\d+) of the resulting list", prompt))
    end_to_end = [entry for output in outputs for entry in output]
    taking_turns = [entry for turn in zip(*outputs, strict=True) for entry in turn]
    there = [output[(number - 1) % len(outputs[0])] for output in outputs]
    wrong: dict[str, Number | None] = {
        "heads-are-interleaved": Fraction(taking_turns[number - 1]),
        "heads-are-added": Fraction(sum(there)),
        "heads-are-averaged": Fraction(sum(there), len(there)),
        "heads-are-multiplied": Fraction(math.prod(there)),
        "entry-counts-from-zero": Fraction(end_to_end[number]),
    }
    assert Fraction(wrong["heads-are-averaged"] or 0).denominator == 1
    return Recomputed(Fraction(end_to_end[number - 1]), wrong, 0)


RECOMPUTED = {
    "attention.concatenated_entry": concatenated_entry,
    "attention.projection_weights": projection_weights,
    "attention.head_divisor": head_divisor,
}
