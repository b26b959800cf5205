"""During a pause nothing is asked, nobody is mailed, and every page says until when."""

from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from review import progress, queue, wording
from review.models import Card, StudyPlan
from review.reminders import open_reminders, plan_reminders, send_reminder
from review.services import change_plan, introduce
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import plan_row, study
from tutor.models import User

pytestmark = pytest.mark.usefixtures("clock")

DAY = timedelta(days=1)
APRIL = date(2027, 4, 1)
UNTIL = "Paused until Thursday 1 April, in 22 days."


def change(learner, **changes):
    return change_plan(learner_id=learner.pk, changes=changes, now=timezone.now())


@pytest.fixture
def paused(learner):
    """A learner with a due, a missed and a new question, who then pauses."""
    study(learner, make_question("due"), NOON - 3 * DAY)
    study(learner, make_question("missed"), NOON, miss=True)
    introduce(learner_id=learner.pk, questions=[make_question("new")], now=NOON)
    assert queue.session(plan_row(learner), NOON).left == 3
    return change(learner, paused_until=APRIL)


def test_nothing_is_asked_until_the_day_on_which_the_pause_ends(paused):
    last_moment = paused.day_start(APRIL) - timedelta(seconds=1)
    for now in (NOON, NOON + DAY, last_moment):
        today = queue.session(paused, now)
        assert (today.card, today.left, today.held.waiting) == (None, 0, 0)
        assert queue.due_count(paused, now) == 0
        assert not queue.due_cards(paused, now).exists()
    after = paused.day_start(APRIL)
    assert queue.session(paused, after).left == 3
    assert queue.due_cards(paused, after).count() == 3


def test_a_pause_changes_no_card(learner, paused):
    before = list(Card.objects.filter(learner=learner).order_by("id").values())
    change(learner, paused_until=None)
    assert list(Card.objects.filter(learner=learner).order_by("id").values()) == before
    assert queue.session(plan_row(learner), NOON).left == 3


def test_a_pause_ends_by_the_clock_of_the_learner(make_learner):
    learner = make_learner("tokyo@example.org", "Asia/Tokyo")
    study(learner, make_question("due"), NOON - 3 * DAY)
    plan = change(learner, paused_until=date(2027, 3, 11))
    begins = plan.day_start(date(2027, 3, 11))  # 4 o'clock in Tokyo, 19 o'clock UTC the day before
    assert queue.session(plan, begins - timedelta(seconds=1)).left == 0
    assert queue.session(plan, begins).left == 1


def test_what_has_gathered_comes_back_a_days_limit_at_a_time(learner, paused):
    plan = change(learner, reviews_per_day=1, new_per_day=0)
    after = plan.day_start(APRIL)
    today = queue.session(plan, after)
    assert (today.left, today.held.waiting) == (1, 1)


@pytest.mark.parametrize("address", ["/", "/review/", "/review/progress/"])
def test_pages_say_until_when_and_offer_no_review(lesson, pages, paused, address):
    html = pages.get(address).content.decode()
    assert UNTIL in html
    assert "Review now" not in html
    assert "is due now" not in html
    assert "/settings/#id_paused_until" in html


@pytest.mark.parametrize("address", ["/", "/review/", "/review/progress/"])
def test_pages_say_nothing_of_a_pause_that_is_over(
    lesson, pages, browser_of, learner, paused, clock, address
):
    clock.move_to(paused.day_start(APRIL))
    assert "Paused" not in browser_of(learner).get(address).content.decode()


def test_the_list_of_what_is_due_is_empty_during_a_pause(script, learner, paused):
    assert script.get("/api/v1/due/").json() == {"results": [], "next": None}
    change(learner, paused_until=None)
    assert len(script.get("/api/v1/due/").json()["results"]) == 2


def test_a_reminder_that_was_planned_before_the_pause_is_not_sent(learner, mailoutbox):
    study(learner, make_question("due"), NOON - 3 * DAY)
    change(learner, reminder_consent=True)
    struck = plan_row(learner).next_reminder_at
    assert plan_reminders(struck) == 1
    (reminder_id,) = open_reminders(struck)
    change(learner, paused_until=APRIL)
    assert not send_reminder(reminder_id, struck)
    assert mailoutbox == []


def test_answers_given_during_a_pause_count_and_promise_no_day_within_it(learner, paused):
    answered = study(learner, make_question("read"), NOON)
    assert answered.log.interval_days == 2.0
    said = wording.comes_back(answered.log, paused, NOON)
    assert said == "Comes back on Thursday 1 April, in 22 days."
    assert "Thursday 1 April" in wording.next_due(paused.next_due_at, paused, NOON)


def test_the_forecast_puts_what_falls_due_meanwhile_on_the_day_after_the_pause(paused):
    days = progress.forecast(paused, NOON, queue.session(paused, NOON).held)
    counts = {one.day: one.count for one in days if one.count}
    assert counts == {APRIL: 3}


@pytest.mark.parametrize(
    "end", [date(2027, 3, 10), date(2026, 12, 24), date(2028, 3, 11), date(9999, 12, 31)]
)
def test_a_pause_that_is_over_or_longer_than_a_year_is_refused(learner, end):
    with pytest.raises(ValidationError, match="within a year") as refused:
        change(learner, paused_until=end, new_per_day=5)
    assert list(refused.value.message_dict) == ["paused_until"]
    plan = plan_row(learner)
    assert (plan.paused_until, plan.new_per_day) == (None, 20)


def test_other_settings_can_be_changed_long_after_a_pause(learner, paused, clock):
    clock.move_to(NOON + 40 * DAY)
    assert change(learner, new_per_day=5).paused_until == APRIL
    assert plan_row(learner).new_per_day == 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("new_per_day", 10_000),
        ("new_per_day", -1),
        ("reviews_per_day", 10_000),
        ("reviews_per_day", -1),
        ("paused_until", date(3000, 1, 1)),
    ],
)
def test_the_database_keeps_limits_and_pauses_in_bounds(learner, name, value):
    with pytest.raises(IntegrityError), transaction.atomic():
        StudyPlan.objects.filter(learner=learner).update(**{name: value})


@pytest.mark.django_db(transaction=True)
def test_limits_and_pauses_from_before_the_bounds_are_brought_into_them():
    steps = MigrationExecutor(connection)
    steps.migrate([("review", "0004_history_index")])
    old = steps.loader.project_state(("review", "0004_history_index")).apps
    learner = User.objects.create_user("early@example.org")
    endless = {"new_per_day": 50_000, "reviews_per_day": 2**31 - 1, "paused_until": date.max}
    old.get_model("review", "StudyPlan").objects.create(learner_id=learner.pk, **endless)
    again = MigrationExecutor(connection)
    again.migrate(again.loader.graph.leaf_nodes("review"))
    plan = plan_row(learner)
    assert (plan.new_per_day, plan.reviews_per_day) == (9999, 9999)
    assert plan.paused_until == date(2999, 12, 31)
