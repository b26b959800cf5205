"""Counts of the lessons: scores of a text, words in sight, numbers in a head."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from attention.computations.base import Values
from attention.engine import causal_mask, head_size, masked, root, score_count, softmax
from attention.widgets.base import Params, problem
from lessons.content import Computed

Count = Annotated[int, Field(ge=1, le=1_000_000)]


class PairsParams(Params):
    """How many words a text has."""

    words: Count


class SightParams(Params):
    """How many words a sentence has, and the place of the word that looks, from 1."""

    words: Annotated[int, Field(ge=1, le=100)]
    place: Annotated[int, Field(ge=1)]

    @model_validator(mode="after")
    def _inside(self) -> Self:
        if self.place > self.words:
            raise problem(f"place goes from 1 to {self.words}, not {self.place}")
        return self


class HeadsParams(Params):
    """Numbers in the list of a word, and the heads that share them out."""

    model: Count
    heads: Count

    @model_validator(mode="after")
    def _even(self) -> Self:
        if self.model % self.heads:
            raise problem(f"{self.heads} heads cannot share out {self.model} numbers evenly")
        return self


class RootParams(Params):
    """How many numbers a key has."""

    numbers: Count


def pairs(params: PairsParams) -> Mapping[str, Computed]:
    """`words`, and the `scores` that they all make with each other."""
    return {"words": params.words, "scores": int(score_count(params.words))}


def sight(params: SightParams) -> Mapping[str, Computed]:
    """Words `seen` under a causal mask, what is taken for them, and the `whole` of its shares."""
    row = causal_mask(params.words)[params.place - 1]
    seen = int(row.sum())
    return {
        "words": params.words,
        "seen": seen,
        "others": seen - 1,
        "hidden": params.words - seen,
        "from-here": params.words - seen + 1,
        "share": seen / params.words,
        "whole": float(softmax(masked([0.0] * params.words, row)).sum()),
    }


def heads(params: HeadsParams) -> Mapping[str, Computed]:
    """Numbers in one head (`size`), in all of them, and how many heads there are."""
    size = int(head_size(params.model, params.heads))
    return {"heads": params.heads, "size": size, "all": size * params.heads}


def divisor(params: RootParams) -> Mapping[str, Computed]:
    """`numbers` in a key, and the `root` by which its products are divided."""
    return {"numbers": params.numbers, "root": float(root(params.numbers))}


PAIRS = Values("attention.pairs", PairsParams, pairs)
SIGHT = Values("attention.sight", SightParams, sight)
HEADS = Values("attention.heads", HeadsParams, heads)
ROOT = Values("attention.root", RootParams, divisor)
