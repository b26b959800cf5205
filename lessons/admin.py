"""What an administrator sees of paths and lessons, and of how far learners have come."""

from typing import Any

from django.contrib import admin
from django.db.models import ForeignKey
from django.forms import ModelChoiceField
from django.http import HttpRequest

from lessons.models import (
    Lesson,
    LessonProgress,
    Path,
    PathLesson,
    Prediction,
    PredictionAnswer,
    Section,
    SectionQuestion,
    Step,
)
from quizzes.admin import AuthoredAdmin, ReadOnlyAdmin, linked
from quizzes.admin.columns import LEARNER_SEARCH, SourceFileFilter

RETIRED = ("retired_at", admin.EmptyFieldListFilter)


@admin.register(Path)
class PathAdmin(AuthoredAdmin[Path]):
    """Paths."""

    list_display = ["title", "slug", "source_file"]
    list_filter = [SourceFileFilter]
    search_fields = ["title", "slug"]


@admin.register(PathLesson)
class PathLessonAdmin(AuthoredAdmin[PathLesson]):
    """Places of lessons in paths."""

    list_display = [
        "__str__",
        linked("path", "path"),
        linked("lesson", "lesson"),
        "unit",
        "position",
    ]
    list_filter = ["path"]
    list_select_related = ["path", "lesson"]
    search_fields = ["path__title", "lesson__title", "unit"]
    raw_id_fields = ["lesson"]
    source_path = "path"
    lasting_fields = ()

    def formfield_for_foreignkey(
        self, db_field: ForeignKey[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField[Path] | None:
        """Offer no path that a file keeps: the next load would undo it."""
        if db_field.name == "path":
            kwargs["queryset"] = Path.objects.filter(source_file="")
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


@admin.register(Lesson)
class LessonAdmin(ReadOnlyAdmin[Lesson]):
    """Lessons."""

    list_display = ["title", "slug", "minutes", "source_file", "retired_at"]
    list_filter = [SourceFileFilter, RETIRED]
    search_fields = ["title", "slug", "summary"]
    readonly_fields = ["public_id"]
    json_fields = ["scripts", "styles"]
    secret_fields = ["origin_hash"]


@admin.register(Section)
class SectionAdmin(ReadOnlyAdmin[Section]):
    """Sections of lessons."""

    list_display = ["title", linked("lesson", "lesson"), "kind", "position", "retired_at"]
    list_filter = ["lesson", "kind", RETIRED]
    list_select_related = ["lesson"]
    search_fields = ["title", "slug", "lesson__title"]
    source_path = "lesson"


@admin.register(Step)
class StepAdmin(ReadOnlyAdmin[Step]):
    """Stages of what is shown in stages."""

    list_display = [
        "title",
        linked("section", "section"),
        linked("section__lesson", "lesson"),
        "position",
        "retired_at",
    ]
    list_filter = ["section__lesson", RETIRED]
    list_select_related = ["section__lesson"]
    search_fields = ["title", "slug", "section__lesson__title"]
    source_path = "section__lesson"


@admin.register(SectionQuestion)
class SectionQuestionAdmin(ReadOnlyAdmin[SectionQuestion]):
    """Places of questions in sections."""

    list_display = [
        "__str__",
        linked("section__lesson", "lesson"),
        linked("section", "section"),
        linked("question", "question"),
        "position",
    ]
    list_filter = ["section__lesson"]
    list_select_related = ["section__lesson", "question"]
    search_fields = ["section__title", "question__slug"]
    source_path = "section__lesson"


@admin.register(Prediction)
class PredictionAdmin(ReadOnlyAdmin[Prediction]):
    """What readers commit to before a step."""

    list_display = [
        "slug",
        linked("step", "step"),
        linked("step__section__lesson", "lesson"),
        linked("question", "comes back as"),
    ]
    list_filter = ["step__section__lesson"]
    list_select_related = ["step__section__lesson", "question"]
    search_fields = ["slug", "step__title"]
    json_fields = ["shown", "secret"]
    secret_fields = ["secret"]
    source_path = "step__section__lesson"


@admin.register(PredictionAnswer)
class PredictionAnswerAdmin(ReadOnlyAdmin[PredictionAnswer]):
    """Learners' guesses."""

    list_display = [
        "id",
        linked("learner", "learner"),
        linked("prediction", "prediction"),
        "confidence",
        "answered_at",
    ]
    list_filter = ["answered_at", "confidence"]
    list_select_related = ["learner", "prediction"]
    search_fields = [LEARNER_SEARCH, "prediction__slug"]
    json_fields = ["chosen"]


@admin.register(LessonProgress)
class LessonProgressAdmin(ReadOnlyAdmin[LessonProgress]):
    """How far learners have read."""

    list_display = [
        "id",
        linked("learner", "learner"),
        linked("lesson", "lesson"),
        "section_reached",
        "completed_at",
    ]
    list_filter = ["lesson", ("completed_at", admin.EmptyFieldListFilter)]
    list_select_related = ["learner", "lesson"]
    search_fields = [LEARNER_SEARCH, "lesson__title"]
