"""JSON of the API: what may be sent, and a draw before and after its answer."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from quizzes.kinds import KINDS
from quizzes.models import Draw
from quizzes.models.answers import Confidence
from quizzes.models.content import Kind
from quizzes.presentation import misconceptions_in, reveal
from quizzes.requests import StrictSerializer
from review.fsrs import Rating
from review.presentation import AnsweredDraw, answered_draws


class OpenRequest(StrictSerializer):
    """Which question to open."""

    question = serializers.UUIDField()


@extend_schema_field({"type": "object", "additionalProperties": True})
class RawAnswer(serializers.DictField):
    """A raw answer in the shape of its question's kind."""


class AnswerRequest(StrictSerializer):
    """An answer: `{"choices": [id]}`, `{"blanks": {name: text}}` or `{"text": text}`."""

    answer = RawAnswer()
    confidence = serializers.ChoiceField(
        choices=Confidence.choices, required=False, allow_blank=True, default=""
    )
    answer_seconds = serializers.FloatField(
        min_value=0, max_value=86_400, required=False, allow_null=True, default=None
    )
    # Without one, a number that could be read in two ways is asked back.
    locale = serializers.RegexField(
        r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$", allow_blank=True, default=""
    )


class SelfGradeRequest(StrictSerializer):
    """Keys of the rubric's points that the explanation makes."""

    covered = serializers.ListField(child=serializers.CharField(max_length=40), max_length=50)


class RatingRequest(StrictSerializer):
    """How hard a right answer was: 1 again, 2 hard, 3 good, 4 easy."""

    rating = serializers.ChoiceField(choices=[(int(one), one.name) for one in Rating])


@extend_schema_field({"type": "object", "additionalProperties": True})
class Document(serializers.DictField):
    """An object whose shape depends on the question's kind."""


class MisconceptionSerializer(serializers.Serializer[Any]):
    """A wrong idea that the answer showed."""

    slug = serializers.CharField()
    statement = serializers.CharField()
    correction = serializers.CharField()


class ResultSerializer(serializers.Serializer[Any]):
    """What is known of an answered draw. `score` is null while nobody has judged it.

    `rating`, `interval_days` and `due` are null then too, and once the answer was taken back.
    """

    score = serializers.FloatField(allow_null=True, min_value=0, max_value=1)
    revealed = Document()
    misconceptions = MisconceptionSerializer(many=True)
    submitted_at = serializers.DateTimeField()
    rating = serializers.IntegerField(allow_null=True, min_value=1, max_value=4)
    interval_days = serializers.FloatField(allow_null=True)
    due = serializers.DateTimeField(allow_null=True)


class DrawSerializer(serializers.Serializer[Any]):
    """A question put before the learner. `result` is null until it is answered."""

    id = serializers.UUIDField()
    question = serializers.UUIDField()
    number = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=Kind.choices)
    concept = serializers.CharField()
    opened_at = serializers.DateTimeField()
    shown = Document()
    result = ResultSerializer(allow_null=True)


# Made once: a serializer copies all of its fields each time that one is made.
_DRAW = DrawSerializer()


def draw_document(draw: Draw, answered: AnsweredDraw | None = None) -> dict[str, Any]:
    """Return a draw for the API; reads the variant's secret only if there is an answer.

    `answered` is what has just been stored, where that is at hand; else it is read.
    """
    kind = KINDS[draw.variant.kind]
    answered = answered or answered_draws(draw.learner_id, [draw]).get(draw.id)
    document = {
        "id": draw.public_id,
        "question": draw.question.public_id,
        "number": draw.number,
        "kind": draw.variant.kind,
        "concept": draw.question.concept.slug,
        "opened_at": draw.opened_at,
        "shown": kind.present(draw.variant.shown, draw.wire),
        "result": _result(answered) if answered else None,
    }
    return dict(_DRAW.to_representation(document))


def _result(answered: AnsweredDraw) -> dict[str, Any]:
    grade, log = answered.grade, answered.log
    outcome, revealed = reveal(answered.draw, answered.submission, grade)
    return {
        "score": outcome.score,
        "revealed": revealed,
        "misconceptions": [
            {"slug": idea.slug, "statement": idea.statement, "correction": idea.correction}
            for idea in misconceptions_in([grade]).values()
        ],
        "submitted_at": answered.submission.submitted_at,
        "rating": log.rating if log else None,
        "interval_days": log.interval_days if log else None,
        "due": log.due if log else None,
    }
