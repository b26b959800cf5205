"""Writing with and without a KV cache: counts that the reader sets and steps through."""

from __future__ import annotations

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from attention.engine import BoolArray, IntArray, kv_cache_trace
from attention.widgets.base import Figure, Params, Sentence, Slug, Word, problem
from attention.widgets.cache import LONGEST_PROMPT, MOST_WORDS, Prompt, legend, panels
from attention.widgets.markup import inert_json, number


class Goal(Params):
    """Something to bring about in a finished run: rows saved, times the work, or equal work."""

    id: Slug
    say: Sentence
    saved: Annotated[int, Field(ge=1)] | None = None
    times: Annotated[float, Field(gt=1, allow_inf_nan=False)] | None = None
    equal: Literal[True] | None = None

    @model_validator(mode="after")
    def _one_aim(self) -> Self:
        if sum(aim is not None for aim in (self.saved, self.times, self.equal)) != 1:
            raise problem("a goal has one of saved, times and equal: true")
        return self

    def met(self, without: IntArray, cached: IntArray) -> BoolArray:
        """For each finished run, by its two totals (…): whether this goal is reached, (…)."""
        if self.saved is not None:
            return np.asarray(without - cached >= self.saved, dtype=np.bool_)
        if self.times is not None:
            return np.asarray(without >= self.times * cached, dtype=np.bool_)
        return np.asarray(without == cached, dtype=np.bool_)


class GenerationParams(Params):
    """Words in the prompt at first, the words that can be written after it, and the goals."""

    prompt: Prompt
    words: Annotated[list[Word], Field(min_length=2, max_length=MOST_WORDS)]
    goals: Annotated[list[Goal], Field(max_length=6)] = []

    @model_validator(mode="after")
    def _goals_are_open(self) -> Self:
        """Refuse goals out of reach, and goals that the first run reaches by itself."""
        if len({goal.id for goal in self.goals}) != len(self.goals):
            raise problem("every goal needs an id of its own")
        runs = totals(*reachable_runs(len(self.words)))
        first = totals(self.prompt, len(self.words))
        for goal in self.goals:
            if not goal.met(*runs).any():
                raise problem(
                    f"goal {goal.id} cannot be reached with a prompt of 1 to {LONGEST_PROMPT} "
                    f"words and 1 to {len(self.words)} words written"
                )
            if goal.met(*first).any():
                raise problem(f"goal {goal.id} is already reached by the first run")
        return self


def reachable_runs(most: int) -> tuple[IntArray, IntArray]:
    """Every setting of the two inputs, prompt (p, 1) and words written (1, g)."""
    prompts = np.arange(1, LONGEST_PROMPT + 1, dtype=np.int64)
    return prompts[:, None], np.arange(1, most + 1, dtype=np.int64)[None, :]


def totals(prompt: int | IntArray, written: int | IntArray) -> tuple[IntArray, IntArray]:
    """Rows of K computed in finished runs, without and with a cache: counts (…) -> (…), (…)."""
    trace = kv_cache_trace(prompt, written)
    return trace.without_cache.sum(axis=-1), trace.with_cache.sum(axis=-1)


def draw(params: GenerationParams) -> str:
    """The custom element around a still figure of the whole first run, with its totals."""
    without, cached = (int(total) for total in totals(params.prompt, len(params.words)))
    return (
        '<attn-cache class="attn-box" label="Write word by word, with and without a cache">'
        f"{inert_json(_settings(params))}"
        f'<div class="attn-panels">{"".join(panels(params.prompt, params.words, "both"))}</div>'
        f"{legend(kept=True)}"
        f'<p class="attn-lead attn-count">{tally(len(params.words), without, cached)}</p>'
        '<p class="attn-note">With scripts switched on, the prompt and the number of words can be '
        "set.</p></attn-cache>"
    )


def tally(written: int, without: int, cached: int) -> str:
    """The two totals in one sentence, as the browser says it too."""
    words = "1 word" if written == 1 else f"{written} words"
    return (
        f"{words} written: {number(str(without))} rows of K computed without a cache, "
        f"{number(str(cached))} with one, {number(str(without - cached))} saved."
    )


def _settings(params: GenerationParams) -> dict[str, object]:
    return params.model_dump(exclude_none=True) | {"longest": LONGEST_PROMPT}


GENERATION = Figure(
    "attention.generation", GenerationParams, draw, scripts=("attention/attn-cache.js",)
)
