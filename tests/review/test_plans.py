"""A learner's settings, and what follows from changing them."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from quizzes.models import Question
from review import fsrs
from review.models import Card, Parameters, StudyPlan
from review.services import change_plan, plan_of
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import plan_row, study

pytestmark = pytest.mark.django_db


def change(learner, now=NOON, **changes):
    return change_plan(learner_id=learner.pk, changes=changes, now=now)


def test_a_plan_is_made_once_with_the_defaults(learner):
    StudyPlan.objects.filter(learner=learner).delete()
    plan = plan_of(learner.pk, time_zone="Asia/Tokyo")
    assert plan_of(learner.pk, time_zone="UTC").pk == plan.pk
    plan = plan_row(learner)
    assert (plan.time_zone, plan.rollover_hour, plan.desired_retention) == ("Asia/Tokyo", 4, 0.9)
    assert (plan.reminder_consent, plan.reminder_hour) == (False, 8)
    assert (plan.next_due_at, plan.next_reminder_at) == (None, None)


def test_all_learners_share_one_row_of_default_weights(learner, other):
    assert plan_row(learner).parameters_id == plan_row(other).parameters_id
    row = Parameters.objects.get(learner=None)
    assert (row.model, row.weights) == (fsrs.MODEL, list(fsrs.DEFAULT_WEIGHTS))


@pytest.mark.parametrize(
    ("changes", "due"),
    [
        ({"time_zone": "Asia/Tokyo"}, datetime(2027, 3, 10, 19, tzinfo=UTC)),
        ({"time_zone": "America/New_York"}, datetime(2027, 3, 11, 9, tzinfo=UTC)),
        ({"time_zone": "Pacific/Kiritimati"}, datetime(2027, 3, 10, 14, tzinfo=UTC)),
        ({"rollover_hour": 0}, datetime(2027, 3, 11, 0, tzinfo=UTC)),
        ({"rollover_hour": 23}, datetime(2027, 3, 11, 23, tzinfo=UTC)),
        (
            {"rollover_hour": 6, "time_zone": "Asia/Kolkata"},
            datetime(2027, 3, 11, 0, 30, tzinfo=UTC),
        ),
    ],
)
def test_a_card_comes_back_on_the_same_date_by_the_new_clock(learner, changes, due):
    study(learner, make_question("lid"), NOON, miss=True)
    plan = change(learner, **changes)
    card = Card.objects.get(learner=learner)
    assert card.due == due
    assert plan.study_date(card.due) == date(2027, 3, 11)
    assert plan_row(learner).next_due_at == due


def test_going_there_and_back_changes_nothing(learner):
    study(learner, make_question("lid"), NOON)
    before = Card.objects.get(learner=learner).due
    for zone in ("Pacific/Auckland", "America/Los_Angeles", "Asia/Kathmandu", "UTC"):
        change(learner, time_zone=zone)
    assert Card.objects.get(learner=learner).due == before


def test_another_retention_moves_nothing_that_is_scheduled_already(learner):
    question = make_question("lid")
    study(learner, question, NOON)
    before = Card.objects.get(learner=learner).due
    change(learner, desired_retention=0.8)
    assert Card.objects.get(learner=learner).due == before
    assert study(learner, question, before).log.desired_retention == 0.8


def test_a_lower_retention_gives_longer_intervals(learner, other):
    change(learner, desired_retention=0.8)
    change(other, desired_retention=0.95)
    question = make_question("lid")
    relaxed, strict = (study(user, question, NOON).log for user in (learner, other))
    assert relaxed.interval_days > strict.interval_days


def test_only_what_is_still_asked_makes_the_next_due_date(learner):
    for slug in ("suspended", "retired"):
        study(learner, make_question(slug), NOON, miss=True)
    study(learner, make_question("asked"), NOON)
    Card.objects.filter(question__slug="suspended").update(suspended_at=NOON)
    Question.objects.filter(slug="retired").update(retired_at=NOON)
    change(learner, time_zone="Asia/Tokyo")
    assert plan_row(learner).next_due_at == Card.objects.get(question__slug="asked").due


def test_cards_of_others_stay_where_they_are(learner, other):
    question = make_question("lid")
    study(learner, question, NOON)
    study(other, question, NOON)
    before = Card.objects.get(learner=other).due
    change(learner, time_zone="Asia/Tokyo")
    assert Card.objects.get(learner=other).due == before


def test_consent_turns_the_reminder_on_and_off(learner):
    study(learner, make_question("lid"), NOON, miss=True)
    assert plan_row(learner).next_reminder_at is None
    change(learner, reminder_consent=True)
    assert plan_row(learner).next_reminder_at == datetime(2027, 3, 11, 8, tzinfo=UTC)
    change(learner, reminder_hour=20)
    assert plan_row(learner).next_reminder_at == datetime(2027, 3, 11, 20, tzinfo=UTC)
    change(learner, time_zone="Asia/Tokyo")
    assert plan_row(learner).next_reminder_at == datetime(2027, 3, 11, 11, tzinfo=UTC)
    change(learner, reminder_consent=False)
    assert plan_row(learner).next_reminder_at is None


def test_a_pause_puts_the_reminder_off(learner):
    study(learner, make_question("lid"), NOON, miss=True)
    change(learner, reminder_consent=True, paused_until=date(2027, 4, 1))
    assert plan_row(learner).next_reminder_at == datetime(2027, 4, 1, 8, tzinfo=UTC)


WRONG = [
    ("time_zone", "Mars/Base"),
    ("time_zone", ""),
    ("time_zone", "../../etc/passwd"),
    ("time_zone", "localtime"),
    ("rollover_hour", 24),
    ("rollover_hour", -1),
    ("reminder_hour", 24),
    ("reminder_hour", None),
    ("desired_retention", 0.79),
    ("desired_retention", 0.96),
    ("desired_retention", "often"),
    ("desired_retention", float("nan")),
    ("desired_retention", float("inf")),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_setting_out_of_bounds_is_refused_and_nothing_changes(learner, name, value):
    study(learner, make_question("lid"), NOON)
    before = StudyPlan.objects.values().get(learner=learner)
    due = Card.objects.get(learner=learner).due
    with pytest.raises(ValidationError):
        change(learner, **{name: value})
    assert StudyPlan.objects.values().get(learner=learner) == before
    assert Card.objects.get(learner=learner).due == due


@pytest.mark.parametrize(
    ("name", "value"),
    [("rollover_hour", 24), ("reminder_hour", 24), ("desired_retention", 0.99)],
)
def test_the_database_keeps_the_bounds_by_itself(learner, name, value):
    with pytest.raises(IntegrityError), transaction.atomic():
        StudyPlan.objects.filter(learner=learner).update(**{name: value})


def test_cards_move_together_and_not_one_by_one(learner, django_assert_max_num_queries):
    for slug in "abcdef":
        study(learner, make_question(slug), NOON + timedelta(minutes=1))
    with django_assert_max_num_queries(8):
        change(learner, time_zone="Asia/Tokyo")
