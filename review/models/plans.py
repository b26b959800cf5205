"""How one learner wants to study, and the weights their memory is computed with."""

import math
from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from quizzes.appendonly import AppendOnlyModel
from review import days, fsrs

LOWEST_RETENTION, HIGHEST_RETENTION = 0.8, 0.95
MOST_PER_DAY = 9999
# Far beyond any pause, and early enough that no zone's clock overflows.
LAST_PAUSE = date(2999, 12, 31)


def check_zone(name: str) -> None:
    """Refuse anything that is not an IANA time zone."""
    try:
        days.parse_zone(name)
    except ValueError as problem:
        raise ValidationError(str(problem)) from problem


class Parameters(AppendOnlyModel):
    """Weights of the memory model: the defaults (no learner) or fitted to one learner."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    model = models.CharField(max_length=16)
    version = models.PositiveIntegerField(default=1)
    weights = models.JSONField()
    log_loss_before = models.FloatField(null=True)
    log_loss_after = models.FloatField(null=True)
    fitted_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "parameters"
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "model", "version"], name="parameters_version_of_learner"
            ),
            models.UniqueConstraint(
                fields=["model", "version"],
                condition=Q(learner__isnull=True),
                name="parameters_default_version",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} {self.version}"


class StudyPlan(models.Model):
    """A learner's zone, targets, limits and reminder; also the lock of their whole schedule.

    Every write to a learner's cards, logs or next dates first takes this row FOR NO KEY UPDATE:
    a first answer has no card yet that could be locked.
    """

    learner = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="study_plan"
    )
    time_zone = models.CharField(max_length=64, default="UTC", validators=[check_zone])
    rollover_hour = models.PositiveSmallIntegerField(default=4, validators=[MaxValueValidator(23)])
    desired_retention = models.FloatField(
        default=0.9,
        validators=[MinValueValidator(LOWEST_RETENTION), MaxValueValidator(HIGHEST_RETENTION)],
    )
    new_per_day = models.PositiveIntegerField(
        default=20, validators=[MaxValueValidator(MOST_PER_DAY)]
    )
    reviews_per_day = models.PositiveIntegerField(
        default=200, validators=[MaxValueValidator(MOST_PER_DAY)]
    )
    reminder_hour = models.PositiveSmallIntegerField(default=8, validators=[MaxValueValidator(23)])
    reminder_consent = models.BooleanField(default=False)
    # The study day on which questions are asked again; one that has come pauses nothing.
    paused_until = models.DateField(null=True, blank=True)
    next_due_at = models.DateTimeField(null=True, editable=False)
    next_reminder_at = models.DateTimeField(null=True, editable=False)
    parameters = models.ForeignKey(
        Parameters, on_delete=models.PROTECT, null=True, related_name="+", editable=False
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(rollover_hour__gte=0) & Q(rollover_hour__lte=23),
                name="plan_rollover_hour_0_to_23",
            ),
            models.CheckConstraint(
                condition=Q(reminder_hour__gte=0) & Q(reminder_hour__lte=23),
                name="plan_reminder_hour_0_to_23",
            ),
            models.CheckConstraint(
                condition=Q(desired_retention__gte=LOWEST_RETENTION)
                & Q(desired_retention__lte=HIGHEST_RETENTION),
                name="plan_retention_80_to_95",
            ),
            models.CheckConstraint(
                condition=Q(new_per_day__gte=0) & Q(new_per_day__lte=MOST_PER_DAY),
                name="plan_new_per_day_0_to_9999",
            ),
            models.CheckConstraint(
                condition=Q(reviews_per_day__gte=0) & Q(reviews_per_day__lte=MOST_PER_DAY),
                name="plan_reviews_per_day_0_to_9999",
            ),
            models.CheckConstraint(
                condition=Q(paused_until__isnull=True) | Q(paused_until__lte=LAST_PAUSE),
                name="plan_pause_before_3000",
            ),
        ]
        indexes = [
            # The sweep: whose reminder hour has come.
            models.Index(
                fields=["next_reminder_at"],
                name="plan_next_reminder",
                condition=Q(next_reminder_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"plan of {self.learner_id}"

    def clean(self) -> None:
        """Refuse a retention that is no number: no comparison in a constraint catches it."""
        if isinstance(self.desired_retention, float) and math.isnan(self.desired_retention):
            raise ValidationError({"desired_retention": "Enter a number from 0.8 to 0.95."})

    @property
    def zone(self) -> ZoneInfo:
        """The learner's time zone."""
        return days.parse_zone(self.time_zone)

    @property
    def weights(self) -> Sequence[float]:
        """The weights of the learner's memory model."""
        if self.parameters is None:
            return fsrs.DEFAULT_WEIGHTS
        return [float(weight) for weight in self.parameters.weights]

    def study_date(self, instant: datetime) -> date:
        """Return the learner's study day at an instant."""
        return days.study_date(instant, self.zone, self.rollover_hour)

    def pause_end(self, now: datetime) -> date | None:
        """Return the study day on which a pause ends; None while nothing is paused."""
        end = self.paused_until
        return end if end is not None and self.study_date(now) < end else None

    def day_start(self, study_date: date) -> datetime:
        """Return the instant at which a study day of the learner begins."""
        return days.day_start(study_date, self.zone, self.rollover_hour)
