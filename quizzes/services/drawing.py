"""Putting a question before a learner."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Case, Exists, OuterRef, Q, Subquery, When

from quizzes.models import Draw, Grade, Question, Submission, Variant
from quizzes.permutation import ordinal_of_draw


def open_draw(*, learner_id: int, question: Question, now: datetime) -> tuple[Draw, bool]:
    """Return the draw that the learner has before them, and whether it was made just now.

    A draw that was opened but not answered comes back as it was. If its question has been corrected
    since, the learner gets the corrected one in a new draw; the old one can still be answered. An
    answer that waits for its grade comes before all of that: nothing is asked anew over it.
    """
    for _ in range(3):
        latest, waiting_id = _latest(learner_id, question)
        if waiting_id is not None:
            return Draw.objects.of(learner_id).get(id=waiting_id), False
        if latest and _is_open(latest, question):
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
    for _ in range(3):
        standing, numbers = _standing(learner_id, questions)
        missing = [question for question in questions if question.id not in standing]
        if not missing:
            draws = Draw.objects.of(learner_id).filter(id__in=standing.values())
            return {draw.question_id: draw for draw in draws}
        opened = _new_draws(learner_id, missing, numbers, now)
        # Another tab may have opened some of them a moment ago: those stay, and are read next.
        Draw.objects.bulk_create(opened, ignore_conflicts=True)
    raise RuntimeError(f"{len(missing)} questions of the lesson could not be opened")


def _standing(
    learner_id: int, questions: Sequence[Question]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return by question which draw stands in its lesson, if any, and how many draws it has had."""
    rows = (
        Draw.objects.filter(learner_id=learner_id, question__in=questions)
        .annotate(answered=_is_answered())
        .order_by("question_id", "number")
        .values_list("id", "question_id", "number", "answered", "variant__version_id")
    )
    current = {question.id: question.current_id for question in questions}
    answered_first: dict[int, int] = {}
    newest: dict[int, int] = {}
    numbers: dict[int, int] = {}
    for draw_id, question_id, number, answered, version_id in rows:
        numbers[question_id] = number
        newest.pop(question_id, None)
        if answered:
            answered_first.setdefault(question_id, draw_id)
        elif version_id == current[question_id]:
            newest[question_id] = draw_id
    return newest | answered_first, numbers


def _is_answered() -> Exists:
    return Exists(
        Submission.objects.filter(learner_id=OuterRef("learner_id"), draw_id=OuterRef("pk"))
    )


def _latest(learner_id: int, question: Question) -> tuple[Draw | None, int | None]:
    """Return the question's last draw, and the id of the one whose answer waits for its grade.

    That is the newest answered one or none. One statement, so that an answer or grade that arrives
    meanwhile is seen in both or in neither.
    """
    grades = Grade.objects.filter(
        learner_id=OuterRef("learner_id"), submission__draw_id=OuterRef("pk")
    )
    answered = (
        Draw.objects.filter(_is_answered(), learner_id=learner_id, question=question)
        .annotate(waiting_id=Case(When(~Exists(grades), then="pk")))
        .order_by("-number")
        .values("waiting_id")
    )
    latest = (
        Draw.objects.of(learner_id)
        .filter(question=question)
        .annotate(answered=_is_answered(), waiting_id=Subquery(answered[:1]))
        .order_by("-number")
        .first()
    )
    return latest, latest.waiting_id if latest else None  # type: ignore[attr-defined]


def _is_open(latest: Draw, question: Question) -> bool:
    answered: bool = latest.answered  # type: ignore[attr-defined]
    return not answered and latest.variant.version_id == question.current_id


def _new_draw(learner_id: int, question: Question, number: int, now: datetime) -> Draw:
    (draw,) = _new_draws(learner_id, [question], {question.id: number - 1}, now)
    draw.save(force_insert=True)
    return draw


def _new_draws(
    learner_id: int, questions: Sequence[Question], numbers: Mapping[int, int], now: datetime
) -> list[Draw]:
    """Return the next draw of each question, not saved yet; `numbers` are those of the last."""
    wanted: list[tuple[Question, int, tuple[int, int]]] = []
    for question in questions:
        version = question.current
        if version is None:
            raise ValueError(f"question {question.public_id} has no version yet")
        number = numbers.get(question.id, 0) + 1
        ordinal = ordinal_of_draw(
            number, version.pool_size, learner_id=learner_id, version_id=version.id
        )
        wanted.append((question, number, (version.id, ordinal)))
    places = Q()
    for _question, _number, (version_id, ordinal) in wanted:
        places |= Q(version_id=version_id, ordinal=ordinal)
    variants = {
        (variant.version_id, variant.ordinal): variant for variant in Variant.objects.filter(places)
    }
    return [
        Draw(
            learner_id=learner_id,
            question=question,
            variant=variants[place],
            number=number,
            shuffle_seed=secrets.randbits(63),
            opened_at=now,
        )
        for question, number, place in wanted
    ]
