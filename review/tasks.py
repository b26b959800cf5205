"""Celery tasks: each takes ids, fetches, calls one function."""

from celery import shared_task
from django.utils import timezone

from review.reminders import open_reminders, plan_reminders, send_reminder


@shared_task(name="review.sweep_reminders")
def sweep_reminders() -> None:
    """Plan the reminders whose hour has come and wake a worker for each that waits."""
    now = timezone.now()
    plan_reminders(now)
    for reminder_id in open_reminders(now):
        send_one_reminder.delay(reminder_id)


@shared_task(name="review.send_reminder")
def send_one_reminder(reminder_id: int) -> None:
    """Send one reminder, unless another worker has it."""
    send_reminder(reminder_id, timezone.now())
