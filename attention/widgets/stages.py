"""One query worked through by stages: vectors, scores, scaled scores, weights, output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from attention.engine import FloatArray, attention, dot
from attention.widgets.bars import leads
from attention.widgets.base import Figure, Params, Vector, Word, same_lengths
from attention.widgets.markup import number, numeric_cell, query_name, table, weight_cell, word_cell
from attention.widgets.plane import Arrow, Mark, limit_for, plane
from lessons.content.numerals import fixed, plain, vector

Stage = Literal["vectors", "scores", "scaled", "weights", "output"]


class KeyValue(Params):
    """A word with its key and value."""

    word: Word
    k: Vector
    v: Vector


class StagesParams(Params):
    """The querying word, its query, the words it looks at, and the last stage to show."""

    query: Word
    q: Vector
    keys: Annotated[list[KeyValue], Field(min_length=2, max_length=8)]
    show: Stage

    @model_validator(mode="after")
    def _agree(self) -> Self:
        same_lengths({"q": self.q, **{f"k of {key.word}": key.k for key in self.keys}})
        same_lengths({f"v of {key.word}": key.v for key in self.keys})
        return self


@dataclass(frozen=True)
class Computed:
    """All stages of one query over m keys: shapes (m,), except values (m, e) and output (e,)."""

    params: StagesParams
    raw: FloatArray
    scaled: FloatArray
    weights: FloatArray
    values: FloatArray
    output: FloatArray

    @property
    def root(self) -> str:
        """The divisor as it is written."""
        return f"√{len(self.params.q)}"


def compute(params: StagesParams) -> Computed:
    """Every stage, whichever is shown."""
    keys = np.array([key.k for key in params.keys], dtype=np.float64)
    values = np.array([key.v for key in params.keys], dtype=np.float64)
    scores, weights, output = attention([params.q], keys, values)
    raw = dot(np.array(params.q), keys)
    return Computed(params, raw, scores[0], weights[0], values, output[0])


def draw(params: StagesParams) -> str:
    """The table of the stage, and squared paper where a drawing says more than numbers."""
    return DRAWN[params.show](compute(params))


def _vectors(done: Computed) -> str:
    rows = [
        word_cell(key.word) + _vector_cell(key.k, "c-k") + _vector_cell(key.v, "c-v")
        for key in done.params.keys
    ]
    listing = table(_caption(done), ["word", "key", "value"], rows)
    if len(done.params.q) != 2:
        return listing
    marks = [Mark(key.word, (key.k[0], key.k[1]), "k") for key in done.params.keys]
    arrow = Arrow("q", (done.params.q[0], done.params.q[1]), "q")
    title = f"The query of “{done.params.query}” and the keys as arrows from one point"
    return _beside(marks, arrow, title, listing)


def _scores(done: Computed) -> str:
    rows = []
    for key, raw in zip(done.params.keys, done.raw, strict=True):
        products = " + ".join(
            f"{_factor(a)}·{_factor(b)}" for a, b in zip(done.params.q, key.k, strict=True)
        )
        rows.append(
            word_cell(key.word)
            + _vector_cell(key.k, "c-k")
            + numeric_cell(number(products, "attn-working"))
            + numeric_cell(number(plain(raw), "attn-result"))
        )
    return table(_caption(done), ["word", "key", "products", "q·k"], rows)


def _scaled(done: Computed) -> str:
    rows = [
        word_cell(key.word)
        + _vector_cell(key.k, "c-k")
        + numeric_cell(number(plain(raw)))
        + numeric_cell(number(fixed(score), "attn-result"))
        for key, raw, score in zip(done.params.keys, done.raw, done.scaled, strict=True)
    ]
    return table(_caption(done), ["word", "key", "q·k", f"q·k / {done.root}"], rows)


def _weights(done: Computed) -> str:
    weights = done.weights.tolist()
    rows = [
        word_cell(key.word)
        + numeric_cell(number(plain(raw)))
        + numeric_cell(number(fixed(score)))
        + weight_cell(weight, fixed(weight), top=leads(weight, weights))
        for key, raw, score, weight in zip(
            done.params.keys, done.raw, done.scaled, weights, strict=True
        )
    ]
    return table(_caption(done), ["word", "q·k", f"q·k / {done.root}", "weight"], rows)


def _output(done: Computed) -> str:
    rows = [
        word_cell(key.word)
        + numeric_cell(number(fixed(weight), "c-w"))
        + _vector_cell(key.v, "c-v")
        + numeric_cell(number(vector(weight * value, 2)))
        for key, weight, value in zip(done.params.keys, done.weights, done.values, strict=True)
    ]
    foot = '<th scope="row" colspan="3">output, the sum</th>' + numeric_cell(
        number(vector(done.output, 2), "attn-result")
    )
    listing = table(_caption(done), ["word", "weight", "value", "weight × value"], rows, foot=foot)
    if len(done.output) != 2:
        return listing
    marks = [Mark(key.word, (key.v[0], key.v[1]), "v") for key in done.params.keys]
    arrow = Arrow("output", (float(done.output[0]), float(done.output[1])), "o")
    title = f"The values and their blend, the output for “{done.params.query}”, as arrows"
    return _beside(marks, arrow, title, listing)


DRAWN: Mapping[str, Callable[[Computed], str]] = {
    "vectors": _vectors,
    "scores": _scores,
    "scaled": _scaled,
    "weights": _weights,
    "output": _output,
}


def _caption(done: Computed) -> str:
    query = number(f"q = {vector(done.params.q)}", "c-q")
    return f"The query of {query_name(done.params.query)} is {query}"


def _vector_cell(values: list[float], colour: str) -> str:
    return numeric_cell(number(vector(values), colour))


def _factor(value: float) -> str:
    return f"({plain(value)})" if value < 0 else plain(value)


def _beside(marks: list[Mark], arrow: Arrow, title: str, listing: str) -> str:
    """Squared paper and table, side by side where there is room."""
    limit = limit_for([*(mark.at for mark in marks), arrow.at])
    drawing = plane(marks, arrow, limit=limit, title=title)
    return f'<div class="attn-box"><div class="attn-split">{drawing}{listing}</div></div>'


STAGES = Figure("attention.stages", StagesParams, draw)
