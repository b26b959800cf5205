"""A learner's own rows of this app: their guesses, and how far they have read."""

from lessons.models import LessonProgress, PredictionAnswer
from quizzes.exporting import OwnRows, same

LISTS = {
    "predictions": OwnRows(
        rows=lambda learner_id: PredictionAnswer.objects.filter(
            learner_id=learner_id
        ).select_related("prediction__step__section__lesson"),
        columns={
            "lesson": "prediction.step.section.lesson.slug",
            "prediction": "prediction.slug",
            **same("chosen", "confidence", "answered_at"),
        },
    ),
    "lesson_progress": OwnRows(
        rows=lambda learner_id: LessonProgress.objects.filter(learner_id=learner_id).select_related(
            "lesson"
        ),
        columns={"lesson": "lesson.slug", **same("section_reached", "completed_at")},
    ),
}
