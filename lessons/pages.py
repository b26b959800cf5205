"""A lesson as one learner sees it: sections, open steps, predictions, questions, results."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from lessons.content import Slot, split_slots
from lessons.models import (
    Lesson,
    LessonProgress,
    Prediction,
    PredictionAnswer,
    Section,
    SectionQuestion,
    Step,
)
from lessons.services.predicting import answers_to, gate, prediction_of
from quizzes.markdown import render, render_inline
from quizzes.models import Draw
from quizzes.presentation import QuestionView, present
from quizzes.services import lesson_draws
from review.doors import PostedAnswer
from review.models import StudyPlan
from review.presentation import AnsweredDraw, answered_draws, present_scheduled


@dataclass(frozen=True)
class PredictionView:
    """A prediction, before or after the reader's guess."""

    anchor: str
    action: str
    number: int
    prompt_html: SafeString
    options: list[dict[str, Any]]
    answered: bool
    can_answer: bool
    guess_html: str = ""
    came_true: bool = False
    outcome_html: str = ""
    error: str = ""


@dataclass(frozen=True)
class StepView:
    """A step; its HTML is not in the page while it is locked."""

    slug: str
    anchor: str
    title: str
    html: SafeString
    locked: bool
    prediction: PredictionView | None
    fresh: bool = False


@dataclass(frozen=True)
class SectionView:
    """A section with its parts in order."""

    slug: str
    title: str
    kind: str
    number: int
    state: str  # done, current, todo
    parts: list[dict[str, Any]]
    predictions_made: int = 0
    predictions_total: int = 0
    checks_done: int = 0
    checks_total: int = 0
    checks_text: str = ""


@dataclass(frozen=True)
class Reader:
    """Everything a lesson's page shows that is the learner's own."""

    learner_id: int
    guesses: Mapping[int, PredictionAnswer]  # by prediction
    draws: Mapping[int, Draw] = field(default_factory=dict)  # by question
    answered: Mapping[int, AnsweredDraw] = field(default_factory=dict)  # by draw
    results: Mapping[int, QuestionView] = field(default_factory=dict)  # by draw


def anchor_of(step: Step) -> str:
    """Return the id of a step in its page."""
    return f"step-{step.section.slug}-{step.slug}"


def sections_of(lesson: Lesson) -> list[Section]:
    """Return the sections with their steps, predictions and questions, in five queries."""
    steps = Step.objects.filter(retired_at=None).select_related("prediction").order_by("position")
    places = SectionQuestion.objects.select_related(
        "question__concept", "question__current"
    ).order_by("position")
    sections = list(
        lesson.sections.filter(retired_at=None)
        .order_by("position")
        .prefetch_related(Prefetch("steps", steps), Prefetch("places", places))
    )
    for section in sections:
        section.lesson = lesson  # spares a query for each
    return sections


def read_by(plan: StudyPlan, sections: list[Section], now: datetime) -> Reader:
    """Collect what is the learner's own in these sections, opening draws that are missing."""
    steps = [step for section in sections for step in section.steps.all()]
    questions = [
        place.question
        for section in sections
        for place in section.places.all()
        if place.question.retired_at is None
    ]
    draws = lesson_draws(learner_id=plan.learner_id, questions=questions, now=now)
    answered = answered_draws(plan.learner_id, list(draws.values()))
    return Reader(
        learner_id=plan.learner_id,
        guesses=answers_to(plan.learner_id, steps),
        draws=draws,
        answered=answered,
        results=present_scheduled(answered.values(), plan, now),
    )


def section_view(
    section: Section,
    reader: Reader,
    progress: LessonProgress,
    *,
    fresh: Prediction | None = None,
    errors: Mapping[int, str] | None = None,
    posted: Mapping[int, PostedAnswer] | None = None,
) -> SectionView:
    """Return one section as the reader sees it.

    `fresh` is the prediction just made, `errors` are by prediction, `posted` is by draw.
    """
    steps = {step.slug: step for step in step_views(section, reader, fresh, errors or {})}
    places = {place.question.slug: place for place in section.places.all()}
    done = sum(
        1
        for place in places.values()
        if (draw := reader.draws.get(place.question_id)) and draw.id in reader.answered
    )
    total = sum(1 for place in places.values() if place.question_id in reader.draws)
    guarded = [step for step in steps.values() if step.prediction]
    return SectionView(
        slug=section.slug,
        title=section.title,
        kind=section.kind,
        number=section.position,
        state=_state(section, progress),
        parts=_parts(section, steps, places, reader, posted or {}),
        predictions_made=sum(1 for s in guarded if s.prediction and s.prediction.answered),
        predictions_total=len(guarded),
        checks_done=done,
        checks_total=total,
        checks_text=_("%(done)d of %(total)d answered") % {"done": done, "total": total}
        if total
        else "",
    )


