"""Tables of the schedule: all of them a learner's own, except default parameters."""

from review.models.cards import Card, ReviewLog
from review.models.plans import Parameters, StudyPlan
from review.models.reminders import Reminder

__all__ = ["Card", "Parameters", "Reminder", "ReviewLog", "StudyPlan"]
