"""Writes of this app: publish a question, put it before a learner, take drafts and answers."""

from quizzes.services.drafting import save_draft
from quizzes.services.drawing import lesson_draws, open_draw
from quizzes.services.publishing import (
    QuestionSource,
    generated_pool,
    misconceptions_of,
    publish,
)
from quizzes.services.submitting import (
    AlreadyAnsweredError,
    KeyReusedError,
    NotPendingError,
    Submitted,
    grade_explanation,
    submit,
)

__all__ = [
    "AlreadyAnsweredError",
    "KeyReusedError",
    "NotPendingError",
    "QuestionSource",
    "Submitted",
    "generated_pool",
    "grade_explanation",
    "lesson_draws",
    "misconceptions_of",
    "open_draw",
    "publish",
    "save_draft",
    "submit",
]
