"""A learner answers the six checks and explains: marked at once, named, scheduled, counted once."""

import re

from quizzes.models import Draw, Misconception, Submission
from tests.e2e.answers import CHECKS, EXPLANATION, answers_to, enter, hand_in, question_in, tab_to

LESSON = "/lessons/attention/"
TEXT = "When the model comes to the word it, its query meets every key."
DAY = re.compile(r"Comes back on \w+day \d+ March, (tomorrow|in \d+ days)\.")


def answered(learner):
    return Submission.objects.filter(learner=learner).count()


def explanation_in(page, learner):
    draw = Draw.objects.get(learner=learner, question__slug=EXPLANATION)
    return page.locator(f"#q-{draw.public_id}")


def test_six_checks_are_marked_and_each_says_the_day_it_returns(page, learner, expect):
    page.goto(LESSON)
    expect(page.get_by_text("0 of 6 answered")).to_be_visible()
    for done, slug in enumerate(CHECKS, start=1):
        answers = answers_to(learner, slug)
        is_wrong = slug == "mask-purpose"
        question = hand_in(page, answers, answers.wrong if is_wrong else answers.right)
        verdict = question.get_by_role("heading", name="Not quite" if is_wrong else "Right")
        expect(verdict).to_be_focused()
        expect(question.locator(".due")).to_have_text(DAY)
        expect(question.locator(".misconception")).to_have_count(1 if is_wrong else 0)
        expect(page.get_by_text(f"{done} of 6 answered")).to_be_visible()
    wrong = answers_to(learner, "mask-purpose")
    idea = Misconception.objects.get(slug=wrong.misconception)
    for when in ("at once", "after a reload"):
        question = question_in(page, wrong)
        expect(question.locator(".misconception"), when).to_contain_text(idea.statement)
        expect(question.locator(".misconception"), when).to_contain_text(idea.correction[:40])
        expect(question.locator(".due"), when).to_contain_text("Thursday 11 March, tomorrow")
        page.reload()
    expect(page.get_by_text("6 of 6 answered")).to_be_visible()
    expect(page.locator("#check .due")).to_have_count(6)


def test_a_malformed_number_gets_words_beside_its_field_and_nothing_is_stored(
    page, learner, expect
):
    page.watch.ask_for(422)
    page.goto(LESSON)
    answers = answers_to(learner, "soft-blend")
    enter(page, answers, answers.right | {"output": "twelve"})
    question = question_in(page, answers)
    question.get_by_role("button", name="Check answer").click()
    expect(question.get_by_role("alert")).to_be_focused()
    box = question.locator("[name='blanks.output']")
    expect(box).to_have_value("twelve")
    expect(box).to_have_attribute("aria-invalid", "true")
    words = page.locator(f"#{box.get_attribute('aria-describedby')}")
    expect(words).to_be_visible()
    expect(words).to_contain_text("the output: ")
    expect(question.locator("[name='blanks.third']")).to_have_value(answers.right["third"])
    assert answered(learner) == 0
    box.fill(answers.right["output"])
    question.get_by_role("button", name="Check answer").click()
    expect(question.get_by_role("heading", name="Right")).to_be_focused()
    assert answered(learner) == 1


def test_an_answer_without_a_choice_is_asked_for_one(page, learner, expect):
    page.watch.ask_for(422)
    page.goto(LESSON)
    question = question_in(page, answers_to(learner, "score-sign"))
    question.get_by_role("button", name="Check answer").click()
    expect(question.get_by_role("alert")).to_contain_text("Choose one option.")
    assert answered(learner) == 0


def test_a_double_click_answers_once(page, learner, expect):
    page.goto(LESSON)
    answers = answers_to(learner, "score-sign")
    enter(page, answers, answers.right)
    question = question_in(page, answers)
    question.get_by_role("button", name="Check answer").dblclick()
    expect(question.locator(".result")).to_be_visible()
    expect(question.locator(".notice")).to_have_count(0)
    assert answered(learner) == 1


def test_a_double_tap_on_a_phone_answers_once(new_page, learner, expect):
    phone = new_page(learner, viewport={"width": 390, "height": 844}, has_touch=True)
    phone.goto(LESSON)
    answers = answers_to(learner, "score-sign")
    enter(phone, answers, answers.right)
    question = question_in(phone, answers)
    sent = []
    phone.on("request", lambda request: sent.append(request.url))
    button = question.get_by_role("button", name="Check answer")
    phone.evaluate("button => { button.click(); button.click(); }", button.element_handle())
    expect(question.locator(".result")).to_be_visible()
    assert len([url for url in sent if "/questions/" in url]) == 1
    assert answered(learner) == 1


def test_a_second_tab_learns_that_the_first_answer_counts(page, learner, expect):
    page.watch.ask_for(409)  # a draft of what was answered already is not kept
    page.goto(LESSON)
    second = page.context.new_page()
    second.goto(LESSON)
    answers = answers_to(learner, "wrong-match")
    hand_in(page, answers, answers.right)
    question = hand_in(second, answers, answers.wrong)
    expect(question.locator(".notice")).to_contain_text("that first answer is the one that counts")
    expect(question.get_by_role("heading", name="Right")).to_be_visible()
    assert answered(learner) == 1


