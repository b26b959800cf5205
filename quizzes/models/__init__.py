"""Tables of questions (the same for everybody) and of answers (a learner's own)."""

from quizzes.models.answers import Draw, Finding, Grade, Submission
from quizzes.models.content import (
    Bank,
    Concept,
    Kind,
    Misconception,
    Question,
    QuestionVersion,
    Variant,
)

__all__ = [
    "Bank",
    "Concept",
    "Draw",
    "Finding",
    "Grade",
    "Kind",
    "Misconception",
    "Question",
    "QuestionVersion",
    "Submission",
    "Variant",
]
