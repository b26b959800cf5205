"""An answer is graded, scheduled and logged once."""

from datetime import UTC, date, datetime, timedelta

import pytest

from quizzes.kinds.base import AnswerError
from quizzes.models import Draw, Finding, Grade, Submission
from quizzes.services import AlreadyAnsweredError, KeyReusedError
from review import fsrs
from review.fsrs import Rating
from review.models import Card, ReviewLog, StudyPlan
from review.services import answer, change_plan, rate_explanation
from tests.authoring import PARTLY, make_question, right, wrong
from tests.conftest import NOON
from tests.review.studying import card_of, opened, plan_row, study

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
THURSDAY = datetime(2027, 3, 11, 4, tzinfo=UTC)  # when the learner's next study day begins


@pytest.fixture
def question():
    return make_question("lid")


def counts():
    tables = (Submission, Grade, Finding, ReviewLog, Card)
    return tuple(table.objects.count() for table in tables)


def send(draw, raw, key="key-1", now=NOON):
    return answer(draw=draw, raw=raw, idempotency_key=key, now=now)


# The first answer


def test_a_right_first_answer_is_good_and_comes_back_in_two_days(learner, question):
    log = study(learner, question, NOON).log
    assert (log.rating, log.interval_days, log.due) == (Rating.Good, 2, THURSDAY + DAY)
    assert (log.kind, log.seq, log.elapsed_days) == ("review", 1, None)
    assert (log.study_date, log.time_zone) == (date(2027, 3, 10), "UTC")
    assert log.desired_retention == 0.9
    assert log.parameters.weights == list(fsrs.DEFAULT_WEIGHTS)
    assert (log.stability_before, log.difficulty_before) == (None, None)
    card = card_of(learner, question)
    assert (card.state, card.reps, card.lapses, card.model) == ("review", 1, 0, fsrs.MODEL)


def test_a_wrong_first_answer_is_again_and_comes_back_on_the_next_study_day(learner, question):
    log = study(learner, question, NOON, miss=True).log
    assert (log.rating, log.interval_days, log.due) == (Rating.Again, 1, THURSDAY)
    card = card_of(learner, question)
    assert (card.state, card.lapses) == ("learning", 0)


def test_a_partly_right_answer_is_hard(learner):
    question = make_question("steam", "fill_in")
    assert study(learner, question, NOON, PARTLY).log.rating == Rating.Hard


def test_a_right_answer_after_a_hint_is_hard(learner, question):
    Draw.objects.filter(pk=opened(learner, question, NOON).pk).update(hints_used=1)
    answered = study(learner, question, NOON)
    assert answered.submission.hints_used == 1
    assert answered.log.rating == Rating.Hard


def test_a_learner_without_a_plan_gets_one_with_the_first_answer(learner, question):
    StudyPlan.objects.filter(learner=learner).delete()
    study(learner, question, NOON)
    assert plan_row(learner).next_due_at == THURSDAY + DAY


# Sent again


def test_the_same_request_again_gives_the_same_and_stores_nothing(learner, question):
    draw = opened(learner, question, NOON)
    first = send(draw, right(draw))
    before = counts()
    again = send(draw, right(draw), now=NOON + DAY)
    assert (first.replayed, again.replayed) == (False, True)
    assert (again.submission, again.grade, again.log) == (first.submission, first.grade, first.log)
    assert counts() == before
    assert card_of(learner, question).reps == 1


def test_a_request_sent_again_much_later_does_not_disturb_newer_answers(learner, question):
    draw = opened(learner, question, NOON)
    first = send(draw, right(draw))
    study(learner, question, NOON + 2 * DAY)
    card = card_of(learner, question)
    again = send(draw, right(draw), now=NOON + 3 * DAY)
    assert again.log == first.log
    assert card_of(learner, question).due == card.due


@pytest.mark.parametrize(
    ("change", "key", "refusal"),
    [(wrong, "key-1", KeyReusedError), (right, "key-2", AlreadyAnsweredError)],
    ids=["another answer under the same key", "another key"],
)
def test_a_second_answer_is_refused_and_changes_nothing(learner, question, change, key, refusal):
    draw = opened(learner, question, NOON)
    send(draw, right(draw))
    before, plan = counts(), plan_row(learner)
    with pytest.raises(refusal):
        send(draw, change(draw), key, NOON + DAY)
    assert counts() == before
    assert plan_row(learner).next_due_at == plan.next_due_at
    card_of(learner, question)


def test_a_malformed_answer_stores_nothing_and_the_question_stays_open(learner, question):
    draw = opened(learner, question, NOON)
    before = counts()
    with pytest.raises(AnswerError):
        send(draw, {"choices": ["no such id"]})
    assert counts() == before
    assert plan_row(learner).next_due_at is None
    assert send(draw, right(draw)).log.rating == Rating.Good


def test_a_fault_half_way_leaves_nothing_behind(learner, question, monkeypatch):
    draw = opened(learner, question, NOON)
    before = counts()

    def fail(*_):
        raise RuntimeError("the power is out")

    monkeypatch.setattr("review.services.answering.card_moved", fail)
    with pytest.raises(RuntimeError, match="power"):
        send(draw, right(draw))
    assert counts() == before
    monkeypatch.undo()
    assert not send(draw, right(draw)).replayed


# Later answers


