"""After time away: the rest of what is due is spread over days, and told without reproach."""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from quizzes.models import Question
from review import backlog, progress, queue, wording
from review.models import Card, StudyPlan
from review.services import introduce
from tests.authoring import make_question
from tests.review.studying import plan_row, study

# The clock first: who signs in before it stands has a session that has run out.
pytestmark = pytest.mark.usefixtures("clock")
DAY = timedelta(days=1)
counts = st.lists(st.integers(0, 50), min_size=1, max_size=28)


@given(counts, st.integers(0, 20), st.integers(0, 20))
def test_no_day_takes_more_than_its_limit_and_nothing_comes_early_or_is_lost(due, first, daily):
    asked = backlog.spread(due, first=first, daily=daily)
    assert asked[0] <= first
    assert all(count <= daily for count in asked[1:])
    for day in range(len(due)):
        assert sum(asked[: day + 1]) <= sum(due[: day + 1])
    # As early as it can: a day that is not full leaves nothing over.
    for day, count in enumerate(asked):
        if count < (daily if day else first):
            assert sum(asked[: day + 1]) == sum(due[: day + 1])


@pytest.mark.parametrize(
    ("waiting", "daily", "days"), [(0, 5, 0), (1, 5, 1), (5, 5, 1), (6, 5, 2), (3, 0, 0)]
)
def test_what_waits_takes_so_many_days(waiting, daily, days):
    assert backlog.days_for(waiting, daily) == days


@pytest.mark.parametrize(
    ("waiting", "daily", "said"),
    [
        (0, 2, ""),
        (1, 2, "1 more question can wait: it follows tomorrow."),
        (2, 2, "2 more questions can wait: they follow tomorrow."),
        (5, 2, "5 more questions can wait: they follow over about 3 days."),
        (1, 0, "1 question is due, but your settings allow no reviews on a day."),
        (5, 0, "5 questions are due, but your settings allow no reviews on a day."),
    ],
)
def test_what_waits_is_said(waiting, daily, said):
    plan = StudyPlan(reviews_per_day=daily)
    assert wording.waiting(waiting, plan) == said
    assert bool(wording.first_of_many(said, plan)) is bool(said)
    assert ("Today brings" in wording.first_of_many(said, plan)) is bool(said and daily)


@pytest.mark.parametrize(
    ("waiting", "daily", "said"),
    [
        (0, 2, ""),
        (1, 2, "1 new question waits: it follows tomorrow."),
        (2, 2, "2 new questions wait: they follow tomorrow."),
        (5, 2, "5 new questions wait: they follow over about 3 days."),
        (1, 0, "1 new question waits, but your settings allow no new ones on a day."),
        (16, 0, "16 new questions wait, but your settings allow no new ones on a day."),
    ],
)
def test_what_waits_of_the_new_ones_is_said(waiting, daily, said):
    assert wording.waiting_new(waiting, StudyPlan(new_per_day=daily)) == said


@pytest.fixture
def away(clock, learner):
    """Five questions are due after a month, and three new ones wait; a day takes two and one."""
    now = timezone.now()
    for number in range(5):
        study(learner, make_question(f"q{number}"), now - 30 * DAY)
    introduce(learner_id=learner.pk, questions=[make_question(f"n{n}") for n in range(3)], now=now)
    StudyPlan.objects.filter(learner=learner).update(reviews_per_day=2, new_per_day=1)
    return plan_row(learner)


def forecast(plan):
    now = timezone.now()
    days = progress.forecast(plan, now, queue.session(plan, now).held)
    return [one.count for one in days[:5]]


def test_the_forecast_keeps_to_the_limits_of_each_day(learner, away, clock):
    assert forecast(away) == [3, 3, 2, 0, 0]
    asked = queue.session(away, timezone.now()).card.question
    study(learner, asked, timezone.now())
    assert forecast(away)[:2] == [2, 3]


def test_the_first_page_of_the_day_says_which_come_first_and_when_the_rest_follows(
    pages, learner, away
):
    said = (
        "Today brings those that you are most likely to be losing. "
        "3 more questions can wait: they follow over about 2 days."
    )
    for address in ("/", "/review/"):
        assert said in pages.get(address).content.decode()
    study(learner, Question.objects.get(slug="q0"), timezone.now())
    assert said not in pages.get("/review/").content.decode()


def test_without_a_rest_nothing_is_said_of_it(pages, learner, away):
    StudyPlan.objects.filter(learner=learner).update(reviews_per_day=5)
    assert "can wait" not in pages.get("/review/").content.decode()
    assert "can wait" not in pages.get("/").content.decode()
    assert Card.objects.of(learner.pk).due(timezone.now()).count() == 8
