"""Putting items in order: by keys alone, by dragging, with scripts off, and left out."""

import pytest

from quizzes.models import Submission
from tests.e2e.answers import tab_to
from tests.e2e.conftest import PHONE
from tests.e2e.looks import assert_looks_right
from tests.lessons.kinds_lesson_answers import LESSON, NEEDED, STEPS, draw_of, item_ids, load


@pytest.fixture(autouse=True)
def kinds_lesson(standing_clock, lesson):
    load()


def question_of(page, learner, slug):
    return page.locator(f"#q-{draw_of(learner, slug).public_id}")


def texts(question):
    return [
        text.split()[0].strip(":") for text in question.locator(".order-text").all_inner_texts()
    ]


def row(question, beginning):
    return question.locator(".order-row").filter(has_text=beginning)


def sort_by_keys(page, question, beginnings):
    """Move each row up to its place with Alt and the arrow, beginning with the first."""
    for at, beginning in enumerate(beginnings):
        row(question, beginning).get_by_role("button", name="Move up").focus()
        while texts(question).index(beginning.split()[0]) > at:
            page.keyboard.press("Alt+ArrowUp")


def drag(page, question, beginning, onto, *, drop=True):
    """Drag a row by its handle to the far edge of another one."""
    question.locator(".order").evaluate("list => list.scrollIntoView({ block: 'center' })")
    start = row(question, beginning).locator(".order-grip").bounding_box()
    end = row(question, onto).bounding_box()
    is_down = end["y"] > start["y"]
    target = end["y"] + (end["height"] - 4 if is_down else 4)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    for part in (0.5, 0.9, 1):
        y = start["y"] + (target - start["y"]) * part
        page.mouse.move(start["x"] + 5, y, steps=4)
    if drop:
        page.mouse.up()


def test_an_order_is_made_by_keys_alone(page, learner, expect):
    page.goto(LESSON)
    question = question_of(page, learner, "steps")
    anchor = question.get_attribute("id")
    tab_to(page, f"#{anchor} .order-row button")
    sort_by_keys(page, question, STEPS)
    assert texts(question) == [step.split()[0] for step in STEPS]
    tab_to(page, f"#{anchor} .actions button")
    page.keyboard.press("Enter")
    expect(question.get_by_role("heading", name="Right", exact=True)).to_be_focused()


def test_a_moved_row_keeps_the_focus_and_is_announced(page, learner, expect):
    page.goto(LESSON)
    question = question_of(page, learner, "steps")
    before = texts(question)
    button = question.get_by_role("button", name="Move down").first
    button.focus()
    page.keyboard.press("Enter")
    assert texts(question) == [before[1], before[0], *before[2:]]
    expect(button).not_to_be_focused()
    expect(row(question, before[0]).get_by_role("button", name="Move down")).to_be_focused()
    expect(question.get_by_role("status")).to_contain_text("place 2 of 5")
    page.keyboard.press("Alt+ArrowUp")
    assert texts(question) == before
    up = row(question, before[0]).get_by_role("button", name="Move up")
    expect(up).to_have_attribute("aria-disabled", "true")
    up.click(force=True)
    assert texts(question) == before


def test_a_row_is_dragged_and_escape_takes_it_back(page, learner, expect):
    page.goto(LESSON)
    question = question_of(page, learner, "steps")
    before = texts(question)
    drag(page, question, before[0], before[3])
    assert texts(question) == [*before[1:4], before[0], before[4]]
    places = [box.input_value() for box in question.locator("input[type=number]").all()]
    assert places == ["1", "2", "3", "4", "5"]
    drag(page, question, before[0], before[1], drop=False)
    assert texts(question) == before
    page.keyboard.press("Escape")
    assert texts(question) == [*before[1:4], before[0], before[4]]
    page.mouse.up()
    assert texts(question) == [*before[1:4], before[0], before[4]]
    expect(question.get_by_role("status")).to_contain_text("cancelled")


def test_what_does_not_belong_is_left_out(page, learner, expect):
    page.goto(LESSON)
    question = question_of(page, learner, "needed")
    for beginning in ("Put ice", "Grind"):
        row(question, beginning).get_by_role("button", name="Leave out").click()
    expect(question.get_by_role("status")).to_contain_text("left out")
    grind = row(question, "Grind")
    grind.get_by_role("button", name="Put back").click()
    expect(grind.locator("input")).to_have_value("5")
    grind.get_by_role("button", name="Leave out").click()
    for at, beginning in enumerate(NEEDED):
        up = row(question, beginning).get_by_role("button", name="Move up")
        while row(question, beginning).locator("input").input_value() != str(at + 1):
            up.click()
    question.get_by_role("button", name="Check answer").click()
    expect(question.get_by_role("heading", name="Right", exact=True)).to_be_focused()


def test_an_untouched_order_is_asked_for(page, learner, expect):
    page.watch.ask_for(422)
    page.goto(LESSON)
    question = question_of(page, learner, "steps")
    before = texts(question)
    question.get_by_role("button", name="Check answer").click()
    expect(question.get_by_role("alert")).to_contain_text("nothing was moved yet")
    assert texts(question) == before
    expect(question.get_by_role("button", name="Move up")).to_have_count(5)
    assert not Submission.objects.exists()


def test_with_scripts_off_the_places_are_typed(plain_page, learner, expect):
    plain_page.watch.ask_for(422)
    plain_page.goto(LESSON)
    draw = draw_of(learner, "steps")
    ids = item_ids(draw, STEPS)
    for at, one in enumerate(ids, start=1):
        plain_page.locator(f"[name='positions.{one}']").fill(str(min(at, 4)))
    question = question_of(plain_page, learner, "steps")
    question.get_by_role("button", name="Check answer").click()
    expect(plain_page.get_by_role("alert")).to_contain_text("both have position 4")
    plain_page.locator(f"[name='positions.{ids[4]}']").fill("5")
    plain_page.get_by_role("button", name="Check answer").click()
    expect(plain_page.get_by_role("heading", name="Right", exact=True)).to_be_visible()


def test_a_phone_scrolls_nothing_sideways(new_page, learner):
    page = new_page(learner, viewport=PHONE | {"width": 320})
    page.goto(LESSON)
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_axe_finds_nothing_before_and_after_the_answers(page, learner):
    page.goto(LESSON)
    assert_looks_right(page)
    question = question_of(page, learner, "steps")
    question.get_by_role("button", name="Move down").first.click()
    question.get_by_role("button", name="Check answer").click()
    code = question_of(page, learner, "code")
    code.get_by_role("checkbox").first.check()
    code.get_by_role("button", name="Check answer").click()
    question.locator(".result").wait_for()
    code.locator(".result").wait_for()
    assert_looks_right(page)