def test_the_back_button_leads_to_the_answered_question(page, learner, expect):
    page.goto(LESSON)
    answers = answers_to(learner, "score-sign")
    hand_in(page, answers, answers.wrong)
    page.goto("/")
    page.go_back()
    expect(question_in(page, answers).locator(".result")).to_be_visible()
    expect(question_in(page, answers).locator("form")).to_have_count(0)
    assert answered(learner) == 1


def test_without_scripts_plain_forms_answer_and_refuse_alike(plain_page, learner, expect):
    plain_page.watch.ask_for(422)
    plain_page.goto(LESSON)
    answers = answers_to(learner, "softmax-weight")
    enter(plain_page, answers, {"answer": "a fifth"})
    question = question_in(plain_page, answers)
    question.get_by_role("button", name="Check answer").click()
    expect(question.locator(".field-error")).to_be_visible()
    expect(question.locator("[name='blanks.answer']")).to_have_value("a fifth")
    assert answered(learner) == 0
    question = hand_in(plain_page, answers, answers.wrong)
    assert plain_page.url.endswith(f"{LESSON}#{answers.anchor}")
    expect(question.locator(".misconception")).to_be_visible()
    expect(question.locator(".due")).to_have_text(DAY)
    expect(plain_page.get_by_text("1 of 6 answered")).to_be_visible()
    plain_page.go_back()
    plain_page.reload()
    expect(question.locator(".result")).to_be_visible()
    assert answered(learner) == 1


def test_a_choice_and_three_blanks_are_answered_by_keyboard_alone(page, learner, expect):
    page.goto(LESSON)
    choice = answers_to(learner, "score-sign")
    tab_to(page, f"#{choice.anchor} .choices input")
    while page.evaluate("document.activeElement.value") != choice.right[""]:
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    tab_to(page, f"#{choice.anchor} button[type=submit]")
    page.keyboard.press("Enter")
    expect(question_in(page, choice).get_by_role("heading", name="Right")).to_be_focused()
    blanks = answers_to(learner, "soft-blend")
    for name, entry in blanks.right.items():
        tab_to(page, f"#{blanks.anchor} [name='blanks.{name}']")
        page.keyboard.type(entry)
    page.keyboard.press("Enter")
    expect(question_in(page, blanks).get_by_role("heading", name="Right")).to_be_focused()
    assert answered(learner) == 2


def test_a_draft_survives_a_reload_on_the_server(page, learner, expect):
    page.goto(LESSON)
    explanation = explanation_in(page, learner)
    explanation.locator("textarea").fill(TEXT)
    expect(explanation.get_by_role("status")).to_have_text("Saved")
    assert Draw.objects.get(learner=learner, question__slug=EXPLANATION).draft == {"text": TEXT}
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(explanation.locator("textarea")).to_have_value(TEXT)


def test_a_draft_written_offline_is_kept_and_sent_when_the_network_is_back(page, learner, expect):
    page.watch.ask_for_failures()
    page.goto(LESSON)
    explanation = explanation_in(page, learner)
    page.context.set_offline(True)
    explanation.locator("textarea").fill(TEXT)
    expect(explanation.get_by_role("status")).to_have_text("Not saved — kept on this page")
    explanation.get_by_role("button", name="Hand in").click()
    expect(explanation.get_by_role("alert")).to_contain_text("No connection. Nothing is lost")
    page.context.set_offline(False)
    expect(explanation.get_by_role("status")).to_have_text("Saved")
    page.reload()
    expect(explanation.locator("textarea")).to_have_value(TEXT)


def test_an_explanation_is_handed_in_compared_and_rated_by_the_learner(page, learner, expect):
    page.goto(LESSON)
    explanation = explanation_in(page, learner)
    explanation.locator("textarea").fill(TEXT)
    explanation.get_by_role("button", name="Hand in").click()
    verdict = explanation.get_by_role("heading", name="Compare your words with a good answer")
    expect(verdict).to_be_focused()
    expect(explanation.locator(".own-text")).to_have_text(TEXT)
    expect(explanation.locator(".due")).to_have_count(0)
    points = explanation.get_by_role("checkbox")
    expect(points).to_have_count(5)
    for place in range(4):
        points.nth(place).check()
    explanation.get_by_role("button", name="Rate my explanation").click()
    expect(explanation.get_by_role("heading", name="Partly right")).to_be_focused()
    expect(explanation.locator(".rubric-done .is-right")).to_have_count(4)
    expect(explanation.locator(".rubric-done .is-missing")).to_have_count(1)
    expect(explanation.locator(".due")).to_have_text(DAY)


def test_without_scripts_an_explanation_is_drafted_handed_in_and_rated(plain_page, learner, expect):
    plain_page.goto(LESSON)
    explanation = explanation_in(plain_page, learner)
    explanation.locator("textarea").fill(TEXT)
    explanation.get_by_role("button", name="Keep as a draft").click()
    expect(explanation.locator("textarea")).to_have_value(TEXT)
    explanation.get_by_role("button", name="Hand in").click()
    explanation.get_by_role("checkbox").first.check()
    explanation.get_by_role("button", name="Rate my explanation").click()
    expect(explanation.locator(".due")).to_have_text(DAY)
