"""What every page of the admin has here: where a thing comes from, what belongs to it, no secrets.

Rows that hold history, and rows that a file brought, are shown and never changed here.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db.models import ForeignKey, Model
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import capfirst

from quizzes.admin.columns import laid_out

SECRET_PERMISSIONS = ("quizzes.view_variant", "quizzes.view_questionversion")


def may_see_answers(request: HttpRequest) -> bool:
    """Whether the administrator may see keys, feedback and what reproduces them."""
    return bool(request.user.has_perms(SECRET_PERMISSIONS))


_Row = TypeVar("_Row", bound=Model)


class LinkedAdmin(admin.ModelAdmin[_Row]):
    """A page that leads to what belongs to its object."""

    list_per_page = 50
    show_full_result_count = False
    change_form_template = "quizzes/admin/change_form.html"
    # Columns that only those who may see answers are shown.
    secret_fields: Sequence[str] = ()
    # Columns that nobody is shown.
    hidden_fields: Sequence[str] = ()
    # JSON columns, laid out to be read.
    json_fields: Sequence[str] = ()
    # How to get from an object to the one that knows its file; "" is the object itself.
    source_path = ""

    def source_file_of(self, row: _Row | None) -> str:
        """Return the file that brought an object, or ""."""
        found: Any = row
        for name in filter(None, self.source_path.split("__")):
            found = getattr(found, name, None)
        return getattr(found, "source_file", "")

    def get_exclude(self, request: HttpRequest, obj: _Row | None = None) -> list[str]:
        """Leave out what is laid out otherwise, and what the administrator may not see."""
        excluded = super().get_exclude(request, obj) or ()
        return [*excluded, *self.json_fields, *self._unseen(request)]

    def get_readonly_fields(self, request: HttpRequest, obj: _Row | None = None) -> list[Any]:
        """Add the JSON columns."""
        unseen = self._unseen(request)
        shown = [laid_out(name) for name in self.json_fields if name not in unseen]
        return [*super().get_readonly_fields(request, obj), *shown]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse to filter by what is not shown: the length of a list would give it away."""
        unseen = self._unseen(request)
        if lookup.split("__", 1)[0] in unseen:
            return False
        return super().lookup_allowed(lookup, value, request)

    def _unseen(self, request: HttpRequest) -> list[str]:
        """Return the columns that the administrator may not see."""
        secret = () if may_see_answers(request) else self.secret_fields
        return [*self.hidden_fields, *secret]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Add what belongs to the object, and the file it comes from."""
        context = extra_context or {}
        row = self.get_object(request, object_id)
        if row is not None and self.has_view_or_change_permission(request, row):
            context |= self.context_of(request, row)
        return super().change_view(request, object_id, form_url, context)

    def context_of(self, request: HttpRequest, row: _Row) -> dict[str, Any]:
        """Return what the page of an object shows besides its fields."""
        return {
            "source_file": self.source_file_of(row),
            "related_lists": list(self._related_lists(request, row)),
        }

    def _related_lists(self, request: HttpRequest, row: _Row) -> Iterator[dict[str, str]]:
        """Find the lists of rows that point to this one and that the administrator may see."""
        seen: set[type[Model]] = set()
        for relation in row._meta.get_fields(include_hidden=True):
            pointer = getattr(relation, "field", None)
            if not relation.auto_created or not isinstance(pointer, ForeignKey):
                continue
            model = pointer.model
            page = self.admin_site._registry.get(model)
            if page is None or not page.has_view_permission(request):
                continue
            label = capfirst(model._meta.verbose_name_plural)
            if model in seen:
                label = f"{label} ({pointer.verbose_name})"
            seen.add(model)
            lists = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
            query = f"{pointer.name}__{pointer.target_field.name}__exact={quote(row.pk)}"
            yield {"url": f"{reverse(lists)}?{query}", "label": str(label)}


class ReadOnlyAdmin(LinkedAdmin[_Row]):
    """Shows rows without letting anybody change them here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: _Row | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: _Row | None = None) -> bool:
        """Refuse."""
        return False


class AuthoredAdmin(LinkedAdmin[_Row]):
    """What can be made and changed here, unless a file brought it."""

    # Addresses and files refer to the slug.
    lasting_fields: Sequence[str] = ("slug",)

    def has_change_permission(self, request: HttpRequest, obj: _Row | None = None) -> bool:
        """Refuse what comes from a file."""
        return not self.source_file_of(obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: _Row | None = None) -> bool:
        """Refuse what comes from a file."""
        return not self.source_file_of(obj) and super().has_delete_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: _Row | None = None) -> list[Any]:
        """Keep what other things go by, once it is there."""
        return [*super().get_readonly_fields(request, obj), *(self.lasting_fields if obj else ())]
