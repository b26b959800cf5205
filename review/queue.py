"""Which card comes next, and how many are left today: one rule for both.

On a study day a learner meets at most `reviews_per_day` cards that are due and `new_per_day` that
were never answered. If more are due than the day takes, those most at risk of being forgotten come
first, and the rest waits for the days after. New ones follow the due ones, and what was missed on
this day comes again at the end, until it is right. Neighbours differ in concept where they can.
During a pause nothing is asked at all; what falls due meanwhile waits, as after any time away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, DurationField, ExpressionWrapper, F, Q, Value

from review.models import Card, ReviewLog, StudyPlan
from review.models.cards import CardQuerySet, LogKind, State

LOOK_AHEAD = 20


@dataclass(frozen=True)
class Today:
    """The answers of a study day that still count."""

    reviews: int  # of cards that were due
    new: int  # first answers
    answers: int  # all, repeats of missed ones included


@dataclass(frozen=True)
class Size:
    """What today's queue holds: within the day's limits, and beyond them."""

    due: int
    new: int
    missed: int
    waiting: int
    waiting_new: int = 0  # read about, and beyond the limit of new ones

    @property
    def due_or_new(self) -> int:
        """What is asked today for the first time."""
        return self.due + self.new

    @property
    def left(self) -> int:
        """All that is still asked today."""
        return self.due + self.new + self.missed


@dataclass(frozen=True)
class Session:
    """Where the learner stands today: what comes next, and what today's queue holds."""

    card: Card | None
    done_today: int
    held: Size

    @property
    def left(self) -> int:
        """All that is still asked today."""
        return self.held.left


def session(plan: StudyPlan, now: datetime, skipped: Sequence[int] = ()) -> Session:
    """Return the next card, how many answers are done and what is left or waits beyond today.

    What was skipped (question ids, in the order of skipping) comes after everything else.
    """
    done = done_on(plan, now)
    held = size(plan, now, done)
    card = _first(_candidates(plan, now, held), plan, skipped) if held.left else None
    return Session(card, done.answers, held)


def _first(cards: list[Card], plan: StudyPlan, skipped: Sequence[int]) -> Card | None:
    if not cards:
        return None
    asked = [card for card in cards if card.question_id not in skipped]
    if not asked:  # what was skipped longest ago
        return min(cards, key=lambda card: skipped.index(card.question_id))
    return choose(asked, _last_concept(plan))


def choose(cards: Sequence[Card], last_concept_id: int | None) -> Card:
    """Return the first card of another concept than the last one, else the first."""
    return next((c for c in cards if c.question.concept_id != last_concept_id), cards[0])


def due_cards(plan: StudyPlan, now: datetime) -> CardQuerySet:
    """Return all that is due, beyond the day's limit too; nothing during a pause."""
    cards = Card.objects.of(plan.learner_id)
    return cards.none() if plan.pause_end(now) else cards.due(now)


def due_count(plan: StudyPlan, now: datetime) -> int:
    """Return how many cards today's queue holds, without those that were missed today."""
    return size(plan, now, done_on(plan, now)).due_or_new


def done_on(plan: StudyPlan, now: datetime) -> Today:
    """Count the learner's answers of this study day; what was taken back does not count."""
    logs = ReviewLog.objects.filter(
        learner_id=plan.learner_id, study_date=plan.study_date(now)
    ).answers_that_stand()
    counted = logs.aggregate(
        reviews=Count("id", filter=Q(elapsed_days__gt=0)),
        new=Count("id", filter=Q(elapsed_days__isnull=True)),
        answers=Count("id"),
    )
    return Today(**counted)


def size(plan: StudyPlan, now: datetime, done: Today) -> Size:
    """Return what today's queue holds after what is done."""
    if plan.pause_end(now):
        return Size(due=0, new=0, missed=0, waiting=0)
    new = Q(state=State.NEW)
    counted = (
        due_cards(plan, now)
        .order_by()
        .aggregate(due=Count("id", filter=~new), new=Count("id", filter=new))
    )
    due = min(counted["due"], max(0, plan.reviews_per_day - done.reviews))
    fresh = min(counted["new"], max(0, plan.new_per_day - done.new))
    return Size(
        due=due,
        new=fresh,
        missed=_missed(plan, now).count(),
        waiting=counted["due"] - due,
        waiting_new=counted["new"] - fresh,
    )


def _candidates(plan: StudyPlan, now: datetime, held: Size) -> list[Card]:
    """Return the first cards of the queue: what is due, else what is new, else what was missed."""
    due = Card.objects.of(plan.learner_id).due(now)
    if held.due:
        remembered = due.exclude(state=State.NEW)
        found = _most_at_risk(remembered, now) if held.waiting else remembered
        count = held.due
    elif held.new:
        found, count = due.filter(state=State.NEW), held.new
    else:
        found, count = _missed(plan, now).order_by("last_reviewed_at", "id"), held.missed
    related = found.select_related("question__concept", "question__bank", "question__current")
    return list(related[: min(count, LOOK_AHEAD)])


def _missed(plan: StudyPlan, now: datetime) -> CardQuerySet:
    """Return what was missed today and is not due again yet.

    Who travels west and back meets a date twice, and then a card missed on it is due on it too.
    """
    missed = Card.objects.of(plan.learner_id).missed_on(plan.study_date(now))
    return missed.filter(due__gt=now)


def _most_at_risk(cards: CardQuerySet, now: datetime) -> CardQuerySet:
    """Order by time since the last review over stability: with it alone recall falls."""
    elapsed = ExpressionWrapper(Value(now) - F("last_reviewed_at"), DurationField())
    risk = ExpressionWrapper(elapsed / F("stability"), DurationField())
    return cards.order_by(risk.desc(), "id")


def _last_concept(plan: StudyPlan) -> int | None:
    return (
        ReviewLog.objects.filter(learner_id=plan.learner_id, kind=LogKind.REVIEW)
        .order_by("-study_date", "-id")
        .values_list("card__question__concept_id", flat=True)
        .first()
    )
