"""The four live figures after they have been used: axe, narrow pages, right to left, no colours."""

import pytest

from tests.e2e.looks import WIDER_THAN_PAGE, assert_looks_right

FIGURES = ("attn-query", "attn-steps", "attn-cache", "attn-words")
LESSONS = {"attn-words": "/lessons/self-attention/"}
WIDEST = """
(figure) => {
  const { left, right } = figure.closest("figure").getBoundingClientRect();
  return [...figure.querySelectorAll("*")]
    .filter((node) => !node.closest(".attn-scroll, .attn-sr, svg") && node.offsetParent)
    .map((node) => [node.getBoundingClientRect(), node])
    .filter(([box]) => box.left < left - 1 || box.right > right + 1)
    .map(([, node]) => `${node.tagName} ${node.className}`);
}
"""


def use(page, name):
    """Open the figure's lesson, steer, choose, type and step in it; leave a fault on show."""
    page.goto(LESSONS.get(name, "/lessons/attention/"))
    figure = page.locator(f"{name}[data-live]").first
    if name == "attn-query":
        figure.get_by_role("application").press("ArrowRight")
        figure.get_by_role("button", name="Set to zero").click()
        figure.get_by_role("spinbutton").first.fill("x")
    elif name == "attn-words":
        figure.get_by_role("checkbox").check()
        figure.get_by_role("radio").nth(2).click()
    elif name == "attn-steps":
        figure.get_by_role("radio", name="gate").check()
        figure.get_by_role("button", name="Commit to this").click()
        figure.get_by_role("button", name="Commit to this").click()
    else:
        figure.get_by_role("button", name="Back").click()
        figure.get_by_role("spinbutton").first.fill("99")
    return figure


@pytest.mark.parametrize("name", FIGURES)
def test_axe_finds_nothing_in_a_figure_in_use_and_no_phone_scrolls_sideways(page, name):
    use(page, name)
    assert_looks_right(page, name)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_fits_a_narrow_page_that_is_read_from_right_to_left(new_page, learner, name):
    page = new_page(learner, viewport={"width": 320, "height": 800})
    figure = use(page, name)
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert figure.evaluate(WIDEST) == []
    page.evaluate("document.documentElement.dir = 'ltr'")
    assert figure.evaluate(WIDEST) == []
    assert page.evaluate(WIDER_THAN_PAGE) == []


@pytest.mark.parametrize("name", ["attn-cache", "attn-query"])
def test_sentences_keep_their_own_direction_on_a_page_from_right_to_left(new_page, learner, name):
    page = new_page(learner)
    figure = use(page, name)
    page.evaluate("document.documentElement.dir = 'rtl'")
    goal = figure.locator(".attn-goals li > span").first
    assert goal.evaluate("text => getComputedStyle(text).textAlign") == "right"
    assert goal.evaluate("text => getComputedStyle(text).unicodeBidi") == "plaintext"
    tick = figure.locator(".attn-goals li > svg").first
    assert goal.bounding_box()["x"] < tick.bounding_box()["x"]


@pytest.mark.parametrize("name", FIGURES)
def test_a_finger_finds_every_control_large_enough(new_page, learner, name):
    page = new_page(learner, viewport={"width": 390, "height": 844}, has_touch=True)
    figure = use(page, name)
    controls = figure.locator("button:visible, input:not([type=radio], [type=checkbox]):visible")
    sizes = [box for control in controls.all() if (box := control.bounding_box())]
    assert len(sizes) >= 2
    assert all(box["height"] >= 44 for box in sizes), sizes
    assert all(box["width"] >= 24 for box in sizes), sizes


def test_bars_do_not_move_slowly_for_whoever_asked_for_stillness(new_page, learner):
    for motion, expected in (("reduce", 0.001), ("no-preference", 0.05)):
        page = new_page(learner, reduced_motion=motion)
        figure = use(page, "attn-query")
        slow = figure.locator(".attn-fill").first.evaluate(
            "bar => parseFloat(getComputedStyle(bar).transitionDuration)"
        )
        assert (slow <= expected) == (motion == "reduce"), (motion, slow)
