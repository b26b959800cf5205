"""The widgets and the computations that installed subjects bring."""

from collections.abc import Mapping
from functools import cache

from lessons.content import Computation, Widget
from quizzes.registry import declared


@cache
def widgets() -> Mapping[str, Widget]:
    """Return every widget of every installed subject by name."""
    return declared("widgets")


@cache
def computations() -> Mapping[str, Computation]:
    """Return every computation of every installed subject by name."""
    return declared("computations")
