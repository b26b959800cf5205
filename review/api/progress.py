"""REST: where the learner stands today, what is remembered and what comes up."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from quizzes.requests import StrictView
from review import progress, queue
from review.http import learner_id_of
from review.services import plan_of


class TodaySerializer(serializers.Serializer[Any]):
    """Today's queue: what is asked for the first time, asked again, and left for the days after.

    `waiting` is what is due beyond the day's limit, `waiting_new` the new ones beyond theirs.
    """

    due = serializers.IntegerField(min_value=0)
    new = serializers.IntegerField(min_value=0)
    missed = serializers.IntegerField(min_value=0)
    waiting = serializers.IntegerField(min_value=0)
    waiting_new = serializers.IntegerField(min_value=0)
    done = serializers.IntegerField(min_value=0)


class ConceptRecallSerializer(serializers.Serializer[progress.ConceptRecall]):
    """The chance of recalling a question of a concept, and two standard deviations of it.

    It is the chance on `study_date`; for what was answered on it, on the study day after.
    """

    concept = serializers.CharField(source="slug")
    title = serializers.CharField()
    questions = serializers.IntegerField(min_value=1)
    percent = serializers.IntegerField(min_value=0, max_value=100)
    low_percent = serializers.IntegerField(min_value=0, max_value=100)
    high_percent = serializers.IntegerField(min_value=0, max_value=100)


class DueDaySerializer(serializers.Serializer[progress.DueDay]):
    """How many questions a study day brings; the first is what today's queue still holds."""

    day = serializers.DateField()
    count = serializers.IntegerField(min_value=0)


class RecentSerializer(serializers.Serializer[progress.Recent]):
    """The reviews of the last 30 study days and how many of a hundred were recalled."""

    reviews = serializers.IntegerField(min_value=0)
    percent = serializers.IntegerField(allow_null=True, min_value=0, max_value=100)


class ProgressSerializer(serializers.Serializer[Any]):
    """Where the learner stands."""

    study_date = serializers.DateField()
    today = TodaySerializer()
    concepts = ConceptRecallSerializer(many=True)
    forecast = DueDaySerializer(many=True)
    recent = RecentSerializer()


class ProgressView(StrictView):
    """The learner's own progress."""

    @extend_schema(operation_id="progress_read", responses=ProgressSerializer)
    def get(self, request: Request) -> Response:
        """Return today's queue, recall by concept, the weakest first, and four weeks' forecast."""
        now = timezone.now()
        plan = plan_of(learner_id_of(request))
        done = queue.done_on(plan, now)
        held = queue.size(plan, now, done)
        document = {
            "study_date": plan.study_date(now),
            "today": {
                "due": held.due,
                "new": held.new,
                "missed": held.missed,
                "waiting": held.waiting,
                "waiting_new": held.waiting_new,
                "done": done.answers,
            },
            "concepts": progress.recall_by_concept(plan, now),
            "forecast": progress.forecast(plan, now, held),
            "recent": progress.recent(plan, now),
        }
        return Response(ProgressSerializer(document).data)
