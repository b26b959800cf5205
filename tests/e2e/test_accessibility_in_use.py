"""Pages in use, with answers, errors and figures that moved: still nothing for axe to find."""

from datetime import timedelta

from django.urls import reverse

from quizzes.models import Draw
from tests.conftest import NOON
from tests.e2e.answers import CHECKS, EXPLANATION, answers_to, answers_to_draw, hand_in
from tests.e2e.looks import assert_looks_right

LESSON = "/lessons/attention/"


def test_forms_with_errors(new_page, learner, expect):
    page = new_page()
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill("learner@example.org")
    page.get_by_label("Password").fill("not-the-password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert_looks_right(page)
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill("learner2@example.org")
    page.get_by_label("Password").fill("1234")
    page.get_by_role("button", name="Make my account").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    assert_looks_right(page)


def test_the_settings_with_a_new_token(page, expect):
    page.goto("/settings/")
    page.get_by_label("Name of the new token").fill("my script")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator(".new-token")).to_be_visible()
    assert_looks_right(page)


def test_a_page_that_refuses_a_form(page):
    page.watch.ask_for(409)
    page.goto(LESSON)
    form = page.locator("#prediction-predict-heavier-value form")
    form.locator("input[type=radio]").first.check()
    out_of_turn = reverse("lessons:predict", args=["attention", "double-query"])
    form.evaluate("(form, address) => { form.action = address; form.submit(); }", out_of_turn)
    page.get_by_role("heading", name="This could not be done").wait_for()
    assert_looks_right(page)


def test_a_lesson_with_predictions_answers_and_figures_in_use(page, learner, expect):
    page.goto(LESSON)
    for made in range(1, 6):
        form = page.locator(".prediction form")
        form.locator("input[type=radio]").nth(1).check()
        form.get_by_role("button").click()
        expect(page.locator("[data-made]")).to_have_text(f"{made} of 5 predictions made")
    for slug in CHECKS:
        answers = answers_to(learner, slug)
        is_wrong = slug in ("mask-purpose", "soft-blend", "softmax-weight")
        hand_in(page, answers, answers.wrong if is_wrong else answers.right)
    draw = Draw.objects.get(learner=learner, question__slug=EXPLANATION)
    explanation = page.locator(f"#q-{draw.public_id}")
    explanation.locator("textarea").fill("A query meets every key.")
    explanation.get_by_role("button", name="Hand in").click()
    explanation.get_by_role("checkbox").first.check()
    page.locator("step-player").first.get_by_role("button", name="Next step").click()
    page.locator("attn-query").get_by_role("spinbutton").first.fill("no number")
    assert_looks_right(page)
    explanation.get_by_role("button", name="Rate my explanation").click()
    expect(explanation.locator(".due")).to_be_visible()
    assert_looks_right(page, within=f"#q-{draw.public_id}")


def test_a_refused_answer_on_its_own_page(page, learner):
    page.watch.ask_for(422)
    page.goto(LESSON)
    question = page.locator(f"#{answers_to(learner, 'soft-blend').anchor}")
    question.locator("[name='blanks.third']").fill("none")
    question.locator("form").evaluate("form => form.submit()")
    question.locator(".field-error").wait_for()
    assert_looks_right(page)


def test_a_review_before_and_after_each_answer_and_at_its_end(page, learner, clock, expect):
    page.goto(LESSON)
    for slug in ("mask-purpose", "softmax-weight"):
        answers = answers_to(learner, slug)
        hand_in(page, answers, answers.wrong)
    clock.move_to(NOON + timedelta(days=1))
    page.goto("/review/")
    for is_wrong in (True, False, False):
        assert_looks_right(page)
        anchor = page.locator(".question").get_attribute("id")
        answers = answers_to_draw(Draw.objects.of(learner.pk).get(public_id=anchor[2:]))
        hand_in(page, answers, answers.wrong if is_wrong else answers.right)
        assert_looks_right(page)
        page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
    assert_looks_right(page)
