"""What an administrator sees of paths and lessons, all of which come from files."""

from django.contrib import admin

from lessons.models import Lesson, LessonProgress, Path, PredictionAnswer
from quizzes.admin import ReadOnlyAdmin


@admin.register(Path)
class PathAdmin(ReadOnlyAdmin):
    """Paths."""

    list_display = ["title", "slug"]


@admin.register(Lesson)
class LessonAdmin(ReadOnlyAdmin):
    """Lessons."""

    list_display = ["title", "slug", "minutes", "retired_at"]
    search_fields = ["title", "slug"]


@admin.register(LessonProgress)
class LessonProgressAdmin(ReadOnlyAdmin):
    """How far learners have read."""

    list_display = ["learner", "lesson", "section_reached", "completed_at"]
    list_filter = ["lesson"]
    list_select_related = ["learner", "lesson"]


@admin.register(PredictionAnswer)
class PredictionAnswerAdmin(ReadOnlyAdmin):
    """Learners' guesses."""

    list_display = ["learner", "prediction", "answered_at"]
    list_select_related = ["learner", "prediction"]
