"""What learners were asked and answered. History: it is read here and never changed."""

from django.contrib import admin

from quizzes.admin.columns import LEARNER_SEARCH, linked
from quizzes.admin.pages import ReadOnlyAdmin
from quizzes.models import Draw, Finding, Grade, Submission


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin[Draw]):
    """Questions as they were put before learners."""

    list_display = [
        "__str__",
        linked("learner", "learner"),
        linked("question", "question"),
        "opened_at",
        "hints_used",
        "draft_saved_at",
    ]
    list_filter = ["opened_at", "question__bank"]
    list_select_related = ["learner", "question"]
    search_fields = [LEARNER_SEARCH, "question__slug"]
    readonly_fields = ["public_id"]
    json_fields = ["draft"]
    # Settles which option stands under which id.
    hidden_fields = ["shuffle_seed"]


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin[Submission]):
    """Answers as they came in."""

    list_display = [
        "id",
        linked("learner", "learner"),
        linked("draw__question", "question"),
        linked("draw", "draw"),
        "confidence",
        "answer_seconds",
        "submitted_at",
    ]
    list_filter = ["submitted_at", "confidence", "draw__question__bank"]
    list_select_related = ["learner", "draw__question"]
    search_fields = [LEARNER_SEARCH, "draw__question__slug"]
    json_fields = ["raw", "parsed"]


@admin.register(Grade)
class GradeAdmin(ReadOnlyAdmin[Grade]):
    """Grades."""

    list_display = [
        "id",
        linked("learner", "learner"),
        linked("submission", "answer"),
        "number",
        "score",
        "grader",
        "reason",
        "graded_at",
    ]
    list_filter = ["graded_at", "grader", "reason"]
    list_select_related = ["learner", "submission"]
    search_fields = [LEARNER_SEARCH, "submission__draw__question__slug"]
    json_fields = ["parts"]
    secret_fields = ["parts"]


@admin.register(Finding)
class FindingAdmin(ReadOnlyAdmin[Finding]):
    """Misconceptions that answers showed."""

    list_display = [
        "id",
        linked("misconception", "misconception"),
        linked("learner", "learner"),
        linked("grade", "grade"),
        "part",
    ]
    list_filter = ["misconception__concept"]
    list_select_related = ["misconception", "learner", "grade"]
    search_fields = [LEARNER_SEARCH, "misconception__slug", "misconception__statement"]
