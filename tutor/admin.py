"""Accounts in the admin, what their scripts sign in with, and who changed what here."""

from collections.abc import Sequence
from typing import Any

from allauth.account.admin import EmailAddressAdmin as AllauthEmailAddressAdmin
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import GroupAdmin as DjangoGroupAdmin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from quizzes.admin import LinkedAdmin, ReadOnlyAdmin, linked
from tutor.history import history_of, in_words
from tutor.models import AccessToken, User
from tutor.rights import may_touch

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

    language = forms.ChoiceField(choices=lambda: settings.LANGUAGES)

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
        """Keep an account, and with it its password, from whoever has not all of its rights."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or may_touch(request, obj))

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Keep an account from whoever has not all of its rights."""
        allowed = super().has_delete_permission(request, obj)
        return allowed and (obj is None or may_touch(request, obj))

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[Any]:
        """Let only superusers give rights: nobody gives themselves what they have not."""
        rights = () if request.user.is_superuser else RIGHTS
        return [*super().get_readonly_fields(request, obj), *rights]

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


class EmailAddressForm(forms.ModelForm[EmailAddress]):
    """Gives an account an address to which its new passwords may be sent."""

    class Meta:
        model = EmailAddress
        fields = ["user", "email", "verified", "primary"]

    request: HttpRequest

    def clean_user(self) -> User:
        """Refuse the account of somebody with more rights."""
        user: User = self.cleaned_data["user"]
        if not may_touch(self.request, user):
            raise ValidationError(_("This account has rights that you do not have."))
        return user


admin.site.unregister([EmailAddress, Group])


@admin.register(EmailAddress)
class EmailAddressAdmin(AllauthEmailAddressAdmin):  # type: ignore[misc]  # it has no types
    """Addresses of accounts; whoever holds one can ask for a new password."""

    form = EmailAddressForm

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> type[EmailAddressForm]:
        """Let the form know who is asking."""
        form: type[EmailAddressForm] = super().get_form(request, *args, **kwargs)
        form.request = request  # the class was made for this request alone
        return form

    def has_change_permission(self, request: HttpRequest, obj: EmailAddress | None = None) -> bool:
        """Keep an address from whoever has not all rights of its owner."""
        allowed = bool(super().has_change_permission(request, obj))
        return allowed and (obj is None or may_touch(request, obj.user))

    def has_delete_permission(self, request: HttpRequest, obj: EmailAddress | None = None) -> bool:
        """Keep an address from whoever has not all rights of its owner."""
        allowed = bool(super().has_delete_permission(request, obj))
        return allowed and (obj is None or may_touch(request, obj.user))

    @admin.action(description="Mark selected addresses as confirmed", permissions=["change"])
    def make_verified(self, request: HttpRequest, queryset: QuerySet[EmailAddress]) -> None:
        """Confirm the addresses of those whose accounts may be touched."""
        chosen = queryset.select_related("user")
        open_to_them = [one.pk for one in chosen if may_touch(request, one.user)]
        super().make_verified(request, queryset.filter(pk__in=open_to_them))


@admin.register(Group)
class GroupAdmin(DjangoGroupAdmin):
    """Groups and their rights, which only superusers give and take."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Let only superusers make groups."""
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Let only superusers give rights."""
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Let only superusers take rights."""
        return request.user.is_superuser


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
