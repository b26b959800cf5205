"""Taking an answer: parse, grade, store, once."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from quizzes.canonical import digest
from quizzes.kinds import KINDS
from quizzes.kinds.base import Outcome, Part
from quizzes.kinds.explanation import share
from quizzes.models import Draw, Finding, Grade, Misconception, Submission
from quizzes.models.answers import Grader, Reason


@dataclass(frozen=True)
class Submitted:
    """A stored answer; `grade` is None while nobody has judged it."""

    submission: Submission
    grade: Grade | None
    replayed: bool  # the same request had been stored before


class KeyReusedError(Exception):
    """The idempotency key was used before for another answer."""


class AlreadyAnsweredError(Exception):
    """The draw has its answer already, under another key."""


class NotPendingError(Exception):
    """There is no answer that waits for a grade."""


def submit(
    *,
    draw: Draw,
    raw: Any,
    idempotency_key: str,
    now: datetime,
    confidence: str = "",
    answer_seconds: float | None = None,
    locale: str = "en",
) -> Submitted:
    """Store and grade one answer; the same key and answer again give the stored result.

    Call it in a transaction that holds the lock under which this learner's answers are taken (the
    StudyPlan, or an attempt). Raises AnswerError for a malformed answer (nothing is stored),
    KeyReusedError and AlreadyAnsweredError.
    """
    request_hash = digest({"draw": str(draw.public_id), "raw": raw, "confidence": confidence})
    if stored := _stored(draw, idempotency_key, request_hash):
        return stored
    kind = KINDS[draw.variant.kind]
    parsed = kind.parse(draw.variant.shown, raw, draw.wire, locale)
    outcome = kind.grade(draw.variant.shown, draw.variant.secret, parsed)
    submission = Submission.objects.create(
        learner_id=draw.learner_id,
        draw=draw,
        idempotency_key=idempotency_key,
        request_hash=request_hash,
        raw=raw,
        parsed=parsed,
        confidence=confidence,
        hints_used=draw.hints_used,
        answer_seconds=answer_seconds,
        submitted_at=now,
    )
    grade = _grade(submission, outcome, Grader.AUTO, now)
    return Submitted(submission, grade, replayed=False)


def grade_explanation(*, draw: Draw, covered: Iterable[str], now: datetime) -> Submitted:
    """Grade the learner's explanation by the points of the rubric that they found in it.

    Graded already → the stored grade. Raises NotPendingError if nothing was submitted, AnswerError
    if a point is not in the rubric.
    """
    submission = Submission.objects.filter(learner_id=draw.learner_id, draw=draw).first()
    if submission is None or "rubric" not in draw.variant.secret:
        raise NotPendingError("Write and submit your explanation first.")
    if grade := current_grade(submission):
        return Submitted(submission, grade, replayed=True)
    keys = sorted(set(covered))
    score = share(draw.variant.secret["rubric"], keys)
    outcome = Outcome(score, tuple(Part(key, 1.0, "", "") for key in keys))
    return Submitted(submission, _grade(submission, outcome, Grader.SELF, now), replayed=False)


def current_grade(submission: Submission) -> Grade | None:
    """Return the grade that counts, or None while it is pending."""
    return (
        Grade.objects.filter(learner_id=submission.learner_id, submission=submission)
        .order_by("-number")
        .first()
    )


def _stored(draw: Draw, idempotency_key: str, request_hash: str) -> Submitted | None:
    # Three columns, for nearly always there is none.
    found = list(
        Submission.objects.filter(learner_id=draw.learner_id)
        .filter(Q(idempotency_key=idempotency_key) | Q(draw=draw))
        .values_list("id", "idempotency_key", "request_hash")
    )
    for submission_id, key, earlier_hash in found:
        if key != idempotency_key:
            continue
        if earlier_hash != request_hash:
            raise KeyReusedError(
                "This Idempotency-Key was used before for another answer: send a new key."
            )
        submission = Submission.objects.get(learner_id=draw.learner_id, id=submission_id)
        return Submitted(submission, current_grade(submission), replayed=True)
    if found:
        raise AlreadyAnsweredError("This question was answered already.")
    return None


def _grade(submission: Submission, outcome: Outcome, grader: Grader, now: datetime) -> Grade | None:
    if outcome.score is None:
        return None
    grade = Grade.objects.create(
        learner_id=submission.learner_id,
        submission=submission,
        grader=grader,
        reason=Reason.FIRST,
        score=outcome.score,
        parts=[asdict(part) for part in outcome.parts],
        graded_at=now,
    )
    shown = {(part.name, part.misconception) for part in outcome.parts if part.misconception}
    if shown:
        ids = dict(
            Misconception.objects.filter(slug__in={slug for _, slug in shown}).values_list(
                "slug", "id"
            )
        )
        Finding.objects.bulk_create(
            Finding(
                learner_id=submission.learner_id,
                grade=grade,
                part=name,
                misconception_id=ids[slug],
            )
            for name, slug in sorted(shown)
        )
    return grade
