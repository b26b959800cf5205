"""How well a learner remembers each concept, and what comes up."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import sqrt
from operator import add

from django.db.models import Count, Q

from review.backlog import spread
from review.fsrs import Rating
from review.models import Card, ReviewLog, StudyPlan
from review.models.cards import State
from review.queue import Size

FORECAST_DAYS = 28
RECENT_DAYS = 30


@dataclass(frozen=True)
class ConceptRecall:
    """The chance of recalling a question of a concept, with the range it may well be in.

    It is that of today, and of tomorrow for what was answered today.
    """

    slug: str
    title: str
    questions: int
    percent: int
    low_percent: int
    high_percent: int


@dataclass(frozen=True)
class DueDay:
    """How many questions a study day brings; the first day is what today's queue still holds."""

    day: date
    count: int


@dataclass(frozen=True)
class Recent:
    """What became of the last weeks' reviews; `percent` is None without any."""

    reviews: int
    percent: int | None


def recall_by_concept(plan: StudyPlan, now: datetime) -> list[ConceptRecall]:
    """Return the learner's concepts, the weakest first."""
    today = plan.study_date(now)
    weights = plan.weights
    chances: dict[tuple[str, str], list[float]] = defaultdict(list)
    cards = Card.objects.of(plan.learner_id).active().remembered()
    for card in cards.select_related("question__concept").iterator(chunk_size=2000):
        recall = card.recall(today, weights)
        if recall is not None:
            concept = card.question.concept
            chances[concept.slug, concept.title].append(recall)
    found = [summary(slug, title, recalls) for (slug, title), recalls in chances.items()]
    return sorted(found, key=lambda one: (one.percent, one.title))


def summary(slug: str, title: str, recalls: Sequence[float]) -> ConceptRecall:
    """Summarise chances of recall: their mean, and two standard deviations of the share recalled.

    The share of n independent questions has the variance sum(p (1 - p)) / n².
    """
    mean = sum(recalls) / len(recalls)
    spread = 2 * sqrt(sum(p * (1 - p) for p in recalls)) / len(recalls)
    return ConceptRecall(
        slug=slug,
        title=title,
        questions=len(recalls),
        percent=round(100 * mean),
        low_percent=round(100 * max(0.0, mean - spread)),
        high_percent=round(100 * min(1.0, mean + spread)),
    )


def forecast(plan: StudyPlan, now: datetime, held: Size) -> list[DueDay]:
    """Return how many questions are asked today and on the days after.

    Today brings what its queue still holds: what is overdue, and what was missed today once more.

    No day brings more than its limits, of questions seen before and of new ones: the rest moves on.
    What falls due during a pause counts from the day on which it ends.
    """
    today = plan.study_date(now)
    asked_from = plan.pause_end(now) or today
    until = plan.day_start(today + timedelta(days=FORECAST_DAYS))
    counts: dict[tuple[bool, date], int] = defaultdict(int)
    due = Card.objects.of(plan.learner_id).active().filter(due__lt=until)
    for instant, state, count in due.values_list("due", "state").annotate(Count("id")).order_by():
        counts[state == State.NEW, max(plan.study_date(instant), asked_from)] += count
    days = [today + timedelta(days=n) for n in range(FORECAST_DAYS)]
    reviews = spread(
        [counts[False, day] for day in days],
        first=held.due,
        daily=plan.reviews_per_day,
    )
    new = spread(
        [counts[True, day] for day in days],
        first=held.new,
        daily=plan.new_per_day,
    )
    counted = [*map(add, reviews, new)]
    counted[0] += held.missed
    return [DueDay(*one) for one in zip(days, counted, strict=True)]


def suspended(plan: StudyPlan) -> list[Card]:
    """Return what the learner has set aside, the newest first."""
    aside = Card.objects.of(plan.learner_id).filter(suspended_at__isnull=False)
    return list(aside.select_related("question__concept").order_by("-suspended_at"))


def recent(plan: StudyPlan, now: datetime) -> Recent:
    """Return the reviews of the last weeks and the share of them that was recalled.

    First answers are left out, for there was nothing to remember yet; so are a day's repeats of
    what was missed, and what was taken back.
    """
    since = plan.study_date(now) - timedelta(days=RECENT_DAYS)
    reviews = ReviewLog.objects.filter(
        learner_id=plan.learner_id, study_date__gt=since, elapsed_days__gt=0
    ).answers_that_stand()
    counted = reviews.aggregate(
        all=Count("id"), recalled=Count("id", filter=Q(rating__gt=Rating.Again))
    )
    total = counted["all"]
    return Recent(total, round(100 * counted["recalled"] / total) if total else None)
