"""What every page says of today's queue: the home page, a session's end and the progress page."""

from review import wording
from review.models import StudyPlan
from review.queue import Size


def queue_words(held: Size, plan: StudyPlan) -> dict[str, object]:
    """Return for a template what is asked today, what waits, and the setting of 0 that holds it."""
    return {
        "left": held.left,
        "due_count": held.due_or_new,
        "missed_count": held.missed,
        "missed_text": wording.missed(held.missed),
        "waiting_text": wording.waiting(held.waiting, plan),
        "waiting_new_text": wording.waiting_new(held.waiting_new, plan),
        "limit_of_none": _limit_of_none(held, plan),
    }


def _limit_of_none(held: Size, plan: StudyPlan) -> str:
    if held.waiting and not plan.reviews_per_day:
        return "reviews_per_day"
    if held.waiting_new and not plan.new_per_day:
        return "new_per_day"
    return ""
