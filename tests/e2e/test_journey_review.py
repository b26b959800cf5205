"""On the due day the questions return: other numbers, other concepts in turn, later dates."""

from datetime import timedelta
from itertools import pairwise

import pytest

from quizzes.models import Draw, Question, Submission
from quizzes.services import open_draw
from review.models import Card
from review.services import answer
from tests.conftest import NOON
from tests.e2e.answers import CHECKS, answers_to, answers_to_draw, enter, hand_in, tab_to

REVIEW = "/review/"
DUE = NOON + timedelta(days=3)  # a first right answer returns after two days, a wrong one after one
GENERATED = ("score-sign", "softmax-weight", "cached-work")


@pytest.fixture
def answered_lesson(lesson, learner):
    """The learner has answered the six checks of the lesson, one of them wrong; the due times."""
    for slug in CHECKS:
        open_draw(learner_id=learner.pk, question=Question.objects.get(slug=slug), now=NOON)
        answers = answers_to(learner, slug)
        entries = answers.wrong if slug == "mask-purpose" else answers.right
        raw = {"choices": [entries[""]]} if "" in entries else {"blanks": entries}
        answer(draw=answers.draw, raw=raw, idempotency_key=slug, now=NOON)
    return {card.question.slug: card.due for card in Card.objects.of(learner.pk)}


def shown_draw(page, learner):
    """The draw that the review page shows."""
    anchor = page.locator(".question").get_attribute("id")
    return Draw.objects.of(learner.pk).get(public_id=anchor.removeprefix("q-"))


def test_on_the_due_day_all_six_return_and_go_further_away(
    page, learner, clock, expect, answered_lesson
):
    # Two of the six share a concept, and nothing but the rule for neighbours parts them.
    twin = Question.objects.filter(slug="softmax-weight")
    twin.update(concept=Question.objects.get(slug="score-sign").concept)
    prompts = {draw.question.slug: draw.variant.shown["prompt"] for draw in learner.draws.all()}
    clock.move_to(DUE)
    page.goto("/")
    expect(page.locator(".due-card")).to_contain_text("6 questions are due today")
    page.get_by_role("link", name="Review now").click()
    concepts, slugs = [], []
    for left in range(5, -1, -1):
        draw = shown_draw(page, learner)
        slugs.append(draw.question.slug)
        concepts.append(page.locator(".question .eyebrow").inner_text())
        same = draw.variant.shown["prompt"] == prompts[draw.question.slug]
        assert same is (draw.question.slug not in GENERATED)
        answers = answers_to_draw(draw)
        question = hand_in(page, answers, answers.right)
        expect(question.get_by_role("heading", name="Right")).to_be_focused()
        expect(question.locator(".due")).to_contain_text("Comes back on ")
        expect(page.locator("[data-rating]")).to_have_count(3)
        expect(page.locator(".review-bar")).to_contain_text(f"{6 - left} of 6 done")
        expect(page.locator(".next .meta")).to_have_text(f"{left} left today" if left else "")
        page.get_by_role("link", name="Next").click()
        expect(page.locator(".review-bar")).to_contain_text(f"{6 - left} of 6 done")
    assert sorted(slugs) == sorted(CHECKS)
    assert all(one != other for one, other in pairwise(concepts))
    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
    expect(page.locator("main")).to_contain_text("You gave 6 answers today.")
    expect(page.locator("main")).to_contain_text("The next review is due on ")
    for card in Card.objects.of(learner.pk).select_related("question"):
        first_interval = answered_lesson[card.question.slug] - NOON
        assert card.due - DUE > first_interval


def test_a_missed_question_returns_the_next_day_and_may_not_be_rated(
    page, learner, clock, expect, answered_lesson
):
    clock.move_to(NOON + timedelta(days=1))
    page.goto(REVIEW)
    draw = shown_draw(page, learner)
    assert draw.question.slug == "mask-purpose"
    answers = answers_to_draw(draw)
    question = hand_in(page, answers, answers.wrong)
    expect(question.locator(".misconception")).to_be_visible()
    expect(question.locator(".due")).to_contain_text("Friday 12 March, tomorrow")
    expect(page.locator("[data-rating]")).to_have_count(0)


