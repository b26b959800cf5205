"""A learner's memory of each question, and the history from which it can be computed again."""

from collections.abc import Sequence
from datetime import date, datetime

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from quizzes.appendonly import AppendOnlyModel, AppendOnlyQuerySet
from quizzes.models import Question, Submission
from review import days, fsrs
from review.models.plans import Parameters


class State(models.TextChoices):
    """Where a card stands, in the field's words."""

    NEW = "new", "new"
    LEARNING = "learning", "learning"
    REVIEW = "review", "review"
    RELEARNING = "relearning", "relearning"


class CardQuerySet(models.QuerySet["Card"]):
    """Reads of cards; all of them start from one learner."""

    def of(self, learner_id: int) -> "CardQuerySet":
        """Return the learner's own cards."""
        return self.filter(learner_id=learner_id)

    def active(self) -> "CardQuerySet":
        """Leave out suspended cards and those whose question was retired."""
        return self.filter(suspended_at__isnull=True, question__retired_at__isnull=True)

    def due(self, now: datetime) -> "CardQuerySet":
        """Return what is due at `now`, longest overdue first."""
        return self.active().filter(due__lte=now).order_by("due", "id")

    def remembered(self) -> "CardQuerySet":
        """Leave out what has never been answered."""
        return self.exclude(state=State.NEW)

    def missed_on(self, study_date: date) -> "CardQuerySet":
        """Return what was answered wrong on a study day and not put right since."""
        wrong = [State.LEARNING, State.RELEARNING]
        return self.active().filter(state__in=wrong, last_study_date=study_date)


