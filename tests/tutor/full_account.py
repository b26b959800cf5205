"""A learner of whom every table keeps something."""

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType

from lessons.models import Lesson
from lessons.services import finish
from lessons.services.predicting import commit_prediction, steps_of
from quizzes.models import Question
from quizzes.services import save_draft
from review import fsrs
from review.models import Parameters, Reminder, StudyPlan
from review.services import rate_explanation
from tests.authoring import make_question, option
from tests.review.studying import opened, study
from tutor.models import User
from tutor.tokens import make_token


def fill(user: User, now: datetime) -> None:
    """Let the learner do everything once: answer, miss, explain, guess, read, be reminded."""
    kettle, lid = make_question("kettle"), make_question("lid", "explanation")
    for question in (kettle, make_question("steam", "fill_in")):
        study(user, question, now - timedelta(days=3))
    missed = opened(user, kettle, now)
    study(user, kettle, now, option(missed, "Stone"))
    explained = opened(user, lid, now)
    study(user, lid, now)
    rate_explanation(draw=explained, covered=["point-1"], now=now)
    unanswered = opened(user, make_question("why", "explanation"), now)
    save_draft(draw=unanswered, raw={"text": f"half a thought of {user.email}"}, now=now)
    _read(user, now)
    _be_known(user, now)


def _read(user: User, now: datetime) -> None:
    lesson = Lesson.objects.get(slug="attention")
    section = lesson.sections.filter(steps__prediction__isnull=False).order_by("position").first()
    assert section is not None
    prediction = next(step.prediction for step in steps_of(section) if hasattr(step, "prediction"))
    choice = prediction.shown["options"][0]["id"]
    commit_prediction(learner_id=user.pk, prediction=prediction, choice=choice, now=now)
    finish(learner_id=user.pk, lesson=lesson, now=now)


def _be_known(user: User, now: datetime) -> None:
    Reminder.objects.create(learner=user, study_date=now.date(), created_at=now)
    fitted = Parameters.objects.create(
        learner=user, model=fsrs.MODEL, weights=list(fsrs.DEFAULT_WEIGHTS), fitted_at=now
    )
    StudyPlan.objects.filter(learner=user).update(parameters=fitted)
    make_token(user, f"script of {user.email}")
    EmailAddress.objects.create(user=user, email=user.email, primary=True)
    user.groups.add(Group.objects.get_or_create(name="testers")[0])
    LogEntry.objects.create(
        user=user,
        action_flag=CHANGE,
        content_type=ContentType.objects.get_for_model(Question),
        object_id="1",
        object_repr="somebody else's",
        change_message="private of somebody else",
    )
