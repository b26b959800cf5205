"""Parameters of every figure, and how a figure is read back as text."""

from __future__ import annotations

import re
from typing import Any

from attention.widgets import WIDGETS

Params = dict[str, Any]  # JSON

KEYS = [
    {"word": "snow", "k": [2, 0], "v": [1, 4]},
    {"word": "gate", "k": [1, 1], "v": [4, 1]},
    {"word": "Mira", "k": [-2, 1], "v": [2, -2]},
]
SCORES = [[1.0, 0.0, -2.0], [2.0, 1.0, 0.5], [0.0, 0.5, 1.0]]
QUERY: Params = {
    "query": "it",
    "q": [1, 2],
    "keys": [{"word": key["word"], "k": key["k"]} for key in KEYS],
    "goals": [
        {"id": "much-snow", "say": "Give snow 0.6.", "word": "snow", "min": 0.6},
        {"id": "zero", "say": "Make it zero.", "zero": True},
        {"id": "hard", "say": "Reach 0.95.", "any": 0.95},
    ],
}


def stages(show: str) -> Params:
    return {"query": "it", "q": [1, 2], "keys": KEYS, "show": show}


WORDS: Params = {
    "words": ["a", "b", "c"],
    "heads": [{"name": "one", "scores": SCORES}, {"name": "two", "scores": [[0, 0, 0]] * 3}],
    "start": 1,
    "causal": True,
}


RUN: Params = {
    "prompt": 5,
    "words": ["so", "it", "ends"],
    "goals": [
        {"id": "equal", "say": "Save nothing.", "equal": True},
        {"id": "saved", "say": "Save 20.", "saved": 20},
        {"id": "times", "say": "Reach 2.7 times.", "times": 2.7},
    ],
}


EXAMPLES: list[tuple[str, Params]] = [
    ("attention.bars", {"words": ["a", "b", "c"], "scores": [1.41, 2.12, 0], "hidden": [0]}),
    ("attention.grid", {"words": ["a", "b", "c"], "scores": SCORES, "causal": True}),
    ("attention.grid", {"words": list("abcdef"), "scores": [[0] * 6] * 6, "causal": False}),
    ("attention.cache", {"prompt": 5, "words": ["so", "it", "ends"], "show": "both"}),
    ("attention.query", QUERY),
    ("attention.generation", RUN),
    ("attention.generation", {**RUN, "goals": []}),
    ("attention.steps", stages("output")),
    ("attention.steps", stages("scores")),
    ("attention.words", WORDS),
    ("attention.words", {**WORDS, "heads": WORDS["heads"][:1], "causal": False}),
    *(
        ("attention.stages", stages(show))
        for show in ("vectors", "scores", "scaled", "weights", "output")
    ),
]
IDS = [f"{name}-{place}" for place, (name, _) in enumerate(EXAMPLES)]


def render(name: str, params: Params) -> str:
    return WIDGETS[name].render(params)


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<script.*?</script>|<[^>]*>", " ", html)).strip()
