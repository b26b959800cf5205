"""The settings page in a browser, and a token made there used by a script."""

import json
from datetime import date
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from review.models import StudyPlan
from tests.e2e.looks import assert_looks_right
from tutor.models import AccessToken

SETTINGS = "/settings/"


@pytest.fixture
def call_api(live_server):
    """Calls the API as a script does; returns status and document."""

    def call(token):
        request = Request(f"{live_server.url}/api/v1/me/")
        request.add_header("Authorization", f"Bearer {token}")
        try:
            with urlopen(request, timeout=10) as response:
                return response.status, json.load(response)
        except HTTPError as problem:
            with problem:
                return problem.code, json.load(problem)

    return call


def change(page):
    page.goto(SETTINGS)
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_label("A new study day begins at").select_option("3")
    page.get_by_label("How well to remember").fill("0.85")
    page.get_by_label("Reviews a day, at most").fill("40")
    page.get_by_label("New questions a day, at most").fill("5")
    page.get_by_label("Pause until").fill("2027-04-01")
    page.get_by_label("Send me a mail on days when something is due").check()
    page.get_by_label("Send it at").select_option("7")
    page.get_by_role("button", name="Save").click()


def assert_changed(page, learner, expect):
    expect(page.get_by_text("Your settings are saved.")).to_be_visible()
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(page.get_by_label("How well to remember")).to_have_value("0.85")
    plan = StudyPlan.objects.get(learner=learner)
    assert (plan.time_zone, plan.rollover_hour, plan.reminder_hour) == ("Asia/Tokyo", 3, 7)
    assert (plan.desired_retention, plan.reminder_consent) == (0.85, True)
    assert (plan.reviews_per_day, plan.new_per_day) == (40, 5)
    assert plan.paused_until == date(2027, 4, 1)


def test_zone_hours_and_retention_are_changed(page, learner, expect):
    change(page)
    assert_changed(page, learner, expect)


def test_settings_are_changed_without_scripts(plain_page, learner, expect):
    change(plain_page)
    assert_changed(plain_page, learner, expect)


def test_a_retention_out_of_bounds_is_refused_in_words(plain_page, learner, expect):
    plain_page.watch.ask_for(422)
    plain_page.goto(SETTINGS)
    # The browser's own check of a number is what a script, or an older browser, goes without.
    plain_page.evaluate("document.querySelectorAll('form').forEach(f => { f.noValidate = true })")
    plain_page.get_by_label("How well to remember").fill("0.99")
    plain_page.get_by_role("button", name="Save").click()
    expect(plain_page.locator(".errorlist")).to_contain_text("0.95")
    expect(plain_page.get_by_label("How well to remember")).to_have_value("0.99")
    assert StudyPlan.objects.get(learner=learner).desired_retention == 0.9


def test_a_pause_is_said_on_every_page_and_taken_back_from_any(page, learner, expect):
    until = "Paused until Thursday 1 April, in 22 days."
    page.goto(SETTINGS)
    page.get_by_label("Pause until").fill("2027-04-01")
    page.get_by_role("button", name="Save").click()
    for address in ("/", "/review/", "/review/progress/"):
        page.goto(address)
        expect(page.get_by_role("main")).to_contain_text(until)
        assert_looks_right(page)
    page.get_by_role("link", name="Change the pause").click()
    page.get_by_label("Pause until").fill("")
    page.get_by_role("button", name="Save").click()
    page.goto("/review/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing is due")
    assert StudyPlan.objects.get(learner=learner).paused_until is None


def test_the_settings_look_right_also_with_every_field_refused(page, learner, expect):
    page.goto(SETTINGS)
    assert_looks_right(page)
    page.watch.ask_for(422)
    page.evaluate("document.querySelectorAll('form').forEach(f => { f.noValidate = true })")
    for label in ("How well to remember", "Reviews a day, at most", "New questions a day, at most"):
        page.get_by_label(label).fill("-1")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".errorlist")).to_have_count(3)
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_role("alert").get_by_role("link")).to_have_count(3)
    assert_looks_right(page)


def sign_in_again(page):
    page.get_by_role("heading", name="Sign in").wait_for()
    page.get_by_label("Email").fill("learner@example.org")
    page.get_by_label("Password").fill("a-long-password")
    page.locator("main").get_by_role("button", name="Sign in").click()


def test_changes_sent_after_the_session_ran_out_come_back_after_signing_in(page, learner, expect):
    page.goto(SETTINGS)
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Time zone").select_option("Asia/Tokyo")
    page.get_by_label("Reviews a day, at most").fill("40")
    page.get_by_label("Send me a mail on days when something is due").check()
    page.get_by_role("button", name="Save").click()
    sign_in_again(page)
    expect(page.get_by_text("Your last changes were not saved")).to_be_focused()
    expect(page.get_by_label("Time zone")).to_have_value("Asia/Tokyo")
    expect(page.get_by_label("Reviews a day, at most")).to_have_value("40")
    assert_looks_right(page)
    assert StudyPlan.objects.get(learner=learner).reviews_per_day == 200
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your settings are saved.")).to_be_visible()
    plan = StudyPlan.objects.get(learner=learner)
    assert (plan.time_zone, plan.reviews_per_day, plan.reminder_consent) == ("Asia/Tokyo", 40, True)
    page.goto(SETTINGS)
    expect(page.get_by_text("Your last changes were not saved")).to_be_hidden()


def test_changes_that_were_refused_or_are_of_another_learner_do_not_come_back(
    page, learner, other, expect
):
    page.watch.ask_for(422)
    page.goto(SETTINGS)
    page.evaluate("document.querySelectorAll('form').forEach(f => { f.noValidate = true })")
    page.get_by_label("Reviews a day, at most").fill("-1")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Reviews a day, at most")).to_have_value("-1")
    page.goto(SETTINGS)
    expect(page.get_by_label("Reviews a day, at most")).to_have_value("200")
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Reviews a day, at most").fill("40")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Email").fill("other@example.org")
    page.get_by_label("Password").fill("a-long-password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Reviews a day, at most")).to_have_value("200")
    expect(page.get_by_text("Your last changes were not saved")).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_all_that_is_kept_is_downloaded_as_a_file(new_page, learner, scripts):
    page = new_page(learner, java_script_enabled=scripts)
    page.goto(SETTINGS)
    with page.expect_download() as started:
        page.get_by_role("link", name="Download everything").click()
    download = started.value
    assert download.suggested_filename == "tutor-export-2027-03-10.json"
    document = json.loads(Path(download.path()).read_text(encoding="utf-8"))
    assert document["account"]["email"] == learner.email


def test_a_token_is_shown_once_works_for_a_script_and_stops_when_revoked(
    page, learner, expect, call_api
):
    page.goto(SETTINGS)
    page.get_by_label("Name of the new token").fill("my script")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator(".new-token")).to_be_focused()
    secret = page.locator(".new-token code").inner_text()
    status, document = call_api(secret)
    assert (status, document["email"]) == (200, "learner@example.org")
    page.goto(SETTINGS)
    assert secret not in page.content()
    expect(page.locator(".tokens")).to_contain_text("my script")
    expect(page.locator(".tokens")).to_contain_text("last used")
    page.get_by_role("button", name="Revoke my script").click()
    expect(page.locator(".tokens")).to_have_count(0)
    status, document = call_api(secret)
    assert (status, document["detail"]) == (401, "This token is unknown or was revoked.")
    assert not AccessToken.objects.filter(user=learner).exists()


def test_a_token_cannot_be_forged(learner, call_api):
    assert call_api("tut_" + "A" * 43)[0] == 401
