"""When and why a card comes back, in words."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from review import backlog, days, fsrs
from review.models import Card, ReviewLog, StudyPlan
from review.services.answering import memory_before


def comes_back(log: ReviewLog, plan: StudyPlan, now: datetime) -> str:
    """Say on which day an answered question returns.

    Counted from the log's own study date: the learner may have moved to another zone since, and
    their cards keep their dates.
    """
    day = _after_pause(log.study_date + timedelta(days=log.interval_days or 0), plan, now)
    return _("Comes back on %(day)s, %(distance)s.") % _day(day, plan, now)


def taken_back() -> str:
    """Say that an answer stands there and decides nothing."""
    return _("You took this answer back; it does not count.")


def next_due(due: datetime | None, plan: StudyPlan, now: datetime) -> str:
    """Say when the next review is due; '' if nothing is scheduled, or only a limit holds it back.

    Of what a limit holds back `waiting` tells.
    """
    if due is None or (due <= now and not plan.pause_end(now)):
        return ""
    day = _after_pause(plan.study_date(due), plan, now)
    return _("The next review is due on %(day)s, %(distance)s.") % _day(day, plan, now)


def paused(plan: StudyPlan, now: datetime) -> str:
    """Say until when the learner asks for nothing; '' while nothing is paused."""
    end = plan.pause_end(now)
    return _("Paused until %(day)s, %(distance)s.") % _day(end, plan, now) if end else ""


def waiting(count: int, plan: StudyPlan) -> str:
    """Say what is due beyond today's limit and when it comes; '' if nothing is.

    What falls due meanwhile and is at greater risk goes before it: so the days are "about".
    """
    if not count:
        return ""
    days_after = backlog.days_for(count, plan.reviews_per_day)
    if not days_after:
        words = ngettext(
            "%(n)d question is due, but your settings allow no reviews on a day.",
            "%(n)d questions are due, but your settings allow no reviews on a day.",
            count,
        )
    elif days_after == 1:
        words = ngettext(
            "%(n)d more question can wait: it follows tomorrow.",
            "%(n)d more questions can wait: they follow tomorrow.",
            count,
        )
    else:
        words = _("%(n)d more questions can wait: they follow over about %(days)d days.")
    return words % {"n": count, "days": days_after}


def waiting_new(count: int, plan: StudyPlan) -> str:
    """Say what was read about and is not asked yet for today's limit of new ones; '' if nothing."""
    if not count:
        return ""
    days_after = backlog.days_for(count, plan.new_per_day)
    if not days_after:
        words = ngettext(
            "%(n)d new question waits, but your settings allow no new ones on a day.",
            "%(n)d new questions wait, but your settings allow no new ones on a day.",
            count,
        )
    elif days_after == 1:
        words = ngettext(
            "%(n)d new question waits: it follows tomorrow.",
            "%(n)d new questions wait: they follow tomorrow.",
            count,
        )
    else:
        words = _("%(n)d new questions wait: they follow over about %(days)d days.")
    return words % {"n": count, "days": days_after}


def first_of_many(waiting_text: str, plan: StudyPlan) -> str:
    """Say why today brings these and not the others; '' if there are no others."""
    if not waiting_text or not plan.reviews_per_day:
        return waiting_text
    most = _("Today brings those that you are most likely to be losing.")
    return f"{most} {waiting_text}"


def missed(count: int) -> str:
    """Say that what was missed today is asked once more; '' if nothing was."""
    if not count:
        return ""
    words = ngettext(
        "The one you missed today comes once more.",
        "The %(n)d you missed today come once more.",
        count,
    )
    return words % {"n": count}


def interval(interval_days: int) -> str:
    """Say how long an interval is."""
    return ngettext("in %(n)d day", "in %(n)d days", interval_days) % {"n": interval_days}


def workload(low: float, usual: float, high: float) -> str:
    """Say what another desired retention costs, by one question's intervals."""
    memory = fsrs.MemoryState(stability=10.0, difficulty=5.0)
    days_at = {target: fsrs.interval_days(memory, target) for target in (low, usual, high)}
    return _(
        "The higher, the more reviews: a question that returns after %(usual_days)d days at "
        "%(usual).2f returns after %(high_days)d at %(high).2f, and after %(low_days)d at "
        "%(low).2f."
    ) % {
        "usual": usual,
        "usual_days": days_at[usual],
        "high": high,
        "high_days": days_at[high],
        "low": low,
        "low_days": days_at[low],
    }


def why_then(log: ReviewLog, weights: Sequence[float]) -> str:
    """Say why an answered card was shown when it was."""
    memory = memory_before(log)
    if memory is None or log.elapsed_days is None:
        return _("You had read about this and not been asked before.")
    elapsed = int(log.elapsed_days)
    if elapsed == 0:
        return _("You had answered this earlier on the same day.")
    recall = fsrs.retrievability(memory, elapsed, weights)
    return _("%(seen)s; your chance of recalling it was put at %(percent)d %%.") % {
        "seen": _last_answered(elapsed),
        "percent": round(recall * 100),
    }


def why_now(card: Card, plan: StudyPlan, now: datetime, *, waits_for_rating: bool = False) -> str:
    """Say why a card is shown today."""
    if waits_for_rating:
        return _("You handed this in and have not rated it yet.")
    today = plan.study_date(now)
    recall = card.recall(today, plan.weights)
    if recall is None or card.last_study_date is None:
        return _("You have read about this and not been asked yet.")
    elapsed = days.elapsed_days(card.last_study_date, today)
    if elapsed == 0:
        return _("You answered this earlier today; here it is once more.")
    return _("%(seen)s; your chance of recalling it now is put at %(percent)d %%.") % {
        "seen": _last_answered(elapsed),
        "percent": round(recall * 100),
    }


def _after_pause(day: date, plan: StudyPlan, now: datetime) -> date:
    """Return the day on which something is asked that is due on `day`."""
    return max(day, plan.pause_end(now) or day)


def _last_answered(elapsed_days: int) -> str:
    if elapsed_days == 1:
        return _("Last answered yesterday")
    return _("Last answered %(n)d days ago") % {"n": elapsed_days}


def _day(study_date: date, plan: StudyPlan, now: datetime) -> dict[str, str]:
    return {
        "day": _date(study_date, plan.study_date(now)),
        "distance": _distance(days.elapsed_days(plan.study_date(now), study_date)),
    }


def _date(day: date, today: date) -> str:
    return date_format(day, "l j F" if day.year == today.year else "l j F Y")


def _distance(count: int) -> str:
    if count == 0:
        return _("today")
    if count == 1:
        return _("tomorrow")
    return interval(count)
