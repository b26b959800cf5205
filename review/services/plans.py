"""A learner's plan: made at first need, locked before every write to the schedule."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from review import fsrs
from review.models import Card, Parameters, StudyPlan
from review.next_reminder import next_reminder_at

# What learners set for themselves, on the settings page and through the API.
CHOICES = (
    "time_zone",
    "rollover_hour",
    "desired_retention",
    "new_per_day",
    "reviews_per_day",
    "paused_until",
    "reminder_consent",
    "reminder_hour",
)
LONGEST_PAUSE = timedelta(days=366)


def plan_of(learner_id: int, *, time_zone: str = "UTC") -> StudyPlan:
    """Return the learner's plan; make one with the defaults if there is none yet."""
    plan = StudyPlan.objects.select_related("parameters").filter(learner_id=learner_id).first()
    if plan is None:
        defaults = {"time_zone": time_zone, "parameters": default_parameters()}
        plan, _made = StudyPlan.objects.get_or_create(learner_id=learner_id, defaults=defaults)
    return plan


def default_parameters() -> Parameters:
    """Return the row of the model's published default weights."""
    parameters, _made = Parameters.objects.get_or_create(
        learner=None,
        model=fsrs.MODEL,
        version=1,
        defaults={"weights": list(fsrs.DEFAULT_WEIGHTS), "fitted_at": timezone.now()},
    )
    return parameters


def lock_plan(learner_id: int) -> StudyPlan:
    """Lock the learner's schedule until the transaction ends, and return its plan.

    The one lock of every write to cards, logs and next dates, taken before reading what is decided
    on. FOR NO KEY UPDATE, so that rows that point at the plan's learner can still be inserted.
    """
    locked = (
        StudyPlan.objects.select_for_update(no_key=True, of=("self",))
        .select_related("parameters")
        .filter(learner_id=learner_id)
    )
    try:
        return locked.get()
    except StudyPlan.DoesNotExist:
        plan_of(learner_id)
        return locked.get()


@transaction.atomic
def change_plan(*, learner_id: int, changes: Mapping[str, Any], now: datetime) -> StudyPlan:
    """Change the learner's settings and what follows from them. Raises ValidationError."""
    plan = lock_plan(learner_id)
    for name, value in changes.items():
        setattr(plan, name, value)
    # The constraints say what the fields' validators say, each with a query of its own.
    plan.full_clean(exclude=["learner", "parameters"], validate_constraints=False)
    if "paused_until" in changes:
        check_pause(plan.paused_until, plan.study_date(now))
    if {"time_zone", "rollover_hour"} & set(changes):
        _move_to_new_days(plan)
    plan.next_reminder_at = next_reminder_at(plan, now)
    plan.save()
    return plan


def check_pause(end: date | None, today: date) -> None:
    """Refuse a pause that is over before it begins, or one that was hardly meant."""
    if end is not None and not today < end <= today + LONGEST_PAUSE:
        refusal = _("Choose a day after today and within a year, or leave it empty.")
        raise ValidationError({"paused_until": refusal})


def refresh_next_dates(plan: StudyPlan, now: datetime) -> None:
    """Set when the plan's learner is next due and next reminded, after a change of their cards."""
    _set_next_dates(plan, _next_due(plan), now)


def card_moved(plan: StudyPlan, before: datetime | None, after: datetime, now: datetime) -> None:
    """Do the same after the due date of one card that is asked has changed.

    While another card is the earliest, no other date need be read.
    """
    kept = plan.next_due_at
    if kept is None or before is None or before > kept:
        _set_next_dates(plan, after if kept is None else min(kept, after), now)
    else:
        _set_next_dates(plan, _next_due(plan), now)


def _set_next_dates(plan: StudyPlan, next_due: datetime | None, now: datetime) -> None:
    dates = (plan.next_due_at, plan.next_reminder_at)
    plan.next_due_at = next_due
    plan.next_reminder_at = next_reminder_at(plan, now)
    if dates != (plan.next_due_at, plan.next_reminder_at):
        plan.save(update_fields=["next_due_at", "next_reminder_at"])


def _next_due(plan: StudyPlan) -> datetime | None:
    asked = Card.objects.of(plan.learner_id).active()
    return asked.order_by("due").values_list("due", flat=True).first()


def _move_to_new_days(plan: StudyPlan) -> None:
    """Let each card come back on the same study date by the learner's new clock."""
    old = StudyPlan.objects.get(pk=plan.pk)
    cards = list(Card.objects.of(plan.learner_id))
    for card in cards:
        card.due = plan.day_start(old.study_date(card.due))
    Card.objects.bulk_update(cards, ["due"], batch_size=500)
    plan.next_due_at = _next_due(plan)
