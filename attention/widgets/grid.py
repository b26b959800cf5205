"""The whole matrix of weights, one row per querying word, with or without a causal mask."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from attention.engine import BoolArray, causal_mask, masked, softmax
from attention.widgets.base import Figure, Number, Params, Word, problem
from attention.widgets.markup import number
from lessons.content.numerals import fixed

SHADES = 10
FITS = 5  # so many columns fit on the narrowest phone
ASKING = ' class="attn-asking"'
HIDDEN = '<span>0</span><span class="attn-sr"> hidden</span>'


class GridParams(Params):
    """Words, the scaled score of each (row) with each (column); `causal` hides later words."""

    words: Annotated[list[Word], Field(min_length=2, max_length=10)]
    scores: list[list[Number]]
    causal: bool

    @model_validator(mode="after")
    def _square(self) -> Self:
        check_square(self.scores, len(self.words))
        return self


def check_square(scores: Sequence[Sequence[float]], size: int, named: str = "") -> None:
    """Refuse scores that are no square of so many rows; `named` says whose they are."""
    if len(scores) != size:
        raise problem(f"{named}{size} words need {size} rows of scores, not {len(scores)}")
    for place, row in enumerate(scores):
        if len(row) != size:
            raise problem(f"{named}row {place} of scores must hold {size} numbers, not {len(row)}")


def draw(params: GridParams) -> str:
    """A table whose cells are shaded by weight; hidden cells are hatched."""
    return matrix(params.words, params.scores, causal=params.causal)


def matrix(
    words: Sequence[str],
    scores: Sequence[Sequence[float]],
    *,
    causal: bool,
    head: str = "",
    asking: int | None = None,
) -> str:
    """The table of all weights for one square of scores.

    `head` names it where there are several; the row of the word `asking` is marked.
    """
    mask = visible(len(words), causal=causal)
    weights = softmax(masked(scores, mask))
    top = "".join(f'<th scope="col" class="c-k">{escape(word)}</th>' for word in words)
    body = "".join(
        f"<tr{ASKING if place == asking else ''}>"
        f'<th scope="row" class="c-q">{escape(word)}</th>'
        + "".join(_cell(w, seen=s) for w, s in zip(row.tolist(), seen.tolist(), strict=True))
        + "</tr>"
        for place, (word, row, seen) in enumerate(zip(words, weights, mask, strict=True))
    )
    named = f"Weights of head “{escape(head)}”" if head else "Weights"
    caption = f"{named}: each row is a querying word and adds up to 1" + (
        "; words that come later are hidden" if causal else ""
    )
    listing = (
        f'<table class="attn-matrix"><caption><span class="attn-stay">{caption}</span></caption>'
        f"<thead><tr><td></td>{top}</tr></thead><tbody>{body}</tbody></table>"
    )
    if len(words) <= FITS:
        return listing
    label = f"Matrix of weights of head “{escape(head)}”" if head else "Matrix of weights"
    return (
        f'<div class="attn-scroll" tabindex="0" role="group" aria-label="{label}">{listing}</div>'
    )


def visible(size: int, *, causal: bool) -> BoolArray:
    """Which words (columns) each word (row) may see, shape (size, size)."""
    return causal_mask(size) if causal else np.ones((size, size), dtype=np.bool_)


def shade(weight: float) -> str:
    """The class that shades by weight; halves go up, as in the browser."""
    return f"attn-shade-{math.floor(weight * SHADES + 0.5)}"


def _cell(weight: float, *, seen: bool) -> str:
    if not seen:
        return f'<td class="attn-hidden">{HIDDEN}</td>'
    return f'<td class="{shade(weight)}">{number(fixed(weight))}</td>'


GRID = Figure("attention.grid", GridParams, draw)
