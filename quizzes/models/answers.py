"""What one learner was asked and answered. Every unique constraint leads with the learner."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from quizzes.appendonly import AppendOnlyModel
from quizzes.kinds.wire import Wire
from quizzes.models.content import Misconception, Question, Variant

IDEMPOTENCY_KEY_LENGTH = 128


class Grader(models.TextChoices):
    """Who gave a grade."""

    AUTO = "auto", "the question's key"
    SELF = "self", "the learner"
    TEACHER = "teacher", "a teacher"
    MODEL = "model", "a model"


class Reason(models.TextChoices):
    """Why a grade was given."""

    FIRST = "first", "first grade"
    REGRADE = "regrade", "the key changed"
    VERDICT = "verdict", "somebody judged it"


class Confidence(models.TextChoices):
    """How sure the learner said to be, before the answer was graded."""

    SURE = "sure", "sure"
    THINK = "think", "think so"
    GUESS = "guess", "guessing"


class DrawQuerySet(models.QuerySet["Draw"]):
    """Reads of draws; all of them start from one learner."""

    def of(self, learner_id: int) -> "DrawQuerySet":
        """Return the learner's own draws with everything that presenting and grading need."""
        return self.filter(learner_id=learner_id).select_related("variant", "question__concept")


class Draw(models.Model):
    """This question, as put before this learner, this time: a variant, an order, opaque ids."""

    public_id = models.UUIDField(default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="draws", db_index=False
    )
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="draws")
    variant = models.ForeignKey(Variant, on_delete=models.PROTECT, related_name="draws")
    number = models.PositiveIntegerField()
    shuffle_seed = models.BigIntegerField()
    opened_at = models.DateTimeField()
    hints_used = models.PositiveSmallIntegerField(default=0)
    draft = models.JSONField(default=dict)
    draft_saved_at = models.DateTimeField(null=True)

    objects = DrawQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "question", "number"], name="draw_number_of_question"
            ),
            models.UniqueConstraint(fields=["learner", "public_id"], name="draw_public_id"),
        ]

    def __str__(self) -> str:
        return f"{self.question} · {self.number}"

    @property
    def wire(self) -> Wire:
        """The opaque ids and the order of this draw's options."""
        return Wire(self.shuffle_seed)


class Submission(AppendOnlyModel):
    """One answer to one draw, as it came in."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    draw = models.ForeignKey(
        Draw, on_delete=models.CASCADE, related_name="submissions", db_index=False
    )
    idempotency_key = models.CharField(max_length=IDEMPOTENCY_KEY_LENGTH)
    request_hash = models.CharField(max_length=64)
    raw = models.JSONField()
    parsed = models.JSONField()
    confidence = models.CharField(max_length=8, choices=Confidence, blank=True)
    hints_used = models.PositiveSmallIntegerField(default=0)
    answer_seconds = models.FloatField(null=True)
    submitted_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["learner", "idempotency_key"], name="submission_key"),
            models.UniqueConstraint(fields=["learner", "draw"], name="submission_once_per_draw"),
            models.CheckConstraint(
                condition=Q(confidence__in=["", *Confidence.values]),
                name="submission_confidence_known",
            ),
            models.CheckConstraint(
                condition=Q(answer_seconds__isnull=True) | Q(answer_seconds__gte=0),
                name="submission_seconds_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"answer to {self.draw_id}"


class Grade(AppendOnlyModel):
    """A score of a submission. None yet = pending; the one with the highest number counts."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    submission = models.ForeignKey(
        Submission, on_delete=models.CASCADE, related_name="grades", db_index=False
    )
    number = models.PositiveIntegerField(default=1)
    grader = models.CharField(max_length=8, choices=Grader)
    reason = models.CharField(max_length=8, choices=Reason)
    score = models.FloatField()
    parts = models.JSONField()
    # No constraint in the database: a grade keeps its grader's id when the account is erased.
    graded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.DO_NOTHING,
        null=True,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    graded_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "submission", "number"], name="grade_number"
            ),
            models.CheckConstraint(
                condition=Q(score__gte=0) & Q(score__lte=1), name="grade_score_0_to_1"
            ),
            models.CheckConstraint(
                condition=Q(grader__in=Grader.values), name="grade_grader_known"
            ),
            models.CheckConstraint(
                condition=Q(reason__in=Reason.values), name="grade_reason_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.score:.2f}"


class Finding(AppendOnlyModel):
    """A misconception that an answer showed; a row, because statistics filter on it."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    grade = models.ForeignKey(Grade, on_delete=models.CASCADE, related_name="findings")
    part = models.CharField(max_length=40, blank=True)
    misconception = models.ForeignKey(
        Misconception, on_delete=models.PROTECT, related_name="findings"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "grade", "part", "misconception"], name="finding_once"
            ),
        ]

    def __str__(self) -> str:
        return str(self.misconception)
