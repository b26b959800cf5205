"""Writing with and without a cache: lengths that are set, words that are stepped through, goals."""

import pytest

from tests.e2e.answers import tab_to

LESSON = "/lessons/attention/"
LISTEN = """
() => {
  window.told = [];
  for (const type of ["attn-change", "goal-met"]) {
    document.addEventListener(type, (event) => window.told.push([type, event.detail]));
  }
}
"""


@pytest.fixture
def figure(page):
    page.goto(LESSON)
    page.evaluate(LISTEN)
    found = page.locator("attn-cache[data-live]")
    found.scroll_into_view_if_needed()
    return found


def totals(figure):
    return figure.locator("tfoot .attn-n").all_inner_texts()


def counts(figure, place):
    return figure.locator("table").nth(place).locator("tbody .attn-n").all_inner_texts()


def test_the_live_count_begins_with_what_the_server_drew(figure, new_page, learner, expect):
    still = new_page(learner, java_script_enabled=False)
    still.goto(LESSON)
    drawn = still.locator("attn-cache")
    for part in ("tbody tr", "tfoot", ".attn-count"):
        texts = drawn.locator(part).all_inner_texts()
        assert texts
        assert figure.locator(part).all_inner_texts() == texts
    boxes = "nodes => nodes.map((node) => node.outerHTML.replace(/ xmlns=\\S+/, ''))"
    first = figure.locator("tbody .attn-boxes").evaluate_all(boxes)
    assert first == drawn.locator("tbody .attn-boxes").evaluate_all(boxes)
    expect(drawn.locator("input")).to_have_count(0)
    expect(drawn).to_contain_text("With scripts switched on")


def test_words_are_written_one_at_a_time_and_both_ways_are_counted(page, figure, expect):
    figure.get_by_role("button", name="Start over").click()
    assert totals(figure) == ["0", "0"]
    expect(figure.locator(".attn-ahead")).to_have_count(16)
    for _ in range(3):
        figure.get_by_role("button", name="Next word").click()
    assert counts(figure, 0) == ["5", "6", "7"]
    assert counts(figure, 1) == ["5", "1", "1"]
    expect(figure.get_by_role("status")).to_have_text(
        "3 words written: 18 rows of K computed without a cache, 7 with one, 11 saved."
    )
    expect(figure.locator("tfoot th").first).to_have_text("so far")
    figure.get_by_role("button", name="Back").click()
    assert totals(figure) == ["11", "6"]
    last = page.evaluate("told.at(-1)")
    assert last == [
        "attn-change",
        {"prompt": 5, "words": 8, "written": 2, "without": 11, "cached": 6},
    ]


def test_lengths_are_typed_and_what_is_no_count_is_told(figure, expect):
    prompt, words = figure.get_by_role("spinbutton").all()
    prompt.fill("10")
    words.fill("4")
    assert totals(figure) == ["46", "13"]
    for wrong in ("13", "0", "2.5", ""):
        prompt.fill(wrong)
        expect(figure.get_by_role("alert")).to_have_text("Type a whole number from 1 to 12.")
        expect(prompt).to_have_attribute("aria-invalid", "true")
        assert totals(figure) == ["46", "13"]
    words.focus()
    expect(prompt).to_have_value("10")
    expect(figure.locator(".attn-fault")).to_have_text("")


def test_all_goals_can_be_reached_and_only_by_a_finished_run(page, figure, expect):
    reached = figure.locator(".attn-goals [data-met]")
    prompt, words = figure.get_by_role("spinbutton").all()
    expect(reached).to_have_count(0)
    figure.get_by_role("button", name="Start over").click()
    figure.get_by_role("button", name="Next word").click()  # equal so far, but not over
    expect(reached).to_have_count(0)
    words.fill("1")
    expect(reached).to_have_count(1)
    expect(figure.get_by_role("status")).to_contain_text("Goal reached: Find a run")
    words.fill("8")
    prompt.fill("12")
    expect(reached).to_have_count(3)
    met = [detail["id"] for name, detail in page.evaluate("told") if name == "goal-met"]
    assert met == ["nothing-saved", "eighty-saved", "six-times"]
    prompt.fill("2")
    expect(reached).to_have_count(3)


def test_lengths_and_steps_by_keyboard_alone(page, figure, expect):
    figure.evaluate("figure => { figure.tabIndex = -1; figure.focus(); }")
    tab_to(page, "attn-cache input")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    assert totals(figure) == ["70", "13"]
    tab_to(page, "attn-cache .attn-go button")
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert counts(figure, 1) == ["7", "1", "1", "1", "1"]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert totals(figure) == ["57", "12"]
