"""The query that a reader steers: squared paper and weights, made live by a custom element."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from attention.engine import BoolArray, FloatArray, scaled_scores, softmax
from attention.widgets.bars import weight_rows
from attention.widgets.base import Figure, Params, Sentence, Slug, Word, problem
from attention.widgets.markup import inert_json, query_name, table
from attention.widgets.plane import Arrow, Mark, plane
from lessons.content.numerals import vector

LIMIT = 3.0  # of every coordinate: the edge of the paper
STEP = 0.1  # of the query when dragged or moved by keys
ZERO = 1e-9

Coordinate = Annotated[float, Field(ge=-LIMIT, le=LIMIT, allow_inf_nan=False)]
Pair = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
Share = Annotated[float, Field(gt=0, lt=1)]


class Key(Params):
    """A word and its key."""

    word: Word
    k: Pair


class Goal(Params):
    """Something to reach: a weight for a word, the zero query, or one large weight anywhere."""

    id: Slug
    say: Sentence
    word: str | None = None
    min: Share | None = None
    zero: Literal[True] | None = None
    any: Share | None = None

    @model_validator(mode="after")
    def _one_aim(self) -> Self:
        given = {name for name in ("word", "min", "zero", "any") if getattr(self, name) is not None}
        if given not in ({"word", "min"}, {"zero"}, {"any"}):
            raise problem("a goal has either word and min, or zero: true, or any")
        return self

    def met(self, queries: FloatArray, weights: FloatArray, words: Sequence[str]) -> BoolArray:
        """For each query (n, 2) and its weights (n, m): whether this goal is reached, (n,)."""
        reached: BoolArray
        if self.word is not None and self.min is not None:
            reached = weights[:, words.index(self.word)] >= self.min
        elif self.any is not None:
            reached = weights.max(axis=-1) >= self.any
        else:
            reached = np.hypot(queries[:, 0], queries[:, 1]) <= ZERO
        return reached


class QueryParams(Params):
    """The querying word, the query to start from, the keys, and the goals."""

    query: Word
    q: Pair
    keys: Annotated[list[Key], Field(min_length=2, max_length=8)]
    goals: Annotated[list[Goal], Field(max_length=6)] = []

    @model_validator(mode="after")
    def _agree(self) -> Self:
        words = [key.word for key in self.keys]
        if len(set(words)) != len(words):
            raise problem("every key needs a word of its own")
        if len({goal.id for goal in self.goals}) != len(self.goals):
            raise problem("every goal needs an id of its own")
        for goal in self.goals:
            if goal.word is not None and goal.word not in words:
                raise problem(f"goal {goal.id}: no key has the word {goal.word!r}")
        self._check_reach(words)
        return self

    def _check_reach(self, words: list[str]) -> None:
        """Refuse goals out of reach, and goals that are reached before anything has moved."""
        queries = reachable_queries()
        keys = [key.k for key in self.keys]
        weights = attend(queries, keys)[1]
        start = np.array([self.q])
        for goal in self.goals:
            if not goal.met(queries, weights, words).any():
                raise problem(f"goal {goal.id} cannot be reached with coordinates from −3 to 3")
            if goal.met(start, attend(start, keys)[1], words).any():
                raise problem(f"goal {goal.id} is already reached by the starting query")


def reachable_queries() -> FloatArray:
    """Every query that dragging can reach, shape (3721, 2)."""
    steps = round(LIMIT / STEP)
    ticks = np.arange(-steps, steps + 1) / (1 / STEP)
    return np.stack(np.meshgrid(ticks, ticks), axis=-1).reshape(-1, 2)


def attend(
    queries: FloatArray | list[list[float]], keys: list[list[float]]
) -> tuple[FloatArray, FloatArray]:
    """Scaled scores and weights, each (n, m), of queries (n, 2) over keys (m, 2)."""
    scores = scaled_scores(queries, keys)
    return scores, softmax(scores)


def draw(params: QueryParams) -> str:
    """The custom element around a still figure, which says all of the start without scripts."""
    words = [key.word for key in params.keys]
    scores, weights = attend([params.q], [key.k for key in params.keys])
    marks = [Mark(key.word, (key.k[0], key.k[1]), "k") for key in params.keys]
    arrow = Arrow("q", (params.q[0], params.q[1]), "q")
    title = f"The query of “{params.query}”, {vector(params.q)}, among {len(words)} keys"
    drawing = plane(marks, arrow, limit=LIMIT, title=title)
    listing = table(
        f"Where {query_name(params.query)} looks",
        ["key", "score", "weight"],
        weight_rows(words, scores[0].tolist(), weights[0].tolist()),
    )
    return (
        f'<attn-query class="attn-box" label="{escape(f"Steer the query of “{params.query}”")}">'
        f"{inert_json(params.model_dump(exclude_none=True))}"
        f'<div class="attn-split"><div class="attn-stage">{drawing}</div>'
        f'<div class="attn-side">{listing}</div></div>'
        '<p class="attn-note">With scripts switched on, the arrow can be moved.</p></attn-query>'
    )


QUERY = Figure("attention.query", QueryParams, draw, scripts=("attention/attn-query.js",))
