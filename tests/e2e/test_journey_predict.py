"""A learner must predict before a step is shown, and then sees guess and outcome side by side."""

import pytest

from lessons.models import PredictionAnswer, Step
from quizzes.markdown import render
from tests.e2e.answers import tab_to

LESSON = "/lessons/attention/"
STEP_2 = f"{LESSON}sections/predict/steps/query-doubled/"
FIRST = "#prediction-predict-heavier-value"
GUESS = "Gate gets a larger weight"
OPENED = "A longer value for the gate"


@pytest.fixture
def withheld(lesson):
    """The beginnings of all that is kept back: each guarded step and what its prediction tells."""
    steps = Step.objects.filter(section__lesson=lesson, prediction__isnull=False)
    pieces = [
        piece[:60]
        for step in steps.order_by("position").select_related("prediction")
        for piece in (step.html, render(step.prediction.secret["outcome"]))
    ]
    assert len(pieces) == 10
    return pieces


def assert_guess_and_outcome_are_shown(page, expect):
    prediction = page.locator(FIRST)
    expect(prediction.locator(".guess")).to_contain_text(GUESS)
    expect(prediction.locator(".outcome")).to_contain_text("The weights stay and the output moves.")
    expect(prediction.locator(".outcome")).to_contain_text("It goes otherwise")
    expect(prediction.locator("form")).to_have_count(0)
    expect(page.get_by_role("heading", name=OPENED)).to_be_visible()
    expect(page.get_by_text("1 of 5 predictions made")).to_be_visible()


def test_the_server_itself_refuses_a_step_whose_prediction_is_owed(page, withheld, expect):
    page.watch.ask_for(403)
    refused = page.goto(STEP_2)
    html = refused.text() + page.request.get(LESSON).text()
    assert refused.status == 403
    assert [piece for piece in withheld if piece in html] == []
    expect(page.get_by_text("Waits for the prediction before it.")).to_be_visible()
    page.get_by_role("link", name="Back to Attention").click()
    expect(page.locator("#step-predict-query-doubled")).to_be_in_viewport()


def test_what_was_withheld_is_sent_once_its_prediction_is_in(page, withheld, expect):
    page.goto(LESSON)
    page.locator(FIRST).get_by_text(GUESS).click()
    page.locator(FIRST).get_by_role("button", name="Commit to this").click()
    expect(page.get_by_text("1 of 5 predictions made")).to_be_visible()
    html = page.request.get(LESSON).text()
    assert [piece in html for piece in withheld] == [True] * 2 + [False] * 8


def test_the_server_takes_no_prediction_out_of_turn(page, learner):
    page.goto(LESSON)
    token = page.locator(f"{FIRST} [name=csrfmiddlewaretoken]").input_value()
    answer = page.request.post(
        f"{LESSON}predictions/double-query/", form={"csrfmiddlewaretoken": token, "choices[]": "1"}
    )
    assert answer.status == 409
    assert not PredictionAnswer.objects.filter(learner=learner).exists()


def test_a_prediction_by_mouse_opens_its_step_and_stays_after_a_reload(page, expect):
    page.goto(LESSON)
    expect(page.get_by_text("0 of 5 predictions made")).to_be_visible()
    page.locator(FIRST).get_by_text(GUESS).click()
    page.locator(FIRST).get_by_role("button", name="Commit to this").click()
    expect(page.get_by_role("heading", name=OPENED)).to_be_focused()
    expect(page.get_by_role("heading", name=OPENED)).to_be_in_viewport()
    assert_guess_and_outcome_are_shown(page, expect)
    page.reload()
    assert_guess_and_outcome_are_shown(page, expect)


def test_all_five_predictions_can_be_made_by_keyboard_alone(page, expect, learner):
    page.goto(LESSON)
    for made in range(1, 6):
        tab_to(page, ".prediction form input[type=radio]")
        page.keyboard.press("ArrowDown")  # the second option; a Space would take the first
        tab_to(page, ".prediction form button")
        page.keyboard.press("Enter")
        expect(page.locator("[data-made]")).to_have_text(f"{made} of 5 predictions made")
        expect(page.locator(".step-title[data-focus]")).to_be_focused()
    expect(page.locator(".sealed")).to_have_count(0)
    guesses = PredictionAnswer.objects.filter(learner=learner)
    assert [guess.chosen["id"] for guess in guesses.order_by("pk")] == ["2"] * 5


def test_without_scripts_plain_forms_do_the_same(plain_page, expect):
    assert plain_page.request.get(STEP_2).status == 403
    plain_page.goto(LESSON)
    plain_page.locator(FIRST).get_by_text(GUESS).click()
    plain_page.locator(FIRST).get_by_role("button", name="Commit to this").click()
    expect(plain_page.get_by_role("heading", name=OPENED)).to_be_in_viewport()
    assert_guess_and_outcome_are_shown(plain_page, expect)
    plain_page.reload()
    assert_guess_and_outcome_are_shown(plain_page, expect)


def test_a_double_click_commits_one_guess(page, expect, learner):
    page.goto(LESSON)
    page.locator(FIRST).get_by_text(GUESS).click()
    page.locator(FIRST).get_by_role("button", name="Commit to this").dblclick()
    assert_guess_and_outcome_are_shown(page, expect)
    assert PredictionAnswer.objects.filter(learner=learner).count() == 1
