"""Columns and fields of the admin: links to related objects, JSON laid out to be read."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.contrib.auth import get_user_model
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

Column = Callable[[Any], Any]

# Below the project nothing is known of a user but what they are called by.
LEARNER_SEARCH = f"learner__{get_user_model().USERNAME_FIELD}"


class SourceFileFilter(admin.SimpleListFilter):
    """What came from one file, or from none."""

    title = "source file"
    parameter_name = "source_file"
    _NONE = "none"

    def lookups(
        self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]
    ) -> list[tuple[str, str]]:
        """Offer every file there is."""
        rows = model_admin.model._default_manager.order_by("source_file")
        files = rows.values_list("source_file", flat=True).distinct()
        return [(file or self._NONE, file or _("no file")) for file in files]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Keep what came from the file."""
        chosen = self.value()
        if chosen is None:
            return queryset
        return queryset.filter(source_file="" if chosen == self._NONE else chosen)


def linked(path: str, label: str) -> Column:
    """Return a column that links to the page of a related object, as in "draw__question".

    The list must select the path's rows with its own (`list_select_related`).
    """

    @admin.display(description=label, ordering=path, empty_value="—")
    def column(row: Model) -> str | None:
        found: Any = row
        for name in path.split("__"):
            found = getattr(found, name) if found is not None else None
        return link_to(found) if found is not None else None

    column.__name__ = path
    return column


def link_to(row: Model) -> str:
    """Return a link to the page of an object."""
    address = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
    return format_html('<a href="{}">{}</a>', reverse(address, args=[quote(row.pk)]), row)


def laid_out(name: str) -> Column:
    """Return a field that shows a JSON column over several lines."""

    @admin.display(description=name.replace("_", " "))
    def shown(row: Model) -> str:
        written = json.dumps(getattr(row, name), ensure_ascii=False, indent=2)
        return format_html('<pre class="json">{}</pre>', written)

    shown.__name__ = name
    return shown
