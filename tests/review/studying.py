"""A learner studies: open a question, answer it, look at what was remembered."""

from datetime import datetime
from typing import Any
from uuid import uuid4

from quizzes.models import Draw, Question
from quizzes.services import open_draw
from review.models import Card, ReviewLog, StudyPlan
from review.services import Answered, answer
from tests.authoring import right, wrong
from tutor.models import User


def opened(learner: User, question: Question, now: datetime) -> Draw:
    """The draw before the learner."""
    return open_draw(learner_id=learner.pk, question=question, now=now)[0]


def study(
    learner: User, question: Question, now: datetime, raw: Any = None, *, miss: bool = False
) -> Answered:
    """Answer the question, rightly unless told otherwise."""
    draw = opened(learner, question, now)
    raw = raw or (wrong(draw) if miss else right(draw))
    return answer(draw=draw, raw=raw, idempotency_key=str(uuid4()), now=now)


def card_of(learner: User, question: Question) -> Card:
    """The learner's card of the question, after checking that it is what its logs say."""
    card = Card.objects.get(learner=learner, question=question)
    logs = list(ReviewLog.objects.filter(card=card).order_by("seq"))
    newest = logs[-1]
    reviews = [log for log in logs if log.kind == "review"]
    assert [log.seq for log in logs] == list(range(1, card.last_seq + 1))
    assert card.due == newest.due
    assert (card.stability, card.difficulty) == (newest.stability_after, newest.difficulty_after)
    assert card.reps == len(reviews)
    assert card.last_reviewed_at == max(log.reviewed_at for log in reviews)
    assert card.last_study_date == max(log.study_date for log in reviews)
    return card


def plan_row(learner: User) -> StudyPlan:
    """The learner's plan as it is stored."""
    return StudyPlan.objects.get(learner=learner)
