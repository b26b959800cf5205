"""REST: read paths and lessons, commit predictions, keep one's place."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from lessons.documents import (
    known_of,
    path_document,
    prediction_document,
    progress,
    progress_of,
    section_document,
    summary,
)
from lessons.models import Lesson, LessonProgress, Path, Prediction
from lessons.pages import sections_of
from lessons.serializers import (
    GuessRequest,
    LessonPage,
    LessonProgressSerializer,
    LessonSerializer,
    LessonSummarySerializer,
    PathPage,
    PathSerializer,
    PredictionSerializer,
    ReachedRequest,
)
from lessons.services import commit_prediction, finish, reach
from lessons.services.predicting import answers_to, gate, steps_of
from quizzes.paging import PageQuery, page
from quizzes.requests import NoFields, StrictView, body_of
from review.http import learner_id_of


class PathsView(StrictView):
    """Every path."""

    query = PageQuery

    @extend_schema(operation_id="path_list", parameters=[PageQuery], responses=PathPage)
    def get(self, request: Request) -> Response:
        """List the paths with their lessons and how far the learner has come in each."""
        come = progress_of(learner_id_of(request))
        paths = Path.objects.with_lessons()
        document = partial(_path, come=come)
        return page(request, paths, self.asked, order={"slug": str}, document=document)


class PathView(StrictView):
    """One path."""

    @extend_schema(operation_id="path_read", responses=PathSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return a path with its lessons and how far the learner has come in each."""
        path = get_object_or_404(Path.objects.with_lessons(), slug=slug)
        return Response(_path(path, progress_of(learner_id_of(request))))


class LessonsView(StrictView):
    """Every lesson."""

    query = PageQuery

    @extend_schema(operation_id="lesson_list", parameters=[PageQuery], responses=LessonPage)
    def get(self, request: Request) -> Response:
        """List the lessons, by slug, with how far the learner has come in each."""
        come = progress_of(learner_id_of(request))

        def document(lesson: Lesson) -> dict[str, Any]:
            return LessonSummarySerializer(summary(lesson, come.get(lesson.pk))).data

        lessons = Lesson.objects.live().with_section_count()
        return page(request, lessons, self.asked, order={"slug": str}, document=document)


class LessonView(StrictView):
    """One lesson."""

    @extend_schema(operation_id="lesson_read", responses=LessonSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Return a lesson with its sections; what is behind an owed prediction is left out."""
        learner_id = learner_id_of(request)
        lesson = get_object_or_404(Lesson.objects.live().with_section_count(), slug=slug)
        sections = sections_of(lesson)
        known = known_of(learner_id, sections)
        document = {
            **summary(lesson, progress_of(learner_id).get(lesson.pk)),
            "sections": [section_document(section, known) for section in sections],
        }
        return Response(LessonSerializer(document).data)


class PredictionView(StrictView):
    """One prediction."""

    @extend_schema(operation_id="prediction_read", responses=PredictionSerializer)
    def get(self, request: Request, slug: str, prediction_slug: str) -> Response:
        """Return a prediction; with what came of it once the learner has committed."""
        return _prediction(request, slug, prediction_slug)


class GuessView(StrictView):
    """The learner's guess at a prediction."""

    @extend_schema(
        operation_id="prediction_answer", request=GuessRequest, responses=PredictionSerializer
    )
    def post(self, request: Request, slug: str, prediction_slug: str) -> Response:
        """Commit to a guess; the step behind it opens.

        The first guess counts for ever: sent again it gives the same, another one gives 409. So
        does a prediction out of turn.
        """
        prediction = _asked(slug, prediction_slug)
        body = body_of(request, GuessRequest)
        commit_prediction(
            learner_id=learner_id_of(request),
            prediction=prediction,
            now=timezone.now(),
            only_once=True,
            **body,
        )
        return _prediction(request, slug, prediction_slug)


class ReachedView(StrictView):
    """The learner's place in a lesson."""

    @extend_schema(
        operation_id="lesson_reach", request=ReachedRequest, responses=LessonProgressSerializer
    )
    def post(self, request: Request, slug: str) -> Response:
        """Remember which section the learner has come to; never back."""
        lesson = get_object_or_404(Lesson.objects.live(), slug=slug)
        body = body_of(request, ReachedRequest)
        there = lesson.sections.filter(retired_at=None)
        section = there.filter(slug=body["section"]).first()
        if section is None:
            raise ValidationError({"section": "The lesson has no such section."})
        reach(learner_id=learner_id_of(request), lesson=lesson, position=section.position)
        return _progress(request, lesson)


class FinishedView(StrictView):
    """The end of a lesson."""

    @extend_schema(operation_id="lesson_finish", request=None, responses=LessonProgressSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Mark the lesson as read; its questions not answered yet come in review."""
        lesson = get_object_or_404(Lesson.objects.live(), slug=slug)
        body_of(request, NoFields)
        finish(learner_id=learner_id_of(request), lesson=lesson, now=timezone.now())
        return _progress(request, lesson)


def _path(path: Path, come: Mapping[int, LessonProgress]) -> dict[str, Any]:
    return PathSerializer(path_document(path, come)).data


def _progress(request: Request, lesson: Lesson) -> Response:
    come = progress_of(learner_id_of(request)).get(lesson.pk)
    return Response(LessonProgressSerializer(progress(come)).data)


def _asked(slug: str, prediction_slug: str) -> Prediction:
    return get_object_or_404(Prediction.objects.asked_in(slug), slug=prediction_slug)


def _prediction(request: Request, slug: str, prediction_slug: str) -> Response:
    prediction = _asked(slug, prediction_slug)
    assert prediction.step is not None  # it was looked up by its step
    steps = steps_of(prediction.step.section)
    guesses = answers_to(learner_id_of(request), steps)
    opened = gate(steps, guesses)
    document = prediction_document(prediction, guesses.get(prediction.pk), opened)
    return Response(PredictionSerializer(document).data)
