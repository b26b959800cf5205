"""An answer's way through the schedule: lock, submit, rate, remember, log."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from quizzes.models import Draw, Grade, Submission
from quizzes.models.answers import Grader
from quizzes.services import Submitted, grade_explanation, submit
from review import days, fsrs, ratings
from review.fsrs import Rating
from review.models import Card, ReviewLog, StudyPlan
from review.models.cards import LogKind, State
from review.services.plans import card_moved, lock_plan, refresh_next_dates


@dataclass(frozen=True)
class Answered:
    """What became of an answer; `log` is None while it waits for a grade."""

    submission: Submission
    grade: Grade | None
    log: ReviewLog | None
    replayed: bool


class RatingRefusedError(Exception):
    """The rating cannot be changed in this way."""


@transaction.atomic
def answer(
    *,
    draw: Draw,
    raw: Any,
    idempotency_key: str,
    now: datetime,
    confidence: str = "",
    answer_seconds: float | None = None,
    locale: str = "en",
) -> Answered:
    """Take a learner's answer to their own draw: grade it and schedule its question.

    The same key and answer again give the stored result. Raises AnswerError, KeyReusedError and
    AlreadyAnsweredError; then nothing has changed.
    """
    plan = lock_plan(draw.learner_id)
    submitted = submit(
        draw=draw,
        raw=raw,
        idempotency_key=idempotency_key,
        now=now,
        confidence=confidence,
        answer_seconds=answer_seconds,
        locale=locale,
    )
    return _scheduled(plan, draw, submitted, now)


@transaction.atomic
def rate_explanation(*, draw: Draw, covered: Iterable[str], now: datetime) -> Answered:
    """Take the learner's own judgement of their explanation, and schedule its question."""
    plan = lock_plan(draw.learner_id)
    submitted = grade_explanation(draw=draw, covered=covered, now=now)
    return _scheduled(plan, draw, submitted, now)


@transaction.atomic
def rerate(*, draw: Draw, rating: Rating, now: datetime) -> ReviewLog:
    """Let the learner call a right answer hard or easy, while it is their newest of that question.

    Raises RatingRefusedError, also for turning a wrong answer into a right one.
    """
    plan = lock_plan(draw.learner_id)
    card = (
        Card.objects.of(draw.learner_id)
        .filter(question_id=draw.question_id)
        .select_related("question")
        .first()
    )
    review = _review_of(draw)
    if card is None or review is None or review.card_id != card.id:
        raise RatingRefusedError("There is no graded answer to rate.")
    assert review.submission_id is not None
    newest = ReviewLog.objects.get(learner_id=draw.learner_id, card=card, seq=card.last_seq)
    if newest.kind == LogKind.UNDO:
        raise RatingRefusedError("This answer was taken back.")
    if newest.seq != review.seq and newest.target_seq != review.seq:
        raise RatingRefusedError("You have answered this question again since.")
    grade = Grade.objects.filter(
        learner_id=draw.learner_id, submission_id=review.submission_id
    ).latest("number")
    if not ratings.may_rerate(grade.score, rating):
        raise RatingRefusedError("Only a right answer can be called hard, good or easy.")
    if newest.rating == rating:
        return newest
    before = memory_before(review)
    log = _event(
        plan,
        card,
        before,
        rating,
        review.reviewed_at,
        review.study_date,
        None if review.elapsed_days is None else int(review.elapsed_days),
    )
    log.kind, log.target_seq, log.reviewed_at = LogKind.RERATE, review.seq, now
    _store(plan, card, log, now)
    return log


def log_of(draw: Draw) -> ReviewLog | None:
    """Return the log that says when an answered draw's question comes back."""
    review = _review_of(draw)
    if review is None:
        return None
    changed = (
        ReviewLog.objects.filter(
            learner_id=draw.learner_id,
            card_id=review.card_id,
            kind=LogKind.RERATE,
            target_seq=review.seq,
        )
        .order_by("-seq")
        .first()
    )
    return changed or review


def _review_of(draw: Draw) -> ReviewLog | None:
    return ReviewLog.objects.filter(
        learner_id=draw.learner_id, submission__draw=draw, kind=LogKind.REVIEW
    ).first()


