"""Reminders: the table is the queue, the broker only wakes somebody up."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class ReminderKind(models.TextChoices):
    """What a reminder is about."""

    DUE = "due", "reviews are due"


class ReminderState(models.TextChoices):
    """How far a reminder has come."""

    PENDING = "pending", "to be sent"
    SENDING = "sending", "being sent"
    SENT = "sent", "sent"
    SKIPPED = "skipped", "not needed any more"


class Reminder(models.Model):
    """One digest per learner, kind and study date."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reminders", db_index=False
    )
    kind = models.CharField(max_length=8, choices=ReminderKind, default=ReminderKind.DUE)
    study_date = models.DateField()
    state = models.CharField(max_length=8, choices=ReminderState, default=ReminderState.PENDING)
    created_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "kind", "study_date"], name="reminder_once_a_day"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=ReminderKind.values), name="reminder_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=ReminderState.values), name="reminder_state_known"
            ),
        ]
        indexes = [
            # What is still to be sent.
            models.Index(
                fields=["created_at"],
                name="reminder_open",
                condition=Q(state__in=["pending", "sending"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.study_date}"
