"""What an administrator sees of questions and answers. What comes from files is edited there."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from quizzes.models import Bank, Concept, Grade, Misconception, Question, Submission


class ReadOnlyAdmin(admin.ModelAdmin[Any]):
    """Shows rows without letting anybody change them here."""

    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


@admin.register(Bank, Concept)
class TitledAdmin(ReadOnlyAdmin):
    """Banks and concepts."""

    list_display = ["title", "slug"]
    search_fields = ["title", "slug"]


@admin.register(Misconception)
class MisconceptionAdmin(ReadOnlyAdmin):
    """Misconceptions."""

    list_display = ["slug", "concept", "statement"]
    list_filter = ["concept"]
    list_select_related = ["concept"]
    search_fields = ["slug", "statement"]


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    """Questions with the version that is asked now."""

    list_display = ["slug", "bank", "concept", "current", "origin", "retired_at"]
    list_filter = ["bank", "concept", "origin"]
    list_select_related = ["bank", "concept", "current__question"]
    search_fields = ["slug"]


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    """Answers as they came in."""

    list_display = ["id", "learner", "draw", "confidence", "submitted_at"]
    list_select_related = ["learner", "draw__question"]
    raw_id_fields = ["learner", "draw"]


@admin.register(Grade)
class GradeAdmin(ReadOnlyAdmin):
    """Grades."""

    list_display = ["id", "learner", "submission", "score", "grader", "reason", "graded_at"]
    list_filter = ["grader", "reason"]
    list_select_related = ["learner", "submission"]
    raw_id_fields = ["learner", "submission", "graded_by"]
