"""Collects what is wrong with one file, so that an author sees every problem at once."""

from collections.abc import Iterable

from lessons.content.texts import ContentProblem


class Report:
    """The problems found so far in one file."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[ContentProblem] = []

    def add(self, line: int, message: str) -> None:
        """Note a problem; `line` counts from 1."""
        self.problems.append(ContentProblem(self.file, line, message))


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """A message for a name that stands for nothing, with the names that do."""
    return f"unknown {what} “{name}”; {listing(known)}"


def listing(known: Iterable[str]) -> str:
    """The names that would do."""
    return f"known are: {', '.join(sorted(known)) or 'none'}"
