"""What an administrator sees of schedules and reminders; the services alone change them."""

from django.contrib import admin

from quizzes.admin import ReadOnlyAdmin, linked
from quizzes.admin.columns import LEARNER_SEARCH
from review.models import Card, Parameters, Reminder, ReviewLog, StudyPlan


@admin.register(StudyPlan)
class StudyPlanAdmin(ReadOnlyAdmin[StudyPlan]):
    """How each learner studies."""

    list_display = [
        "id",
        linked("learner", "learner"),
        "time_zone",
        "desired_retention",
        "reminder_consent",
        "paused_until",
        "next_due_at",
        "next_reminder_at",
    ]
    list_filter = ["reminder_consent", "next_due_at", "next_reminder_at"]
    list_select_related = ["learner"]
    search_fields = [LEARNER_SEARCH, "time_zone"]
    readonly_fields = ["next_due_at", "next_reminder_at", "parameters"]


@admin.register(Parameters)
class ParametersAdmin(ReadOnlyAdmin[Parameters]):
    """Weights of the memory model."""

    list_display = [
        "__str__",
        linked("learner", "learner"),
        "log_loss_before",
        "log_loss_after",
        "fitted_at",
    ]
    list_filter = ["model", "fitted_at"]
    list_select_related = ["learner"]
    search_fields = [LEARNER_SEARCH]
    json_fields = ["weights"]


@admin.register(Card)
class CardAdmin(ReadOnlyAdmin[Card]):
    """Cards with what is remembered of them."""

    list_display = [
        "id",
        linked("learner", "learner"),
        linked("question", "question"),
        "state",
        "stability",
        "due",
        "lapses",
    ]
    list_filter = ["state", "due", "leech", ("suspended_at", admin.EmptyFieldListFilter)]
    list_select_related = ["learner", "question"]
    search_fields = [LEARNER_SEARCH, "question__slug"]


@admin.register(ReviewLog)
class ReviewLogAdmin(ReadOnlyAdmin[ReviewLog]):
    """The history of cards."""

    list_display = [
        "id",
        linked("learner", "learner"),
        linked("card", "card"),
        "seq",
        "kind",
        "rating",
        "study_date",
        "interval_days",
        "due",
    ]
    list_filter = ["study_date", "kind", "rating"]
    list_select_related = ["learner", "card__question"]
    search_fields = [LEARNER_SEARCH, "card__question__slug"]


@admin.register(Reminder)
class ReminderAdmin(ReadOnlyAdmin[Reminder]):
    """Who was or is to be reminded."""

    list_display = [
        "id",
        linked("learner", "learner"),
        "kind",
        "study_date",
        "state",
        "created_at",
        "sent_at",
    ]
    list_filter = ["study_date", "state", "kind"]
    list_select_related = ["learner"]
    search_fields = [LEARNER_SEARCH]
