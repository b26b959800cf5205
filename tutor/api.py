"""The root of the API and the learner's own account."""

from typing import Any

from django.conf import settings
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from quizzes.api import may_read_keys
from quizzes.requests import StrictView
from review.models import StudyPlan
from review.models.plans import HIGHEST_RETENTION, LOWEST_RETENTION, MOST_PER_DAY
from review.services import CHOICES, plan_of
from tutor.account import CHANGEABLE, change_settings
from tutor.export import export
from tutor.models import User

# The lists and single documents from which every other address can be reached.
OPEN_TO_LEARNERS = (
    "me",
    "me-export",
    "paths",
    "lessons",
    "due",
    "cards",
    "review-logs",
    "progress",
    "draws",
    "schema",
)


class PlanSerializer(serializers.ModelSerializer[StudyPlan]):
    """How the learner studies."""

    class Meta:
        model = StudyPlan
        fields = [*CHOICES, "next_due_at"]
        read_only_fields = ["next_due_at"]
        extra_kwargs = {
            "rollover_hour": {"min_value": 0, "max_value": 23},
            "reminder_hour": {"min_value": 0, "max_value": 23},
            "desired_retention": {
                "min_value": LOWEST_RETENTION,
                "max_value": HIGHEST_RETENTION,
            },
            "new_per_day": {"min_value": 0, "max_value": MOST_PER_DAY},
            "reviews_per_day": {"min_value": 0, "max_value": MOST_PER_DAY},
            "paused_until": {
                "help_text": "The study day on which questions are asked again: a day after today "
                "and within a year. Null ends a pause."
            },
        }


class SettingsSerializer(PlanSerializer):
    """What the learner may change: the study plan, and the language of pages and mails."""

    language = serializers.ChoiceField(choices=settings.LANGUAGES)

    class Meta(PlanSerializer.Meta):
        fields = [*CHANGEABLE]
        read_only_fields: list[str] = []


class MeSerializer(serializers.Serializer[User]):
    """The learner."""

    id = serializers.UUIDField(source="public_id", read_only=True)
    email = serializers.EmailField(read_only=True)
    language = serializers.CharField(read_only=True)
    study_plan = PlanSerializer()


class MeView(StrictView):
    """The learner who calls."""

    @extend_schema(operation_id="me_read", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Return the account and the study plan."""
        return Response(_document(request))

    @extend_schema(
        operation_id="me_change", request=SettingsSerializer(partial=True), responses=MeSerializer
    )
    def patch(self, request: Request) -> Response:
        """Change settings: all that are sent or, if one is refused, none."""
        sent = set(request.data) if isinstance(request.data, dict) else set()
        if unknown := sorted(sent - set(CHANGEABLE)):
            refusal = [f"This cannot be changed; {', '.join(CHANGEABLE)} can."]
            raise serializers.ValidationError(dict.fromkeys(unknown, refusal))
        body = SettingsSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        change_settings(user=_user(request), changes=body.validated_data, now=timezone.now())
        return Response(_document(request))


class ExportView(StrictView):
    """All that is kept of the learner who calls."""

    @extend_schema(
        operation_id="me_export",
        responses={(200, "application/json"): {"type": "object", "additionalProperties": True}},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return everything that is kept of the learner as one file; docs/export.md describes it.

        The file is written while it is read: one that ends before its last brace is not whole.
        """
        now = timezone.now()
        response = StreamingHttpResponse(
            export(_user(request), now), content_type="application/json"
        )
        response.headers["Content-Disposition"] = (
            f'attachment; filename="tutor-export-{now:%Y-%m-%d}.json"'
        )
        response.headers["Cache-Control"] = "private, no-store"
        return response


class RootView(StrictView):
    """Where to begin."""

    @extend_schema(
        operation_id="root",
        responses={
            200: {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}}
        },
    )
    def get(self, request: Request) -> Response:
        """List the addresses of the API."""
        names = [*OPEN_TO_LEARNERS]
        if may_read_keys(request.user):
            names.append("questions")
        return Response({name: reverse(name, request=request) for name in names})


def _document(request: Request) -> dict[str, Any]:
    user = _user(request)
    plan = plan_of(user.pk)
    return {
        "id": str(user.public_id),
        "email": user.email,
        "language": user.language,
        "study_plan": PlanSerializer(plan).data,
    }


def _user(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user
