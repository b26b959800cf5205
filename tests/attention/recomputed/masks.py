"""Masks, once more."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed, place_of


def late_mask(prompt: str) -> Recomputed:
    scores = [float(number) for number in re.findall(r"\$s_\d = (-?[\d.]+)\$", prompt)]
    asking = place_of(re.findall(r"scores of the (\w+) word's query", prompt)[0])
    seen, hidden = scores[: asking + 1], scores[asking + 1 :]

    def powers(some: list[float], base: float = math.e) -> float:
        return math.fsum(base**score for score in some)

    wrong: dict[str, Number | None] = {
        "weights-are-whole-after-any-mask": 1.0,
        "sum-of-the-hidden-weights": powers(hidden) / powers(scores),
        "mask-sets-the-score-to-zero": powers(seen) / (powers(seen) + len(hidden)),
        "mask-hides-the-word-itself": powers(seen[:-1]) / powers(scores),
        "softmax-shares-equally": Fraction(len(seen), len(scores)),
    }
    slips: dict[str, Number] = {
        "softmax-with-base-two": powers(seen, 2) / powers(scores, 2),
        "softmax-without-dividing": powers(seen),
    }
    return Recomputed(powers(seen) / powers(scores), wrong, 2, slips)


def visible_words(prompt: str) -> Recomputed:
    place = int(re.findall(r"[Ww]ord number (\d+)", prompt)[0])
    sizes = re.findall(r"(?:A text has|the first of|the second of) (\d+)", prompt)
    before = int(sizes[0]) if len(sizes) == 2 else 0
    count = sum(map(int, sizes))
    text = list(range(1, count + 1))
    asking = before + place
    seen = [word for word in text if word <= asking]
    wrong: dict[str, Number | None] = {
        "mask-stops-at-the-sentence": (
            Fraction(len([word for word in seen if word > before])) if before else None
        ),
        "mask-hides-the-word-itself": Fraction(len([word for word in seen if word != asking])),
        "mask-is-forgotten": Fraction(len(text)),
        "mask-hides-the-past": Fraction(len([word for word in text if word >= asking])),
        "sight-counts-the-hidden": Fraction(len([word for word in text if word not in seen])),
        "place-is-how-many-come-before": Fraction(asking + 1),
    }
    return Recomputed(Fraction(len(seen)), wrong, 0)


def visible_pairs(prompt: str) -> Recomputed:
    (n,) = map(int, re.findall(r"\$n = (\d+)\$", prompt))
    heads = int((re.findall(r"\$h = (\d+)\$", prompt) or ["1"])[0])
    pairs = [(asking, asked) for asking in range(n) for asked in range(n)]
    in_sight = sum(asked <= asking for asking, asked in pairs)
    wrong: dict[str, Number | None] = {
        "heads-split-the-words": Fraction(in_sight) if heads > 1 else None,
        "mask-is-forgotten": Fraction(heads * len(pairs)),
        "mask-hides-the-word-itself": Fraction(heads * sum(b < a for a, b in pairs)),
        "mask-hides-exactly-half": None if n % 2 else Fraction(heads * len(pairs), 2),
        "mask-shows-only-the-neighbour": Fraction(heads * sum(a - b in (0, 1) for a, b in pairs)),
    }
    return Recomputed(Fraction(heads * in_sight), wrong, 0)


RECOMPUTED = {
    "attention.visible_pairs": visible_pairs,
    "attention.visible_words": visible_words,
    "attention.late_mask": late_mask,
}
