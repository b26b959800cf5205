"""Reminders through real workers, beats, Redis, PostgreSQL and a mail server on this machine."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.utils import timezone

from lessons.models import Lesson
from quizzes.kinds import KINDS
from quizzes.models import Question
from quizzes.services import open_draw
from review.models import Reminder, StudyPlan
from review.models.reminders import ReminderState
from review.reminders import CLAIM_EXPIRES, message_id, plan_reminders
from review.services import answer
from tests.services import site
from tests.services.smtp_sink import Sink, smtp_sink
from tutor.models import User

WAIT_SECONDS = 60.0


def until(true: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + WAIT_SECONDS
    while not true():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.1)


def sent() -> int:
    return Reminder.objects.filter(state=ReminderState.SENT).count()


@dataclass(frozen=True)
class Post:
    """What takes part in sending: a sink for mail, a broker, and our processes' variables."""

    folder: Path
    variables: dict[str, str]
    sink: Sink
    broker: "redis.Redis[bytes]"

    def sweep(self) -> subprocess.Popen[str]:
        """Start the sweep that needs no broker."""
        return subprocess.Popen(
            [sys.executable, site.ROOT / "manage.py", "sweep_reminders"],
            cwd=site.ROOT,
            env=self.variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def waiting_tasks(self) -> int:
        return int(self.broker.llen("celery"))


@pytest.fixture
def post(transactional_db: None, tmp_path: Path) -> Iterator[Post]:
    with smtp_sink() as (sink, address), redis.Redis.from_url(settings.REDIS_URL) as broker:
        broker.flushdb()
        variables = site.environment(tmp_path, EMAIL_URL=address, REMINDER_SWEEP_SECONDS="1")
        yield Post(tmp_path, variables, sink, broker)
        broker.flushdb()


@pytest.fixture
def learner_due(transactional_db: None, lesson: Lesson) -> Callable[..., User]:
    """Makes learners with one question due, whose reminder hour struck a minute ago."""
    question = Question.objects.select_related("current").get(slug="mask-purpose")
    now = timezone.now()
    far_hour = (now.hour + 12) % 24  # no study day ends and no hour strikes during the test

    def make(email: str, *, struck: datetime | None = None, consent: bool = True) -> User:
        user = User.objects.create_user(email, "a-long-password")
        month_ago = now - timedelta(days=30)
        draw, _made = open_draw(learner_id=user.pk, question=question, now=month_ago)
        shown = KINDS[draw.variant.kind].present(draw.variant.shown, draw.wire)
        raw = {"choices": [shown["options"][0]["id"]]}  # type: ignore[index, call-overload]
        answer(draw=draw, raw=raw, idempotency_key="a month ago", now=month_ago)
        StudyPlan.objects.filter(learner=user).update(
            rollover_hour=far_hour,
            reminder_hour=far_hour,
            reminder_consent=consent,
            next_reminder_at=(struck or now - timedelta(minutes=1)) if consent else None,
        )
        return user

    return make


def test_two_beats_and_a_worker_send_each_learner_whose_hour_has_come_one_digest(
    post: Post, learner_due: Callable[..., User]
) -> None:
    emails = [f"learner{n:02}@example.org" for n in range(12)]
    for email in emails:
        learner_due(email)
    learner_due("later@example.org", struck=timezone.now() + timedelta(hours=2))
    learner_due("unasked@example.org", consent=False)
    other_beat = {**post.variables, "TUTOR_VAR": str(post.folder / "other-beat")}
    with ExitStack() as stack:
        worker = stack.enter_context(site.celery("worker", post.folder, post.variables))
        stack.enter_context(site.celery("beat", post.folder, post.variables))
        (post.folder / "other").mkdir()
        stack.enter_context(site.celery("beat", post.folder / "other", other_beat))
        until(lambda: len(post.sink.mails) >= len(emails), "everybody had mail")
        swept = worker.log.read_text().count("sweep_reminders")
        # Four more sweeps from each beat, each a line when received and one when done.
        until(
            lambda: worker.log.read_text().count("sweep_reminders") >= swept + 16,
            "the beats had swept a few times more",
        )
    assert post.sink.recipients() == emails
    reminders = Reminder.objects.select_related("learner")
    assert sorted(one.learner.email for one in reminders) == emails
    assert {one.state for one in reminders} == {ReminderState.SENT}
    ids = {str(mail["Message-ID"]) for mail in post.sink.mails}
    assert ids == {message_id(one) for one in reminders}
    assert not StudyPlan.objects.filter(next_reminder_at__lte=timezone.now()).exists()
    mail = post.sink.mails[0]
    assert mail["Subject"] == "1 question is due"
    body = mail.get_body(("plain",))
    assert body is not None
    assert "/review/" in body.get_content()
    assert "A model that writes from left to right is trained" in body.get_content()


def test_two_sweeps_that_are_in_the_middle_of_sending_share_the_reminders(
    post: Post, learner_due: Callable[..., User]
) -> None:
    emails = [f"learner{n}@example.org" for n in range(6)]
    for email in emails:
        learner_due(email)
    # Planned before: a sweep that starts while the other plans finds nothing, and rightly ends.
    plan_reminders(timezone.now())
    post.sink.hold()
    sweeps = [post.sweep(), post.sweep()]
    for _ in sweeps:  # each of them has claimed a reminder and speaks to the mail server
        assert post.sink.waiting.acquire(timeout=WAIT_SECONDS)
    assert Reminder.objects.filter(state=ReminderState.SENDING).count() == 2
    post.sink.release()
    said = [sweep.communicate(timeout=WAIT_SECONDS)[0] for sweep in sweeps]
    assert [sweep.returncode for sweep in sweeps] == [0, 0], said
    assert post.sink.recipients() == emails
    assert set(Reminder.objects.values_list("state", flat=True)) == {ReminderState.SENT}


def test_what_a_killed_worker_had_claimed_is_sent_once_when_its_claim_has_expired(
    post: Post, learner_due: Callable[..., User]
) -> None:
    emails = [f"learner{n}@example.org" for n in range(5)]
    for email in emails:
        learner_due(email)
    post.sink.hold()
    with site.celery("beat", post.folder, post.variables):
        with site.celery("worker", post.folder, post.variables) as worker:
            for _ in range(2):  # its two processes have one each, and speak to the mail server
                assert post.sink.waiting.acquire(timeout=WAIT_SECONDS), worker.log_tail()
            worker.kill()
        post.sink.release()
        claimed = list(Reminder.objects.filter(state=ReminderState.SENDING))
        assert len(claimed) == 2
        assert post.sink.mails == []

        with site.celery("worker", post.folder, post.variables) as worker:
            until(lambda: sent() == 3, "the next worker had sent the others")
            swept = worker.log.read_text().count("sweep_reminders")
            until(
                lambda: worker.log.read_text().count("sweep_reminders") >= swept + 6,
                "the next worker had swept again",
            )
            assert len(post.sink.mails) == 3  # for all it knows, the first still sends two
            long_ago = timezone.now() - CLAIM_EXPIRES - timedelta(seconds=1)
            Reminder.objects.filter(state=ReminderState.SENDING).update(claimed_at=long_ago)
            until(lambda: sent() == 5, "they were sent after all")
    assert post.sink.recipients() == emails
    assert {message_id(one) for one in claimed} <= {str(m["Message-ID"]) for m in post.sink.mails}


def test_a_redis_that_forgets_everything_loses_no_reminder(
    post: Post, learner_due: Callable[..., User]
) -> None:
    learner_due("learner@example.org")
    with site.celery("beat", post.folder, post.variables):
        until(lambda: post.waiting_tasks() > 0, "beat had asked for a sweep")
        post.broker.flushdb()
        with site.celery("worker", post.folder, post.variables):
            until(lambda: len(post.sink.mails) > 0, "the mail had come")
    assert post.sink.recipients() == ["learner@example.org"]


def test_what_the_mail_server_refuses_stays_claimed_and_is_sent_later(
    post: Post, learner_due: Callable[..., User]
) -> None:
    learner_due("learner@example.org")
    nowhere = {**post.variables, "EMAIL_URL": "smtp://127.0.0.1:1"}
    site.manage(["sweep_reminders"], nowhere)
    assert Reminder.objects.get().state == ReminderState.SENDING
    Reminder.objects.update(claimed_at=timezone.now() - CLAIM_EXPIRES - timedelta(seconds=1))
    site.manage(["sweep_reminders"], post.variables)
    assert post.sink.recipients() == ["learner@example.org"]
    assert Reminder.objects.get().state == ReminderState.SENT
