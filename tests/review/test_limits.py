"""A day takes only so much: the most at risk first, the rest on the days after, misses again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from quizzes.models import Question
from review import queue
from review.models import Card, StudyPlan
from review.services import change_plan, introduce
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import plan_row, study

DAY = timedelta(days=1)


def card_of(learner, question: Question, *, stability: float, seen_days_ago: int, now) -> Card:
    seen = now - timedelta(days=seen_days_ago)
    return Card.objects.create(
        learner_id=learner.pk,
        question=question,
        state="review",
        stability=stability,
        difficulty=5.0,
        model="fsrs-6",
        due=now - DAY,
        last_reviewed_at=seen,
        last_study_date=seen.date(),
        reps=1,
    )


@pytest.fixture
def backlog(learner, clock):
    """Six cards overdue, from the safest to the one most at risk; two are taken a day."""
    now = timezone.now()
    StudyPlan.objects.filter(learner=learner).update(reviews_per_day=2, new_per_day=1)
    for number in range(6):
        question = make_question(f"q{number}")
        card_of(learner, question, stability=100.0 / 4**number, seen_days_ago=30, now=now)
    return plan_row(learner)


def answer_next(learner, plan, now, *, miss: bool = False) -> str:
    card = queue.session(plan, now).card
    assert card is not None
    study(learner, card.question, now, miss=miss)
    return card.question.slug


def test_after_a_month_away_a_day_brings_its_limit_and_no_more(learner, backlog):
    now = timezone.now()
    today = queue.session(backlog, now)
    assert (today.left, today.held.waiting) == (2, 4)
    assert queue.due_count(backlog, now) == 2


def test_the_most_at_risk_come_first_and_the_rest_on_the_days_after(learner, backlog):
    days = []
    for day in range(3):
        now = NOON + day * DAY
        days.append([answer_next(learner, backlog, now) for _ in range(2)])
        assert queue.session(backlog, now).card is None
    # On the third day all that is due fits, so it comes in the order of its due dates again.
    assert days == [["q5", "q4"], ["q3", "q2"], ["q0", "q1"]]


def test_counts_and_queue_agree_all_the_way(learner, backlog):
    now, met = timezone.now(), 0
    while (today := queue.session(backlog, now)).card is not None:
        assert today.left >= 1
        study(learner, today.card.question, now, miss=False)
        met += 1
    assert (met, today.left) == (2, 0)


def test_new_questions_follow_the_due_ones_within_their_own_limit(learner, backlog):
    now = timezone.now()
    fresh = [make_question("fresh-a"), make_question("fresh-b")]
    assert introduce(learner_id=learner.pk, questions=fresh, now=now) == 2
    assert introduce(learner_id=learner.pk, questions=fresh, now=now) == 0
    assert queue.session(backlog, now).left == 3
    met = [answer_next(learner, backlog, now) for _ in range(3)]
    assert met[:2] == ["q5", "q4"]
    assert met[2] in {"fresh-a", "fresh-b"}
    assert queue.session(backlog, now).card is None
    assert queue.session(backlog, now + DAY).left == 3


def test_a_missed_card_comes_again_at_the_end_until_it_is_right(learner, backlog):
    now = timezone.now()
    met = [answer_next(learner, backlog, now, miss=True), answer_next(learner, backlog, now)]
    assert met == ["q5", "q4"]
    assert queue.session(backlog, now).left == 1
    assert answer_next(learner, backlog, now, miss=True) == "q5"
    assert answer_next(learner, backlog, now) == "q5"
    assert queue.session(backlog, now).card is None


def test_repeats_of_missed_cards_do_not_use_up_the_day(learner, backlog):
    now = timezone.now()
    answer_next(learner, backlog, now, miss=True)
    question = Question.objects.get(slug="q5")
    study(learner, question, now, miss=False)
    assert queue.done_on(backlog, now) == queue.Today(reviews=1, new=0, answers=2)
    assert queue.session(backlog, now).left == 1


def test_what_was_missed_today_is_not_called_due(learner, backlog):
    now = timezone.now()
    answer_next(learner, backlog, now, miss=True)
    answer_next(learner, backlog, now)
    assert queue.due_count(backlog, now) == 0


def test_a_card_missed_on_two_dates_of_a_journey_west_and_back_is_counted_once(learner, clock):
    now, question = NOON + timedelta(hours=8), make_question("lid")

    def travel(time_zone: str) -> StudyPlan:
        return change_plan(learner_id=learner.pk, changes={"time_zone": time_zone}, now=now)

    travel("Pacific/Auckland")
    study(learner, question, now, miss=True)
    west = travel("Pacific/Honolulu")
    study(learner, question, now, miss=True)
    east = travel("Pacific/Auckland")
    assert east.study_date(now) - west.study_date(now) == DAY
    held = queue.size(east, now, queue.done_on(east, now))
    assert held == queue.Size(due=1, new=0, missed=0, waiting=0)
    assert [card.question for card in queue.due_cards(east, now)] == [question]
    study(learner, question, now)
    assert queue.session(east, now).left == 0


def test_skipped_questions_come_after_all_others(learner, backlog):
    now = timezone.now()
    first = queue.session(backlog, now).card
    second = queue.session(backlog, now, skipped=[first.question_id]).card
    assert second.question_id != first.question_id
    both = [second.question_id, first.question_id]
    assert queue.session(backlog, now, skipped=both).card == second


@pytest.mark.parametrize("address", ["/", "/review/"])
def test_pages_do_not_call_due_what_the_limit_holds_back(
    clock, lesson, pages, learner, backlog, address
):
    for _ in range(2):
        answer_next(learner, backlog, NOON)
    html = pages.get(address).content.decode()
    assert "4 more questions can wait: " in html
    assert "due now" not in html


@pytest.mark.parametrize(
    ("address", "said"), [("/", "Nothing is due now."), ("/review/", "Nothing is due")]
)
def test_new_questions_that_a_limit_of_none_holds_back_are_not_called_due(
    clock, lesson, pages, learner, address, said
):
    change_plan(learner_id=learner.pk, changes={"new_per_day": 0}, now=NOON)
    introduce(learner_id=learner.pk, questions=[make_question("fresh")], now=NOON)
    html = pages.get(address).content.decode()
    assert said in html
    assert "review is due" not in html
    assert "1 new question waits, but your settings allow no new ones on a day." in html
    assert 'href="/settings/#id_new_per_day"' in html


@pytest.mark.parametrize("address", ["/", "/paths/machine-learning/", "/review/"])
def test_a_limit_of_no_reviews_says_what_is_due_and_leads_to_the_settings(
    clock, lesson, pages, learner, backlog, address
):
    change_plan(learner_id=learner.pk, changes={"reviews_per_day": 0}, now=NOON)
    html = pages.get(address).content.decode()
    assert "6 questions are due, but your settings allow no reviews on a day." in html
    assert 'href="/settings/#id_reviews_per_day"' in html
    assert "Nothing is due" not in html


def test_the_settings_have_the_fields_that_a_limit_of_none_leads_to(clock, pages):
    html = pages.get("/settings/").content.decode()
    assert 'id="id_reviews_per_day"' in html
    assert 'id="id_new_per_day"' in html


def test_new_ones_beyond_a_limit_that_is_used_up_are_said_to_follow(
    clock, lesson, pages, learner, backlog
):
    fresh = [make_question(f"fresh-{number}") for number in range(3)]
    introduce(learner_id=learner.pk, questions=fresh, now=NOON)
    for _ in range(3):
        answer_next(learner, backlog, NOON)
    html = pages.get("/review/").content.decode()
    assert "2 new questions wait: they follow over about 2 days." in html
    assert "Change the limit" not in html


@pytest.mark.parametrize("missed", [1, 2])
def test_all_pages_hold_the_same_queue(clock, lesson, pages, script, learner, backlog, missed):
    for _ in range(missed):
        answer_next(learner, backlog, NOON, miss=True)
    left = pages.get("/review/").context["left"]
    assert left == 2
    progress_page = pages.get("/review/progress/")
    assert progress_page.context["left"] == left
    assert progress_page.context["days"][0].count == left
    assert "2 questions today" in progress_page.content.decode()
    said = "The one you missed today comes once more."
    if missed == 2:
        said = "Go over the 2 you missed today"
    for address in ("/", "/paths/machine-learning/", "/review/progress/"):
        page = pages.get(address)
        assert (page.context["due_count"], page.context["missed_count"]) == (2 - missed, missed)
        assert said in page.content.decode()
        assert ("Review now" in page.content.decode()) is (missed == 1)
    today = script.get("/api/v1/progress/").json()
    assert today["today"]["due"] + today["today"]["missed"] == today["forecast"][0]["count"] == left
