"""Writes golden_attend.json, which the browser's arithmetic is compared with.

Run `python -m tests.attention.golden_attend` after a change of the engine; a test holds the file
and the engine together.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from attention.widgets.query import Goal, attend

FILE = Path(__file__).with_name("golden_attend.json")
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


def golden_text() -> str:
    """The file's text: queries with scores, weights and the ids of the goals they meet."""
    scores, weights = attend(np.array(QUERIES), KEYS)
    goals = [Goal.model_validate(goal) for goal in GOALS]
    met = [goal.met(np.array(QUERIES), weights, WORDS) for goal in goals]
    cases = [
        {
            "q": query,
            "scores": scores[row].tolist(),
            "weights": weights[row].tolist(),
            "met": [goal.id for goal, rows in zip(goals, met, strict=True) if rows[row]],
        }
        for row, query in enumerate(QUERIES)
    ]
    golden = {"words": WORDS, "keys": KEYS, "goals": GOALS, "cases": cases}
    return json.dumps(golden, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(golden_text(), encoding="utf-8")
