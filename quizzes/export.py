"""A learner's own rows of this app: what they were asked, and what they answered.

Of a question only what presenting it may read is told. Keys stay out, as do the seeds from which
orders and ids could be worked out; what an answer showed stands with its grades.
"""

from collections.abc import Mapping
from typing import Any

from quizzes.exporting import OwnRows, same
from quizzes.kinds import KINDS
from quizzes.models import Draw, Finding, Grade, Submission


def _shown(draw: Draw) -> Mapping[str, Any]:
    return KINDS[draw.variant.kind].present(draw.variant.shown, draw.wire)


LISTS = {
    "draws": OwnRows(
        rows=lambda learner_id: Draw.objects.of(learner_id).select_related(
            "variant", "question__concept", "question__bank"
        ),
        columns={
            "id": "public_id",
            "question": "question.public_id",
            "bank": "question.bank.slug",
            "slug": "question.slug",
            "concept": "question.concept.slug",
            "kind": "variant.kind",
            **same("number", "opened_at", "hints_used", "draft", "draft_saved_at"),
            "shown": _shown,
        },
    ),
    "submissions": OwnRows(
        rows=lambda learner_id: Submission.objects.filter(learner_id=learner_id).select_related(
            "draw"
        ),
        columns={
            "draw": "draw.public_id",
            "answer": "raw",
            **same("confidence", "hints_used", "answer_seconds", "submitted_at"),
            "idempotency_key": "idempotency_key",
        },
    ),
    "grades": OwnRows(
        rows=lambda learner_id: Grade.objects.filter(learner_id=learner_id).select_related(
            "submission__draw"
        ),
        columns={
            "draw": "submission.draw.public_id",
            **same("number", "grader", "reason", "score", "parts", "graded_at"),
        },
    ),
    "findings": OwnRows(
        rows=lambda learner_id: Finding.objects.filter(learner_id=learner_id).select_related(
            "grade__submission__draw", "misconception"
        ),
        columns={
            "draw": "grade.submission.draw.public_id",
            "grade": "grade.number",
            "part": "part",
            "misconception": "misconception.slug",
            "statement": "misconception.statement",
            "correction": "misconception.correction",
        },
    ),
}
