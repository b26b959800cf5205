"""One digest per learner and study day: planned as rows, claimed, sent."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.mail import EmailMultiAlternatives
from django.core.management import call_command

from quizzes.models import Question
from review import reminders
from review.models import Reminder
from review.reminders import open_reminders, plan_reminders, send_reminder
from review.services import change_plan
from tests.authoring import BLANKS, CHOICE, make_question
from tests.conftest import NOON
from tests.review.studying import plan_row, study

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
EIGHT = datetime(2027, 3, 11, 8, tzinfo=UTC)  # when the learner's first reminder is wanted


@pytest.fixture
def question():
    return make_question("lid")


@pytest.fixture
def keen(learner, question):
    """A learner who wants mail, and to whom a question comes back tomorrow."""
    change_plan(learner_id=learner.pk, changes={"reminder_consent": True}, now=NOON)
    study(learner, question, NOON, miss=True)
    return learner


def planned(learner):
    return list(Reminder.objects.filter(learner=learner).order_by("study_date"))


def strike(learner, now=EIGHT):
    """Plan the learner's reminder and return it."""
    plan_reminders(now)
    return planned(learner)[-1]


# Planning


def test_nothing_is_planned_before_the_hour_and_one_at_it(keen):
    plan_reminders(EIGHT - timedelta(seconds=1))
    assert planned(keen) == []
    assert plan_reminders(EIGHT) == 1
    (reminder,) = planned(keen)
    assert (reminder.study_date, reminder.state) == (date(2027, 3, 11), "pending")
    assert plan_row(keen).next_reminder_at == EIGHT + DAY


def test_sweeping_again_plans_no_second_one(keen):
    for minutes in range(0, 60, 5):
        plan_reminders(EIGHT + timedelta(minutes=minutes))
    assert len(planned(keen)) == 1


def test_a_sweep_that_finds_the_day_planned_already_leaves_it_alone(keen):
    strike(keen)
    type(plan_row(keen)).objects.filter(learner=keen).update(next_reminder_at=EIGHT)
    plan_reminders(EIGHT + timedelta(minutes=1))
    assert len(planned(keen)) == 1


def test_a_sweeper_that_slept_for_days_plans_only_today(keen):
    plan_reminders(EIGHT + 5 * DAY)
    (reminder,) = planned(keen)
    assert reminder.study_date == date(2027, 3, 16)


@pytest.mark.parametrize(
    "changes", [{"reminder_consent": False}, {"paused_until": date(2027, 4, 1)}]
)
def test_who_wants_no_mail_or_is_away_gets_none(keen, changes):
    change_plan(learner_id=keen.pk, changes=changes, now=NOON)
    plan_reminders(EIGHT + 5 * DAY)
    assert planned(keen) == []


def test_nothing_is_planned_where_nothing_was_ever_scheduled(learner):
    change_plan(learner_id=learner.pk, changes={"reminder_consent": True}, now=NOON)
    plan_reminders(EIGHT)
    assert planned(learner) == []


def sweep(start, days):
    """Sweep every hour."""
    for hour in range(days * 24):
        plan_reminders(start + timedelta(hours=hour))


@pytest.mark.parametrize("moves_at", [0, 15, 23])
def test_from_tokyo_to_lisbon_across_summer_time_there_is_one_on_each_date(
    make_learner, question, moves_at
):
    learner = make_learner("traveller@example.org", "Asia/Tokyo")
    start = datetime(2027, 3, 25, tzinfo=UTC)
    change_plan(learner_id=learner.pk, changes={"reminder_consent": True}, now=start)
    study(learner, question, start, miss=True)
    sweep(start, 1)
    moved = start + DAY + timedelta(hours=moves_at)
    plan_reminders(moved)
    change_plan(learner_id=learner.pk, changes={"time_zone": "Europe/Lisbon"}, now=moved)
    sweep(moved, 5)  # the clocks of Lisbon go forward on the 28th
    rows = planned(learner)
    dates = [row.study_date for row in rows]
    assert dates == [dates[0] + n * DAY for n in range(len(dates))]
    assert len(dates) >= 5
    for row in rows:
        zone = "Asia/Tokyo" if row.created_at <= moved else "Europe/Lisbon"
        assert row.created_at.astimezone(ZoneInfo(zone)).hour == 8
    assert [row.created_at.hour for row in rows][-1] == 7  # 8:00 in Lisbon's summer


def test_many_learners_are_planned_in_batches(make_learner, question, monkeypatch):
    monkeypatch.setattr(reminders, "BATCH", 2)
    for number in range(5):
        user = make_learner(f"learner{number}@example.org")
        change_plan(learner_id=user.pk, changes={"reminder_consent": True}, now=NOON)
        study(user, question, NOON, miss=True)
    assert plan_reminders(EIGHT) == 5
    assert Reminder.objects.count() == 5


# Sending


def test_a_digest_is_sent_once(keen, mailoutbox):
    reminder = strike(keen)
    assert open_reminders(EIGHT) == [reminder.id]
    assert send_reminder(reminder.id, EIGHT)
    reminder.refresh_from_db()
    assert (reminder.state, reminder.sent_at) == ("sent", EIGHT)
    assert not send_reminder(reminder.id, EIGHT + DAY)
    assert open_reminders(EIGHT + DAY) == []
    assert len(mailoutbox) == 1


