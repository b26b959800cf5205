"""One digest per learner, kind and study date: planned as rows, claimed, sent.

The table is the queue. Planning and claiming are conditional writes, so that any number of sweeps
and workers may run at once, and a broker that forgets everything loses nothing.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import ngettext

from quizzes.markdown import plain, render
from quizzes.models import Draw
from quizzes.presentation import prompt_alone
from quizzes.services import open_draw
from review import queue
from review.http import language_of
from review.models import Reminder, StudyPlan
from review.models.reminders import ReminderKind, ReminderState
from review.next_reminder import next_reminder_at

BATCH = 500
# A claim older than this belonged to a worker that died: somebody else may take it.
CLAIM_EXPIRES = timedelta(minutes=10)


def plan_reminders(now: datetime) -> int:
    """Insert today's reminder of every learner whose hour has come; return how many."""
    struck = 0
    while count := _plan_batch(now):
        struck += count
    return struck


def open_reminders(now: datetime) -> list[int]:
    """Return the ids of reminders that wait to be sent, also those whose worker died."""
    waiting = Reminder.objects.filter(_claimable(now)).order_by("created_at")
    return list(waiting.values_list("id", flat=True)[:10_000])


def send_reminder(reminder_id: int, now: datetime) -> bool:
    """Claim one reminder and send its digest, if it is still wanted; False if another has it."""
    claimed = Reminder.objects.filter(_claimable(now), id=reminder_id).update(
        state=ReminderState.SENDING, claimed_at=now
    )
    if not claimed:
        return False
    reminder = Reminder.objects.get(id=reminder_id)
    plan = StudyPlan.objects.select_related("parameters").get(learner_id=reminder.learner_id)
    digest = compose(reminder, plan, now)
    if digest is None:
        _close(reminder, ReminderState.SKIPPED, None)
        return False
    # Never inside a transaction: the mail server may take its time. If this raises, the claim
    # expires and the reminder is sent later, under the same Message-ID.
    digest.send()
    _close(reminder, ReminderState.SENT, now)
    return True


def compose(reminder: Reminder, plan: StudyPlan, now: datetime) -> EmailMultiAlternatives | None:
    """Return the mail; None if nothing is due, the learner studied today or wants no mail."""
    stale = reminder.study_date != plan.study_date(now)
    today = queue.session(plan, now)
    # Who has answered nothing today has missed nothing today either: all that is left is due.
    if stale or today.card is None or today.done_today or not plan.reminder_consent:
        return None
    due, question = today.left, today.card.question
    draw, _made = open_draw(learner_id=plan.learner_id, question=question, now=now)
    user = get_user_model().objects.get(pk=plan.learner_id)
    with translation.override(language_of(user)):
        return _written(reminder, draw, due, user)


def _written(
    reminder: Reminder, draw: Draw, due: int, user: AbstractBaseUser
) -> EmailMultiAlternatives:
    """Return the mail in the language that is active."""
    prompt = prompt_alone(draw)
    context: Mapping[str, Any] = {
        "due_count": due,
        "question_html": mark_safe(render(prompt)),  # noqa: S308 - our renderer escapes
        "question_text": plain(prompt),
        "lesson_title": draw.question.source_title,
        "review_url": urljoin(settings.SITE_URL, reverse("review:session")),
        "settings_url": urljoin(settings.SITE_URL, reverse("settings")),
    }
    subject = ngettext("%(n)d question is due", "%(n)d questions are due", due) % {"n": due}
    message = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string("review/mail/digest.txt", context),
        to=[getattr(user, get_user_model().get_email_field_name())],
        headers={"Message-ID": message_id(reminder), "Auto-Submitted": "auto-generated"},
    )
    message.attach_alternative(render_to_string("review/mail/digest.html", context), "text/html")
    return message


def message_id(reminder: Reminder) -> str:
    """Return the Message-ID of a reminder: one for all attempts, so that doubles are dropped."""
    host = urlsplit(settings.SITE_URL).hostname
    return f"<reminder.{reminder.id}.{reminder.study_date:%Y%m%d}@{host}>"


@transaction.atomic
def _plan_batch(now: datetime) -> int:
    """Plan one batch of learners and move their next hour on; return how many there were."""
    # SKIP LOCKED: a second sweep or an answer in progress is passed over, not waited for.
    plans = list(
        StudyPlan.objects.select_for_update(skip_locked=True, no_key=True, of=("self",))
        .filter(next_reminder_at__lte=now)
        .order_by("next_reminder_at", "id")[:BATCH]
    )
    wanted = [
        Reminder(
            learner_id=plan.learner_id,
            kind=ReminderKind.DUE,
            study_date=plan.study_date(now),
            created_at=now,
        )
        for plan in plans
    ]
    Reminder.objects.bulk_create(wanted, ignore_conflicts=True)
    for plan in plans:
        plan.next_reminder_at = next_reminder_at(plan, now)
    StudyPlan.objects.bulk_update(plans, ["next_reminder_at"])
    return len(plans)


def _claimable(now: datetime) -> Q:
    return Q(state=ReminderState.PENDING) | Q(
        state=ReminderState.SENDING, claimed_at__lt=now - CLAIM_EXPIRES
    )


def _close(reminder: Reminder, state: ReminderState, sent_at: datetime | None) -> None:
    Reminder.objects.filter(id=reminder.id, state=ReminderState.SENDING).update(
        state=state, sent_at=sent_at
    )