def test_each_right_answer_on_its_day_comes_back_later(learner, question):
    now, intervals = NOON, []
    for _ in range(5):
        log = study(learner, question, now).log
        intervals.append(log.interval_days)
        now = log.due + timedelta(hours=6)
    assert intervals == sorted(set(intervals))
    card = card_of(learner, question)
    assert (card.reps, card.state) == (5, "review")


def test_a_miss_after_a_success_is_a_lapse(learner, question):
    study(learner, question, NOON)
    log = study(learner, question, NOON + 2 * DAY, miss=True).log
    assert (log.elapsed_days, log.interval_days) == (2, 1)
    assert log.stability_after < log.stability_before
    card = card_of(learner, question)
    assert (card.state, card.lapses) == ("relearning", 1)


def test_study_days_count_and_not_hours(learner, question):
    study(learner, question, datetime(2027, 3, 11, 3, 59, tzinfo=UTC))  # still Wednesday
    log = study(learner, question, datetime(2027, 3, 11, 4, 1, tzinfo=UTC)).log
    assert log.elapsed_days == 1
    log = study(learner, question, datetime(2027, 3, 12, 3, 59, tzinfo=UTC)).log
    assert (log.elapsed_days, log.study_date) == (0, date(2027, 3, 11))


def test_a_clock_that_goes_back_is_clamped_and_flagged(learner, question):
    study(learner, question, NOON)
    log = study(learner, question, NOON - DAY).log
    assert (log.reviewed_at, log.clock_clamped, log.elapsed_days) == (NOON, True, 0)
    assert log.study_date == date(2027, 3, 10)
    assert not study(learner, question, NOON + DAY).log.clock_clamped
    card_of(learner, question)


def test_a_traveller_who_meets_a_date_twice_loses_no_days(make_learner, question):
    learner = make_learner("traveller@example.org", "Asia/Tokyo")
    log = study(learner, question, datetime(2027, 3, 10, 20, tzinfo=UTC)).log
    assert (log.study_date, log.time_zone) == (date(2027, 3, 11), "Asia/Tokyo")
    change_plan(
        learner_id=learner.pk, changes={"time_zone": "America/Los_Angeles"}, now=log.reviewed_at
    )
    log = study(learner, question, datetime(2027, 3, 11, 0, tzinfo=UTC)).log
    assert (log.study_date, log.time_zone) == (date(2027, 3, 10), "America/Los_Angeles")
    assert log.elapsed_days == 0
    assert card_of(learner, question).last_study_date == date(2027, 3, 11)
    log = study(learner, question, datetime(2027, 3, 13, 0, tzinfo=UTC)).log
    assert log.elapsed_days == 1


def test_the_date_of_an_old_log_does_not_move_with_the_learner(learner, question):
    log = study(learner, question, NOON).log
    change_plan(learner_id=learner.pk, changes={"time_zone": "Pacific/Auckland"}, now=NOON)
    log.refresh_from_db()
    assert (log.study_date, log.time_zone) == (date(2027, 3, 10), "UTC")


def test_a_new_version_of_a_question_keeps_the_learners_card(learner, question):
    study(learner, question, NOON)
    corrected = make_question("lid", "fill_in")
    study(learner, corrected, NOON + 2 * DAY)
    assert card_of(learner, corrected).reps == 2
    assert Card.objects.filter(learner=learner).count() == 1


# The learner's next dates


def test_the_plan_knows_the_earliest_due_date(learner):
    early, late = make_question("early"), make_question("late")
    study(learner, late, NOON)
    assert plan_row(learner).next_due_at == THURSDAY + DAY
    study(learner, early, NOON, miss=True)
    assert plan_row(learner).next_due_at == THURSDAY
    study(learner, early, NOON + DAY)
    assert plan_row(learner).next_due_at == THURSDAY + DAY


def test_the_reminder_follows_at_the_learners_hour(make_learner, question):
    learner = make_learner("lisbon@example.org", "Europe/Lisbon")
    change_plan(
        learner_id=learner.pk, changes={"reminder_consent": True, "reminder_hour": 7}, now=NOON
    )
    assert plan_row(learner).next_reminder_at is None
    study(learner, question, NOON)
    assert plan_row(learner).next_due_at == THURSDAY + DAY
    assert plan_row(learner).next_reminder_at == datetime(2027, 3, 12, 7, tzinfo=UTC)


def test_another_learners_plan_and_cards_stay_as_they_are(learner, other, question):
    study(other, question, NOON, miss=True)
    before = (plan_row(other).next_due_at, card_of(other, question).due)
    study(learner, question, NOON + DAY)
    assert (plan_row(other).next_due_at, card_of(other, question).due) == before


# Explanations


@pytest.mark.parametrize(
    ("covered", "rating"),
    [([], Rating.Again), (["point-1"], Rating.Hard), (["point-1", "point-2"], Rating.Good)],
)
def test_an_explanation_waits_for_its_grade_and_is_then_scheduled(learner, covered, rating):
    question = make_question("why", "explanation")
    pending = study(learner, question, NOON)
    assert (pending.grade, pending.log) == (None, None)
    assert not Card.objects.filter(learner=learner).exists()
    draw = Draw.objects.get(learner=learner)
    rated = rate_explanation(draw=draw, covered=covered, now=NOON)
    assert rated.log.rating == rating
    again = rate_explanation(draw=draw, covered=[], now=NOON + DAY)
    assert (again.replayed, again.log) == (True, rated.log)
    assert plan_row(learner).next_due_at == card_of(learner, question).due
