"""What was entered survives a reload, a lost connection and a refused form, of every kind."""

import pytest

from quizzes.models import Draw, Submission
from tests.e2e.answers import tab_to
from tests.e2e.test_ordering import question_of, row, sort_by_keys, texts
from tests.lessons.kinds_lesson_answers import LESSON, STEPS, draw_of, item_ids, load

SAVED = "/draft/"


@pytest.fixture(autouse=True)
def kinds_lesson(standing_clock, lesson):
    load()


def check_button(question):
    return question.get_by_role("button", name="Check answer")


def kept(learner, slug):
    """The draft on the server."""
    return Draw.objects.get(pk=draw_of(learner, slug).pk).draft


def saving(page):
    """Waits for the end of the block until a draft has been taken by the server."""
    return page.expect_response(lambda response: response.url.endswith(SAVED))


def copies_in(page):
    """What the browser keeps because the server does not have it yet."""
    return page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('draft:'))")


def wait_until_the_browser_keeps_nothing(page):
    for _ in range(100):
        if not copies_in(page):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not saved: {copies_in(page)}")


def enter_everything(page, learner):
    """Half-sort both orders, tick boxes, fill blanks, say how sure; returns the order of each."""
    steps, needed = question_of(page, learner, "steps"), question_of(page, learner, "needed")
    sort_by_keys(page, steps, ["Pour", "Fill"])
    row(needed, "Grind").get_by_role("button", name="Leave out").click()
    code = question_of(page, learner, "code")
    for box in (0, 2):
        code.get_by_role("checkbox").nth(box).check()
    code.locator("[name=confidence][value=think]").check()
    gaps = question_of(page, learner, "gaps")
    gaps.locator("select").first.select_option(label="boiling")
    gaps.locator("[name='blanks.n']").fill("3")
    return texts(steps), texts(needed)


def assert_everything(page, learner, expect, orders):
    steps, needed = question_of(page, learner, "steps"), question_of(page, learner, "needed")
    expect(steps.get_by_role("button", name="Move up")).to_have_count(5)
    assert (texts(steps), texts(needed)) == orders
    expect(row(needed, "Grind").get_by_role("button", name="Put back")).to_be_visible()
    boxes = question_of(page, learner, "code").get_by_role("checkbox")
    assert [boxes.nth(at).is_checked() for at in range(4)] == [True, False, True, False]
    code = question_of(page, learner, "code")
    expect(code.locator("[name=confidence][value=think]")).to_be_checked()
    gaps = question_of(page, learner, "gaps")
    expect(gaps.locator("select option:checked").first).to_have_text("boiling")
    expect(gaps.locator("[name='blanks.n']")).to_have_value("3")


def test_a_reload_at_once_finds_everything_as_it_was(page, learner, expect):
    page.goto(LESSON)
    orders = enter_everything(page, learner)
    page.reload()
    assert_everything(page, learner, expect, orders)


def test_another_browser_finds_what_the_server_keeps(page, new_page, learner, expect):
    page.goto(LESSON)
    with saving(page):
        orders = enter_everything(page, learner)
    wait_until_the_browser_keeps_nothing(page)
    second = new_page(learner)
    second.goto(LESSON)
    assert_everything(second, learner, expect, orders)
    plain = new_page(learner, java_script_enabled=False)
    plain.goto(LESSON)
    first = item_ids(draw_of(learner, "steps"), ["Pour"])[0]
    expect(plain.locator(f"[name='positions.{first}']")).to_have_value("1")


def test_a_lost_connection_is_told_and_loses_nothing(page, learner, expect):
    page.watch.ask_for_failures()
    page.goto(LESSON)
    page.context.set_offline(True)
    orders = enter_everything(page, learner)
    steps = question_of(page, learner, "steps")
    expect(steps.locator("[data-draft-state]")).to_have_text("Not saved — kept on this page")
    check_button(steps).click()
    expect(steps.get_by_role("alert")).to_contain_text("No connection. Nothing is lost")
    page.context.set_offline(False)
    expect(steps.locator("[data-draft-state]")).to_have_text("")
    wait_until_the_browser_keeps_nothing(page)
    page.reload()
    assert_everything(page, learner, expect, orders)
    assert kept(learner, "code")["confidence"] == "think"


def test_a_refused_form_keeps_what_it_held_and_how_sure(page, learner, expect):
    page.watch.ask_for(422)
    page.goto(LESSON)
    gaps = question_of(page, learner, "gaps")
    gaps.locator("[name='blanks.n']").fill("three")
    gaps.locator("[name=confidence][value=sure]").check()
    check_button(gaps).click()
    expect(gaps.get_by_role("alert")).to_be_focused()
    for _when in ("at once", "after a reload"):
        expect(gaps.locator("[name='blanks.n']")).to_have_value("three")
        expect(gaps.locator("[name=confidence][value=sure]")).to_be_checked()
        page.evaluate("localStorage.clear()")
        page.reload()


def test_an_answer_leaves_no_copy_in_the_browser(page, learner, expect):
    page.goto(LESSON)
    code = question_of(page, learner, "code")
    code.get_by_role("checkbox").first.check()
    check_button(code).click()
    expect(code.locator(".result")).to_be_visible()
    assert copies_in(page) == []


def test_a_session_that_has_run_out_is_no_saved_draft(page, learner, expect):
    page.goto(LESSON)
    page.context.clear_cookies(name="sessionid")
    steps = question_of(page, learner, "steps")
    page.watch.ask_for(403)
    with saving(page):
        steps.get_by_role("button", name="Move down").first.click()
    expect(steps.locator("[data-draft-state]")).to_have_text("Not saved — kept on this page")
    assert kept(learner, "steps") == {}


def test_with_scripts_off_an_order_is_kept_by_its_own_button_then_typed_by_keys_alone(
    plain_page, learner, expect
):
    plain_page.watch.ask_for(422)
    plain_page.goto(LESSON)
    question = question_of(plain_page, learner, "steps")
    anchor = question.get_attribute("id")
    ids = item_ids(draw_of(learner, "steps"), STEPS)
    fields = [f"[name='positions.{one}']" for one in ids]
    plain_page.locator(fields[0]).fill("1")
    plain_page.locator(fields[1]).fill("1")
    question.locator("[name=confidence][value=guess]").check()
    question.get_by_role("button", name="Keep as a draft").click()
    assert plain_page.url.endswith(f"{LESSON}#{anchor}")
    expect(plain_page.locator(fields[0])).to_have_value("1")
    expect(plain_page.locator(fields[1])).to_have_value("1")
    check_button(question).click()
    expect(plain_page.get_by_role("alert")).to_contain_text("both have position 1")
    expect(plain_page.locator("[name=confidence][value=guess]")).to_be_checked()
    plain_page.get_by_role("button", name="Keep as a draft").click()
    assert plain_page.url.endswith(f"{LESSON}#{anchor}")
    plain_page.locator(f"#{anchor}").focus()
    names = question.locator("input[type=number]").evaluate_all("all => all.map(b => b.name)")
    for one in [name.removeprefix("positions.") for name in names]:
        tab_to(plain_page, f"[name='positions.{one}']")
        plain_page.keyboard.press("Control+a")
        plain_page.keyboard.type(str(ids.index(one) + 1))
    plain_page.keyboard.press("Enter")
    expect(plain_page.get_by_role("heading", name="Right", exact=True)).to_be_visible()
    assert Submission.objects.get().confidence == "guess"
