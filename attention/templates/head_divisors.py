"""Questions about what scores are divided by inside one of several heads."""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt, sqrt

import numpy as np

from attention.engine import IntArray, head_size
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.heads import MODEL
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import comes_to
from attention.templates.solutions import Solution, Spoiled

LENGTHS = (4, 32)  # numbers per head at level 1
EIGHTS = (5, 24)  # numbers per head at level 2, in eights
HEADS = {1: (2, 12), 2: (6, 32)}  # by level


@dataclass(frozen=True)
class ModelHeads:
    """Numbers per word and heads, shapes (batch,); the heads share the numbers out evenly."""

    model: IntArray
    heads: IntArray


class HeadDivisor(NumberTemplate[ModelHeads]):
    """The divisor √d_k of the scores in one head, from the size of the model and the heads."""

    name = "attention.head_divisor"
    levels = 2
    draws = 2
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> ModelHeads:
        """A small model; at level 2, one of everyday size."""
        heads = whole_numbers(words[:, 0], *HEADS[level])
        if level == 1:
            return ModelHeads(whole_numbers(words[:, 1], *LENGTHS) * heads, heads)
        return ModelHeads(8 * whole_numbers(words[:, 1], *EIGHTS) * heads, heads)

    def worked(self, given: ModelHeads) -> Worked:
        """√(d_model / h), and what comes of another length or of no root."""
        model, heads = given.model.astype(float), given.heads.astype(float)
        length = head_size(given.model, given.heads).astype(float)
        return Worked(
            key=np.sqrt(length),
            wrong={
                "head-gets-every-number": np.sqrt(model),
                "scaling-by-the-length": length,
                "head-size-is-the-head-count": np.sqrt(heads),
                "divisor-is-shared-out": np.sqrt(model) / heads,
                "head-size-is-divided-twice": length / heads,
                "scaling-counts-both-vectors": np.sqrt(2 * length),
            },
            sound=np.ones(len(model), dtype=np.bool_),
        )

    def wording(self, given: ModelHeads, row: int, key: str) -> Wording:
        """A model has so many numbers per word and so many heads."""
        model, heads = int(given.model[row]), int(given.heads[row])
        length = model // heads
        return Wording(
            situation=(
                f"A model describes each word by ${MODEL} = {model}$ numbers. Its attention "
                f"has $h = {heads}$ heads, which share these numbers out evenly. A calculator is "
                "welcome."
            ),
            question="What are dot products divided by in one head, rounded to two decimals?",
            blank="Rounded to two decimals, one head divides its dot products by [[answer]].",
            label="divisor of the dot products in one head",
            feedback=_feedback(model, heads),
            explanation=(
                f"Queries and keys of one head have $d_k = \\frac{{{MODEL}}}{{h}} = "
                f"\\frac{{{model}}}{{{heads}}} = {length}$ numbers. The divisor is the root of "
                f"that: $\\sqrt{{d_k}} = \\sqrt{{{length}}} {comes_to(sqrt(length), 2)}$."
            ),
        )

    def solution(self, given: ModelHeads, row: int) -> Solution:
        """The length of a key in one head, and its root."""
        model, heads = int(given.model[row]), int(given.heads[row])
        told = _feedback(model, heads) | {"head-size-is-multiplied": _MULTIPLIED}
        slips = (
            "head-gets-every-number",
            "head-size-is-the-head-count",
            "head-size-is-multiplied",
            "scaling-by-the-length",
            "scaling-counts-both-vectors",
        )
        return Solution(
            _lines(model, heads, ""),
            tuple(Spoiled(slug, _lines(model, heads, slug), told[slug]) for slug in slips),
        )


_MULTIPLIED = (
    "It multiplies where it should divide. More heads do not add numbers; they share out those "
    "there are."
)


def _lines(model: int, heads: int, slip: str) -> tuple[str, str]:
    """The lines of a solution, with one mistake or ("") none."""
    length, found = {
        "head-gets-every-number": (model, f"{model}"),
        "head-size-is-the-head-count": (heads, f"{heads}"),
        "head-size-is-multiplied": (
            model * heads,
            f"{model} \\cdot {heads} = {model * heads}",
        ),
    }.get(slip, (model // heads, f"\\frac{{{model}}}{{{heads}}} = {model // heads}"))
    divisor = f"\\sqrt{{{length}}} {comes_to(sqrt(length), 2)}"
    if slip == "scaling-by-the-length":
        divisor = f"{length}.00"
    elif slip == "scaling-counts-both-vectors":
        divisor = f"\\sqrt{{2 \\cdot {length}}} {comes_to(sqrt(2 * length), 2)}"
    return (
        f"In one head, a key has $d_k = {found}$ numbers.",
        f"The dot products are divided by ${divisor}$.",
    )


def _root(number: int) -> str:
    whole = isqrt(number)
    end = f"= {whole}" if whole**2 == number else comes_to(sqrt(number), 2)
    return f"\\sqrt{{{number}}} {end}"


def _feedback(model: int, heads: int) -> dict[str, str]:
    length = model // heads
    return {
        "head-gets-every-number": (
            f"This takes ${MODEL} = {model}$ for the length of a key. One head works with one of "
            f"{heads} equal parts, ${length}$ numbers."
        ),
        "scaling-by-the-length": (
            f"This is $d_k = \\frac{{{model}}}{{{heads}}} = {length}$ itself. The divisor is its "
            f"square root."
        ),
        "head-size-is-the-head-count": (
            f"This takes the number of heads, ${heads}$, for the length of a key. A key of one "
            f"head has $\\frac{{{model}}}{{{heads}}} = {length}$ numbers."
        ),
        "divisor-is-shared-out": (
            f"This is ${_root(model)}$, divided by ${heads}$. What the heads share out are the "
            f"{model} numbers; the root comes after."
        ),
        "head-size-is-divided-twice": (
            f"This is $\\frac{{{length}}}{{{heads}}}$, the length of a key divided by the heads "
            f"once more. The divisor is $\\sqrt{{{length}}}$."
        ),
        "scaling-counts-both-vectors": (
            f"This is the root of $2 \\cdot {length}$ and counts the numbers of query and key. "
            f"Only the length of one of them counts, ${length}$."
        ),
    }
