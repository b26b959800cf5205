"""The settings page: what is set is kept, what is wrong is said, and nothing else changes."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from review.models import StudyPlan
from review.services import change_plan
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import plan_row, study
from tutor.models import User

pytestmark = pytest.mark.usefixtures("clock")

SETTINGS = "/settings/"
SET = {
    "language": "en",
    "time_zone": "UTC",
    "rollover_hour": "4",
    "desired_retention": "0.9",
    "reviews_per_day": "200",
    "new_per_day": "20",
    "paused_until": "",
    "reminder_hour": "8",
}


def sent_by_browser(html: str) -> dict[str, str]:
    """What a browser would send, were the form of this page sent as it stands."""
    form = html.split('<form method="post" action="/settings/" ')[1].split("</form>")[0]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name = re.search(r'name="([\w-]+)"', tag).group(1)
        value = re.search(r'value="([^"]*)"', tag)
        if "checkbox" not in tag or " checked" in tag:
            found[name] = value.group(1) if value else "on" if "checkbox" in tag else ""
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', form, re.S):
        values = re.findall(r'<option value="([^"]*)"( selected)?', options)
        chosen = [value for value, selected in values if selected]
        found[name] = (chosen or [values[0][0]])[0]
    found.pop("csrfmiddlewaretoken")
    return found


def test_limits_and_a_pause_are_set(pages, learner):
    changes = {"reviews_per_day": "30", "new_per_day": "0", "paused_until": "2027-04-01"}
    response = pages.post(SETTINGS, SET | changes)
    assert response.status_code == 302
    plan = plan_row(learner)
    assert (plan.reviews_per_day, plan.new_per_day) == (30, 0)
    assert plan.paused_until == date(2027, 4, 1)
    assert 'value="2027-04-01"' in pages.get(SETTINGS).content.decode()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("reviews_per_day", "10000", "less than or equal to 9999"),
        ("reviews_per_day", "", "required"),
        ("new_per_day", "-1", "greater than or equal to 0"),
        ("new_per_day", "many", "whole number"),
        ("paused_until", "2027-03-10", "after today and within a year"),
        ("paused_until", "2028-03-11", "after today and within a year"),
        ("paused_until", "9999-12-31", "after today and within a year"),
        ("paused_until", "soon", "valid date"),
        ("language", "tlh", "not one of the available choices"),
        ("time_zone", "Mars/Base", "not one of the available choices"),
        ("desired_retention", "nan", "Enter a number"),
    ],
)
def test_a_wrong_setting_is_refused_in_words_and_what_was_typed_stays(
    pages, learner, name, value, said
):
    before = StudyPlan.objects.values().get(learner=learner)
    other = "reminder_hour" if name != "reminder_hour" else "rollover_hour"
    response = pages.post(SETTINGS, SET | {other: "7", name: value})
    assert response.status_code == 422
    html = response.content.decode()
    assert said in html.split('class="errorlist"')[1].split("</ul>")[0]
    assert sent_by_browser(html)[other] == "7"
    assert StudyPlan.objects.values().get(learner=learner) == before


def test_all_that_is_wrong_is_said_at_once(pages):
    wrong = {"paused_until": "2020-01-01", "new_per_day": "-1", "time_zone": "Mars/Base"}
    html = pages.post(SETTINGS, SET | wrong).content.decode()
    assert html.count('class="errorlist"') == len(wrong)
    for name in wrong:
        assert f'<a href="#id_{name}">' in html


@pytest.mark.parametrize(
    "stored",
    [
        {},
        {"time_zone": "EST"},
        {"time_zone": "Etc/GMT+5"},
        {"desired_retention": 0.875},
        {"paused_until": date(2027, 3, 1)},
        {"paused_until": date(2027, 5, 1), "new_per_day": 0, "reminder_consent": True},
    ],
)
def test_saving_the_page_as_it_stands_changes_nothing(pages, learner, stored):
    study(learner, make_question("lid"), NOON)
    StudyPlan.objects.filter(learner=learner).update(**stored)
    change_plan(learner_id=learner.pk, changes={}, now=timezone.now())
    before = StudyPlan.objects.values().get(learner=learner)
    response = pages.post(SETTINGS, sent_by_browser(pages.get(SETTINGS).content.decode()))
    assert response.status_code == 302
    assert StudyPlan.objects.values().get(learner=learner) == before


def test_a_pause_that_is_over_is_shown_no_more(pages, learner):
    StudyPlan.objects.filter(learner=learner).update(paused_until=date(2027, 3, 10))
    assert sent_by_browser(pages.get(SETTINGS).content.decode())["paused_until"] == ""


def test_the_browser_is_told_on_which_days_a_pause_can_end(pages, learner):
    html = pages.get(SETTINGS).content.decode()
    assert 'min="2027-03-11"' in html
    assert 'max="2028-03-10"' in html


def test_pages_and_mails_come_in_the_language_that_was_set(
    pages, script, client, learner, lesson, settings
):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    assert pages.post(SETTINGS, SET | {"language": "de"}).status_code == 302
    assert User.objects.get(pk=learner.pk).language == "de"
    assert '<html lang="de"' in pages.get("/").content.decode()
    assert '<html lang="en"' in client.get("/").content.decode()
    assert script.get("/api/v1/me/").json()["language"] == "de"


def test_a_language_that_the_site_no_longer_has_gives_way_to_its_own(pages, learner):
    User.objects.filter(pk=learner.pk).update(language="tlh")
    assert '<html lang="en"' in pages.get(SETTINGS).content.decode()


def test_a_tab_that_is_behind_undoes_no_change_of_another(pages, learner):
    behind = sent_by_browser(pages.get(SETTINGS).content.decode())
    changes = {
        "time_zone": "Asia/Tokyo",
        "desired_retention": 0.85,
        "new_per_day": 5,
        "paused_until": date(2027, 5, 1),
        "reminder_consent": True,
    }
    change_plan(learner_id=learner.pk, changes=changes, now=timezone.now())
    assert pages.post(SETTINGS, behind | {"reviews_per_day": "30"}).status_code == 302
    plan = plan_row(learner)
    assert plan.reviews_per_day == 30
    assert {name: getattr(plan, name) for name in changes} == changes


def test_a_tab_that_is_behind_and_refused_still_changes_only_what_was_changed_on_it(pages, learner):
    behind = sent_by_browser(pages.get(SETTINGS).content.decode())
    change_plan(learner_id=learner.pk, changes={"new_per_day": 5}, now=timezone.now())
    refused = pages.post(SETTINGS, behind | {"reviews_per_day": "many"})
    again = sent_by_browser(refused.content.decode()) | {"reviews_per_day": "30"}
    assert pages.post(SETTINGS, again).status_code == 302
    plan = plan_row(learner)
    assert (plan.reviews_per_day, plan.new_per_day) == (30, 5)


def test_a_consent_is_taken_back_from_the_tab_that_showed_it(pages, learner):
    change_plan(learner_id=learner.pk, changes={"reminder_consent": True}, now=timezone.now())
    sent = sent_by_browser(pages.get(SETTINGS).content.decode())
    sent.pop("reminder_consent")
    assert pages.post(SETTINGS, sent).status_code == 302
    assert not plan_row(learner).reminder_consent


def test_a_zone_or_a_pause_that_is_gone_by_now_stops_no_other_change(pages, learner, clock):
    StudyPlan.objects.filter(learner=learner).update(
        time_zone="EST", paused_until=date(2027, 3, 12)
    )
    behind = sent_by_browser(pages.get(SETTINGS).content.decode())
    change_plan(learner_id=learner.pk, changes={"time_zone": "Asia/Tokyo"}, now=timezone.now())
    clock.move_to(NOON + timedelta(days=5))
    assert pages.post(SETTINGS, behind | {"new_per_day": "3"}).status_code == 302
    plan = plan_row(learner)
    assert (plan.time_zone, plan.new_per_day) == ("Asia/Tokyo", 3)


@pytest.mark.parametrize("shown", ["Mars/Base", "", "x" * 70])
def test_a_zone_that_does_not_exist_was_never_shown(pages, learner, shown):
    sent = SET | {"time_zone": shown, "initial-time_zone": shown, "new_per_day": "3"}
    assert pages.post(SETTINGS, sent).status_code == 422
    assert plan_row(learner).time_zone == "UTC"
