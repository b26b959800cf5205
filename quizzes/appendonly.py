"""Rows that are written once: what was answered, graded, reviewed or predicted is never changed.

The model refuses a second save everywhere; on PostgreSQL a trigger, put there by each app's
migration `append_only`, refuses UPDATE as well (SQLite
drops triggers whenever Django remakes a table, so there the model alone is the guard). Only the
service that erases a learner deletes, through the plain base manager.
"""

from typing import Any, NoReturn, TypeVar

from django.db import models

_Row = TypeVar("_Row", bound=models.Model)


class AppendOnlyError(TypeError):
    """Something tried to change or delete a row of an append-only table."""


class AppendOnlyQuerySet(models.QuerySet[_Row]):
    """Reads and inserts, nothing else."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AppendOnlyError(f"{self.model.__name__} rows are never updated: append a new one.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        self.update()

    def delete(self) -> NoReturn:
        """Refuse."""
        raise AppendOnlyError(f"{self.model.__name__} rows are deleted only by erasing a learner.")


class AppendOnlyModel(models.Model):
    """Base of the tables that hold history."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert; a second save of the same row is refused."""
        if not self._state.adding:
            raise AppendOnlyError(
                f"{type(self).__name__} rows are never changed: append a new one."
            )
        kwargs["force_insert"] = True
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse; rows go with their learner, which does not come through here."""
        raise AppendOnlyError(f"{type(self).__name__} rows are deleted only by erasing a learner.")
