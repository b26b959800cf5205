"""What a learner does to the queue besides answering: take back, set aside, take up."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from quizzes.models import Draw, Question
from review.models import Card, ReviewLog, StudyPlan
from review.models.cards import LogKind, State
from review.queue import done_on
from review.services.history import events_of, put_state
from review.services.plans import lock_plan, refresh_next_dates


class NothingToUndoError(Exception):
    """There is no answer of today that could be taken back."""


@transaction.atomic
def undo(*, learner_id: int, now: datetime, answers_seen: int | None = None) -> Card:
    """Take back the learner's last answer of today; called again, the one before it.

    Nothing is deleted: a log says that the answer does not count, and the card is what its history
    then says. `answers_seen` is how many answers of today stood when the learner asked for it; if
    that has changed (another tab, a double tap), nothing happens. Raises NothingToUndoError.
    """
    plan = lock_plan(learner_id)
    if answers_seen is not None and done_on(plan, now).answers != answers_seen:
        raise NothingToUndoError("Your answers of today have changed meanwhile: look again.")
    review = _last_review(plan, now)
    if review is None:
        raise NothingToUndoError("There is no answer of today to take back.")
    return _undone(plan, review, now)


@transaction.atomic
def take_back(*, draw: Draw, now: datetime) -> None:
    """Take back the answer of this draw, the learner's last of today; a second time does nothing.

    Raises NothingToUndoError.
    """
    plan = lock_plan(draw.learner_id)
    reviews = ReviewLog.objects.filter(learner_id=draw.learner_id, submission__draw=draw)
    review = reviews.filter(kind=LogKind.REVIEW).first()
    if review is None:
        raise NothingToUndoError("This question has no scheduled answer to take back.")
    if not reviews.answers_that_stand().exists():
        return
    last = _last_review(plan, now)
    if last is None or last.pk != review.pk:
        raise NothingToUndoError("Only the last answer of today can be taken back.")
    _undone(plan, last, now)


@transaction.atomic
def suspend(*, learner_id: int, question: Question, now: datetime) -> Card:
    """Ask a question no more until it is taken up again; a second time changes nothing.

    Raises Card.DoesNotExist if the learner has no card for it.
    """
    return _set_aside(learner_id, question, now, LogKind.SUSPEND)


@transaction.atomic
def unsuspend(*, learner_id: int, question: Question, now: datetime) -> Card:
    """Ask a question again that was set aside; a second time changes nothing."""
    return _set_aside(learner_id, question, now, LogKind.UNSUSPEND)


@transaction.atomic
def introduce(*, learner_id: int, questions: Iterable[Question], now: datetime) -> int:
    """Offer questions in review that the learner has read about and not answered yet.

    Returns how many are new to the learner's queue.
    """
    plan = lock_plan(learner_id)
    wanted = list(questions)
    known = set(
        Card.objects.of(learner_id)
        .filter(question__in=wanted)
        .values_list("question_id", flat=True)
    )
    due = plan.day_start(plan.study_date(now))
    new = [
        Card(learner_id=learner_id, question=question, state=State.NEW, due=due)
        for question in wanted
        if question.id not in known
    ]
    Card.objects.bulk_create(new)
    refresh_next_dates(plan, now)
    return len(new)


def _undone(plan: StudyPlan, review: ReviewLog, now: datetime) -> Card:
    """Let an answer count no more; the card becomes what its history then says."""
    card = review.card
    _append(plan, card, LogKind.UNDO, now, target_seq=review.seq)
    put_state(card, plan, events_of(card))
    refresh_next_dates(plan, now)
    return card


def _last_review(plan: StudyPlan, now: datetime) -> ReviewLog | None:
    """Return the newest answer of today that still counts."""
    today = ReviewLog.objects.filter(
        learner_id=plan.learner_id, study_date=plan.study_date(now)
    ).answers_that_stand()
    return today.select_related("card__question").order_by("-id").first()


def _set_aside(learner_id: int, question: Question, now: datetime, kind: LogKind) -> Card:
    plan = lock_plan(learner_id)
    card = Card.objects.of(learner_id).select_related("question").get(question=question)
    if (card.suspended_at is not None) == (kind == LogKind.SUSPEND):
        return card
    _append(plan, card, kind, now)
    card.suspended_at = now if kind == LogKind.SUSPEND else None
    card.save(update_fields=["suspended_at", "last_seq"])
    refresh_next_dates(plan, now)
    return card


def _append(
    plan: StudyPlan, card: Card, kind: LogKind, now: datetime, *, target_seq: int | None = None
) -> None:
    card.last_seq += 1
    ReviewLog.objects.create(
        learner_id=plan.learner_id,
        card=card,
        seq=card.last_seq,
        kind=kind,
        target_seq=target_seq,
        reviewed_at=now,
        study_date=plan.study_date(now),
        time_zone=plan.time_zone,
        due=card.due,
    )
