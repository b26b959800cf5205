"""Choosing the word that asks: by pointer and keys, over heads, with and without the mask."""

import math

import pytest

from attention.widgets.words import WORDS
from tests.attention.sentences import SHOWN
from tests.e2e.looks import assert_looks_right

MODULE = "/static/attention/attn-words.js"
# The figure of the test stands where the lesson's own figures stand.
PUT = """
async ([html, module]) => {
  window.changes = [];
  document.addEventListener("attn-change", (event) => window.changes.push(event.detail));
  document.querySelector("main").innerHTML = `<h1>Words</h1><figure>${html}</figure>`;
  if (module) await import(module);
}
"""


def put(page, params, module=MODULE):
    page.goto("/lessons/attention/")
    page.evaluate(PUT, [WORDS.render(params), module])
    return page.locator("attn-words")


@pytest.fixture
def figure(page):
    """The live figure, with two heads and the mask on; “it” asks."""
    return put(page, SHOWN)


def words(figure):
    return figure.get_by_role("radiogroup", name="Word that asks").get_by_role("radio")


def shares(figure):
    return figure.locator(".attn-share .attn-n").all_inner_texts()


def test_the_live_figure_begins_with_what_the_server_drew(page, figure, new_page, learner, expect):
    still = put(new_page(learner, java_script_enabled=False), SHOWN, module=None)
    expect(still.locator("table")).to_have_count(2)
    expect(still.get_by_role("radio")).to_have_count(0)
    expect(still).to_contain_text("With scripts switched on")
    expect(figure.locator("table")).to_have_count(1)
    expect(figure).not_to_contain_text("With scripts switched on")
    for part in (".attn-lead", ".attn-word", ".attn-matrix >> nth=0"):
        drawn = still.locator(part).all_inner_texts()
        assert drawn
        assert figure.locator(part).all_inner_texts() == drawn
    drawn = still.locator("tbody >> nth=0").locator("tr, td, th")
    assert figure.locator("tbody").locator("tr, td, th").evaluate_all(
        "nodes => nodes.map((node) => node.className)"
    ) == drawn.evaluate_all("nodes => nodes.map((node) => node.className)")


def test_a_word_that_is_pressed_asks_and_says_where_it_looks(page, figure, expect):
    words(figure).nth(1).click()
    expect(words(figure).nth(1)).to_have_attribute("aria-checked", "true")
    expect(figure.locator(".attn-lead")).to_have_text("Where “fed” looks (who is meant)")
    assert shares(figure) == ["0.86", "0.14"]
    expect(figure.locator(".attn-word.attn-hidden")).to_have_count(5)
    expect(figure.locator("tr.attn-asking th")).to_have_text("fed")
    expect(figure.get_by_role("status")).to_have_text(
        "who is meant: “fed” looks most at “Nora” 0.86, then at “fed” 0.14."
    )
    (change,) = page.evaluate("window.changes")
    assert (change["word"], change["head"], change["causal"]) == (1, 0, True)
    assert math.isclose(sum(change["weights"]), 1)


def test_arrow_keys_walk_through_the_sentence_with_one_tab_stop(page, figure, expect):
    words(figure).nth(5).focus()
    page.keyboard.press("ArrowRight")
    expect(words(figure).nth(6)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(words(figure).nth(0)).to_be_focused()
    expect(words(figure).nth(0)).to_have_attribute("aria-checked", "true")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(words(figure).nth(5)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(words(figure).nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(words(figure).nth(6)).to_have_attribute("aria-checked", "true")
    assert figure.locator(".attn-word[tabindex='0']").count() == 1
    page.keyboard.press("Tab")
    expect(figure.get_by_role("radio", name="who is meant")).to_be_focused()
    page.keyboard.press("Tab")
    expect(figure.get_by_role("checkbox", name="Causal mask")).to_be_focused()
    assert len(page.evaluate("window.changes")) == 7


def test_a_sentence_from_right_to_left_is_walked_the_way_it_is_read(page, expect):
    hebrew = ["דנה", "ראתה", "את", "החתול", "כי", "הוא", "בכה"]
    figure = put(page, {**SHOWN, "words": hebrew})
    words(figure).nth(5).focus()
    page.keyboard.press("ArrowLeft")
    expect(words(figure).nth(6)).to_be_focused()
    first, last = words(figure).nth(0).bounding_box(), words(figure).nth(1).bounding_box()
    assert first["x"] > last["x"]


def test_another_head_divides_the_same_whole_in_its_own_way(page, figure, expect):
    heads = figure.get_by_role("radiogroup", name="Head").get_by_role("radio")
    heads.nth(1).click()
    expect(figure.locator(".attn-lead")).to_have_text("Where “it” looks (one word back)")
    assert shares(figure) == ["0.04", "0.04", "0.04", "0.04", "0.75", "0.10"]
    expect(figure.locator("caption")).to_contain_text("Weights of head “one word back”")
    page.keyboard.press("ArrowLeft")
    expect(heads.nth(0)).to_be_focused()
    expect(figure.locator(".attn-lead")).to_have_text("Where “it” looks (who is meant)")


def test_the_mask_is_switched_off_and_on_again(page, figure, expect):
    mask = figure.get_by_role("checkbox", name="Causal mask")
    expect(mask).to_be_checked()
    hidden = figure.locator("td.attn-hidden")
    expect(hidden).to_have_count(21)
    mask.uncheck()
    expect(hidden).to_have_count(0)
    expect(figure.locator("caption")).not_to_contain_text("hidden")
    assert len(shares(figure)) == 7
    mask.check()
    expect(hidden).to_have_count(21)
    expect(figure.locator("caption")).to_contain_text("words that come later are hidden")
    assert [change["causal"] for change in page.evaluate("window.changes")] == [False, True]


def test_a_single_head_shows_no_choice_of_heads(page, expect):
    figure = put(page, {**SHOWN, "heads": SHOWN["heads"][:1], "causal": False})
    expect(figure.get_by_role("radiogroup")).to_have_count(1)
    expect(figure.get_by_role("checkbox", name="Causal mask")).not_to_be_checked()
    words(figure).nth(3).press("Space")
    expect(figure.get_by_role("status")).to_contain_text("“cat” looks most at")


def test_the_figure_looks_right_live_and_still(page, figure, new_page, learner):
    words(figure).nth(6).click()
    assert_looks_right(page, "attn-words")
    still = new_page(learner)
    put(still, SHOWN, module=None)
    assert_looks_right(still, "attn-words")


def test_the_chosen_word_stands_out_without_colours_of_ours(new_page, learner):
    page = new_page(learner, forced_colors="active")
    figure = put(page, SHOWN)
    widths = words(figure).evaluate_all(
        "nodes => nodes.map((node) => getComputedStyle(node).borderTopWidth)"
    )
    assert widths == ["1px"] * 5 + ["4px", "1px"]
