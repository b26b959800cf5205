"""A sentence in which each word can be made to ask, with one or more heads and a causal mask."""

from __future__ import annotations

from html import escape
from typing import Annotated, Self

from pydantic import Field, model_validator

from attention.engine import BoolArray, FloatArray, masked, softmax
from attention.widgets.base import Figure, Number, Params, Word, problem
from attention.widgets.grid import HIDDEN, check_square, matrix, shade, visible
from attention.widgets.markup import bar, inert_json, number, query_name
from lessons.content.numerals import fixed

Name = Annotated[str, Field(min_length=1, max_length=40)]


class Head(Params):
    """A head by name, and the scaled score of each word (row) with each (column)."""

    name: Name
    scores: list[list[Number]]


class WordsParams(Params):
    """Words in order, the heads, the place (from 0) of the word that asks first, and the mask."""

    words: Annotated[list[Word], Field(min_length=2, max_length=12)]
    heads: Annotated[list[Head], Field(min_length=1, max_length=6)]
    start: int
    causal: bool

    @model_validator(mode="after")
    def _agree(self) -> Self:
        size = len(self.words)
        if not 0 <= self.start < size:
            raise problem(f"start goes from 0 to {size - 1}, not {self.start}")
        if len({head.name for head in self.heads}) != len(self.heads):
            raise problem("every head needs a name of its own")
        for head in self.heads:
            check_square(head.scores, size, f"head {head.name}: ")
        return self


def weigh(scores: list[list[float]], *, causal: bool) -> tuple[FloatArray, BoolArray]:
    """Weights of every word over every word, and which of them are visible, both (n, n)."""
    mask = visible(len(scores), causal=causal)
    return softmax(masked(scores, mask)), mask


def draw(params: WordsParams) -> str:
    """The custom element around a still figure: the first word that asks, and every matrix.

    The sentence keeps its own direction, as it is content and not part of the page.
    """
    first = params.heads[0]
    several = len(params.heads) > 1
    weights, mask = weigh(first.scores, causal=params.causal)
    items = "".join(
        _item(word, weight, seen=seen, asks=place == params.start)
        for place, (word, weight, seen) in enumerate(
            zip(
                params.words,
                weights[params.start].tolist(),
                mask[params.start].tolist(),
                strict=True,
            )
        )
    )
    matrices = "".join(
        matrix(
            params.words,
            head.scores,
            causal=params.causal,
            head=head.name if several else "",
            asking=params.start,
        )
        for head in params.heads
    )
    lead = f"Where {query_name(params.words[params.start])} looks"
    named = f' <span class="attn-of">({escape(first.name)})</span>' if several else ""
    return (
        '<attn-words class="attn-box" label="Choose the word that asks">'
        f"{inert_json(params.model_dump())}"
        f'<p class="attn-lead">{lead}{named}</p>'
        f'<ul class="attn-sentence" dir="auto">{items}</ul>'
        f'<div class="attn-matrices">{matrices}</div>'
        '<p class="attn-note">With scripts switched on, every word can be made to ask.</p>'
        "</attn-words>"
    )


def _item(word: str, weight: float, *, seen: bool, asks: bool) -> str:
    """A word with the weight it gets. The bar is drawn for a hidden word too, so rows align."""
    look = shade(weight) if seen else "attn-hidden"
    marked = " attn-asks" if asks else ""
    share = number(fixed(weight)) if seen else HIDDEN
    return (
        f'<li class="attn-word {look}{marked}"><span class="attn-token">{escape(word)}</span> '
        f'{bar(weight)}<span class="attn-share">{share}</span></li>'
    )


WORDS = Figure("attention.words", WordsParams, draw, scripts=("attention/attn-words.js",))
