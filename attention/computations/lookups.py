"""Queries over keys, and what figures of the same sentence share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from attention.computations.base import Values
from attention.engine import dot, scaled_scores, softmax
from attention.widgets.base import Number, Params, Vector, Word, same_lengths
from attention.widgets.grid import check_square
from lessons.content import Computed

Vectors = Annotated[dict[Word, Vector], Field(min_length=1, max_length=12)]


class LookupParams(Params):
    """Queries and keys by the words that they belong to."""

    queries: Vectors
    keys: Vectors

    @model_validator(mode="after")
    def _agree(self) -> Self:
        same_lengths(
            {f"the query of {word}": numbers for word, numbers in self.queries.items()}
            | {f"the key of {word}": numbers for word, numbers in self.keys.items()}
        )
        return self


class MultipleParams(Params):
    """A vector, and the factor by which it becomes longer."""

    of: Vector
    by: Number


class SentenceParams(Params):
    """Words in order, and the scaled score of each (row) with each (column)."""

    words: Annotated[list[Word], Field(min_length=2, max_length=12)]
    scores: list[list[Number]]

    @model_validator(mode="after")
    def _square(self) -> Self:
        check_square(self.scores, len(self.words))
        return self


def lookup(params: LookupParams) -> Mapping[str, Computed]:
    """`scores`, scaled, of all queries (rows) and keys; each query, row, weight and product."""
    keys = list(params.keys.values())
    queries = list(params.queries.values())
    scores = scaled_scores(queries, keys)
    weights = softmax(scores)
    named: dict[str, Computed] = {"scores": scores.tolist()}
    for row, (asking, query) in enumerate(params.queries.items()):
        named[f"query.{asking}"] = list(query)
        named[f"scores.{asking}"] = scores[row].tolist()
        products = dot([query], keys)
        for column, word in enumerate(params.keys):
            named[f"product.{asking}.{word}"] = float(products[column])
            named[f"weight.{asking}.{word}"] = float(weights[row, column])
    return named


def multiple(params: MultipleParams) -> Mapping[str, Computed]:
    """The vector that was given (`before`) and its multiple (`after`)."""
    return {"before": list(params.of), "after": [number * params.by for number in params.of]}


def sentence(params: SentenceParams) -> Mapping[str, Computed]:
    """`scores` as given, the row of each word, and all of them with the sentence `reversed`."""
    named: dict[str, Computed] = {
        "scores": [[*row] for row in params.scores],
        "reversed": [[*row[::-1]] for row in params.scores[::-1]],
    }
    for word, row in zip(params.words, params.scores, strict=True):
        named[f"scores.{word}"] = list(row)
    return named


LOOKUP = Values("attention.lookup", LookupParams, lookup)
MULTIPLE = Values("attention.multiple", MultipleParams, multiple)
SENTENCE = Values("attention.sentence", SentenceParams, sentence)
