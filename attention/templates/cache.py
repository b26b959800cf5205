"""Questions about the work that a KV cache saves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray, kv_cache_trace
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import chain

PROMPTS = {1: (4, 24), 2: (25, 60)}  # words, by level
GENERATED = {1: (3, 9), 2: (6, 10)}  # words, by level
SPACE = 21 * 7  # different questions at level 1


@dataclass(frozen=True)
class Lengths:
    """Words in the prompt and words generated after it, shapes (batch,)."""

    prompt: IntArray
    generated: IntArray


class CachedKeys(NumberTemplate[Lengths]):
    """Key vectors computed in all when a text is generated with a cache.

    Prompts of 4 to 24 words and 3 to 9 generated words make SPACE = 147 different questions, all
    of them clear; the pool holds them all. At level 2 the texts are longer.
    """

    name = "attention.cached_keys"
    pool_size = SPACE
    levels = 2
    draws = 2
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Lengths:
        """A prompt and a generated text of everyday lengths."""
        return Lengths(
            whole_numbers(words[:, 0], *PROMPTS[level]),
            whole_numbers(words[:, 1], *GENERATED[level]),
        )

    def worked(self, given: Lengths) -> Worked:
        """Keys computed with the cache, and the totals of four ways to miscount them."""
        p, g = given.prompt, given.generated
        trace = kv_cache_trace(p, g)
        return Worked(
            key=trace.with_cache.sum(axis=-1).astype(float),
            wrong={
                "cache-still-recomputes": trace.without_cache.sum(axis=-1).astype(float),
                "cache-gets-the-prompt-free": g.astype(float),
                "cache-multiplies-prompt-and-output": (p * g).astype(float),
                "cache-ends-with-the-prompt": p.astype(float),
            },
            sound=np.ones(len(p), dtype=np.bool_),
        )

    def wording(self, given: Lengths, row: int, key: str) -> Wording:
        """A model reads a prompt and writes on, one word at a time."""
        p, g = int(given.prompt[row]), int(given.generated[row])
        without = kv_cache_trace(p, g).without_cache
        steps = chain(str(count) for count in without)
        return Wording(
            situation=(
                f"A model reads a prompt of {p} words and then generates {g} more, one at a time, "
                "with a KV cache. Look at a single attention head, and stop as soon as the last "
                "word has been chosen."
            ),
            question="How many key vectors has this head computed in all?",
            blank="In all, this head has computed [[answer]] key vectors.",
            label="key vectors computed",
            feedback={
                "cache-still-recomputes": (
                    f"This is the work without a cache: ${steps}$. A cached key is read again, "
                    "not computed again."
                ),
                "cache-gets-the-prompt-free": (
                    f"This counts one key for each of the {g} generated words and none for the "
                    f"prompt, whose {p} words need theirs too."
                ),
                "cache-multiplies-prompt-and-output": (
                    f"This is ${p} \\cdot {g}$. A generated word is compared with every key of the "
                    "prompt, but those keys are already stored."
                ),
                "cache-ends-with-the-prompt": (
                    f"This counts the {p} words of the prompt only. Each generated word that is "
                    "followed by another one needs a key as well."
                ),
            },
            explanation=(
                f"Choosing the first new word needs the keys of all {p} words of the prompt. Each "
                f"of the other {g - 1} steps adds one key, that of the word chosen just before: "
                f"${p} + {g - 1} = {key}$. Nothing looks at the last word, so it needs no key. "
                f"Without a cache it would be ${steps} = {without.sum()}$."
            ),
        )
