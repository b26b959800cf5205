"""One query computed stage by stage, where each stage opens after the reader's own prediction.

These predictions are not kept: the vectors that the reader is given decide every number behind
them, so there is nothing to withhold. What a prediction of a lesson opens stays on the server.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Self, get_args

import numpy as np
from pydantic import model_validator

from attention.engine import FloatArray
from attention.widgets.base import Figure, problem
from attention.widgets.markup import inert_json
from attention.widgets.stages import DRAWN, Computed, Stage, StagesParams, compute

ORDER: tuple[Stage, ...] = get_args(Stage)
SAME = 1e-9  # numbers as close as this are a tie


class StepsParams(StagesParams):
    """The querying word, its query, the words it looks at, and the last stage to go to."""

    @model_validator(mode="after")
    def _something_to_predict(self) -> Self:
        if self.show == ORDER[0]:
            raise problem(f"show must be a stage after {ORDER[0]}")
        words = [key.word for key in self.keys]
        if len(set(words)) != len(words):
            raise problem("every key needs a word of its own")
        return self


def leading(scores: FloatArray) -> list[int]:
    """Places of the largest of some scores (m,); several where they tie."""
    places: list[int] = np.flatnonzero(scores >= scores.max() - SAME).tolist()
    return places


def nearest(output: FloatArray, values: FloatArray) -> list[int]:
    """Places of the values (m, e) closest to the output (e,); several where they tie."""
    return leading(-np.hypot.reduce(values - output, axis=-1))


def draw(params: StepsParams) -> str:
    """The custom element around every stage; without scripts a question opens each of them."""
    done = compute(params)
    first, *later = ORDER[: ORDER.index(params.show) + 1]
    parts = [f'<div class="attn-part" data-stage="{first}">{_stage(first, done)}</div>']
    parts += [
        f'<details class="attn-part" data-stage="{stage}"><summary>{escape(ASKED[stage](done))}'
        f"</summary>{_stage(stage, done)}</details>"
        for stage in later
    ]
    label = escape(f"The query of “{params.query}”, a stage at a time")
    return (
        f'<attn-steps class="attn-box" label="{label}">{inert_json(params.model_dump())}'
        f"{''.join(parts)}"
        '<p class="attn-note">Decide first, then open the next stage. With scripts switched on, '
        "your guess is set beside what happens.</p></attn-steps>"
    )


def _stage(stage: Stage, done: Computed) -> str:
    return f'<p class="attn-lead">{escape(_title(stage, done))}</p>{DRAWN[stage](done)}'


def _title(stage: Stage, done: Computed) -> str:
    return {
        "vectors": "The lists",
        "scores": "Multiply and add",
        "scaled": f"Divide by {done.root}",
        "weights": "Share out the weight",
        "output": "Blend the values",
    }[stage]


def _leader(done: Computed) -> str:
    return f"“{done.params.keys[leading(done.raw)[0]].word}”"


ASKED: Mapping[Stage, Callable[[Computed], str]] = {
    "scores": lambda done: "Which word will have the largest dot product with the query?",
    "scaled": lambda done: f"What is the dot product of {_leader(done)}, divided by {done.root}?",
    "weights": lambda done: (
        f"About how large a share of the whole will {_leader(done)} get, from 0 to 1?"
    ),
    "output": lambda done: "To whose value will the output lie closest?",
}

STEPS = Figure("attention.steps", StepsParams, draw, scripts=("attention/attn-steps.js",))
