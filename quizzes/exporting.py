"""How an app says which rows are a learner's own, so that they can take them away.

An app declares on its AppConfig, as `exports`, the dotted path of a mapping from the name of a
list to the OwnRows that it holds. Each list costs one query and is read row by row, however long.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Model, QuerySet

CHUNK = 500  # rows that are in memory at a time

# How a row's column is found: by a dotted path of attributes, or by a function of the row.
Column = str | Callable[[Any], Any]


@dataclass(frozen=True)
class OwnRows:
    """One list of an export: which rows, oldest first, and what is told of each."""

    rows: Callable[[int], QuerySet[Any]]  # by the learner's id
    columns: Mapping[str, Column]

    def documents(self, learner_id: int) -> Iterator[dict[str, Any]]:
        """Return each of the learner's rows as values that JSON can hold or Django can turn."""
        for row in self.rows(learner_id).order_by("pk").iterator(chunk_size=CHUNK):
            yield {name: _value(row, column) for name, column in self.columns.items()}


def same(*names: str) -> dict[str, Column]:
    """Return columns that are told under their own names."""
    return {name: name for name in names}


def _value(row: Model, column: Column) -> Any:
    """Return one value; None where a relation on the way to it is empty."""
    if callable(column):
        return column(row)
    found: Any = row
    for attribute in column.split("."):
        if found is None:
            return None
        found = getattr(found, attribute)
    return found