class Card(models.Model):
    """One learner's schedule for one question: a fold of its review logs."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cards", db_index=False
    )
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="cards")
    state = models.CharField(max_length=12, choices=State, default=State.NEW)
    stability = models.FloatField(null=True)  # days; none before the first answer
    fast_stability = models.FloatField(null=True)  # days; only FSRS-7 has one
    difficulty = models.FloatField(null=True)  # 1 to 10
    model = models.CharField(max_length=16, blank=True)
    due = models.DateTimeField()
    last_reviewed_at = models.DateTimeField(null=True)
    last_study_date = models.DateField(null=True)
    reps = models.PositiveIntegerField(default=0)
    lapses = models.PositiveIntegerField(default=0)
    last_seq = models.PositiveIntegerField(default=0)  # of the newest log
    suspended_at = models.DateTimeField(null=True)
    buried_until = models.DateField(null=True)
    leech = models.BooleanField(default=False)

    objects = CardQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "question"], name="card_once"),
            models.CheckConstraint(condition=Q(state__in=State.values), name="card_state_known"),
            models.CheckConstraint(condition=Q(stability__gt=0), name="card_stability_positive"),
            models.CheckConstraint(
                condition=Q(
                    state="new",
                    stability__isnull=True,
                    difficulty__isnull=True,
                    last_reviewed_at__isnull=True,
                    last_study_date__isnull=True,
                )
                | (
                    ~Q(state="new")
                    & Q(
                        stability__isnull=False,
                        difficulty__isnull=False,
                        last_reviewed_at__isnull=False,
                        last_study_date__isnull=False,
                    )
                ),
                name="card_has_memory_unless_new",
            ),
            models.CheckConstraint(
                condition=Q(fast_stability__isnull=True) | Q(fast_stability__gt=0),
                name="card_fast_stability_positive",
            ),
            models.CheckConstraint(
                condition=Q(difficulty__gte=1) & Q(difficulty__lte=10),
                name="card_difficulty_1_to_10",
            ),
        ]
        indexes = [
            # The due queue: the next cards of one learner.
            models.Index(
                fields=["learner", "due"],
                name="card_due",
                condition=Q(suspended_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question} of {self.learner_id}"

    @property
    def memory(self) -> fsrs.MemoryState | None:
        """What the learner remembers, for the kernel; None before the first answer."""
        if self.stability is None or self.difficulty is None:
            return None
        return fsrs.MemoryState(self.stability, self.difficulty, self.model)

    def recall(self, study_date: date, weights: Sequence[float]) -> float | None:
        """Return the chance of recalling it on a study day; None before the first answer.

        Of the day of an answer itself the model knows nothing (it puts recall at 1, right after a
        miss too): for a card answered on that day it is the chance on the study day after.
        """
        memory = self.memory
        if memory is None or self.last_study_date is None:
            return None
        elapsed = days.elapsed_days(self.last_study_date, study_date)
        return fsrs.retrievability(memory, max(elapsed, 1), weights)


class LogKind(models.TextChoices):
    """What happened to a card."""

    REVIEW = "review", "reviewed"
    RERATE = "rerate", "rating changed"
    UNDO = "undo", "undone"
    SET_DUE = "set_due", "due date set"
    FORGET = "forget", "forgotten"
    SUSPEND = "suspend", "suspended"
    UNSUSPEND = "unsuspend", "taken up again"
    BURY = "bury", "buried"
    RESCHEDULE = "reschedule", "rescheduled"


class ReviewLogQuerySet(AppendOnlyQuerySet["ReviewLog"]):
    """Reads of logs; all of them start from one learner."""

    def answers_that_stand(self) -> "ReviewLogQuerySet":
        """Return the reviews that were not taken back."""
        undone = ReviewLog.objects.filter(
            learner_id=OuterRef("learner_id"),
            card_id=OuterRef("card_id"),
            kind=LogKind.UNDO,
            target_seq=OuterRef("seq"),
        )
        return self.filter(~Exists(undone), kind=LogKind.REVIEW)


class ReviewLog(AppendOnlyModel):
    """One event of a card, with everything that explains why it comes back when it does."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="logs", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=LogKind)
    submission = models.ForeignKey(
        Submission, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    target_seq = models.PositiveIntegerField(null=True)
    rating = models.PositiveSmallIntegerField(null=True)
    reviewed_at = models.DateTimeField()
    clock_clamped = models.BooleanField(default=False)
    study_date = models.DateField()
    time_zone = models.CharField(max_length=64)
    elapsed_days = models.FloatField(null=True)
    parameters = models.ForeignKey(
        Parameters, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    desired_retention = models.FloatField(null=True)
    stability_before = models.FloatField(null=True)
    difficulty_before = models.FloatField(null=True)
    stability_after = models.FloatField(null=True)
    difficulty_after = models.FloatField(null=True)
    interval_days = models.FloatField(null=True)
    due = models.DateTimeField()

    objects = ReviewLogQuerySet.as_manager()  # type: ignore[misc]  # narrower than its base

    class Meta:
        ordering = ["learner", "card", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["learner", "card", "seq"], name="log_seq"),
            models.UniqueConstraint(
                fields=["learner", "submission"],
                condition=Q(kind="review"),
                name="log_once_per_submission",
            ),
            models.CheckConstraint(condition=Q(kind__in=LogKind.values), name="log_kind_known"),
            models.CheckConstraint(
                condition=Q(rating__isnull=True) | (Q(rating__gte=1) & Q(rating__lte=4)),
                name="log_rating_1_to_4",
            ),
            models.CheckConstraint(
                condition=~Q(kind="review") | Q(rating__isnull=False, submission__isnull=False),
                name="log_review_has_rating_and_answer",
            ),
            models.CheckConstraint(
                condition=~Q(kind__in=["rerate", "undo"]) | Q(target_seq__isnull=False),
                name="log_rerate_and_undo_have_target",
            ),
        ]
        indexes = [
            # What the learner did on one study day: limits, "already studied", statistics.
            models.Index(fields=["learner", "study_date"], name="log_study_date"),
            # The learner's history in the order in which it was written, page by page.
            models.Index(fields=["learner", "id"], name="log_history"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.seq}"
