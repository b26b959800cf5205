"""Questions that ask for an order, the largest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from attention.templates.bodies import UnclearError, Wording, capital
from quizzes.kinds.base import Json, JsonObject

TOO_CLOSE = "too close to put in order"


@dataclass(frozen=True)
class Order:
    """Three or more things by name, and the value of each, by which they are put in order.

    Two values that are not farther from each other than `apart` make no clear question.
    """

    question: str
    names: Sequence[str]
    values: Sequence[float]
    apart: float
    explanation: str


def order_body(text: Wording, order: Order) -> JsonObject:
    """An ordering body; raises UnclearError where two values are too close."""
    ranked = sorted(zip(order.values, order.names, strict=True), reverse=True)
    if any(larger - smaller <= order.apart for (larger, _), (smaller, _) in pairwise(ranked)):
        raise UnclearError(TOO_CLOSE)
    items: list[Json] = [{"text": capital(name)} for _, name in ranked]
    return {
        "prompt": f"{text.situation}\n\n{order.question}",
        "items": items,
        "explanation": order.explanation,
    }
