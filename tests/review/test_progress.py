"""The progress page counts by study day and says what it shows in words and in tables too."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.models import Question
from review import charts, fsrs, progress, queue
from review.models import Card
from review.services import plan_of, undo
from tests.authoring import make_question
from tests.review.studying import study


def card(learner, slug: str, *, due_in_days: float, seen_days_ago: int, now) -> Card:
    return Card.objects.create(
        learner_id=learner.pk,
        question=Question.objects.get(slug=slug),
        state="review",
        stability=10.0,
        difficulty=5.0,
        model="fsrs-6",
        due=now + timedelta(days=due_in_days),
        last_reviewed_at=now - timedelta(days=seen_days_ago),
        last_study_date=(now - timedelta(days=seen_days_ago)).date(),
        reps=1,
    )


@pytest.fixture
def plan(clock, lesson, learner):
    return plan_of(learner.pk)


@pytest.fixture
def now(clock):
    from django.utils import timezone

    return timezone.now()


def test_the_forecast_puts_what_is_overdue_on_today(plan, learner, now):
    card(learner, "mask-purpose", due_in_days=-9, seen_days_ago=12, now=now)
    card(learner, "score-sign", due_in_days=0, seen_days_ago=3, now=now)
    card(learner, "cached-work", due_in_days=2, seen_days_ago=3, now=now)
    days = progress.forecast(plan, now, queue.session(plan, now).held)
    assert [one.count for one in days[:4]] == [2, 0, 1, 0]
    assert days[0].day == plan.study_date(now)
    assert len(days) == progress.FORECAST_DAYS


def test_the_forecast_counts_by_the_learners_study_day_not_by_utc(make_learner, clock, lesson, now):
    tokyo = make_learner("tokyo@example.org", "Asia/Tokyo")
    plan = plan_of(tokyo.pk)
    today = plan.study_date(now)
    start = plan.day_start(today + timedelta(days=1))
    assert start.date() == today  # still today in UTC
    card(tokyo, "mask-purpose", due_in_days=0, seen_days_ago=3, now=start)
    assert [
        one.count for one in progress.forecast(plan, now, queue.session(plan, now).held)[:2]
    ] == [
        0,
        1,
    ]


def test_recall_falls_with_the_days_and_the_weakest_comes_first(plan, learner, now):
    card(learner, "mask-purpose", due_in_days=1, seen_days_ago=30, now=now)
    card(learner, "score-sign", due_in_days=1, seen_days_ago=1, now=now)
    found = progress.recall_by_concept(plan, now)
    assert [one.title for one in found] == ["The causal mask", "The dot product as a score"]
    assert found[0].percent < 90 < found[1].percent


def test_another_learners_cards_are_not_counted(plan, other, now):
    card(other, "mask-purpose", due_in_days=0, seen_days_ago=3, now=now)
    assert progress.recall_by_concept(plan, now) == []
    assert (
        sum(one.count for one in progress.forecast(plan, now, queue.session(plan, now).held)) == 0
    )


def test_suspended_cards_are_left_out(plan, learner, now):
    kept = card(learner, "mask-purpose", due_in_days=0, seen_days_ago=3, now=now)
    Card.objects.filter(pk=kept.pk).update(suspended_at=now)
    assert progress.recall_by_concept(plan, now) == []


def test_the_range_narrows_with_more_questions():
    few, many = progress.summary("x", "X", [0.9] * 4), progress.summary("x", "X", [0.9] * 400)
    assert (few.percent, few.low_percent, few.high_percent) == (90, 60, 100)
    assert (many.low_percent, many.high_percent) == (87, 93)


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=30))
def test_a_summary_stays_between_nought_and_a_hundred(recalls):
    found = progress.summary("x", "X", recalls)
    assert 0 <= found.low_percent <= found.percent <= found.high_percent <= 100


@given(st.lists(st.integers(0, 5000), max_size=60))
def test_bars_stand_inside_the_drawing_and_the_highest_fills_it(values):
    drawn = charts.bars(values, width=700, height=100)
    assert [bar.value for bar in drawn] == values
    for bar in drawn:
        assert 0 <= bar.y <= 100
        assert bar.y + bar.height == pytest.approx(100, abs=0.02)
        assert bar.x + bar.width <= 700
    if any(values):
        assert max(bar.height for bar in drawn) == 100


def test_the_page_says_in_words_what_it_draws(
    plan, pages, learner, now, django_assert_max_num_queries
):
    card(learner, "mask-purpose", due_in_days=0, seen_days_ago=30, now=now)
    card(learner, "score-sign", due_in_days=3, seen_days_ago=1, now=now)
    with django_assert_max_num_queries(10):
        html = pages.get("/review/progress/").content.decode()
    assert "1 question today, 2 within a week, 2 within four." in html
    assert "Weakest: The causal mask" in html
    assert html.count("<svg") >= 3
    assert "As a table" in html


def test_without_answers_the_page_leads_to_the_lessons(plan, pages):
    html = pages.get("/review/progress/").content.decode()
    assert "Nothing to show yet" in html
    assert '<svg class="chart"' not in html


def test_a_stranger_sees_no_progress(client, lesson):
    assert client.get("/review/progress/").status_code == 302


def test_recall_of_late_leaves_out_first_answers_repeats_and_what_was_taken_back(
    plan, learner, now
):
    question = make_question("a")
    study(learner, question, now - timedelta(days=9))
    study(learner, question, now - timedelta(days=5), miss=True)
    study(learner, question, now - timedelta(days=5))
    study(learner, question, now)
    assert progress.recent(plan, now) == progress.Recent(reviews=2, percent=50)
    undo(learner_id=learner.pk, now=now)
    assert progress.recent(plan, now) == progress.Recent(reviews=1, percent=0)


@pytest.mark.parametrize("miss", [False, True])
def test_on_the_day_of_an_answer_recall_is_that_of_the_study_day_after(
    plan, learner, pages, script, now, miss
):
    study(learner, Question.objects.get(slug="mask-purpose"), now, miss=miss)
    kept = Card.objects.get(learner=learner)
    tomorrow = plan.study_date(now) + timedelta(days=1)
    expected = fsrs.retrievability(kept.memory, 1, plan.weights)
    assert kept.recall(plan.study_date(now), plan.weights) == expected < 1
    assert kept.recall(tomorrow, plan.weights) == expected
    (card_read,) = script.get("/api/v1/cards/").json()["results"]
    assert card_read["retrievability"] == expected
    html = pages.get("/review/progress/").content.decode()
    assert f"About {round(100 * expected)} % throughout." in html
    assert "for what you answered today, for tomorrow" in html
    assert "100–100 %" not in html


def test_eleven_misses_promise_less_than_eleven_right_answers(plan, learner, other, now):
    for number in range(11):
        question = make_question(f"q{number}")
        study(learner, question, now, miss=True)
        study(other, question, now)
    (missed,) = progress.recall_by_concept(plan, now)
    (right,) = progress.recall_by_concept(plan_of(other.pk), now)
    assert missed.percent < 80 < right.percent < 100
    assert missed.low_percent < right.low_percent
