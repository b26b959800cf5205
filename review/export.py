"""A learner's own rows of this app: how they study, what they remember, and its whole history."""

from quizzes.exporting import OwnRows, same
from review.models import Card, Parameters, Reminder, ReviewLog, StudyPlan
from review.services import CHOICES

LISTS = {
    "study_plan": OwnRows(
        rows=lambda learner_id: StudyPlan.objects.filter(learner_id=learner_id).select_related(
            "parameters"
        ),
        columns={
            **same(*CHOICES, "next_due_at", "next_reminder_at"),
            "memory_model": "parameters.model",
            "memory_model_version": "parameters.version",
            "weights": "weights",
        },
    ),
    "parameters": OwnRows(
        rows=lambda learner_id: Parameters.objects.filter(learner_id=learner_id),
        columns=same(
            "model", "version", "weights", "log_loss_before", "log_loss_after", "fitted_at"
        ),
    ),
    "cards": OwnRows(
        rows=lambda learner_id: Card.objects.of(learner_id).select_related("question__bank"),
        columns={
            "question": "question.public_id",
            "bank": "question.bank.slug",
            "slug": "question.slug",
            **same(
                "state",
                "stability",
                "fast_stability",
                "difficulty",
                "model",
                "due",
                "last_reviewed_at",
                "last_study_date",
                "reps",
                "lapses",
                "last_seq",
                "suspended_at",
                "buried_until",
                "leech",
            ),
        },
    ),
    "review_logs": OwnRows(
        rows=lambda learner_id: ReviewLog.objects.filter(learner_id=learner_id).select_related(
            "card__question", "submission__draw", "parameters"
        ),
        columns={
            "question": "card.question.public_id",
            **same("seq", "kind", "target_seq"),
            "draw": "submission.draw.public_id",
            **same(
                "rating",
                "reviewed_at",
                "clock_clamped",
                "study_date",
                "time_zone",
                "elapsed_days",
                "desired_retention",
                "stability_before",
                "difficulty_before",
                "stability_after",
                "difficulty_after",
                "interval_days",
                "due",
            ),
            "memory_model": "parameters.model",
            "memory_model_version": "parameters.version",
        },
    ),
    "reminders": OwnRows(
        rows=lambda learner_id: Reminder.objects.filter(learner_id=learner_id),
        columns=same("kind", "study_date", "state", "created_at", "claimed_at", "sent_at"),
    ),
}
