"""What an administrator sees of schedules and reminders."""

from django.contrib import admin

from quizzes.admin import ReadOnlyAdmin
from review.models import Card, Reminder, ReviewLog, StudyPlan


@admin.register(StudyPlan)
class StudyPlanAdmin(ReadOnlyAdmin):
    """How each learner studies."""

    list_display = ["learner", "time_zone", "desired_retention", "next_due_at", "next_reminder_at"]
    list_select_related = ["learner"]


@admin.register(Card)
class CardAdmin(ReadOnlyAdmin):
    """Cards with what is remembered of them."""

    list_display = ["id", "learner", "question", "state", "stability", "difficulty", "due"]
    list_filter = ["state"]
    list_select_related = ["learner", "question"]


@admin.register(ReviewLog)
class ReviewLogAdmin(ReadOnlyAdmin):
    """The history of cards."""

    list_display = ["id", "learner", "card", "kind", "rating", "study_date", "interval_days", "due"]
    list_filter = ["kind", "rating"]
    list_select_related = ["learner", "card__question"]


@admin.register(Reminder)
class ReminderAdmin(ReadOnlyAdmin):
    """Who was or is to be reminded."""

    list_display = ["id", "learner", "kind", "study_date", "state", "created_at", "sent_at"]
    list_filter = ["state", "study_date"]
    list_select_related = ["learner"]
