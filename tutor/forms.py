"""Forms of the settings page."""

import zoneinfo
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from review import days
from review.models import StudyPlan
from review.models.plans import HIGHEST_RETENTION, LOWEST_RETENTION, MOST_PER_DAY
from review.services import CHOICES
from review.services.plans import LONGEST_PAUSE, check_pause


def _hours() -> list[tuple[int, str]]:
    return [(hour, f"{hour:02d}:00") for hour in range(24)]


def _zones(own: set[str]) -> list[tuple[str, str]]:
    """List the zones that are named after places, and the learner's own whatever their names.

    Were it missing, the browser would choose the first of the list and send that.
    """
    names = (name for name in zoneinfo.available_timezones() if "/" in name or name == "UTC")
    places = {name for name in names if not name.startswith(("Etc/", "SystemV/", "posix"))}
    return [(name, name.replace("_", " ")) for name in sorted(places | own)]


class SettingsForm(forms.ModelForm[StudyPlan]):
    """The learner's language, and when, how much and how well they want to remember."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: settings.LANGUAGES,
        help_text=_("Of the pages and mails; a lesson stays in the language it is written in."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
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
        min_value=LOWEST_RETENTION,
        max_value=HIGHEST_RETENTION,
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
        help_text=_("The chance, 0.80 to 0.95, of still knowing an answer on the day it returns."),
    )
    reviews_per_day = forms.IntegerField(
        label=_("Reviews a day, at most"),
        min_value=0,
        max_value=MOST_PER_DAY,
        help_text=_("If more are due, those you are likeliest to forget come first."),
    )
    new_per_day = forms.IntegerField(
        label=_("New questions a day, at most"),
        min_value=0,
        max_value=MOST_PER_DAY,
        help_text=_("Questions of lessons you have read that you have not answered yet."),
    )
    paused_until = forms.DateField(
        label=_("Pause until"),
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("Until this day nothing is asked and no mail comes. Empty: no pause."),
    )
    reminder_consent = forms.BooleanField(
        label=_("Send me a mail on days when something is due"), required=False
    )
    reminder_hour = forms.TypedChoiceField(label=_("Send it at"), choices=_hours, coerce=int)

    class Meta:
        model = StudyPlan
        fields = CHOICES

    def __init__(
        self, posted: QueryDict | None, *, plan: StudyPlan, language: str, now: datetime
    ) -> None:
        running = {"language": language, "paused_until": plan.pause_end(now)}
        super().__init__(posted, instance=plan, initial=running)
        zones = self.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)
        zones.choices = _zones({plan.time_zone, self._shown_zone()})
        for field in self.fields.values():
            # The page sends along what it showed: only what differs from that was changed on it,
            # and whatever another tab has changed since is left alone.
            field.show_hidden_initial = True
        if round(plan.desired_retention, 2) != plan.desired_retention:
            # A script may have set a finer one; the browser must not refuse to send it back.
            self.fields["desired_retention"].widget.attrs["step"] = "any"
        self.today = plan.study_date(now)
        self.fields["paused_until"].widget.attrs |= {
            "min": (self.today + days.ONE_DAY).isoformat(),
            "max": (self.today + LONGEST_PAUSE).isoformat(),
        }

    def clean(self) -> None:
        """Refuse a wrong pause together with whatever else is wrong, not only after it."""
        super().clean()
        if "paused_until" in self.changed_data:
            check_pause(self.cleaned_data.get("paused_until"), self.today)

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields under the titles they stand under on the page."""
        by_title = (
            (_("Language and clock"), ("language", "time_zone", "rollover_hour")),
            (_("How well and how much"), ("desired_retention", "reviews_per_day", "new_per_day")),
            (_("Time off"), ("paused_until",)),
            (_("Reminders"), ("reminder_consent", "reminder_hour")),
        )
        return [(str(title), [self[name] for name in names]) for title, names in by_title]

    def changed_values(self) -> dict[str, Any]:
        """Return what the learner changed from what the page showed."""
        return {name: self.cleaned_data[name] for name in self.changed_data}

    def _shown_zone(self) -> str:
        """Return the zone that the page showed; the stored one may be another by now."""
        shown = str(self.data.get("initial-time_zone", "UTC"))
        try:
            days.parse_zone(shown)
        except ValueError:
            return "UTC"
        return shown


class TokenForm(forms.Form):
    """A name for a new access token."""

    name = forms.CharField(label=_("Name of the new token"), max_length=60)
