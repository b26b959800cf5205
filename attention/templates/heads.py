"""Questions about the sizes of several heads."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt

import numpy as np

from attention.engine import IntArray, head_size
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked

HEADS = {1: (2, 16), 2: (17, 40)}  # by level
EIGHTS = (1, 16)  # numbers per head are multiples of 8, up to 128

MODEL = "d_{\\text{model}}"


@dataclass(frozen=True)
class Sizes:
    """Numbers per word and heads, shapes (batch,); the heads share the numbers out evenly."""

    model: IntArray
    heads: IntArray


class HeadSize(NumberTemplate[Sizes]):
    """Numbers in a key of one head, from the size of the model and the count of heads.

    15 counts of heads and 16 sizes of a head, less the two pairs in which both are equal, make
    238 different questions; at level 2 there are more heads, and 381.
    """

    name = "attention.head_size"
    levels = 2
    draws = 2
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Sizes:
        """2 to 16 heads of 8 to 128 numbers each; at level 2, 17 to 40 heads."""
        heads = whole_numbers(words[:, 0], *HEADS[level])
        return Sizes(8 * whole_numbers(words[:, 1], *EIGHTS) * heads, heads)

    def worked(self, given: Sizes) -> Worked:
        """d_model / h, and what comes of no division, a multiplication, a root or a mix-up."""
        model, heads = given.model.astype(float), given.heads.astype(float)
        root = np.array([isqrt(size) for size in given.model], dtype=float)
        return Worked(
            key=head_size(given.model, given.heads).astype(float),
            wrong={
                "head-gets-every-number": model,
                # Nobody takes a root that is no whole number for a count.
                "head-size-is-a-square-root": np.where(root**2 == model, root, np.nan),
                "head-size-is-multiplied": model * heads,
                "head-size-is-the-head-count": heads,
            },
            sound=np.ones(len(model), dtype=np.bool_),
        )

    def wording(self, given: Sizes, row: int, key: str) -> Wording:
        """A model has so many numbers per word and so many heads."""
        model, heads = int(given.model[row]), int(given.heads[row])
        return Wording(
            situation=(
                f"A model describes each word by ${MODEL} = {model}$ numbers. Its attention "
                f"has $h = {heads}$ heads, which share these numbers out evenly."
            ),
            question="How many numbers does a key have in one head?",
            blank="In one head, a key has [[answer]] numbers.",
            label="numbers in a key of one head",
            feedback={
                "head-gets-every-number": (
                    f"This is ${MODEL} = {model}$, the numbers of all {heads} heads together. "
                    f"Each head works with one of {heads} equal parts."
                ),
                "head-size-is-a-square-root": (
                    f"This is $\\sqrt{{{model}}}$. A square root of $d_k$ divides the scores; the "
                    "size of a head comes from a plain division."
                ),
                "head-size-is-multiplied": (
                    f"This is ${model} \\cdot {heads}$. More heads do not add numbers; they share "
                    "out those there are."
                ),
                "head-size-is-the-head-count": (
                    f"This is $h = {heads}$, how many heads there are. The question is how many "
                    "numbers each of them works with."
                ),
            },
            explanation=(
                "The heads share out the numbers of a word evenly: "
                f"$d_k = \\frac{{{MODEL}}}{{h}} = \\frac{{{model}}}{{{heads}}} = {key}$. "
                f"All {heads} heads together work with ${heads} \\cdot {key}$ numbers again."
            ),
        )
