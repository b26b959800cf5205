"""Paths, lessons, sections, steps and predictions, and how far each learner has come."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from quizzes.appendonly import AppendOnlyModel
from quizzes.models import Question
from quizzes.models.content import FromFile

SLUG_LENGTH = 60


class PathQuerySet(models.QuerySet["Path"]):
    """Reads of paths."""

    def with_lessons(self) -> "PathQuerySet":
        """Add the places of the lessons that are there, in order, each lesson counting sections."""
        lessons = Lesson.objects.with_section_count()
        places = PathLesson.objects.filter(lesson__retired_at=None).order_by("position")
        counted = places.prefetch_related(models.Prefetch("lesson", lessons))
        return self.prefetch_related(models.Prefetch("places", counted))


class Path(FromFile):
    """A way through several lessons."""

    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    title = models.CharField(max_length=120)

    objects = PathQuerySet.as_manager()

    class Meta:
        ordering = ["title"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the address of the path's page."""
        return reverse("lessons:path", args=[self.slug])


class LessonQuerySet(models.QuerySet["Lesson"]):
    """Reads of lessons."""

    def live(self) -> "LessonQuerySet":
        """Leave out those whose file is gone."""
        return self.filter(retired_at=None)

    def with_section_count(self) -> "LessonQuerySet":
        """Add to each lesson how many sections it has, as `section_count`."""
        there = Q(sections__retired_at=None)
        return self.annotate(section_count=models.Count("sections", filter=there))


class Lesson(FromFile):
    """One sitting of about twenty minutes, read from a lesson file."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    title = models.CharField(max_length=200)
    summary = models.TextField()
    minutes = models.PositiveSmallIntegerField()
    origin_hash = models.CharField(max_length=64)
    # Static paths of what its figures need.
    scripts = models.JSONField(default=list)
    styles = models.JSONField(default=list)
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = LessonQuerySet.as_manager()

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the address of the lesson's page."""
        return reverse("lessons:lesson", args=[self.slug])


class PathLesson(models.Model):
    """The place of a lesson in a path, under the title of a unit."""

    path = models.ForeignKey(Path, on_delete=models.CASCADE, related_name="places")
    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="places")
    unit = models.CharField(max_length=120)
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["path", "position"]
        constraints = [
            models.UniqueConstraint(fields=["path", "lesson"], name="path_lesson_once"),
        ]

    def __str__(self) -> str:
        return f"{self.path} › {self.unit} › {self.lesson}"


class SectionKind(models.TextChoices):
    """What a section is for."""

    WHY = "why", "why it matters"
    PARTS = "parts", "key parts"
    WATCH = "watch", "see it work"
    PREDICT = "predict", "predict"
    TRY = "try", "try it"
    CHECK = "check", "check yourself"
    EXPLAIN = "explain", "explain it back"
    RECAP = "recap", "recap"


class Section(models.Model):
    """A part of a lesson; its HTML holds slots where steps and questions stand."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="sections")
    slug = models.SlugField(max_length=SLUG_LENGTH)
    title = models.CharField(max_length=200)
    kind = models.CharField(max_length=8, choices=SectionKind)
    position = models.PositiveIntegerField()
    html = models.TextField()
    # Gone from the file; the row stays, because learners' guesses hang on it.
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["lesson", "position"]
        constraints = [
            models.UniqueConstraint(fields=["lesson", "slug"], name="section_slug_in_lesson"),
            models.CheckConstraint(
                condition=Q(kind__in=SectionKind.values), name="section_kind_known"
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Step(models.Model):
    """One stage of something shown in stages."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="steps")
    slug = models.SlugField(max_length=SLUG_LENGTH)
    title = models.CharField(max_length=200)
    position = models.PositiveIntegerField()
    html = models.TextField()
    # Gone from the file; the row stays, because learners' guesses hang on it.
    retired_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["section", "position"]
        constraints = [
            models.UniqueConstraint(fields=["section", "slug"], name="step_slug_in_section"),
        ]

    def __str__(self) -> str:
        return self.title


class SectionQuestion(models.Model):
    """The place of a question in a section."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="places")
    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="places")
    position = models.PositiveIntegerField()

    class Meta:
        ordering = ["section", "position"]
        constraints = [
            models.UniqueConstraint(fields=["section", "question"], name="section_question_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section} › {self.question}"


class PredictionQuerySet(models.QuerySet["Prediction"]):
    """Reads of predictions."""

    def asked_in(self, lesson_slug: str) -> "PredictionQuerySet":
        """Return the predictions that a lesson asks now."""
        return self.select_related("step__section__lesson").filter(
            step__retired_at=None,
            step__section__retired_at=None,
            step__section__lesson__slug=lesson_slug,
            step__section__lesson__retired_at=None,
        )


class Prediction(models.Model):
    """What a reader commits to before a step is shown."""

    # None once the file asks it no more: learners' guesses hang on it.
    step = models.OneToOneField(
        Step, on_delete=models.CASCADE, null=True, related_name="prediction"
    )
    slug = models.SlugField(max_length=SLUG_LENGTH)
    shown = models.JSONField()  # prompt and options
    secret = models.JSONField()  # which option comes true, and why
    # As which question it may come back in review.
    question = models.ForeignKey(Question, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = PredictionQuerySet.as_manager()

    def __str__(self) -> str:
        return self.slug


class PredictionAnswer(AppendOnlyModel):
    """A learner's guess, with the text as it was shown."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    prediction = models.ForeignKey(Prediction, on_delete=models.PROTECT, related_name="answers")
    chosen = models.JSONField()
    confidence = models.CharField(max_length=8, blank=True)
    answered_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["learner", "prediction"], name="prediction_answer_once"
            ),
        ]

    def __str__(self) -> str:
        return f"guess at {self.prediction_id}"


class LessonProgress(models.Model):
    """How far a learner has read."""

    learner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="progress")
    section_reached = models.PositiveIntegerField(default=0)
    completed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "lesson progress"
        constraints = [
            models.UniqueConstraint(fields=["learner", "lesson"], name="progress_once"),
        ]

    def __str__(self) -> str:
        return f"{self.section_reached} of {self.lesson_id}"