def test_of_two_senders_at_once_one_sends(keen, mailoutbox, monkeypatch):
    reminder = strike(keen)
    compose, second = reminders.compose, []

    def compose_while_another_tries(*args):
        second.append(send_reminder(reminder.id, EIGHT))
        return compose(*args)

    monkeypatch.setattr(reminders, "compose", compose_while_another_tries)
    assert send_reminder(reminder.id, EIGHT)
    assert second == [False]
    assert len(mailoutbox) == 1


def test_a_sender_that_died_is_followed_by_another_with_the_same_message_id(
    keen, mailoutbox, monkeypatch
):
    reminder = strike(keen)
    ids = []
    send = EmailMultiAlternatives.send

    def send_and_die(message, *args, **kwargs):
        ids.append(message.extra_headers["Message-ID"])
        raise ConnectionResetError("the mail server is gone")

    monkeypatch.setattr(EmailMultiAlternatives, "send", send_and_die)
    with pytest.raises(ConnectionResetError):
        send_reminder(reminder.id, EIGHT)
    monkeypatch.setattr(EmailMultiAlternatives, "send", send)
    soon = EIGHT + timedelta(minutes=9)
    assert open_reminders(soon) == []
    assert not send_reminder(reminder.id, soon)
    later = EIGHT + timedelta(minutes=11)
    assert open_reminders(later) == [reminder.id]
    assert send_reminder(reminder.id, later)
    (message,) = mailoutbox
    assert message.extra_headers["Message-ID"] == ids[0]


def studied_today(learner):
    study(learner, make_question("another"), EIGHT, miss=True)


def no_consent(learner):
    change_plan(learner_id=learner.pk, changes={"reminder_consent": False}, now=EIGHT)


def nothing_due(learner):
    Question.objects.filter(slug="lid").update(retired_at=EIGHT)


@pytest.mark.parametrize("change", [studied_today, no_consent, nothing_due])
def test_a_digest_that_is_not_wanted_any_more_is_skipped(keen, mailoutbox, change):
    reminder = strike(keen)
    change(keen)
    assert not send_reminder(reminder.id, EIGHT)
    reminder.refresh_from_db()
    assert (reminder.state, reminder.sent_at) == ("skipped", None)
    assert mailoutbox == []


def test_yesterdays_digest_is_not_sent_today(keen, mailoutbox):
    reminder = strike(keen)
    assert not send_reminder(reminder.id, EIGHT + DAY)
    assert mailoutbox == []


def test_the_command_plans_and_sends_without_a_broker(keen, mailoutbox, clock, capsys):
    clock.move_to(EIGHT)
    call_command("sweep_reminders")
    call_command("sweep_reminders")
    assert capsys.readouterr().out == "1 reminders sent.\n0 reminders sent.\n"
    assert len(mailoutbox) == 1


# What it says


def mail_of(learner, mailoutbox):
    assert send_reminder(strike(learner).id, EIGHT)
    (message,) = mailoutbox
    (alternative,) = message.alternatives
    return message, alternative.content


def test_the_mail_asks_the_first_question_and_leads_to_the_rest(keen, mailoutbox, settings):
    settings.SITE_URL = "https://tutor.example.org"
    message, html = mail_of(keen, mailoutbox)
    assert message.to == ["learner@example.org"]
    assert message.subject == "1 question is due"
    assert message.extra_headers["Auto-Submitted"] == "auto-generated"
    assert message.extra_headers["Message-ID"].endswith("@tutor.example.org>")
    for text in (message.body, html):
        assert CHOICE["prompt"] in text
        assert "The kettle" in text
        assert "https://tutor.example.org/review/" in text
        assert "https://tutor.example.org/settings/" in text


def test_the_mail_tells_nothing_that_would_give_the_answer_away(keen, mailoutbox):
    message, html = mail_of(keen, mailoutbox)
    secrets = [CHOICE["explanation"], *(o.get("feedback", "") for o in CHOICE["options"])]
    for secret in filter(None, secrets):
        assert secret not in message.body + html
    assert "Water" not in message.body + html


def test_blanks_are_shown_as_blanks(learner, mailoutbox):
    change_plan(learner_id=learner.pk, changes={"reminder_consent": True}, now=NOON)
    study(learner, make_question("steam", "fill_in"), NOON, miss=True)
    message, html = mail_of(learner, mailoutbox)
    for text in (message.body, html):
        assert "boils at ____ degrees" in text
        assert "[[" not in text
    assert BLANKS["blanks"]["what"]["accept"][0] not in message.body


def test_the_question_of_the_mail_is_the_one_the_review_begins_with(
    keen, mailoutbox, clock, browser_of
):
    mail_of(keen, mailoutbox)
    clock.move_to(EIGHT)
    assert CHOICE["prompt"] in browser_of(keen).get("/review/").content.decode()
    assert keen.draws.filter(question__slug="lid").count() == 2


def test_the_mail_comes_in_the_language_that_was_set(keen, mailoutbox, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    type(keen).objects.filter(pk=keen.pk).update(language="de")
    assert send_reminder(strike(keen).id, EIGHT)
    (message,) = mailoutbox
    assert '<html lang="de"' in message.alternatives[0].content
