"""The widgets that installed subjects bring."""

from collections.abc import Mapping
from functools import cache

from lessons.content import Widget
from quizzes.registry import declared


@cache
def widgets() -> Mapping[str, Widget]:
    """Return every widget of every installed subject by name."""
    return declared("widgets")
