"""What keeps an account from being deleted: rows that are written once and never taken away.

These are the append-only tables, and what an administrator did in the admin.
"""

from collections.abc import Mapping

from django.contrib.admin.models import LogEntry
from django.db.models import CASCADE, ForeignKey, Model
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from quizzes.appendonly import AppendOnlyModel
from tutor.models import User


def history_of(user: User) -> dict[type[Model], int]:
    """Return how many rows of each such table would go with the account."""
    counts = {
        pointer.model: pointer.model._base_manager.filter(**{pointer.name: user}).count()
        for pointer in _pointers()
    }
    return {model: count for model, count in counts.items() if count}


def in_words(history: Mapping[type[Model], int]) -> str:
    """Return the history as "3 submissions, 2 grades and 1 review log"."""
    parts = [
        f"{count} {model._meta.verbose_name if count == 1 else model._meta.verbose_name_plural}"
        for model, count in history.items()
    ]
    return get_text_list(parts, _("and"))


def _pointers() -> list[ForeignKey[Model, Model]]:
    """Find the columns by which such rows belong to a user."""
    fields = [getattr(one, "field", None) for one in User._meta.get_fields(include_hidden=True)]
    return [
        field
        for field in fields
        if isinstance(field, ForeignKey)
        and issubclass(field.model, (AppendOnlyModel, LogEntry))
        and field.remote_field.on_delete is CASCADE
    ]
