"""Writes golden.json: what the engine computes and shows, to compare the browser's modules with.

Run `python -m tests.attention.golden` after a change of the engine; a test holds the file and the
engine together. The cases are chosen for their edges, and drawn from seeds for their number.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from attention.engine import FloatArray, kv_cache_trace
from attention.templates.draws import raw_words, whole_numbers
from attention.widgets import generation, query
from attention.widgets.grid import shade
from attention.widgets.stages import StagesParams, compute
from attention.widgets.steps import leading, nearest
from attention.widgets.words import weigh
from lessons.content.numerals import fixed, plain
from tests.attention.sentences import PARAMS

FILE = Path(__file__).with_name("golden.json")
WORDS = ["snow", "gate", "Mira", "dug"]
KEYS = [[2.0, 0.0], [1.0, 1.0], [-2.0, 1.0], [0.5, -2.5]]
QUERIES = [
    [1.0, 2.0],
    [0.0, 0.0],
    [-1.25, 0.4],
    [3.0, 3.0],
    [-3.0, 1.5],
    [0.1, -0.1],
    [3.0, -3.0],
    [2.6, 0.3],
]
GOALS = [
    {"id": "much-snow", "say": "Give snow 0.6.", "word": "snow", "min": 0.6},
    {"id": "zero", "say": "Make it zero.", "zero": True},
    {"id": "hard", "say": "Reach 0.95.", "any": 0.95},
]
RUN_GOALS = [
    {"id": "equal", "say": "Save nothing.", "equal": True},
    {"id": "saved", "say": "Save 40.", "saved": 40},
    {"id": "times", "say": "Four times.", "times": 4.0},
]
NUMBERS = [
    0.125,
    -0.125,
    0.375,
    2.675,
    1.005,
    -0.004,
    0.004,
    0.0,
    -0.0,
    0.995,
    1000.0,
    -2.5,
    12.345,
]
DRAWN = 120
Json = Any


def golden_text() -> str:
    """The file's text, one case on each line."""
    parts = {
        "attend": attend_part(),
        "stages": stages_part(),
        "words": words_part(),
        "cache": cache_part(),
        "numerals": [
            {"value": value, "fixed": fixed(value), "plain": plain(value)} for value in NUMBERS
        ],
    }
    return json.dumps(parts, separators=(",", ":")).replace("},{", "},\n{") + "\n"


def drawn(seed: int, *shape: int) -> FloatArray:
    """Numbers from −3 to 3 in hundredths."""
    count = int(np.prod(shape))
    hundredths = whole_numbers(raw_words([seed], count)[0], -300, 300)
    numbers: FloatArray = hundredths.reshape(shape) / 100
    return numbers


def attend_part() -> Json:
    """Queries over the same keys: scores, weights, both as shown, and the goals that are met."""
    queries = np.concatenate([np.array(QUERIES), drawn(1, DRAWN, 2)])
    scores, weights = query.attend(queries, KEYS)
    goals = [query.Goal.model_validate(goal) for goal in GOALS]
    met = [goal.met(queries, weights, WORDS) for goal in goals]
    cases = [
        {
            "q": queries[row].tolist(),
            "scores": scores[row].tolist(),
            "weights": weights[row].tolist(),
            "shown": [fixed(number) for number in (*scores[row], *weights[row])],
            "met": [goal.id for goal, rows in zip(goals, met, strict=True) if rows[row]],
        }
        for row in range(len(queries))
    ]
    return {"words": WORDS, "keys": KEYS, "goals": GOALS, "cases": cases}


def stages_part() -> Json:
    """Whole computations with 1 to 4 numbers in a key and 2 to 8 keys, some of them equal."""
    cases = []
    for seed in range(DRAWN):
        size, count, width = 1 + seed % 4, 2 + seed % 7, 1 + seed % 3
        q, k, v = (
            drawn(3 * seed, size),
            drawn(3 * seed + 1, count, size),
            drawn(3 * seed + 2, count, width),
        )
        if seed % 5 == 0:
            k[-1] = k[0]
        if seed % 10 == 0:
            q = np.zeros(size)
        cases.append(_stages_case(q.tolist(), k.tolist(), v.tolist()))
    return cases


def _stages_case(q: list[float], keys: list[list[float]], values: list[list[float]]) -> Json:
    named = [
        {"word": f"w{place}", "k": k, "v": v}
        for place, (k, v) in enumerate(zip(keys, values, strict=True))
    ]
    params = {"query": "it", "q": q, "keys": named, "show": "output"}
    done = compute(StagesParams.model_validate(params))
    arrays = {
        "raw": done.raw,
        "scaled": done.scaled,
        "weights": done.weights,
        "output": done.output,
    }
    return {
        "q": q,
        "keys": keys,
        "values": values,
        **{name: array.tolist() for name, array in arrays.items()},
        "shown": [fixed(number) for array in arrays.values() for number in array],
        "leading": leading(done.raw),
        "nearest": nearest(done.output, done.values),
    }


def words_part() -> Json:
    """For every head, with and without the mask, all weights and their shades."""
    cases = []
    for place, head in enumerate(PARAMS["heads"]):
        for causal in (False, True):
            weights = weigh(head["scores"], causal=causal)[0].tolist()
            shades = [[shade(weight) for weight in row] for row in weights]
            shown = [[fixed(weight) for weight in row] for row in weights]
            cases.append(
                {
                    "head": place,
                    "causal": causal,
                    "weights": weights,
                    "shades": shades,
                    "shown": shown,
                }
            )
    return {"heads": PARAMS["heads"], "cases": cases}


def cache_part() -> Json:
    """Every run that the two inputs allow: rows for each word, totals, and the goals met."""
    goals = [generation.Goal.model_validate(goal) for goal in RUN_GOALS]
    prompts, most = generation.reachable_runs(generation.MOST_WORDS)
    cases = []
    for prompt, words in np.ndindex(prompts.size, most.size):
        trace = kv_cache_trace(prompt + 1, words + 1)
        without, cached = generation.totals(prompt + 1, words + 1)
        cases.append(
            {
                "prompt": prompt + 1,
                "words": words + 1,
                "without": trace.without_cache.tolist(),
                "cached": trace.with_cache.tolist(),
                "totals": {"without": int(without), "cached": int(cached)},
                "met": [goal.id for goal in goals if goal.met(without, cached)],
            }
        )
    return {"goals": RUN_GOALS, "cases": cases}


if __name__ == "__main__":
    FILE.write_text(golden_text(), encoding="utf-8")
