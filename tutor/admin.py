"""Accounts in the admin, what their scripts sign in with, and who changed what here."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from quizzes.admin import LinkedAdmin, ReadOnlyAdmin, linked
from tutor.history import history_of, in_words
from tutor.models import AccessToken, User

admin.site.site_title = admin.site.site_header = "Tutor administration"
admin.site.index_title = "Everything that is kept"


RIGHTS = ["is_staff", "is_superuser", "groups", "user_permissions"]


class NewUserForm(AdminUserCreationForm[User]):
    """Makes an account by e-mail address."""

    class Meta:
        model = User
        fields = ["email"]


class ChangeUserForm(UserChangeForm[User]):
    """Changes an account."""

    class Meta:
        model = User
        fields = [
            "email",
            "password",
            "language",
            "is_active",
            "is_staff",
            "is_superuser",
            "groups",
            "user_permissions",
        ]
        field_classes = {"email": forms.EmailField}


@admin.register(User)
class UserAdmin(LinkedAdmin[User], DjangoUserAdmin[User]):
    """Accounts, found by e-mail address; whoever has a history is not deleted here."""

    form = ChangeUserForm
    add_form = NewUserForm
    ordering = ["email"]
    list_display = ["email", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_active", "is_staff", "is_superuser", "groups", "date_joined", "last_login"]
    search_fields = ["email"]
    readonly_fields = ["public_id", "date_joined", "last_login"]
    # Django's two-list widget names its icons in a way that screen readers may not be given.
    filter_horizontal = ()
    fieldsets = [
        (None, {"fields": ["email", "password", "language", "public_id"]}),
        (
            "Rights",
            {"fields": ["is_active", *RIGHTS]},
        ),
        ("Dates", {"fields": ["date_joined", "last_login"]}),
    ]
    add_fieldsets = [
        (
            None,
            {"classes": ["wide"], "fields": ["email", "usable_password", "password1", "password2"]},
        ),
    ]
    actions = ["delete_selected"]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Keep the accounts of superusers, and with them their passwords, for superusers."""
        return self._may_touch(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Keep the accounts of superusers for superusers."""
        return self._may_touch(request, obj) and super().has_delete_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[Any]:
        """Let only superusers give rights: nobody gives themselves what they have not."""
        rights = () if request.user.is_superuser else RIGHTS
        return [*super().get_readonly_fields(request, obj), *rights]

    def _may_touch(self, request: HttpRequest, user: User | None) -> bool:
        return user is None or not user.is_superuser or request.user.is_superuser

    @transaction.atomic
    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Delete an account without history; of another one say why not."""
        user = self.get_object(request, object_id)
        if user is None or not self.has_delete_permission(request, user):
            return super().delete_view(request, object_id, extra_context)
        if self._refused(request, [user]):
            return HttpResponseRedirect(reverse("admin:tutor_user_change", args=[user.pk]))
        return super().delete_view(request, object_id, extra_context)

    @admin.action(description="Delete selected users", permissions=["delete"])
    @transaction.atomic
    def delete_selected(
        self, request: HttpRequest, queryset: QuerySet[User]
    ) -> HttpResponse | None:
        """Delete accounts without history; if one of them has any, delete none."""
        if self._refused(request, queryset):
            return None
        return delete_selected(self, request, queryset)

    def get_deleted_objects(
        self, objs: Sequence[User] | QuerySet[User], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[str]]:
        """Ask for no rights beyond those on users: their plans and tokens go along."""
        listed, counts, missing, protected = super().get_deleted_objects(objs, request)
        return listed, counts, missing & {str(User._meta.verbose_name)}, protected

    def _refused(self, request: HttpRequest, users: Sequence[User] | QuerySet[User]) -> bool:
        """Say who cannot be deleted and why; return whether there is anybody.

        The accounts are locked first: a row that points to one of them waits, so that nobody
        answers between this look and the deletion.
        """
        refused = False
        chosen = [user.pk for user in users]
        for user in User.objects.select_for_update().filter(pk__in=chosen).order_by("pk"):
            if history := history_of(user):
                refused = True
                words = _(
                    "%(user)s is not deleted, because history is kept: %(history)s. "
                    "Untick “Is active” to lock the account."
                ) % {"user": user, "history": in_words(history)}
                self.message_user(request, words, messages.ERROR)
        return refused


@admin.register(AccessToken)
class AccessTokenAdmin(ReadOnlyAdmin[AccessToken]):
    """Tokens of learners' scripts: they can be revoked, and nothing here opens anything."""

    list_display = ["name", linked("user", "user"), "prefix", "created_at", "last_used_at"]
    list_filter = ["created_at", "last_used_at"]
    list_select_related = ["user"]
    search_fields = ["user__email", "name", "prefix"]
    readonly_fields = ["public_id", "prefix", "created_at", "last_used_at"]
    hidden_fields = ["digest"]

    def has_delete_permission(self, request: HttpRequest, obj: AccessToken | None = None) -> bool:
        """Let it be revoked by whoever has the right."""
        return super(ReadOnlyAdmin, self).has_delete_permission(request, obj)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnlyAdmin[LogEntry]):
    """Who changed what in the admin."""

    list_display = [
        "action_time",
        linked("user", "user"),
        "content_type",
        "object_repr",
        "action_flag",
    ]
    list_filter = ["action_time", "action_flag", "content_type"]
    list_select_related = ["user", "content_type"]
    search_fields = ["user__email", "object_repr"]
    readonly_fields = ["action_time"]
