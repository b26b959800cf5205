"""Between a card's row and its history."""

from collections.abc import Iterable

from review import fold, fsrs
from review.models import Card, ReviewLog, StudyPlan


def events_of(card: Card) -> list[fold.Event]:
    """Return the card's logs, as far as they decide what becomes of it."""
    logs = ReviewLog.objects.filter(learner_id=card.learner_id, card=card).order_by("seq")
    return [_event(log) for log in logs]


def put_state(card: Card, plan: StudyPlan, events: Iterable[fold.Event]) -> None:
    """Make the row say what the history says, and save it.

    A card that has become new again is due from the beginning of the day on which it was first met.
    """
    history = list(events)
    state = fold.fold(history)
    card.state = state.state
    card.stability, card.difficulty = state.stability, state.difficulty
    card.model = "" if state.stability is None else fsrs.MODEL
    card.due = state.due or plan.day_start(history[0].study_date)
    card.last_reviewed_at, card.last_study_date = state.last_reviewed_at, state.last_study_date
    card.reps, card.lapses, card.last_seq = state.reps, state.lapses, state.last_seq
    card.suspended_at = state.suspended_at
    card.save()


def _event(log: ReviewLog) -> fold.Event:
    return fold.Event(
        seq=log.seq,
        kind=log.kind,
        at=log.reviewed_at,
        study_date=log.study_date,
        due=log.due,
        target_seq=log.target_seq,
        rating=log.rating,
        stability=log.stability_after,
        difficulty=log.difficulty_after,
    )
