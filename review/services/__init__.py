"""Writes to a learner's schedule; each takes the learner's StudyPlan as its lock first."""

from review.services.answering import Answered, answer, rate_explanation, rerate
from review.services.changing import (
    NothingToUndoError,
    introduce,
    suspend,
    take_back,
    undo,
    unsuspend,
)
from review.services.plans import CHOICES, change_plan, lock_plan, plan_of

__all__ = [
    "CHOICES",
    "Answered",
    "NothingToUndoError",
    "answer",
    "change_plan",
    "introduce",
    "lock_plan",
    "plan_of",
    "rate_explanation",
    "rerate",
    "suspend",
    "take_back",
    "undo",
    "unsuspend",
]
