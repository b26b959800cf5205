"""REST: the learner's history, from which every card can be computed again."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from quizzes.paging import PageQuery, page
from quizzes.requests import StrictView
from review.http import learner_id_of
from review.models import ReviewLog
from review.models.cards import LogKind


class ReviewLogSerializer(serializers.Serializer[ReviewLog]):
    """One event of a card. Logs are only ever added; `target_seq` is what an undo or rerate is of.

    Stabilities and intervals are in days.
    """

    question = serializers.UUIDField(source="card.question.public_id")
    seq = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=LogKind.choices)
    target_seq = serializers.IntegerField(allow_null=True)
    draw = serializers.SerializerMethodField()
    rating = serializers.IntegerField(allow_null=True, min_value=1, max_value=4)
    reviewed_at = serializers.DateTimeField()
    clock_clamped = serializers.BooleanField()
    study_date = serializers.DateField()
    time_zone = serializers.CharField()
    elapsed_days = serializers.FloatField(allow_null=True)
    desired_retention = serializers.FloatField(allow_null=True)
    stability_before = serializers.FloatField(allow_null=True)
    difficulty_before = serializers.FloatField(allow_null=True)
    stability_after = serializers.FloatField(allow_null=True)
    difficulty_after = serializers.FloatField(allow_null=True)
    interval_days = serializers.FloatField(allow_null=True)
    due = serializers.DateTimeField()

    def get_draw(self, log: ReviewLog) -> str | None:
        """Return the id of the draw that was answered; null for events without an answer."""
        return str(log.submission.draw.public_id) if log.submission else None


class ReviewLogPage(serializers.Serializer[Any]):
    """A page of the history."""

    results = ReviewLogSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class HistoryQuery(PageQuery):
    """Which part of the history to list."""

    question = serializers.UUIDField(required=False)
    updated_since = serializers.DateTimeField(
        required=False, help_text="Leave out what happened before this instant."
    )


class ReviewLogsView(StrictView):
    """The learner's history."""

    query = HistoryQuery

    @extend_schema(
        operation_id="review_log_list",
        parameters=[HistoryQuery],
        responses=ReviewLogPage,
    )
    def get(self, request: Request) -> Response:
        """List what happened to the learner's cards, in the order in which it was written."""
        wanted = self.asked
        logs = ReviewLog.objects.filter(learner_id=learner_id_of(request))
        if "question" in wanted:
            logs = logs.filter(card__question__public_id=wanted["question"])
        if "updated_since" in wanted:
            logs = logs.filter(reviewed_at__gte=wanted["updated_since"])
        logs = logs.select_related("card__question", "submission__draw")
        document = ReviewLogSerializer().to_representation
        return page(request, logs, self.asked, order={"id": int}, document=document)
