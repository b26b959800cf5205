"""A sentence with heads, as the figure in which words ask is tested with."""

from __future__ import annotations

from typing import Any

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
