"""REST: open a question, answer it, judge the answer, take it back."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from quizzes.models import Draw, Question
from quizzes.requests import NoFields, StrictView, body_of
from quizzes.services import open_draw
from review.doors import own_draw
from review.fsrs import Rating
from review.http import learner_id_of
from review.presentation import AnsweredDraw
from review.serializers import (
    AnswerRequest,
    DrawSerializer,
    OpenRequest,
    RatingRequest,
    SelfGradeRequest,
    draw_document,
)
from review.services import Answered, answer, rate_explanation, rerate, take_back

# 1 to 128 printable ASCII characters; a server takes spaces at the ends away.
KEY = r"^(?!page-)[!-~]([ -~]{0,126}[!-~])?$"
KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": KEY},
    OpenApiParameter.HEADER,
    required=True,
    description="Any string of 1 to 128 printable characters, new for each answer. The same key "
    "with the same body gives the stored result again; with another body 409.",
)


class DrawsView(StrictView):
    """Questions put before the learner."""

    @extend_schema(
        operation_id="draw_open",
        request=OpenRequest,
        responses={200: DrawSerializer, 201: DrawSerializer},
    )
    def post(self, request: Request) -> Response:
        """Open a question: 201 with a new draw, or 200 with the one that the learner has already.

        That is the one that is still unanswered, or whose explanation waits to be judged.
        """
        body = body_of(request, OpenRequest)
        question = get_object_or_404(
            Question.objects.select_related("current", "concept"),
            public_id=body["question"],
            retired_at=None,
            current__isnull=False,
        )
        now = timezone.now()
        draw, made = open_draw(learner_id=learner_id_of(request), question=question, now=now)
        code = status.HTTP_201_CREATED if made else status.HTTP_200_OK
        return Response(draw_document(draw), status=code)


class DrawView(StrictView):
    """One draw of the learner."""

    @extend_schema(operation_id="draw_read", responses=DrawSerializer)
    def get(self, request: Request, draw_id: UUID) -> Response:
        """Return the question; with its key, feedback and due day once it is answered."""
        return Response(draw_document(own_draw(learner_id_of(request), draw_id)))


class SubmissionView(StrictView):
    """The answer to a draw."""

    @extend_schema(
        operation_id="draw_answer",
        parameters=[KEY_HEADER],
        request=AnswerRequest,
        responses=DrawSerializer,
    )
    def post(self, request: Request, draw_id: UUID) -> Response:
        """Answer the question; it is graded, scheduled and returned with its key."""
        draw = own_draw(learner_id_of(request), draw_id)
        body = body_of(request, AnswerRequest)
        now = timezone.now()
        stored = answer(
            draw=draw,
            raw=body["answer"],
            idempotency_key=_key(request),
            now=now,
            confidence=body["confidence"],
            answer_seconds=body["answer_seconds"],
            locale=body["locale"],
        )
        return Response(_after(draw, stored))


class SelfGradeView(StrictView):
    """The learner's judgement of their own explanation."""

    @extend_schema(
        operation_id="draw_self_grade", request=SelfGradeRequest, responses=DrawSerializer
    )
    def post(self, request: Request, draw_id: UUID) -> Response:
        """Say which points of the rubric the explanation makes; the first time counts."""
        draw = own_draw(learner_id_of(request), draw_id)
        body = body_of(request, SelfGradeRequest)
        now = timezone.now()
        stored = rate_explanation(draw=draw, covered=body["covered"], now=now)
        return Response(_after(draw, stored))


class RatingView(StrictView):
    """How hard a right answer was."""

    @extend_schema(operation_id="draw_rate", request=RatingRequest, responses=DrawSerializer)
    def post(self, request: Request, draw_id: UUID) -> Response:
        """Rate a right answer; 409 for a wrong one, or once the question was answered again."""
        draw = own_draw(learner_id_of(request), draw_id)
        body = body_of(request, RatingRequest)
        rerate(draw=draw, rating=Rating(body["rating"]), now=timezone.now())
        return Response(draw_document(draw))


class UndoView(StrictView):
    """The learner's last answer, taken back."""

    @extend_schema(operation_id="draw_undo", request=None, responses=DrawSerializer)
    def post(self, request: Request, draw_id: UUID) -> Response:
        """Take back the answer of a draw, the last one of today; a second time changes nothing.

        The answer and its grade stay to be read, but the schedule no longer counts them.
        """
        draw = own_draw(learner_id_of(request), draw_id)
        body_of(request, NoFields)
        take_back(draw=draw, now=timezone.now())
        return Response(draw_document(draw))


def _after(draw: Draw, stored: Answered) -> dict[str, Any]:
    """Return the draw with its answer; a replayed one is read again, as it may have changed."""
    if stored.replayed:
        return draw_document(draw)
    fresh = AnsweredDraw(draw, stored.submission, stored.grade, stored.log)
    return draw_document(draw, fresh)


def _key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "")
    if not 1 <= len(key) <= 128 or not key.isascii() or not key.isprintable():
        raise ValidationError(
            {"Idempotency-Key": "Send this header with 1 to 128 printable ASCII characters."}
        )
    if key.startswith("page-"):
        raise ValidationError({"Idempotency-Key": "Keys that begin with page- are our own pages'."})
    return key
