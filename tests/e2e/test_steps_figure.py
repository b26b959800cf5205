"""One query, stage by stage: choosing and typing a guess before each, by mouse and by keyboard."""

import math

import pytest

from attention import engine
from lessons.content.numerals import fixed
from tests.e2e.answers import tab_to

LESSON = "/lessons/attention/"
Q = [2, 1]
KEYS = [[2, 0], [1, 1], [-2, 1], [1, -1], [1, 0]]
LISTEN = """
() => {
  window.told = [];
  for (const type of ["attn-predict", "attn-change"]) {
    document.addEventListener(type, (event) => window.told.push([type, event.detail]));
  }
}
"""


@pytest.fixture
def figure(page):
    page.goto(LESSON)
    page.evaluate(LISTEN)
    found = page.locator("attn-steps[data-live]")
    found.scroll_into_view_if_needed()
    return found


def stage(figure, name):
    return figure.locator(f"[data-stage={name}]")


def commit(figure):
    figure.get_by_role("button", name="Commit to this").click()


def test_each_stage_waits_for_a_guess_which_is_set_beside_what_happens(page, figure, expect):
    expect(figure.locator(".attn-part:visible")).to_have_count(1)
    expect(stage(figure, "vectors")).to_be_visible()
    onward = figure.get_by_role("button", name="Next stage")
    expect(onward).to_have_attribute("aria-disabled", "true")
    onward.click(force=True)
    expect(stage(figure, "vectors")).to_be_visible()
    figure.get_by_role("radio", name="gate").check()
    commit(figure)
    expect(stage(figure, "scores")).to_be_visible()
    told = figure.locator(".attn-told:visible")
    expect(told).to_have_text("You said “gate”. It is “snow”.")
    expect(told).to_be_focused()
    figure.get_by_label("Your guess").fill("2,8")
    commit(figure)
    expect(told).to_have_text("You said 2.8. It is 2.83. That is close.")
    figure.get_by_label("Your guess").fill("0.9")
    commit(figure)
    weight = engine.softmax(engine.scaled_scores([Q], KEYS))[0][0]
    expect(told).to_have_text(f"You said 0.9. It is {fixed(weight)}.")
    expect(stage(figure, "weights").locator(".attn-top .attn-n")).to_have_text(fixed(weight))
    figure.get_by_role("radio", name="snow").check()
    commit(figure)
    expect(told).to_have_text("You said “snow”, and so it goes.")
    expect(figure.get_by_role("status")).to_have_text("Stage 5 of 5.")
    predicted = [detail for name, detail in page.evaluate("told") if name == "attn-predict"]
    assert [one["stage"] for one in predicted] == ["scores", "scaled", "weights", "output"]
    assert [one["right"] for one in predicted] == [False, True, False, True]
    assert predicted[0]["outcome"] == ["snow"]
    assert math.isclose(predicted[2]["outcome"], weight, abs_tol=1e-12)


def test_the_whole_query_is_stepped_through_by_keyboard_alone(page, figure, expect):
    page.locator("attn-steps [data-stage=vectors]").evaluate(
        "part => { part.tabIndex = -1; part.focus(); part.removeAttribute('tabindex'); }"
    )
    for kind in ("radio", "text", "text", "radio"):
        tab_to(page, f"attn-steps .attn-ask input[type={kind}]")
        if kind == "radio":
            page.keyboard.press("Space")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowUp")
            tab_to(page, "attn-steps .attn-ask button")
        else:
            page.keyboard.type("−0.5")
        page.keyboard.press("Enter")
        expect(figure.locator(".attn-told:visible")).to_be_focused()
    expect(stage(figure, "output")).to_be_visible()
    tab_to(page, "attn-steps .attn-go button")
    page.keyboard.press("Enter")
    expect(stage(figure, "weights")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(stage(figure, "output")).to_be_visible()
    assert [d["stage"] for n, d in page.evaluate("told") if n == "attn-change"] == [
        *("scores", "scaled", "weights", "output"),
        *("weights", "output"),
    ]


def test_a_missing_guess_is_asked_for_and_opens_nothing(figure, expect):
    commit(figure)
    expect(figure.get_by_role("alert")).to_have_text("Choose a word first.")
    expect(stage(figure, "scores")).to_be_hidden()
    figure.get_by_role("radio", name="dug").check()
    commit(figure)
    figure.get_by_label("Your guess").fill("a lot")
    commit(figure)
    expect(figure.get_by_role("alert")).to_have_text("Type a number, such as 0.5 or −2.")
    expect(figure.get_by_label("Your guess")).to_have_attribute("aria-invalid", "true")
    expect(stage(figure, "scaled")).to_be_hidden()


def test_without_scripts_every_stage_is_a_table_behind_its_question(plain_page, expect):
    plain_page.goto(LESSON)
    still = plain_page.locator("attn-steps")
    expect(still.locator("details")).to_have_count(4)
    expect(still.locator("table")).to_have_count(5)
    expect(stage(still, "weights").locator("table")).to_be_hidden()
    still.get_by_text("About how large a share").click()
    expect(stage(still, "weights").locator("table")).to_be_visible()
