"""Accounts in the admin."""

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm

from tutor.models import User


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
class UserAdmin(DjangoUserAdmin[User]):
    """Accounts, found by e-mail address."""

    form = ChangeUserForm
    add_form = NewUserForm
    ordering = ["email"]
    list_display = ["email", "is_active", "is_staff", "date_joined", "last_login"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["email"]
    readonly_fields = ["public_id", "date_joined", "last_login"]
    filter_horizontal = ["groups", "user_permissions"]
    fieldsets = [
        (None, {"fields": ["email", "password", "language", "public_id"]}),
        (
            "Rights",
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
        ("Dates", {"fields": ["date_joined", "last_login"]}),
    ]
    add_fieldsets = [
        (
            None,
            {"classes": ["wide"], "fields": ["email", "usable_password", "password1", "password2"]},
        ),
    ]
