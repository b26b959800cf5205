"""Paths and lessons as one learner may see them, as plain values for the API."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lessons.content import Slot, split_slots
from lessons.models import Lesson, LessonProgress, Path, Prediction, PredictionAnswer, Section, Step
from lessons.services.predicting import Gate, answers_to, gate, prediction_of
from quizzes.models import Submission


@dataclass(frozen=True)
class Known:
    """What a learner has done of some sections: guesses by prediction, questions answered."""

    guesses: Mapping[int, PredictionAnswer]
    answered: frozenset[int]


def progress_of(learner_id: int) -> dict[int, LessonProgress]:
    """Return how far the learner has come in each lesson begun, by lesson id."""
    own = LessonProgress.objects.filter(learner_id=learner_id)
    return {come.lesson_id: come for come in own}


def known_of(learner_id: int, sections: Iterable[Section]) -> Known:
    """Return what the learner has done of these sections, in two queries."""
    held = list(sections)
    steps = [step for section in held for step in section.steps.all()]
    asked = [place.question_id for section in held for place in section.places.all()]
    answered = Submission.objects.filter(learner_id=learner_id, draw__question__in=asked)
    return Known(
        guesses=answers_to(learner_id, steps),
        answered=frozenset(answered.values_list("draw__question_id", flat=True)),
    )


def summary(lesson: Lesson, come: LessonProgress | None) -> dict[str, Any]:
    """Return a lesson of a list, read `with_section_count()`."""
    return {
        "id": lesson.public_id,
        "slug": lesson.slug,
        "title": lesson.title,
        "summary": lesson.summary,
        "minutes": lesson.minutes,
        "section_count": lesson.section_count,  # type: ignore[attr-defined]
        "progress": progress(come),
    }


def progress(come: LessonProgress | None) -> dict[str, Any]:
    """Return how far the learner has come in a lesson; None = not begun."""
    return {
        "section_reached": come.section_reached if come else 0,
        "completed_at": come.completed_at if come else None,
    }


def path_document(path: Path, come: Mapping[int, LessonProgress]) -> dict[str, Any]:
    """Return a path; `path` comes from `Path.objects.with_lessons()`."""
    return {
        "slug": path.slug,
        "title": path.title,
        "lessons": [
            {
                "unit": place.unit,
                "position": place.position,
                "lesson": summary(place.lesson, come.get(place.lesson_id)),
            }
            for place in path.places.all()
        ],
    }


def section_document(section: Section, known: Known) -> dict[str, Any]:
    """Return a section in reading order; what is behind an owed prediction is left out."""
    return {
        "slug": section.slug,
        "title": section.title,
        "kind": section.kind,
        "position": section.position,
        "parts": _parts(section, known),
    }


def prediction_document(
    prediction: Prediction, guess: PredictionAnswer | None, opened: Gate
) -> dict[str, Any]:
    """Return a prediction; what came of it only beside the learner's guess."""
    return {
        "slug": prediction.slug,
        "prompt": guess.chosen["prompt"] if guess else prediction.shown["prompt"],
        "options": prediction.shown["options"],
        "can_answer": opened.next_prediction == prediction.id,
        "guess": _guess(prediction, guess) if guess else None,
    }


def _parts(section: Section, known: Known) -> list[dict[str, Any]]:
    steps = list(section.steps.all())
    opened = gate(steps, known.guesses)
    by_slug = {step.slug: step for step in steps}
    questions = [place.question for place in section.places.all()]
    asked = {question.slug: question for question in questions if question.retired_at is None}
    parts: list[dict[str, Any]] = []
    for piece in split_slots(section.html):
        if not isinstance(piece, Slot):
            if piece.html.strip():
                parts.append(_part("html", piece.html))
        elif piece.kind == "step" and (step := by_slug.get(piece.slug)):
            parts.append(_part("step", _step(step, opened, known)))
        elif piece.kind == "question" and (question := asked.get(piece.slug)):
            shown = {
                "id": question.public_id,
                "concept": question.concept.slug,
                "answered": question.id in known.answered,
            }
            parts.append(_part("question", shown))
    return parts


def _part(kind: str, content: Any) -> dict[str, Any]:
    return {"type": kind, "html": None, "step": None, "question": None, kind: content}


def _step(step: Step, opened: Gate, known: Known) -> dict[str, Any]:
    prediction = prediction_of(step)
    is_open = step.id in opened.open_steps
    shown = None
    if prediction is not None:
        shown = prediction_document(prediction, known.guesses.get(prediction.id), opened)
    return {
        "slug": step.slug,
        "title": step.title,
        "locked": not is_open,
        "html": step.html if is_open else None,
        "prediction": shown,
    }


def _guess(prediction: Prediction, guess: PredictionAnswer) -> dict[str, Any]:
    return {
        "choice": guess.chosen["id"],
        "text": guess.chosen["text"],
        "confidence": guess.confidence,
        "answered_at": guess.answered_at,
        "came_true": guess.chosen["id"] == prediction.secret["came_true"],
        "outcome": prediction.secret["outcome"],
    }
