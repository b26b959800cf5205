"""REST: what is due, the learner's cards, setting one aside and taking it up."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from quizzes.paging import PageQuery, page
from quizzes.requests import NoFields, StrictView, body_of
from quizzes.serializers import SourceSerializer
from review.http import learner_id_of
from review.models import Card, StudyPlan
from review.models.cards import CardQuerySet, State
from review.queue import due_cards
from review.services import plan_of, suspend, unsuspend


class DueCardSerializer(serializers.Serializer[Card]):
    """A card of the due queue."""

    question = serializers.UUIDField(source="question.public_id")
    bank = serializers.CharField(source="question.bank.slug")
    concept = serializers.CharField(source="question.concept.slug")
    due = serializers.DateTimeField()
    reps = serializers.IntegerField(min_value=0)
    lapses = serializers.IntegerField(min_value=0)
    source = SourceSerializer(source="question")  # type: ignore[assignment]


class DuePage(serializers.Serializer[Any]):
    """A page of the due queue."""

    results = DueCardSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class CardSerializer(DueCardSerializer):
    """A card with its memory: stability in days, difficulty 1 to 10, the chance of recall.

    `retrievability` is the chance of recall on the learner's present study day; for a card that was
    answered on it, on the study day after.
    """

    state = serializers.ChoiceField(choices=State.choices)
    stability = serializers.FloatField(allow_null=True)
    difficulty = serializers.FloatField(allow_null=True, min_value=1, max_value=10)
    retrievability = serializers.SerializerMethodField()
    last_reviewed_at = serializers.DateTimeField(allow_null=True)
    suspended_at = serializers.DateTimeField(allow_null=True)
    retired = serializers.SerializerMethodField()

    @extend_schema_field(serializers.FloatField(allow_null=True, min_value=0, max_value=1))
    def get_retrievability(self, card: Card) -> float | None:
        """Return the chance of recalling it on the present study day, or the one after."""
        plan: StudyPlan = self.context["plan"]
        return card.recall(self.context["study_date"], plan.weights)

    def get_retired(self, card: Card) -> bool:
        """Say whether its author asks it no more."""
        return card.question.retired_at is not None


class CardPage(serializers.Serializer[Any]):
    """A page of cards."""

    results = CardSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class CardQuery(PageQuery):
    """Which cards to list."""

    state = serializers.ChoiceField(choices=State.choices, required=False)
    suspended = serializers.BooleanField(required=False)


class DueView(StrictView):
    """The learner's due queue."""

    query = PageQuery

    @extend_schema(operation_id="due_list", parameters=[PageQuery], responses=DuePage)
    def get(self, request: Request) -> Response:
        """List the questions that are due now, longest overdue first; none during a pause."""
        cards = due_cards(plan_of(learner_id_of(request)), timezone.now())
        cards = cards.select_related("question__concept", "question__bank")
        document = DueCardSerializer().to_representation
        return page(
            request, cards, self.asked, order={"due": datetime, "id": int}, document=document
        )


class CardsView(StrictView):
    """The learner's cards."""

    query = CardQuery

    @extend_schema(operation_id="card_list", parameters=[CardQuery], responses=CardPage)
    def get(self, request: Request) -> Response:
        """List every question that the learner has met, in the order in which they met it."""
        wanted = self.asked
        cards = _own(request)
        if "state" in wanted:
            cards = cards.filter(state=wanted["state"])
        if "suspended" in wanted:
            cards = cards.filter(suspended_at__isnull=not wanted["suspended"])
        document = CardSerializer(context=_context(request)).to_representation
        return page(request, cards, self.asked, order={"id": int}, document=document)


class CardView(StrictView):
    """One card of the learner, found by its question."""

    @extend_schema(operation_id="card_read", responses=CardSerializer)
    def get(self, request: Request, question_id: UUID) -> Response:
        """Return the learner's card of a question."""
        return _response(request, question_id)


class SuspendView(StrictView):
    """Cards that are not asked."""

    @extend_schema(operation_id="card_suspend", request=None, responses=CardSerializer)
    def post(self, request: Request, question_id: UUID) -> Response:
        """Ask the question no more until it is taken up; a second time changes nothing."""
        card = _found(request, question_id)
        body_of(request, NoFields)
        suspend(learner_id=card.learner_id, question=card.question, now=timezone.now())
        return _response(request, question_id)


class UnsuspendView(StrictView):
    """Cards that are asked again."""

    @extend_schema(operation_id="card_unsuspend", request=None, responses=CardSerializer)
    def post(self, request: Request, question_id: UUID) -> Response:
        """Ask a question again that was set aside; a second time changes nothing."""
        card = _found(request, question_id)
        body_of(request, NoFields)
        unsuspend(learner_id=card.learner_id, question=card.question, now=timezone.now())
        return _response(request, question_id)


def _own(request: Request) -> CardQuerySet:
    own = Card.objects.of(learner_id_of(request))
    return own.select_related("question__concept", "question__bank")


def _found(request: Request, question_id: UUID) -> Card:
    return get_object_or_404(_own(request), question__public_id=question_id)


def _response(request: Request, question_id: UUID) -> Response:
    card = _found(request, question_id)
    return Response(CardSerializer(card, context=_context(request)).data)


def _context(request: Request) -> dict[str, Any]:
    plan = plan_of(learner_id_of(request))
    return {"plan": plan, "study_date": plan.study_date(timezone.now())}
