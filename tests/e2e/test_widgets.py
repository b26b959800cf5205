"""Steering the query: by dragging, by keys, by typing."""

import pytest

LESSON = "/lessons/attention/"


@pytest.fixture
def widget(page):
    """The live figure of the lesson."""
    page.goto(LESSON)
    found = page.locator("attn-query[data-live]")
    found.scroll_into_view_if_needed()
    return found


def query_of(widget):
    return widget.evaluate("figure => figure.q")


def test_the_live_figure_begins_with_what_the_server_drew(page, widget, new_page, learner):
    still = new_page(learner, java_script_enabled=False)
    still.goto(LESSON)
    rows = "attn-query .attn-table tbody tr"
    drawn = still.locator(rows).all_inner_texts()
    assert len(drawn) == 5
    assert page.locator(rows).all_inner_texts() == drawn


def test_the_tip_is_dragged_to_another_word(page, widget, expect):
    box = widget.locator(".attn-hit").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 80, steps=4)
    page.mouse.move(x + 80, y + 80, steps=4)
    page.mouse.up()
    q = query_of(widget)
    assert q[0] > 1.5
    assert q[1] < 1.5
    expect(widget.get_by_role("status")).to_contain_text("snow")
    page.mouse.move(x, y)
    assert query_of(widget) == q  # let go, it stays


def test_a_tap_on_the_paper_moves_the_tip_there(new_page, learner, expect):
    page = new_page(learner, viewport={"width": 390, "height": 844}, has_touch=True)
    page.goto(LESSON)
    touched = page.locator("attn-query[data-live]")
    paper = touched.locator(".attn-plane")
    paper.scroll_into_view_if_needed()
    box = paper.bounding_box()
    paper.tap(position={"x": box["width"] * 0.8, "y": box["height"] * 0.5})
    q = query_of(touched)
    assert 1.8 <= q[0] <= 2.2
    assert abs(q[1]) <= 0.1
    expect(touched.get_by_role("status")).to_contain_text("snow")


def test_arrow_keys_move_by_a_tenth_with_shift_by_five_and_home_is_zero(page, widget, expect):
    stage = widget.get_by_role("application")
    stage.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert query_of(widget) == [1.1, 1.9]
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    assert query_of(widget) == [0.6, 2.4]
    page.keyboard.press("Home")
    assert query_of(widget) == [0, 0]
    expect(widget.locator(".attn-table tbody .attn-w .attn-n")).to_have_text(["0.20"] * 5)
    expect(stage).to_be_focused()


def test_typed_numbers_steer_and_what_is_no_number_is_told(page, widget, expect):
    first, second = widget.get_by_role("spinbutton").all()
    first.fill("-2,5")
    second.fill("1.25")
    assert query_of(widget) == [-2.5, 1.25]
    second.fill("much")
    expect(widget.get_by_role("alert")).to_have_text("Type a number from −3 to 3.")
    expect(second).to_have_attribute("aria-invalid", "true")
    assert query_of(widget) == [-2.5, 1.25]
    first.focus()
    expect(second).to_have_value("1.25")
    expect(widget.locator(".attn-fault")).to_have_text("")


def test_all_three_goals_can_be_reached_and_stay_reached(page, widget, expect):
    reached = widget.locator(".attn-goals [data-met]")
    expect(reached).to_have_count(0)
    first, second = widget.get_by_role("spinbutton").all()
    first.fill("2.5")
    second.fill("0")
    expect(reached).to_have_count(1)
    widget.get_by_role("button", name="Set to zero").click()
    expect(reached).to_have_count(2)
    expect(widget.get_by_role("status")).to_contain_text("Goal reached: Ask for nothing")
    first.fill("-3")
    second.fill("2")
    expect(reached).to_have_count(3)
    widget.get_by_role("button", name="Reset").click()
    assert query_of(widget) == [1, 2]
    expect(reached).to_have_count(3)


def test_the_stages_are_stepped_through_by_keyboard(page, expect):
    page.goto(LESSON)
    player = page.locator("step-player").first
    expect(player.locator("[data-step]:visible")).to_have_count(1)
    forward = player.get_by_role("button", name="Next step")
    forward.focus()
    for step in range(2, 6):
        page.keyboard.press("Enter")
        expect(player.get_by_role("status")).to_have_text(f"Step {step} of 5")
    expect(forward).to_be_focused()
    expect(forward).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    expect(player.get_by_role("status")).to_have_text("Step 4 of 5")


def test_without_scripts_every_stage_stands_on_the_page(plain_page, expect):
    plain_page.goto(LESSON)
    player = plain_page.locator("step-player").first
    expect(player.locator("[data-step]:visible")).to_have_count(5)
