"""Signing up: one account an address, however many ask at the same moment."""

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.views import SignupView
from django import forms
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse

from review import days
from review.services import plan_of
from tutor.models import User


class SignupForm(AllauthSignupForm):  # type: ignore[misc]  # it has no types
    """An e-mail address, a password, and the time zone that the browser knows."""

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_time_zone(self) -> str:
        """Fall back to UTC for a zone that does not exist: it can be set later."""
        try:
            days.parse_zone(self.cleaned_data["time_zone"])
        except ValueError:
            return "UTC"
        return str(self.cleaned_data["time_zone"])

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account; if another request took the address since, say what it would have.

        Raises ValidationError where the address may be called taken; else a mail tells its owner.
        """
        if not self.account_already_exists:
            try:
                with transaction.atomic():
                    return self.save(request), None
            except IntegrityError:
                self.clean_email()
        user, response = super().try_save(request)
        return user, response

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        """Begin the learner's plan in their own time zone."""
        plan_of(user.pk, time_zone=self.cleaned_data["time_zone"])


class SignUp(SignupView):  # type: ignore[misc]  # it has no types
    """The page on which one signs up."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Make the account and sign in, or show why there is none."""
        try:
            response: HttpResponse = super().form_valid(form)
        except ValidationError as problem:
            form.add_error("email", problem)
            response = self.form_invalid(form)
        return response
