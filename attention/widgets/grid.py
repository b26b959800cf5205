"""The whole matrix of weights, one row per querying word, with or without a causal mask."""

from __future__ import annotations

from html import escape
from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from attention.engine import causal_mask, masked, softmax
from attention.widgets.base import Figure, Number, Params, Word, problem
from attention.widgets.markup import fixed, number

SHADES = 10
FITS = 5  # so many columns fit on the narrowest phone


class GridParams(Params):
    """Words, the scaled score of each (row) with each (column); `causal` hides later words."""

    words: Annotated[list[Word], Field(min_length=2, max_length=10)]
    scores: list[list[Number]]
    causal: bool

    @model_validator(mode="after")
    def _square(self) -> Self:
        size = len(self.words)
        if len(self.scores) != size:
            raise problem(f"{size} words need {size} rows of scores, not {len(self.scores)}")
        for place, row in enumerate(self.scores):
            if len(row) != size:
                raise problem(f"row {place} of scores must hold {size} numbers, not {len(row)}")
        return self


def draw(params: GridParams) -> str:
    """A table whose cells are shaded by weight; hidden cells are hatched."""
    size = len(params.words)
    mask = causal_mask(size) if params.causal else np.ones((size, size), dtype=np.bool_)
    weights = softmax(masked(params.scores, mask))
    head = "".join(f'<th scope="col" class="c-k">{escape(word)}</th>' for word in params.words)
    body = "".join(
        f'<tr><th scope="row" class="c-q">{escape(word)}</th>'
        + "".join(_cell(w, seen=s) for w, s in zip(row.tolist(), visible.tolist(), strict=True))
        + "</tr>"
        for word, row, visible in zip(params.words, weights, mask, strict=True)
    )
    caption = "Weights: each row is a querying word and adds up to 1" + (
        "; words that come later are hidden" if params.causal else ""
    )
    listing = (
        f'<table class="attn-matrix"><caption><span class="attn-stay">{caption}</span></caption>'
        f"<thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
    if size <= FITS:
        return listing
    return (
        '<div class="attn-scroll" tabindex="0" role="region" aria-label="Matrix of weights">'
        f"{listing}</div>"
    )


def _cell(weight: float, *, seen: bool) -> str:
    if not seen:
        return '<td class="attn-hidden"><span>0</span><span class="attn-sr"> hidden</span></td>'
    return f'<td class="attn-shade-{round(weight * SHADES)}">{number(fixed(weight))}</td>'


GRID = Figure("attention.grid", GridParams, draw)
