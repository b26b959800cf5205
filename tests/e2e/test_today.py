"""What the pages say of today: what waits to be rated, what was missed, what a limit holds back."""

import pytest

from quizzes.models import Question
from review.models import StudyPlan
from review.services import introduce
from tests.authoring import make_question
from tests.conftest import NOON
from tests.e2e.looks import assert_looks_right
from tests.review.studying import opened, study

ADDRESSES = ("/", "/review/", "/review/progress/")


@pytest.fixture
def page(new_page, learner):
    """A page of the learner's."""
    return new_page(learner)


def test_an_unrated_explanation_comes_back_with_its_words_and_is_rated(page, learner, expect):
    question = make_question("why", "explanation")
    introduce(learner_id=learner.pk, questions=[question], now=NOON)
    study(learner, question, NOON)
    page.goto("/review/")
    expect(page.locator(".own-text")).to_contain_text("Because the lid keeps the steam")
    expect(page.locator("#why")).to_have_text("You handed this in and have not rated it yet.")
    expect(page.get_by_role("button", name="Skip for now")).to_be_visible()
    assert_looks_right(page)
    page.get_by_text("Heat leaves with the steam.").click()
    page.get_by_role("button", name="Rate my explanation").click()
    expect(page.locator(".due")).to_contain_text("Comes back on ")
    expect(page.locator("#why")).to_be_hidden()
    expect(page.get_by_role("button", name="Skip for now")).to_be_hidden()


def test_pages_with_missed_ones_left_look_right(page, learner, expect):
    for number in range(11):
        study(learner, make_question(f"q{number}"), NOON, miss=True)
    page.goto("/review/progress/")
    expect(page.locator(".numbers dd").first).to_have_text("11")
    expect(page.get_by_role("link", name="Go over the 11 you missed today")).to_be_visible()
    assert_looks_right(page)
    fresh = [make_question(f"n{number}") for number in range(4)]
    introduce(learner_id=learner.pk, questions=fresh, now=NOON)
    for address in ("/", "/review/progress/"):
        page.goto(address)
        expect(page.get_by_text("The 11 you missed today come once more.")).to_be_visible()
        assert_looks_right(page)


def test_pages_say_what_limits_of_none_hold_back(page, learner, expect):
    for number in range(6):
        study(learner, make_question(f"q{number}"), NOON.replace(day=1))
    introduce(learner_id=learner.pk, questions=[make_question("n")], now=NOON)
    StudyPlan.objects.filter(learner=learner).update(reviews_per_day=0, new_per_day=0)
    for address in ADDRESSES:
        page.goto(address)
        main = page.get_by_role("main")
        expect(main).to_contain_text("6 questions are due, but your settings allow no reviews")
        expect(main).to_contain_text("1 new question waits, but your settings allow no new ones")
        assert_looks_right(page)
    page.get_by_role("link", name="Change the limit").click()
    expect(page.get_by_label("Reviews a day")).to_be_in_viewport()


def test_an_answer_taken_back_says_so(page, learner, expect):
    question = Question.objects.get(slug="mask-purpose")
    draw = opened(learner, question, NOON)
    study(learner, question, NOON)
    page.goto(f"/review/{draw.public_id}/")
    page.get_by_role("button", name="Take back the last answer").click()
    page.goto(f"/review/{draw.public_id}/")
    said = "You took this answer back; it does not count."
    expect(page.locator(".due")).to_have_text(said)
    assert_looks_right(page)
    page.goto("/lessons/attention/")
    expect(page.locator(f"#q-{draw.public_id} .due")).to_have_text(said)
