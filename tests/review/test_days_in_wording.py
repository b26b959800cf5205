"""What a learner reads about when a question comes back."""

from datetime import UTC, datetime, timedelta

import pytest

from review import wording
from review.models import Card
from review.services import change_plan
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import plan_row, study

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def question():
    return make_question("lid")


def test_a_miss_comes_back_tomorrow(learner, question):
    log = study(learner, question, NOON, miss=True).log
    text = wording.comes_back(log, plan_row(learner), NOON)
    assert text == "Comes back on Thursday 11 March, tomorrow."


def test_a_success_names_the_day_and_the_distance(learner, question):
    log = study(learner, question, NOON).log
    text = wording.comes_back(log, plan_row(learner), NOON)
    assert text == "Comes back on Friday 12 March, in 2 days."


def test_after_midnight_it_is_still_the_old_study_day(learner, question):
    now = datetime(2027, 3, 11, 3, 30, tzinfo=UTC)
    log = study(learner, question, now, miss=True).log
    text = wording.comes_back(log, plan_row(learner), now)
    assert text == "Comes back on Thursday 11 March, tomorrow."


def test_the_distance_shrinks_as_the_day_comes_nearer(learner, question):
    log = study(learner, question, NOON).log
    plan = plan_row(learner)
    assert wording.comes_back(log, plan, NOON + DAY).endswith("12 March, tomorrow.")
    assert wording.comes_back(log, plan, NOON + 2 * DAY).endswith("12 March, today.")


def test_another_year_is_named(learner, question):
    now = datetime(2027, 12, 31, 12, tzinfo=UTC)
    log = study(learner, question, now, miss=True).log
    text = wording.comes_back(log, plan_row(learner), now)
    assert text == "Comes back on Saturday 1 January 2028, tomorrow."


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles", "Europe/Lisbon"])
def test_the_day_stays_the_same_when_the_learner_moves(make_learner, question, zone):
    learner = make_learner("tokyo@example.org", "Asia/Tokyo")
    log = study(learner, question, NOON).log
    plan = change_plan(learner_id=learner.pk, changes={"time_zone": zone}, now=NOON)
    assert "Friday 12 March" in wording.comes_back(log, plan, NOON)
    assert "Friday 12 March" in wording.next_due(plan.next_due_at, plan, NOON)


def test_the_next_review_is_announced(learner, question):
    plan = plan_row(learner)
    assert wording.next_due(None, plan, NOON) == ""
    study(learner, question, NOON, miss=True)
    plan = plan_row(learner)
    announced = "The next review is due on Thursday 11 March, tomorrow."
    assert wording.next_due(plan.next_due_at, plan, NOON) == announced
    assert wording.next_due(plan.next_due_at, plan, plan.next_due_at) == ""


@pytest.mark.parametrize(
    ("days", "text"), [(1, "in 1 day"), (2, "in 2 days"), (36_500, "in 36500 days")]
)
def test_intervals_are_counted_in_days(days, text):
    assert wording.interval(days) == text


@pytest.mark.parametrize(
    ("later", "text"),
    [
        (timedelta(0), "You answered this earlier today; here it is once more."),
        (DAY, "Last answered yesterday; your chance of recalling it now is put at 95 %."),
        (2 * DAY, "Last answered 2 days ago; your chance of recalling it now is put at 91 %."),
    ],
)
def test_a_review_says_why_now(learner, question, later, text):
    study(learner, question, NOON)
    card = Card.objects.get(learner=learner)
    assert wording.why_now(card, plan_row(learner), NOON + later) == text


@pytest.mark.parametrize(
    ("later", "text"),
    [
        (timedelta(0), "You had answered this earlier on the same day."),
        (DAY, "Last answered yesterday; your chance of recalling it was put at 95 %."),
        (2 * DAY, "Last answered 2 days ago; your chance of recalling it was put at 91 %."),
    ],
)
def test_an_answered_review_says_why_it_was_shown(learner, question, later, text):
    first = study(learner, question, NOON).log
    weights = plan_row(learner).weights
    assert wording.why_then(first, weights) == "You had read about this and not been asked before."
    again = study(learner, question, NOON + later).log
    assert wording.why_then(again, weights) == text