def memory_before(log: ReviewLog) -> fsrs.MemoryState | None:
    """Return what the learner remembered before a log; None before the first answer."""
    if log.stability_before is None or log.difficulty_before is None:
        return None
    return fsrs.MemoryState(log.stability_before, log.difficulty_before, fsrs.MODEL)


def _scheduled(plan: StudyPlan, draw: Draw, submitted: Submitted, now: datetime) -> Answered:
    submission, grade = submitted.submission, submitted.grade
    if submitted.replayed or grade is None:
        return Answered(submission, grade, log_of(draw) if grade else None, submitted.replayed)
    rating = _rating(draw, submission, grade)
    try:
        card = Card.objects.of(plan.learner_id).get(question_id=draw.question_id)
    except Card.DoesNotExist:
        card = Card(learner_id=plan.learner_id)
    card.question = draw.question
    reviewed_at, clamped = days.clamp_clock(now, card.last_reviewed_at)
    study_date = plan.study_date(reviewed_at)
    before, elapsed = card.memory, None
    if card.last_study_date is not None:
        elapsed = days.elapsed_days(card.last_study_date, study_date)
    log = _event(plan, card, before, rating, reviewed_at, study_date, elapsed)
    log.submission, log.clock_clamped = submission, clamped
    card.reps += 1
    card.lapses += rating is Rating.Again and before is not None
    card.last_reviewed_at = reviewed_at
    # Travelling west can bring an earlier date: the days between reviews never shrink by it.
    card.last_study_date = max(card.last_study_date or study_date, study_date)
    _store(plan, card, log, now)
    return Answered(submission, grade, log, replayed=False)


def _rating(draw: Draw, submission: Submission, grade: Grade) -> Rating:
    if grade.grader == Grader.SELF:
        return ratings.rate_explanation(grade.score)
    return ratings.rate(
        grade.score,
        hints_used=submission.hints_used,
    )


def _event(
    plan: StudyPlan,
    card: Card,
    before: fsrs.MemoryState | None,
    rating: Rating,
    reviewed_at: datetime,
    study_date: Any,
    elapsed: int | None,
) -> ReviewLog:
    """Compute what a rating does to a memory, as the log that will record it."""
    weights = plan.weights
    after = fsrs.remember(before, rating, elapsed or 0, weights)
    interval = interval_after(after, rating, plan.desired_retention, weights)
    return ReviewLog(
        learner_id=plan.learner_id,
        card=card,
        kind=LogKind.REVIEW,
        rating=rating,
        reviewed_at=reviewed_at,
        study_date=study_date,
        time_zone=plan.time_zone,
        elapsed_days=elapsed,
        parameters=plan.parameters,
        desired_retention=plan.desired_retention,
        stability_before=before.stability if before else None,
        difficulty_before=before.difficulty if before else None,
        stability_after=after.stability,
        difficulty_after=after.difficulty,
        interval_days=interval,
        due=plan.day_start(study_date + timedelta(days=interval)),
    )


def interval_after(
    memory: fsrs.MemoryState, rating: Rating, desired_retention: float, weights: Any
) -> int:
    """Return after how many study days a card comes back; a missed one on the next."""
    if rating is Rating.Again:
        return 1
    return fsrs.interval_days(memory, desired_retention, weights)


def _store(plan: StudyPlan, card: Card, log: ReviewLog, now: datetime) -> None:
    """Write the log, fold it into the card and move the learner's next dates."""
    missed = log.rating == Rating.Again
    if missed:
        card.state = State.LEARNING if log.stability_before is None else State.RELEARNING
    else:
        card.state = State.REVIEW
    assert log.stability_after is not None
    assert log.difficulty_after is not None
    card.stability, card.difficulty = log.stability_after, log.difficulty_after
    before = None if card.pk is None else card.due
    card.model, card.due = fsrs.MODEL, log.due
    card.last_seq += 1
    log.seq = card.last_seq
    card.save()
    log.card = card
    log.save()
    if card.suspended_at is None and card.question.retired_at is None:
        card_moved(plan, before, card.due, now)
    else:
        refresh_next_dates(plan, now)
