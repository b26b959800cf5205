"""A reader's place in a lesson."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from lessons.models import Lesson, LessonProgress
from quizzes.models import Question
from review.services import introduce


def reach(*, learner_id: int, lesson: Lesson, position: int) -> None:
    """Remember that the learner has come to the section at `position` (1 = the first); never back.

    Raises ValueError for a position that the lesson does not have.
    """
    total = lesson.sections.filter(retired_at=None).count()
    if not 1 <= position <= total:
        raise ValueError(f"position must be 1 to {total}, got {position}")
    progress, made = LessonProgress.objects.get_or_create(
        learner_id=learner_id, lesson=lesson, defaults={"section_reached": position}
    )
    if not made and progress.section_reached < position:
        LessonProgress.objects.filter(pk=progress.pk).update(
            section_reached=Greatest(F("section_reached"), position)
        )


@transaction.atomic
def finish(*, learner_id: int, lesson: Lesson, now: datetime) -> None:
    """Mark the lesson as read to its end; what it asks and was not answered comes in review."""
    total = lesson.sections.filter(retired_at=None).count()
    reach(learner_id=learner_id, lesson=lesson, position=total)
    LessonProgress.objects.filter(learner_id=learner_id, lesson=lesson, completed_at=None).update(
        completed_at=now
    )
    asked = Question.objects.filter(places__section__lesson=lesson, retired_at=None)
    introduce(learner_id=learner_id, questions=asked, now=now)
