"""REST for authors: questions with their keys, and the pools of generated ones."""

from typing import Any
from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, PermissionsMixin
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from quizzes.models import Question, Variant
from quizzes.paging import PageQuery, page
from quizzes.requests import StrictView
from quizzes.serializers import (
    QuestionPage,
    QuestionQuery,
    QuestionSerializer,
    VariantPage,
    VariantSerializer,
)

# The parameter of a list's query → the field that it filters.
FILTERS = {
    "bank": "bank__slug",
    "concept": "concept__slug",
    "kind": "current__kind",
    "updated_since": "current__created_at__gte",
}


KEYS = ("quizzes.view_question", "quizzes.view_questionversion", "quizzes.view_variant")


def may_read_keys(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Say whether someone may view questions with their versions and variants in the admin."""
    return isinstance(user, PermissionsMixin) and user.has_perms(KEYS)


class MayReadKeys(BasePermission):
    """Admits people who may read keys."""

    message = "Only people who may view questions and their keys can read this."

    def has_permission(self, request: Request, view: Any) -> bool:
        """Ask for every permission that the admin would ask for."""
        return may_read_keys(request.user)


class QuestionsView(StrictView):
    """Every question."""

    permission_classes = [IsAuthenticated, MayReadKeys]
    query = QuestionQuery

    @extend_schema(
        operation_id="question_list",
        parameters=[QuestionQuery],
        responses=QuestionPage,
    )
    def get(self, request: Request) -> Response:
        """List questions with their present version, by bank and slug."""
        query = self.asked
        questions = Question.objects.select_related("bank", "concept", "current")
        if (retired := query.get("retired")) is not None:
            questions = questions.filter(retired_at__isnull=not retired)
        wanted = {field: query[name] for name, field in FILTERS.items() if name in query}
        questions = questions.filter(**wanted)
        order = {"bank__slug": str, "slug": str}
        document = QuestionSerializer().to_representation
        return page(request, questions, self.asked, order=order, document=document)


class QuestionView(StrictView):
    """One question."""

    permission_classes = [IsAuthenticated, MayReadKeys]

    @extend_schema(operation_id="question_read", responses=QuestionSerializer)
    def get(self, request: Request, question_id: UUID) -> Response:
        """Return a question with its present version."""
        questions = Question.objects.select_related("bank", "concept", "current")
        found = get_object_or_404(questions, public_id=question_id)
        return Response(QuestionSerializer(found).data)


class VariantsView(StrictView):
    """The pool of a question."""

    permission_classes = [IsAuthenticated, MayReadKeys]
    query = PageQuery

    @extend_schema(operation_id="variant_list", parameters=[PageQuery], responses=VariantPage)
    def get(self, request: Request, question_id: UUID) -> Response:
        """List the variants of the present version, each with its key and its seed."""
        found = get_object_or_404(Question, public_id=question_id)
        variants = Variant.objects.filter(version_id=found.current_id)
        return page(
            request,
            variants,
            self.asked,
            order={"ordinal": int},
            document=VariantSerializer().to_representation,
        )
