"""Back after thirty days: a day keeps its limit, the most at risk come first, the rest follows."""

from datetime import timedelta

import pytest

from quizzes.models import Draw, Question
from review.models import Card, StudyPlan
from tests.authoring import make_question
from tests.conftest import NOON
from tests.e2e.answers import answers_to_draw, hand_in
from tests.e2e.looks import assert_looks_right
from tests.review.studying import study

CAP, QUESTIONS = 4, 10
AWAY = NOON + timedelta(days=30)
REPROACHES = ("overdue", "late", "behind", "backlog", "missed", "forgot", "should have")


@pytest.fixture
def away(clock, learner, lesson):
    """Ten questions learned to ten degrees, then thirty days without a visit."""
    StudyPlan.objects.filter(learner=learner).update(reviews_per_day=CAP)
    for number in range(QUESTIONS):
        question = make_question(f"kettle-{number}", concept=f"boiling-{number}")
        study(learner, question, NOON)
    # What is remembered better is less at risk; all of it is due by now.
    for place, card in enumerate(Card.objects.of(learner.pk).order_by("question__slug")):
        card.stability = 3.0 + 5 * place
        card.due = NOON + timedelta(days=QUESTIONS - place)
        card.save()
    clock.move_to(AWAY)


def asked_today(page, learner, expect):
    """Answer all that the day brings; returns the questions in the order in which they came."""
    asked = []
    while page.locator(".question").count():
        anchor = page.locator(".question").get_attribute("id")
        draw = Draw.objects.of(learner.pk).get(public_id=anchor.removeprefix("q-"))
        asked.append(draw.question.slug)
        answers = answers_to_draw(draw)
        question = hand_in(page, answers, answers.right)
        expect(question.locator(".why-now")).to_contain_text("your chance of recalling it was put")
        expect(question.locator(".due")).to_contain_text("Comes back on ")
        expect(page.locator("#why")).to_be_hidden()
        page.get_by_role("link", name="Next").click()
        expect(page.locator(".question .result")).to_have_count(0)
    return asked


@pytest.mark.parametrize("scripts", [True, False])
def test_a_day_keeps_its_limit_and_the_rest_is_spread_over_the_days_after(
    new_page, learner, clock, expect, away, scripts
):
    page = new_page(learner, java_script_enabled=scripts)
    page.goto("/")
    card = page.locator(".due-card")
    expect(card).to_contain_text(f"{CAP} questions are due today")
    expect(card).to_contain_text("those that you are most likely to be losing")
    expect(card).to_contain_text("6 more questions can wait: they follow over about 2 days.")
    page.get_by_role("link", name="Review now").click()
    expect(page.locator(".notice")).to_contain_text("6 more questions can wait")
    days = []
    for day in range(3):
        clock.move_to(AWAY + timedelta(days=day))
        page.goto("/review/")
        words = page.locator("body").inner_text().lower()
        assert not [word for word in REPROACHES if word in words]
        days.append(asked_today(page, learner, expect))
        expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
        words = page.locator("main").inner_text()
        assert ("can wait" in words) is (day < 2)
        assert not [word for word in REPROACHES if word in words.lower()]
    slugs = [f"kettle-{number}" for number in range(QUESTIONS)]
    assert [len(day) for day in days] == [CAP, CAP, QUESTIONS - 2 * CAP]
    assert days[0] == slugs[:CAP]
    assert days[1] == slugs[CAP : 2 * CAP]
    assert sorted(days[2]) == slugs[2 * CAP :]


def test_the_forecast_shows_the_limit_of_each_day(away, page, learner, expect):
    # A concept just answered is the widest row of the table: 100–100 %.
    study(learner, Question.objects.get(slug="kettle-0"), AWAY)
    page.goto("/review/progress/")
    page.get_by_text("As a table").first.click()
    rows = page.locator("details table tbody td").all_inner_texts()
    assert rows[:4] == ["3", "4", "2", "0"]
    assert_looks_right(page)


def test_the_pages_of_a_return_look_right(away, page, expect):
    for address in ("/", "/paths/machine-learning/", "/review/"):
        page.goto(address)
        expect(page.locator("main")).to_contain_text("6 more questions can wait")
        assert_looks_right(page)
