"""Writes golden_words.json, which the browser's weights under a mask are compared with.

Run `python -m tests.attention.golden_words` after a change of the engine; a test holds the file
and the engine together.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attention.widgets.grid import shade
from attention.widgets.words import weigh

FILE = Path(__file__).with_name("golden_words.json")
PARAMS: dict[str, Any] = {  # JSON
    "words": ["Nora", "fed", "the", "cat", "because", "it", "cried"],
    "heads": [
        {
            "name": "who is meant",
            "scores": [
                [1.2, 0.4, 0, 0.3, -0.2, 0, 0.5],
                [2.1, 0.3, -0.5, 1.9, 0, 0.1, 0.4],
                [0, 0.2, 0.4, 2.5, -0.3, 0, 0],
                [0.6, 1.4, 0.9, 1.1, -0.4, 0.8, 2],
                [0.1, 1.6, -0.2, 0.3, 0.5, 0, 1.7],
                [0.9, 0.2, -0.1, 3.1, -0.6, 0.7, 1.2],
                [0.4, 0.6, -0.3, 2.4, 1, 1.3, 0.5],
            ],
        },
        {
            "name": "one word back",
            "scores": [[3.0 if j == i - 1 else float(j == i) for j in range(7)] for i in range(7)],
        },
        {
            "name": "far apart",
            "scores": [[(-1) ** j * 250.5 * (i - j) for j in range(7)] for i in range(7)],
        },
    ],
    "start": 5,
    "causal": True,
}
# The last head has weights of nearly 0 and 1; scores of a page stay within the widget's limits.
SHOWN: dict[str, Any] = {**PARAMS, "heads": PARAMS["heads"][:2]}


def golden_text() -> str:
    """The file's text: for every head, with and without the mask, all weights and their shades."""
    cases = []
    for place, head in enumerate(PARAMS["heads"]):
        for causal in (False, True):
            weights = weigh(head["scores"], causal=causal)[0].tolist()
            shades = [[shade(weight) for weight in row] for row in weights]
            cases.append({"head": place, "causal": causal, "weights": weights, "shades": shades})
    return json.dumps({"heads": PARAMS["heads"], "cases": cases}, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(golden_text(), encoding="utf-8")
