"""When a learner is to be reminded next."""

from datetime import datetime, timedelta

from review import days
from review.models import StudyPlan


def next_reminder_at(plan: StudyPlan, now: datetime) -> datetime | None:
    """Return the next instant at which the learner's reminder hour strikes with something due.

    None without consent, or while nothing has ever been scheduled.
    """
    if not plan.reminder_consent or plan.next_due_at is None:
        return None
    after = max(now, plan.next_due_at - timedelta(microseconds=1))
    if plan.paused_until is not None:
        after = max(after, plan.day_start(plan.paused_until) - timedelta(microseconds=1))
    return days.next_hour(after, plan.zone, plan.reminder_hour)
