"""Forms of the settings page and of signing up."""

import zoneinfo
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from review import days
from review.models import StudyPlan
from review.services import CHOICES, plan_of
from tutor.models import User


def _hours() -> list[tuple[int, str]]:
    return [(hour, f"{hour:02d}:00") for hour in range(24)]


def _zones() -> list[tuple[str, str]]:
    names = (name for name in zoneinfo.available_timezones() if "/" in name or name == "UTC")
    wanted = sorted(name for name in names if not name.startswith(("Etc/", "SystemV/", "posix")))
    return [(name, name.replace("_", " ")) for name in wanted]


class PlanForm(forms.ModelForm[StudyPlan]):
    """When and how well the learner wants to remember."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zones,
        help_text=_("Review days and reminders follow the clock of this place."),
    )
    rollover_hour = forms.TypedChoiceField(
        label=_("A new study day begins at"),
        choices=_hours,
        coerce=int,
        help_text=_("Answers given before this hour still count for the day before."),
    )
    desired_retention = forms.FloatField(
        label=_("How well to remember"),
        min_value=0.8,
        max_value=0.95,
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
        help_text=_("The chance, 0.80 to 0.95, of still knowing an answer on the day it returns."),
    )
    reminder_hour = forms.TypedChoiceField(label=_("Send it at"), choices=_hours, coerce=int)

    class Meta:
        model = StudyPlan
        fields = CHOICES
        labels = {"reminder_consent": _("Send me a mail on days when something is due")}


class TokenForm(forms.Form):
    """A name for a new access token."""

    name = forms.CharField(label=_("Name of the new token"), max_length=60)


class SignupForm(forms.Form):
    """Adds to signing up the time zone that the browser knows."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def signup(self, request: HttpRequest, user: User) -> None:
        """Begin the learner's plan in their own time zone."""
        plan_of(user.pk, time_zone=self.cleaned_data["time_zone"])

    def clean_time_zone(self) -> str:
        """Fall back to UTC for a zone that does not exist: it can be set later."""
        try:
            days.parse_zone(self.cleaned_data["time_zone"])
        except ValueError:
            return "UTC"
        return str(self.cleaned_data["time_zone"])


def changed_values(form: PlanForm) -> dict[str, Any]:
    """Return what the learner changed."""
    return {name: form.cleaned_data[name] for name in form.changed_data}
