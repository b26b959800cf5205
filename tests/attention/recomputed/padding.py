"""Weights in a text with empty places, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed, place_of, share_slips, soft_share


def padded_weight(prompt: str) -> Recomputed:
    rows = re.findall(r"^\| (\w+) \| \$(-?[\d.]+)\$ \|$", prompt, re.MULTILINE)
    places, scores = [name for name, _ in rows], [Fraction(score) for _, score in rows]
    (ordinal,) = re.findall(r"the (\w+) word gets?", prompt)
    asked = place_of(ordinal)
    words = [score for name, score in zip(places, scores, strict=True) if name != "empty"]
    zeroed = [*words, *(Fraction(0) for name in places if name == "empty")]
    slips = share_slips(words, asked)
    wrong: dict[str, Number | None] = {
        "padding-is-attended-to": soft_share(scores, asked),
        "padding-scores-zero": soft_share(zeroed, asked),
        "softmax-shares-equally": Fraction(1, len(words)),
        "padding-takes-an-equal-share": Fraction(1, len(places)),
        "softmax-with-base-two": slips["softmax-with-base-two"],
    }
    if sum(words):
        slips["softmax-is-a-plain-share"] = words[asked] / sum(words)
    return Recomputed(soft_share(words, asked), wrong, 2, slips)


RECOMPUTED = {"attention.padded_weight": padded_weight}