def test_what_was_missed_comes_again_in_the_same_session_until_it_is_right(
    page, learner, clock, expect, answered_lesson
):
    clock.move_to(DUE)
    page.goto(REVIEW)
    missed = shown_draw(page, learner).question
    asked = []
    for is_wrong in (True, False, False, False, False, False, False):
        draw = shown_draw(page, learner)
        asked.append(draw.question)
        answers = answers_to_draw(draw)
        hand_in(page, answers, answers.wrong if is_wrong else answers.right)
        page.get_by_role("link", name="Next").click()
    assert (asked[0], asked[-1]) == (missed, missed)
    assert len(set(asked)) == 6
    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()


def test_a_right_answer_may_be_called_easy_and_then_returns_later(
    page, learner, clock, expect, answered_lesson
):
    clock.move_to(DUE)
    page.goto(REVIEW)
    draw = shown_draw(page, learner)
    answers = answers_to_draw(draw)
    question = hand_in(page, answers, answers.right)
    good = Card.objects.get(learner=learner, question=draw.question).due
    ratings = page.locator("[data-rating]")
    expect(ratings).to_contain_text(["Hard", "Good", "Easy"])
    expect(ratings).to_contain_text(["in ", "in ", "in "])
    expect(page.get_by_role("button", name="Good")).to_have_attribute("aria-pressed", "true")
    words = question.locator(".due").inner_text()
    page.get_by_role("button", name="Easy").click()
    expect(page.get_by_role("button", name="Easy")).to_have_attribute("aria-pressed", "true")
    expect(question.locator(".due")).not_to_have_text(words)
    assert Card.objects.get(learner=learner, question=draw.question).due > good
    assert Submission.objects.filter(learner=learner, draw=draw).count() == 1


def test_a_session_is_gone_through_by_keyboard_alone(page, learner, clock, expect, answered_lesson):
    clock.move_to(DUE)
    page.goto(REVIEW)
    for left in range(5, -1, -1):
        answers = answers_to_draw(shown_draw(page, learner))
        if "" in answers.right:
            ids = page.locator(".choices input").evaluate_all("boxes => boxes.map(b => b.value)")
            page.keyboard.press("abcd"[ids.index(answers.right[""])])
        for name, entry in answers.right.items():
            if name:
                tab_to(page, f"[name='blanks.{name}']", most=20)
                page.keyboard.type(entry)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Right", exact=True)).to_be_focused()
        key, name = [("2", "Hard"), ("3", "Good"), ("4", "Easy")][left % 3]
        page.keyboard.press(key)
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_role("heading", name="Right", exact=True)).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator(".review-bar")).to_contain_text(f"{6 - left} of 6 done")
    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()


def test_the_keys_can_be_switched_off(page, learner, clock, expect, answered_lesson):
    clock.move_to(NOON + timedelta(days=1))
    page.goto(REVIEW)
    page.get_by_role("checkbox", name="Keyboard shortcuts").uncheck()
    page.locator("h1").click(force=True, no_wait_after=True)
    page.keyboard.press("a")
    expect(page.locator(".choices input:checked")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("checkbox", name="Keyboard shortcuts")).not_to_be_checked()


def test_without_scripts_a_session_works_by_plain_forms(
    plain_page, learner, clock, expect, answered_lesson
):
    clock.move_to(DUE)
    plain_page.goto(REVIEW)
    for left in range(5, -1, -1):
        answers = answers_to_draw(shown_draw(plain_page, learner))
        hand_in(plain_page, answers, answers.right)
        plain_page.get_by_role("button", name="Hard").click()
        expect(plain_page.get_by_role("button", name="Hard")).to_have_attribute(
            "aria-pressed", "true"
        )
        plain_page.get_by_role("link", name="Next").click()
        expect(plain_page.locator(".review-bar")).to_contain_text(f"{6 - left} of 6 done")
    expect(plain_page.get_by_role("heading", name="Done for today")).to_be_visible()
    assert not Card.objects.of(learner.pk).due(DUE).exists()


def test_a_malformed_answer_in_a_review_keeps_what_was_typed(
    page, learner, clock, expect, answered_lesson
):
    page.watch.ask_for(422)
    clock.move_to(DUE)
    page.goto(REVIEW)
    while (draw := shown_draw(page, learner)).variant.kind != "fill_in":
        answers = answers_to_draw(draw)
        hand_in(page, answers, answers.right)
        page.get_by_role("link", name="Next").click()
    before = Submission.objects.filter(learner=learner).count()
    answers = answers_to_draw(draw)
    name = next(iter(answers.right))
    enter(page, answers, {name: "a lot"})
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(".question .field-error").first).to_be_visible()
    expect(page.locator(f"[name='blanks.{name}']")).to_have_value("a lot")
    assert Submission.objects.filter(learner=learner).count() == before
