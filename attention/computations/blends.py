"""Numbers blended by weight, with what a reader may take for the blend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

import numpy as np
from pydantic import Field, model_validator

from attention.computations.base import Values
from attention.engine import blend
from attention.widgets.base import Number, Params, Word, problem, same_lengths
from lessons.content import Computed

WHOLE = 1.0
SLIP = 1e-9  # of weights that are added up in floating point

Share = Annotated[float, Field(gt=0, lt=1)]


class BlendParams(Params):
    """Words with weights and values; the weight of the last word may be left to be worked out."""

    words: Annotated[list[Word], Field(min_length=2, max_length=12)]
    weights: Annotated[list[Share], Field(min_length=1)]
    values: list[Number]

    @model_validator(mode="after")
    def _agree(self) -> Self:
        same_lengths({"words": [0.0] * len(self.words), "values": self.values})
        missing = len(self.words) - len(self.weights)
        if missing not in (0, 1):
            raise problem("every word needs a weight; only that of the last may be left out")
        rest = WHOLE - sum(self.weights)
        if (missing == 1 and rest <= SLIP) or (missing == 0 and abs(rest) > SLIP):
            raise problem("the weights must add up to 1")
        return self


def compute(params: BlendParams) -> Mapping[str, Computed]:
    """`output`, the `term` of each word, and the wrong blends by what was done instead."""
    given = float(np.sum(params.weights))
    weights = np.array([*params.weights, WHOLE - given][: len(params.words)])
    values = np.array(params.values)
    terms = weights * values
    named: dict[str, Computed] = {
        "given": given,
        "rest": float(weights[-1]),
        "whole": float(weights.sum()),
        "output": float(blend(weights[None, :], values[:, None])[0, 0]),
        "winner": float(values[np.argmax(weights)]),
        "mean": float(values.mean()),
        "sum": float(values.sum()),
        "without-last": float(terms[:-1].sum()),
    }
    for place, word in enumerate(params.words):
        named[f"weight.{word}"] = float(weights[place])
        named[f"value.{word}"] = float(values[place])
        named[f"term.{word}"] = float(terms[place])
    return named


BLEND = Values("attention.blend", BlendParams, compute)
