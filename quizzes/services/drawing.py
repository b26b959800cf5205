"""Putting a question before a learner."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from quizzes.models import Draw, Question, Submission, Variant
from quizzes.permutation import ordinal_of_draw
from quizzes.text import unstorable

DRAFT_LENGTH = 20_000


def open_draw(*, learner_id: int, question: Question, now: datetime) -> tuple[Draw, bool]:
    """Return the draw that the learner has before them, and whether it was made just now.

    A draw that was opened but not answered comes back as it was. If its question has been corrected
    since, the learner gets the corrected one in a new draw; the old one can still be answered.
    """
    for _ in range(3):
        latest = _latest(learner_id, question)
        if latest and not _answered(latest) and latest.variant.version_id == question.current_id:
            return latest, False
        try:
            with transaction.atomic():
                number = latest.number + 1 if latest else 1
                return _new_draw(learner_id, question, number, now), True
        except IntegrityError:
            # The same learner opened the same question at the same moment: take that one.
            continue
    raise RuntimeError(f"question {question.public_id} could not be opened")


def lesson_draws(
    *, learner_id: int, questions: Sequence[Question], now: datetime
) -> dict[int, Draw]:
    """Return for each question (by id) the draw that stands in its lesson, opening what is missing.

    That is the learner's first answer, for ever; before there is one, the open draw.
    """
    rows = (
        Draw.objects.filter(learner_id=learner_id, question__in=questions)
        .annotate(answered=_is_answered())
        .order_by("question_id", "number")
        .values_list("id", "question_id", "answered", "variant__version_id")
    )
    chosen: dict[int, tuple[int, bool, int]] = {}
    for draw_id, question_id, answered, version_id in rows:
        if not (question_id in chosen and chosen[question_id][1]):
            chosen[question_id] = (draw_id, answered, version_id)
    kept = [
        chosen[q.id][0]
        for q in questions
        if q.id in chosen and (chosen[q.id][1] or chosen[q.id][2] == q.current_id)
    ]
    draws = {draw.question_id: draw for draw in Draw.objects.of(learner_id).filter(id__in=kept)}
    for question in questions:
        if question.id not in draws:
            draws[question.id], _ = open_draw(learner_id=learner_id, question=question, now=now)
    return draws


def save_draft(*, draw: Draw, draft: dict[str, str], now: datetime) -> bool:
    """Keep what the learner has typed so far; False if the draw is answered already.

    Raises ValueError if the text cannot be stored.
    """
    text = str(draft.get("text", ""))
    if reason := unstorable(text):
        raise ValueError(reason)
    if len(text) > DRAFT_LENGTH:
        raise ValueError(f"The text is longer than {DRAFT_LENGTH:,} characters.")
    if _answered(draw):
        return False
    draw.draft = {"text": text}
    draw.draft_saved_at = now
    draw.save(update_fields=["draft", "draft_saved_at"])
    return True


def _is_answered() -> Exists:
    return Exists(
        Submission.objects.filter(learner_id=OuterRef("learner_id"), draw_id=OuterRef("pk"))
    )


def _answered(draw: Draw) -> bool:
    return Submission.objects.filter(learner_id=draw.learner_id, draw=draw).exists()


def _latest(learner_id: int, question: Question) -> Draw | None:
    return Draw.objects.of(learner_id).filter(question=question).order_by("-number").first()


def _new_draw(learner_id: int, question: Question, number: int, now: datetime) -> Draw:
    version = question.current
    if version is None:
        raise ValueError(f"question {question.public_id} has no version yet")
    ordinal = ordinal_of_draw(
        number, version.pool_size, learner_id=learner_id, version_id=version.id
    )
    variant = Variant.objects.get(version=version, ordinal=ordinal)
    return Draw.objects.create(
        learner_id=learner_id,
        question=question,
        variant=variant,
        number=number,
        shuffle_seed=secrets.randbits(63),
        opened_at=now,
    )
