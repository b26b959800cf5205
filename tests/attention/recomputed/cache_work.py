"""The work of single steps with a cache, and what is saved over a text, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed


def cached_step_products(prompt: str) -> Recomputed:
    (read,) = map(int, re.findall(r"prompt of (\d+) words", prompt))
    told = re.findall(r"has written (\d+) more", prompt)
    written = int(told[0]) if told else 1
    words = range(read + written)
    newest = words[-1]
    pairs = [(query, key) for query in words for key in words]
    new = [pair for pair in pairs if newest in pair]
    wrong: dict[str, Number | None] = {
        "cached-step-repeats-every-query": Fraction(len(pairs)),
        "cached-step-skips-the-newest-key": Fraction(len(words[:-1])),
        "cache-ends-with-the-prompt": Fraction(read + 1) if told else None,
        "cached-step-takes-one-product": Fraction(1),
        "cached-step-works-both-ways": Fraction(len(new)),
    }
    asked = [(query, key) for query, key in new if query == newest]
    return Recomputed(Fraction(len(asked)), wrong, 0)


def saved_keys(prompt: str) -> Recomputed:
    p, g = map(int, re.findall(r"prompt of (\d+) words and then generates (\d+) more", prompt)[0])
    texts = range(p, p + g)  # how long the text is, each time one more word is chosen
    known, cached = 0, 0
    for length in texts:
        cached += length - known
        known = length
    wrong: dict[str, Number | None] = {
        "saving-is-all-the-work": Fraction(sum(texts)),
        "saving-is-what-is-left": Fraction(cached),
        "saving-starts-with-the-first-step": Fraction(sum(p for _ in texts)),
        "saving-ends-with-the-prompt": Fraction(sum(p for _ in texts[1:])),
    }
    slips: dict[str, Number] = {
        "uncached-text-does-not-grow": Fraction(sum(p for _ in texts) - cached),
        "cache-gets-the-prompt-free": Fraction(sum(texts) - g),
        "cache-ends-with-the-prompt": Fraction(sum(texts) - p),
    }
    return Recomputed(Fraction(sum(texts) - cached), wrong, 0, slips)


RECOMPUTED = {
    "attention.cached_step_products": cached_step_products,
    "attention.saved_keys": saved_keys,
}
