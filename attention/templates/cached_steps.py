"""Questions about the scores of one step with a KV cache."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.solutions import Solution, Spoiled

PROMPTS = {1: (10, 300), 2: (10, 120)}  # words, by level
WRITTEN = {1: (1, 1), 2: (2, 40)}  # words, by level


@dataclass(frozen=True)
class Text:
    """Words in the prompt and words written after it, the newest included, shapes (batch,)."""

    prompt: IntArray
    written: IntArray


class CachedStepProducts(NumberTemplate[Text]):
    """Dot products of queries with keys in the step that reads the newest word."""

    name = "attention.cached_step_products"
    levels = 2
    draws = 2
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Text:
        """A prompt and one more word; at level 2, several more."""
        return Text(
            whole_numbers(words[:, 0], *PROMPTS[level]),
            whole_numbers(words[:, 1], *WRITTEN[level]),
        )

    def worked(self, given: Text) -> Worked:
        """One query against all keys so far, and what comes of other queries or other keys."""
        count = (given.prompt + given.written).astype(float)
        return Worked(
            key=count,
            wrong={
                "cached-step-repeats-every-query": count**2,
                "cached-step-skips-the-newest-key": count - 1,
                # After one word, the prompt and the newest word are all there is.
                "cache-ends-with-the-prompt": np.where(
                    given.written > 1, given.prompt + 1.0, np.nan
                ),
                "cached-step-takes-one-product": np.ones_like(count),
                "cached-step-works-both-ways": 2 * count - 1,
            },
            sound=np.ones(len(count), dtype=np.bool_),
        )

    def wording(self, given: Text, row: int, key: str) -> Wording:
        """A model with a cache reads the word that it has just chosen."""
        prompt, written = int(given.prompt[row]), int(given.written[row])
        story = (
            f"A model has read a prompt of {prompt} words and keeps their keys and values in a KV "
            "cache. It has just chosen the first word of its answer. Now it reads this word"
        )
        if written > 1:
            story = (
                f"A model has read a prompt of {prompt} words and has written {written} more. A KV "
                "cache holds the keys and values of all these words but the newest. Now the model "
                "reads the newest word"
            )
        return Wording(
            situation=f"{story}, to choose the next one. Look at a single attention head.",
            question=(
                "How many dot products of a query with a key does this head compute in this step?"
            ),
            blank=(
                "In this step, this head computes [[answer]] dot products of a query with a key."
            ),
            label="dot products in this step",
            feedback=_feedback(prompt, written),
            explanation=(
                "Only the newest word asks, so there is one query. It meets the stored keys of "
                f"the {prompt + written - 1} words before it, and its own: "
                f"$1 \\cdot ({prompt + written - 1} + 1) = {key}$. What earlier words asked has "
                "been answered, and is not asked again."
            ),
        )

    def solution(self, given: Text, row: int) -> Solution:
        """Who asks, who answers, and the product of the two."""
        prompt, written = int(given.prompt[row]), int(given.written[row])
        count, told = prompt + written, _feedback(prompt, written)
        before = str(prompt) if written == 1 else f"{prompt} + {written - 1} = {count - 1}"
        all_keys = f"{prompt} + {written} = {count}"
        lines = _lines(1, all_keys, count)
        wrong = {
            "cached-step-repeats-every-query": _lines(count, all_keys, count),
            "cached-step-skips-the-newest-key": _lines(1, before, count - 1),
            "cached-step-takes-one-product": (*lines[:2], f"{_LAST} $1$."),
            "cached-step-works-both-ways": (
                *lines[:2],
                f"{_LAST} $2 \\cdot {count - 1} + 1 = {2 * count - 1}$.",
            ),
        }
        if written > 1:
            keys = f"{prompt} + 1 = {prompt + 1}"
            wrong["cache-ends-with-the-prompt"] = _lines(1, keys, prompt + 1)
        return Solution(lines, tuple(Spoiled(slug, wrong[slug], told[slug]) for slug in wrong))


_LAST = "The number of dot products is"


def _lines(queries: int, keys: str, count: int) -> tuple[str, ...]:
    return (
        f"The number of queries in this step is ${queries}$.",
        f"The number of keys that a query meets is ${keys}$.",
        f"{_LAST} ${queries} \\cdot {count} = {queries * count}$.",
    )


def _feedback(prompt: int, written: int) -> dict[str, str]:
    count = prompt + written
    told = {
        "cached-step-repeats-every-query": (
            f"This lets all {count} words ask again: ${count} \\cdot {count}$. Earlier words had "
            "their answers in earlier steps; only the newest one asks now."
        ),
        "cached-step-skips-the-newest-key": (
            f"This counts the {count - 1} stored keys only. The newest word has a key as well, and "
            "looks at itself."
        ),
        "cached-step-takes-one-product": (
            f"This is one dot product for the one query. The query has to meet each of the {count} "
            "keys, stored or new."
        ),
        "cached-step-works-both-ways": (
            f"This has the newest word ask all others and all others ask it: "
            f"$2 \\cdot {count - 1} + 1$. Earlier words may not look at a later one."
        ),
    }
    if written > 1:
        between = "the word" if written == 2 else f"the {written - 1} words"
        told["cache-ends-with-the-prompt"] = (
            f"This counts the {prompt} words of the prompt and the newest one. There are keys of "
            f"{between} between them, too."
        )
    return told
