"""A card as the fold of its logs: what the history says, whatever the row says (pure).

Memory, interval and due are read from the log, because fuzz, balancing and refits are history;
which events count is decided here: a changed rating replaces its review, an undone event never was.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

REVIEW: Final = "review"
RERATE: Final = "rerate"
UNDO: Final = "undo"
SUSPEND: Final = "suspend"
UNSUSPEND: Final = "unsuspend"
AGAIN: Final = 1


@dataclass(frozen=True)
class Event:
    """One log, as far as it decides what becomes of the card. `seq` counts from 1 without gaps."""

    seq: int
    kind: str
    at: datetime
    study_date: date
    due: datetime
    target_seq: int | None = None
    rating: int | None = None
    stability: float | None = None  # days, after the event
    difficulty: float | None = None  # 1 to 10, after the event


@dataclass(frozen=True)
class CardState:
    """What a card holds; without a memory it is new."""

    state: str = "new"
    stability: float | None = None
    difficulty: float | None = None
    due: datetime | None = None  # None: as soon as it is asked for
    last_reviewed_at: datetime | None = None
    last_study_date: date | None = None
    reps: int = 0
    lapses: int = 0
    last_seq: int = 0
    suspended_at: datetime | None = None


def effective(events: Iterable[Event]) -> list[Event]:
    """Return what counts, in order: undone events left out, changed ratings put in their place.

    Raises ValueError for an event that points at nothing.
    """
    kept: dict[int, Event] = {}
    for event in events:
        if event.kind == UNDO:
            if event.target_seq not in kept:
                raise ValueError(f"log {event.seq} undoes {event.target_seq}, which is not there")
            del kept[event.target_seq]
        elif event.kind == RERATE:
            target = kept.get(event.target_seq or 0)
            if target is None or target.kind != REVIEW:
                raise ValueError(f"log {event.seq} rates {event.target_seq}, which is no review")
            kept[target.seq] = replace(
                target,
                rating=event.rating,
                stability=event.stability,
                difficulty=event.difficulty,
                due=event.due,
            )
        else:
            kept[event.seq] = event
    return list(kept.values())


def fold(events: Iterable[Event]) -> CardState:
    """Return the state to which a card's logs, in order of `seq`, lead."""
    history = list(events)
    card = CardState(last_seq=history[-1].seq if history else 0)
    for event in effective(history):
        if event.kind == REVIEW:
            card = _reviewed(card, event)
        elif event.kind == SUSPEND:
            card = replace(card, suspended_at=event.at)
        elif event.kind == UNSUSPEND:
            card = replace(card, suspended_at=None)
    return card


def _reviewed(card: CardState, event: Event) -> CardState:
    missed = event.rating == AGAIN
    first = card.stability is None
    state = ("learning" if first else "relearning") if missed else "review"
    return replace(
        card,
        state=state,
        stability=event.stability,
        difficulty=event.difficulty,
        due=event.due,
        last_reviewed_at=event.at,
        # Travelling west can bring an earlier date: the days between reviews never shrink by it.
        last_study_date=max(card.last_study_date or event.study_date, event.study_date),
        reps=card.reps + 1,
        lapses=card.lapses + (missed and not first),
    )
