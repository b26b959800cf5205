"""Finds the texts of a body."""

from __future__ import annotations

from collections.abc import Iterator

from quizzes.kinds.base import Json


def texts_of(value: Json, key: str) -> Iterator[str]:
    """Every text that stands under `key` anywhere in a body."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name == key and isinstance(member, str):
                yield member
            yield from texts_of(member, key)
    elif isinstance(value, list):
        for member in value:
            yield from texts_of(member, key)
