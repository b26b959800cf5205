"""Every template once more in plain Python, from the prompt's text, importing nothing of attention.

Each function returns the key and the value of every misconception (None where it has none), and
says how many decimals are displayed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

Number = float | Fraction


@dataclass(frozen=True)
class Recomputed:
    """The key and the wrong values by misconception slug, exact where they can be."""

    key: Number
    wrong: dict[str, Number | None]
    decimals: int


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


def softmax_weight(prompt: str) -> Recomputed:
    scores = [Fraction(number) for number in re.findall(r"\$s_\d = (-?[\d.]+)\$", prompt)]
    ordinals = ["first", "second", "third", "fourth"]
    asked = ordinals.index(re.findall(r"the (first|second|third|fourth) key", prompt)[-1])
    total, largest = sum(scores), max(scores)
    wrong: dict[str, Number | None] = {
        "softmax-is-a-plain-share": scores[asked] / total if total else None,
        "softmax-without-dividing": math.exp(scores[asked]),
        "softmax-divides-by-the-largest": scores[asked] / largest if largest else None,
        "softmax-shares-equally": Fraction(1, len(scores)),
        "softmax-with-base-two": 2 ** float(scores[asked]) / sum(2 ** float(s) for s in scores),
    }
    key = math.exp(scores[asked]) / math.fsum(math.exp(score) for score in scores)
    return Recomputed(key, wrong, 2)


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


RECOMPUTED: dict[str, Callable[[str], Recomputed]] = {
    "attention.dot_product": dot_product,
    "attention.softmax_weight": softmax_weight,
    "attention.cached_keys": cached_keys,
}


def shown_as(value: Number, decimals: int) -> str:
    """The value with so many decimals, halves away from zero, ASCII minus."""
    exact = Fraction(value) * 10**decimals
    units = math.floor(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    sign, digits = ("-" if units < 0 else ""), str(abs(units)).rjust(decimals + 1, "0")
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)
