"""The question kinds. Adding one means adding a module that is a `Kind`, and a row."""

from collections.abc import Mapping

from quizzes.kinds import explanation, fill_in, multiple_choice, ordering
from quizzes.kinds.base import Kind

KINDS: Mapping[str, Kind] = {
    "multiple_choice": multiple_choice,
    "fill_in": fill_in,
    "ordering": ordering,
    "explanation": explanation,
}


def kind(name: str) -> Kind:
    """The kind of that name; raises LookupError, naming those there are."""
    if name not in KINDS:
        raise LookupError(f"no kind {name!r}; there are {', '.join(KINDS)}")
    return KINDS[name]