def step_views(
    section: Section,
    reader: Reader,
    fresh: Prediction | None,
    errors: Mapping[int, str],
) -> list[StepView]:
    """Return the steps; what is behind an unanswered prediction has no HTML."""
    steps = list(section.steps.all())
    opened = gate(steps, reader.guesses)
    views: list[StepView] = []
    number = 0
    for step in steps:
        prediction = prediction_of(step)
        shown: PredictionView | None = None
        if prediction is not None:
            number += 1
            shown = _prediction_view(
                section,
                prediction,
                reader.guesses.get(prediction.id),
                number,
                can_answer=opened.next_prediction == prediction.id,
                error=errors.get(prediction.id, ""),
            )
        is_open = step.id in opened.open_steps
        views.append(
            StepView(
                slug=step.slug,
                anchor=anchor_of(step),
                title=step.title,
                html=safe(step.html) if is_open else SafeString(""),
                locked=not is_open,
                prediction=shown,
                fresh=fresh is not None and prediction == fresh,
            )
        )
    return views


def question_view(
    draw: Draw, reader: Reader, lesson: Lesson, *, label: str, posted: PostedAnswer | None = None
) -> QuestionView:
    """Return one question of a lesson, answered or not."""
    posted = posted or PostedAnswer()
    result = reader.results.get(draw.id)
    if result is None:
        return replace(
            present(draw, typed=posted.typed),
            label=label,
            action=reverse("lessons:answer", args=[lesson.slug, draw.public_id]),
            draft_url=reverse("review:draft", args=[draw.public_id]),
            error=posted.error,
            errors=posted.errors or {},
        )
    view = replace(result, label=label, replay_text=posted.replay_text, focus=posted.fresh)
    if view.result and draw.id in reader.answered and reader.answered[draw.id].grade is None:
        rate_url = reverse("lessons:rate", args=[lesson.slug, draw.public_id])
        view = replace(view, result=replace(view.result, rate_url=rate_url))
    return view


def _prediction_view(
    section: Section,
    prediction: Prediction,
    guess: PredictionAnswer | None,
    number: int,
    *,
    can_answer: bool,
    error: str,
) -> PredictionView:
    shown = prediction.shown if guess is None else {"prompt": guess.chosen["prompt"], "options": []}
    view = PredictionView(
        anchor=f"prediction-{section.slug}-{prediction.slug}",
        action=reverse("lessons:predict", args=[section.lesson.slug, prediction.slug]),
        number=number,
        prompt_html=safe(render(shown["prompt"])),
        options=[
            {"id": option["id"], "html": safe(render_inline(option["text"])), "checked": False}
            for option in shown["options"]
        ],
        answered=guess is not None,
        can_answer=can_answer,
        error=error,
    )
    if guess is None:
        return view
    return replace(
        view,
        guess_html=safe(render(guess.chosen["text"])),
        came_true=guess.chosen["id"] == prediction.secret["came_true"],
        outcome_html=safe(render(prediction.secret["outcome"])),
    )


def _parts(
    section: Section,
    steps: Mapping[str, StepView],
    places: Mapping[str, SectionQuestion],
    reader: Reader,
    posted: Mapping[int, PostedAnswer],
) -> list[dict[str, Any]]:
    """Put steps and questions where their slots stand; ungated steps in a row become one player."""
    parts: list[dict[str, Any]] = []
    number = 0
    for piece in split_slots(section.html):
        if not isinstance(piece, Slot):
            if piece.html.strip():
                parts.append({"html": safe(piece.html)})
        elif piece.kind == "question":
            draw = (
                reader.draws.get(places[piece.slug].question_id) if piece.slug in places else None
            )
            if draw is not None:
                number += 1
                label = str(number) if len(places) > 1 else ""
                item = question_view(
                    draw, reader, section.lesson, label=label, posted=posted.get(draw.id)
                )
                parts.append({"item": item})
        elif piece.slug in steps:
            _add_step(parts, steps[piece.slug])
    return parts


def _add_step(parts: list[dict[str, Any]], step: StepView) -> None:
    if step.prediction is not None:
        parts.append({"step": step})
    elif parts and "stages" in parts[-1]:
        parts[-1]["stages"].append(step)
    else:
        parts.append({"stages": [step]})


def _state(section: Section, progress: LessonProgress) -> str:
    if progress.completed_at or section.position < progress.section_reached:
        return "done"
    if section.position == max(progress.section_reached, 1):
        return "current"
    return "todo"


def safe(html: str) -> SafeString:
    """Mark HTML of our own renderer as finished."""
    return SafeString(html)
