"""Reminders through a real worker on real Redis and PostgreSQL: one digest a learner and day."""

import signal
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from lessons.models import Lesson
from quizzes.models import Question
from review.models import Card, Reminder, StudyPlan
from review.reminders import CLAIM_EXPIRES
from tests.services import site
from tests.services.smtp_sink import smtp_sink
from tutor.celery import app

LEARNERS = 12
WAIT_SECONDS = 60.0


def until(reached: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT_SECONDS
    while not reached():
        assert time.monotonic() < end, f"not within {WAIT_SECONDS:.0f} s: {what}"
        time.sleep(0.1)


@pytest.fixture
def due_learners(transactional_db, lesson: Lesson, make_learner):
    """Learners whose reminder hour has come, each with a question due."""
    now = timezone.now()
    question = Question.objects.get(slug="mask-purpose")
    learners = [make_learner(f"learner{n}@example.org") for n in range(LEARNERS)]
    for learner in learners:
        Card.objects.create(
            learner_id=learner.pk,
            question=question,
            state="review",
            stability=3.0,
            difficulty=5.0,
            model="fsrs-6",
            due=now - timedelta(hours=30),
            last_reviewed_at=now - timedelta(days=5),
            last_study_date=(now - timedelta(days=5)).date(),
            reps=1,
        )
    StudyPlan.objects.update(
        reminder_consent=True,
        next_due_at=now - timedelta(hours=30),
        next_reminder_at=now - timedelta(minutes=1),
    )
    return learners


@pytest.fixture
def sink():
    """A mail server."""
    with smtp_sink() as server:
        yield server


@pytest.fixture
def variables(tmp_path: Path, sink):
    """What the worker reads."""
    return site.environment(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{sink.port}")


def all_sent() -> bool:
    """Tell whether every learner's reminder is sent."""
    return Reminder.objects.filter(state="sent").count() == LEARNERS


def test_two_sweeps_at_once_send_one_digest_to_each_learner(
    due_learners, sink, variables, tmp_path
):
    with site.celery("worker", tmp_path, variables):
        for _ in range(2):
            app.send_task("review.sweep_reminders")
        site.manage(["sweep_reminders"], variables)  # a third, without the broker
        until(all_sent, "every reminder sent")
        app.send_task("review.sweep_reminders")
        time.sleep(2)  # long enough for a double to show
    to = sorted(str(mail["To"]) for mail in sink.mails)
    assert to == sorted(learner.email for learner in due_learners)
    assert Reminder.objects.count() == LEARNERS
    ids = {str(mail["Message-ID"]) for mail in sink.mails}
    assert len(ids) == LEARNERS
    body = sink.mails[0].get_body(("plain",)).get_content()
    assert "A model that writes from left to right is trained" in body


def test_beat_wakes_the_sweep_by_itself(due_learners, sink, variables, tmp_path):
    with (
        site.celery("worker", tmp_path, variables),
        site.celery("beat", tmp_path, {**variables, "REMINDER_SWEEP_SECONDS": "1"}),
    ):
        until(all_sent, "every reminder sent")
    assert len(sink.mails) == LEARNERS


def test_a_worker_killed_in_the_middle_loses_nothing(due_learners, sink, variables, tmp_path):
    sink.open.clear()  # the mail server takes its time
    with site.celery("worker", tmp_path, variables) as worker:
        app.send_task("review.sweep_reminders")
        assert sink.arrived.wait(WAIT_SECONDS)
        worker.send(signal.SIGKILL)
        until(lambda: worker.child.poll() is not None, "the worker dead")
    claimed = Reminder.objects.filter(state="sending")
    assert claimed.exists()
    claimed.update(claimed_at=timezone.now() - CLAIM_EXPIRES - timedelta(seconds=1))
    sink.open.set()
    with site.celery("worker", tmp_path, variables):
        app.send_task("review.sweep_reminders")
        until(all_sent, "every reminder sent")
    # A mail that was on its way when its worker died may come twice, under one Message-ID.
    ids = {str(mail["Message-ID"]) for mail in sink.mails}
    assert len(ids) == LEARNERS
    assert {str(mail["To"]) for mail in sink.mails} == {one.email for one in due_learners}
