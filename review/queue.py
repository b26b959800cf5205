"""Which card comes next: due by study day, neighbours of different concepts where possible."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from review.models import Card, ReviewLog, StudyPlan
from review.models.cards import LogKind

LOOK_AHEAD = 20


@dataclass(frozen=True)
class Session:
    """Where the learner stands today."""

    card: Card | None
    done_today: int
    left: int


def next_card(plan: StudyPlan, now: datetime) -> Card | None:
    """Return the card to review now: the longest overdue of another concept than the last one."""
    cards = list(
        Card.objects.of(plan.learner_id)
        .due(now)
        .select_related("question__concept", "question__bank", "question__current")[:LOOK_AHEAD]
    )
    return choose(cards, _last_concept(plan)) if cards else None


def choose(cards: Sequence[Card], last_concept_id: int | None) -> Card:
    """Return the first card of another concept than the last one, else the first."""
    return next((c for c in cards if c.question.concept_id != last_concept_id), cards[0])


def session(plan: StudyPlan, now: datetime) -> Session:
    """Return the next card and how many are done and left today."""
    done = ReviewLog.objects.filter(
        learner_id=plan.learner_id, study_date=plan.study_date(now), kind=LogKind.REVIEW
    ).count()
    return Session(next_card(plan, now), done, due_count(plan, now))


def due_count(plan: StudyPlan, now: datetime) -> int:
    """Return how many cards the queue holds at `now`."""
    return Card.objects.of(plan.learner_id).due(now).count()


def studied_on(plan: StudyPlan, now: datetime) -> bool:
    """Tell whether the learner has reviewed anything on this study day."""
    return ReviewLog.objects.filter(
        learner_id=plan.learner_id, study_date=plan.study_date(now), kind=LogKind.REVIEW
    ).exists()


def _last_concept(plan: StudyPlan) -> int | None:
    return (
        ReviewLog.objects.filter(learner_id=plan.learner_id, kind=LogKind.REVIEW)
        .order_by("-study_date", "-id")
        .values_list("card__question__concept_id", flat=True)
        .first()
    )
