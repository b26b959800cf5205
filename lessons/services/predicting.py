"""A reader commits to a guess before a step is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction

from lessons.models import Prediction, PredictionAnswer, Section, Step
from quizzes.kinds.base import AnswerError


class LockedError(Exception):
    """An earlier prediction of this section is still owed."""


class AlreadyGuessedError(Exception):
    """The learner has committed to another guess before."""


@dataclass(frozen=True)
class Gate:
    """Which steps of a section a learner may see, and which prediction comes next."""

    open_steps: frozenset[int]
    next_prediction: int | None


def gate(steps: list[Step], answered: Mapping[int, PredictionAnswer]) -> Gate:
    """Open steps in order up to the first whose prediction is owed; `answered` by prediction."""
    open_steps: set[int] = set()
    for step in steps:
        prediction = prediction_of(step)
        if prediction is not None and prediction.id not in answered:
            return Gate(frozenset(open_steps), prediction.id)
        open_steps.add(step.id)
    return Gate(frozenset(open_steps), None)


def prediction_of(step: Step) -> Prediction | None:
    """Return the prediction that guards a step, if any."""
    return getattr(step, "prediction", None)


def steps_of(section: Section) -> list[Step]:
    """Return the section's steps in order, each with its prediction."""
    return list(
        section.steps.filter(retired_at=None).select_related("prediction").order_by("position")
    )


def answers_to(learner_id: int, steps: list[Step]) -> dict[int, PredictionAnswer]:
    """Return the learner's guesses at these steps, by prediction id."""
    found = PredictionAnswer.objects.filter(learner_id=learner_id, prediction__step__in=steps)
    return {guess.prediction_id: guess for guess in found}


def commit_prediction(
    *,
    learner_id: int,
    prediction: Prediction,
    choice: str,
    now: datetime,
    confidence: str = "",
    only_once: bool = False,
) -> PredictionAnswer:
    """Store the learner's guess; the first one counts for ever, a second is answered with it.

    Raises AnswerError for a choice that is not offered, LockedError out of turn; with `only_once`
    AlreadyGuessedError for a second guess that is not the first.
    """
    if prediction.step is None:
        raise LockedError("This prediction is not asked any more.")
    steps = steps_of(prediction.step.section)
    answered = answers_to(learner_id, steps)
    if prediction.id in answered:
        return _first(answered[prediction.id], choice, only_once)
    if gate(steps, answered).next_prediction != prediction.id:
        raise LockedError("Make the predictions before this one first.")
    option = next((o for o in prediction.shown["options"] if o["id"] == choice), None)
    if option is None:
        raise AnswerError("choices", "Choose one of the options.")
    try:
        with transaction.atomic():
            return PredictionAnswer.objects.create(
                learner_id=learner_id,
                prediction=prediction,
                chosen={"prompt": prediction.shown["prompt"], **option},
                confidence=confidence,
                answered_at=now,
            )
    except IntegrityError:  # a double tap: the first one was stored a moment ago
        first = PredictionAnswer.objects.get(learner_id=learner_id, prediction=prediction)
        return _first(first, choice, only_once)


def _first(guess: PredictionAnswer, choice: str, only_once: bool) -> PredictionAnswer:
    if only_once and guess.chosen["id"] != choice:
        raise AlreadyGuessedError("You have committed to another guess; the first one counts.")
    return guess
