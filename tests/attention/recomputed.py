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


def scaled_weight(prompt: str) -> Recomputed:
    products = [int(number) for number in re.findall(r"\$q \\cdot k_\d = (-?\d+)\$", prompt)]
    (length,) = map(int, re.findall(r"\$d_k = (\d+)\$", prompt))
    asked = place_of(re.findall(r"the (\w+) key", prompt)[-1])
    unscaled = soft_share(products, asked)
    wrong: dict[str, Number | None] = {
        "scaling-left-out": unscaled,
        "scaling-by-the-length": soft_share([p / length for p in products], asked),
        "scaling-after-softmax": unscaled / math.sqrt(length),
        "softmax-is-a-plain-share": (
            Fraction(products[asked], sum(products)) if sum(products) else None
        ),
        "softmax-shares-equally": Fraction(1, 3),
    }
    return Recomputed(soft_share([p / math.sqrt(length) for p in products], asked), wrong, 2)


def output_coordinate(prompt: str) -> Recomputed:
    pair = r"\$\((-?\d+), (-?\d+)\)\$"
    rows = re.findall(rf"\| \w+ \| \$([\d.]+)\$ \| {pair} \| {pair} \|", prompt)
    weights = [Fraction(row[0]) for row in rows]
    assert sum(weights) == 1
    asked = place_of(re.findall(r"(\w+) coordinate of the output", prompt)[0])
    keys, values, others = (
        [int(row[column]) for row in rows] for column in (1 + asked, 3 + asked, 4 - asked)
    )
    winners = [value for w, value in zip(weights, values, strict=True) if w == max(weights)]

    def weighed(numbers: list[int]) -> Fraction:
        return sum((w * n for w, n in zip(weights, numbers, strict=True)), Fraction(0))

    wrong: dict[str, Number | None] = {
        "only-the-winner-counts": Fraction(winners[0]) if len(winners) == 1 else None,
        "blend-is-the-plain-mean": Fraction(sum(values), 3),
        "blend-ignores-the-weights": Fraction(sum(values)),
        "blend-of-the-keys": weighed(keys),
        "blend-takes-the-other-coordinate": weighed(others),
    }
    return Recomputed(weighed(values), wrong, 2)


def causal_weight(prompt: str) -> Recomputed:
    scores = [float(number) for number in re.findall(r"\$s_\d = (-?[\d.]+)\$", prompt)]
    asking = place_of(re.findall(r"scores of the (\w+) word's query", prompt)[0])
    told = re.findall(r"give(?:s)? (itself|the \w+ word)(?:,| a weight)", prompt)[0]
    asked = asking if told == "itself" else place_of(told.split()[1])
    seen = scores[: asking + 1]

    def share(places: list[int]) -> float:
        return (
            soft_share([scores[p] for p in places], places.index(asked)) if asked in places else 0
        )

    wrong: dict[str, Number | None] = {
        "mask-is-forgotten": soft_share(scores, asked),
        "mask-sets-the-score-to-zero": soft_share(
            [*seen, *(0.0 for _ in scores[asking + 1 :])], asked
        ),
        "mask-hides-the-word-itself": share(list(range(asking))),
        "mask-hides-the-past": share(list(range(asking, len(scores)))),
        "softmax-shares-equally": Fraction(1, len(seen)),
    }
    return Recomputed(soft_share(seen, asked), wrong, 2)


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


def cache_bytes(prompt: str) -> Recomputed:
    counts = dict(re.findall(r"\$(L|h|d_k|b|n) = (\d+)\$", prompt))
    layers, heads, per_head, size, words = (
        int(counts[name]) for name in ("L", "h", "d_k", "b", "n")
    )

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


def place_of(ordinal: str) -> int:
    """The place, from 0, that an ordinal names."""
    return ["first", "second", "third", "fourth", "fifth"].index(ordinal)


def soft_share(scores: list[float] | list[int], asked: int) -> float:
    """One weight of a softmax, in math only."""
    return math.exp(scores[asked]) / math.fsum(math.exp(score) for score in scores)


RECOMPUTED: dict[str, Callable[[str], Recomputed]] = {
    "attention.dot_product": dot_product,
    "attention.softmax_weight": softmax_weight,
    "attention.cached_keys": cached_keys,
    "attention.scaled_weight": scaled_weight,
    "attention.output_coordinate": output_coordinate,
    "attention.causal_weight": causal_weight,
    "attention.head_size": head_size,
    "attention.cache_bytes": cache_bytes,
}


def shown_as(value: Number, decimals: int) -> str:
    """The value with so many decimals, halves away from zero, ASCII minus."""
    exact = Fraction(value) * 10**decimals
    units = math.floor(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    sign, digits = ("-" if units < 0 else ""), str(abs(units)).rjust(decimals + 1, "0")
    return sign + (f"{digits[:-decimals]}.{digits[-decimals:]}" if decimals else digits)
