"""Every statement that an answer over REST costs, and what it is for: a new one needs a reason."""

import re
from datetime import timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext

from quizzes.kinds import KINDS
from quizzes.models import Question
from quizzes.services import open_draw
from tests.conftest import NOON

VERB_AND_TABLE = re.compile(
    r'(SELECT\b.*? FROM|INSERT INTO|UPDATE|DELETE FROM) "(\w+)"', flags=re.DOTALL
)

WHO_AND_WHAT = [
    "SELECT tutor_accesstoken",  # whose token it is, with the user
    "SELECT quizzes_draw",  # the learner's own draw, with its variant, question and concept
]
STORED = [
    "SELECT review_studyplan",  # the lock, with the weights: before reading what is decided on
    "SELECT quizzes_submission",  # seen before, under this key or for this draw?
    "INSERT quizzes_submission",
    "INSERT quizzes_grade",
]
SCHEDULED = [
    "SELECT review_card",  # what was remembered
    "UPDATE review_card",
    "INSERT review_reviewlog",
    "SELECT review_card",  # this one was the earliest: which is now?
    "UPDATE review_studyplan",  # when the learner is due and reminded next
]


def statements(queries: CaptureQueriesContext) -> list[str]:
    """Return verb and table of each, without those that only mark a transaction."""
    found = (VERB_AND_TABLE.match(query["sql"]) for query in queries.captured_queries)
    listed = [f"{match[1].split()[0]} {match[2]}" for match in found if match]
    listed.remove("UPDATE tutor_accesstoken")  # notes the token's use, once a minute at most
    return listed


def test_an_answer_costs_these_statements_and_no_other(script, learner, lesson, clock):
    question = Question.objects.select_related("current").get(slug="mask-purpose")

    def answer(days: int, *, right: bool) -> list[str]:
        clock.move_to(NOON + timedelta(days=days))
        draw, _ = open_draw(
            learner_id=learner.pk, question=question, now=NOON + timedelta(days=days)
        )
        secret = draw.variant.secret
        keys = [option["key"] for option in draw.variant.shown["options"]]
        raw = next(
            {"choices": [draw.wire.id_of(key)]}
            for key in keys
            if (_score(draw, secret, key) == 1) is right
        )
        with CaptureQueriesContext(connection) as queries:
            response = script.post(
                f"/api/v1/draws/{draw.public_id}/submission/",
                {"answer": raw},
                format="json",
                headers={"Idempotency-Key": f"on day {days}"},
            )
        assert response.status_code == 200
        return statements(queries)

    answer(0, right=True)
    answer(40, right=True)
    assert answer(400, right=True) == WHO_AND_WHAT + STORED + SCHEDULED

    wrong = answer(900, right=False)
    named = [
        "SELECT quizzes_misconception",  # their ids
        "INSERT quizzes_finding",
    ]
    shown = ["SELECT quizzes_misconception"]  # their words, for the result
    assert wrong == WHO_AND_WHAT + STORED + named + SCHEDULED + shown


def _score(draw, secret, key: str) -> float | None:
    kind = KINDS[draw.variant.kind]
    parsed = kind.parse(draw.variant.shown, {"choices": [draw.wire.id_of(key)]}, draw.wire, "en")
    return kind.grade(draw.variant.shown, secret, parsed).score
