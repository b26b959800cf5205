"""Softmax as bars: the words, their scores and the weights these become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from attention.engine import masked, softmax
from attention.widgets.base import Figure, Number, Params, Word, problem
from attention.widgets.markup import number, numeric_cell, table, weight_cell, word_cell
from lessons.content.numerals import fixed


class BarsParams(Params):
    """Words with their scores; `hidden` lists the places, from 0, that a mask hides."""

    words: Annotated[list[Word], Field(min_length=2, max_length=12)]
    scores: list[Number]
    hidden: list[int] = []

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if len(self.scores) != len(self.words):
            raise problem(f"{len(self.words)} words need as many scores, not {len(self.scores)}")
        outside = [place for place in self.hidden if not 0 <= place < len(self.words)]
        if outside:
            raise problem(f"hidden places go from 0 to {len(self.words) - 1}, not {outside[0]}")
        if len(set(self.hidden)) == len(self.words):
            raise problem("at least one word must stay visible")
        return self


def draw(params: BarsParams) -> str:
    """A table of word, score and weight, with the weights as bars too."""
    visible = np.array([place not in params.hidden for place in range(len(params.words))])
    scores = masked(params.scores, visible)
    rows = weight_rows(params.words, scores.tolist(), softmax(scores).tolist())
    caption = "Softmax of the scores"
    if params.hidden:
        caption += "; a hidden word scores −∞"
    return table(caption, ["word", "score", "weight"], rows)


def weight_rows(
    words: Sequence[str], scores: Sequence[float], weights: Sequence[float]
) -> list[str]:
    """Rows of word, score and weight. A score of −∞ marks a hidden word."""
    rows = []
    for word, score, weight in zip(words, scores, weights, strict=True):
        hidden = np.isneginf(score)
        rows.append(
            word_cell(word)
            + numeric_cell(number("−∞" if hidden else fixed(score)))
            + weight_cell(weight, "0" if hidden else fixed(weight), top=leads(weight, weights))
        )
    return rows


def leads(weight: float, weights: Sequence[float]) -> bool:
    """Whether a weight is the largest, and clearly more than an equal share."""
    return weight == max(weights) and weight > 1.05 / len(weights)


BARS = Figure("attention.bars", BarsParams, draw)
