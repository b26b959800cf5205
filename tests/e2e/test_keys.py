"""The keys of a review: letters and digits choose, tick and clear, and an order is made by them."""

from datetime import timedelta

import pytest

from quizzes.models import Draw, Question, Submission
from review.models import Card
from tests.conftest import NOON
from tests.e2e.answers import tab_to
from tests.e2e.test_ordering import sort_by_keys, texts
from tests.lessons.kinds_lesson_answers import STEPS, draw_of, load
from tests.review.studying import study

REVIEW = "/review/"
EXPLAINED = "It meets every key."


@pytest.fixture
def due(standing_clock, lesson, learner):
    """Makes one question of the lesson with every kind the only one that is due."""
    load()

    def make(question: Question) -> None:
        Card.objects.create(learner_id=learner.pk, question=question, due=NOON)

    return make


def checked(page):
    boxes = page.locator(".choices input")
    return [boxes.nth(at).is_checked() for at in range(boxes.count())]


def test_letters_and_digits_tick_and_clear_the_boxes_of_a_several_answer_choice(
    page, learner, due, expect
):
    due(draw_of(learner, "code").question)
    page.goto(REVIEW)
    for key, wanted in [
        ("a", [True, False, False, False]),
        ("C", [True, False, True, False]),
        ("4", [True, False, True, True]),
        ("c", [True, False, False, True]),
    ]:
        page.keyboard.press(key)
        assert checked(page) == wanted
    expect(page.locator(".choices input").nth(2)).to_be_focused()
    page.reload()  # what was ticked by keys is a draft like any other
    assert checked(page) == [True, False, False, True]
    page.keyboard.press("Enter")
    expect(page.locator(".result")).to_be_visible()
    assert len(Submission.objects.get().parsed["choices"]) == 2


def test_letters_tick_the_points_of_a_rubric(page, learner, due, expect):
    question = Question.objects.get(slug="explain-attention")
    due(question)
    page.goto(REVIEW)
    page.locator("textarea").fill(EXPLAINED)
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator(".rubric")).to_be_visible()
    page.keyboard.press("b")
    page.keyboard.press("1")
    page.keyboard.press("b")
    boxes = page.locator(".rubric input[type=checkbox]")
    assert [boxes.nth(at).is_checked() for at in range(3)] == [True, False, False]
    page.keyboard.press("Enter")
    expect(page.locator(".rubric-done .is-right")).to_have_count(1)


def test_an_order_is_made_and_handed_in_by_keys_in_a_review(page, learner, due, expect):
    draw = draw_of(learner, "steps")
    due(draw.question)
    page.goto(REVIEW)
    question = page.locator(".question")
    tab_to(page, ".order-row button")
    sort_by_keys(page, question, STEPS)
    before = texts(question)
    page.reload()
    assert texts(question) == before == [step.split()[0] for step in STEPS]
    tab_to(page, ".actions button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right", exact=True)).to_be_focused()


def test_the_reason_moves_from_the_foot_to_the_answer(page, learner, clock, expect):
    question = Question.objects.get(slug="mask-purpose")
    study(learner, question, NOON, miss=True)
    clock.move_to(NOON + timedelta(days=1))
    page.goto(REVIEW)
    expect(page.locator("#why")).to_contain_text("your chance of recalling it now is put at")
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    said = page.locator(".why-now")
    expect(said).to_contain_text("Why now Last answered yesterday; your chance of recalling it was")
    expect(page.locator("#why")).to_be_hidden()
    words = said.inner_text()
    assert Draw.objects.filter(learner=learner, question=question).count() == 2
    page.goto(f"/review/{Draw.objects.filter(question=question).latest('number').public_id}/")
    expect(page.locator("#why")).to_be_hidden()
    assert page.locator(".why-now").inner_text() == words
