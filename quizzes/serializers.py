"""JSON of questions for their authors: with keys, feedback and seeds. Never for learners."""

from typing import Any

from rest_framework import serializers

from quizzes.models import Question, QuestionVersion, Variant
from quizzes.models.content import Kind, Origin
from quizzes.paging import PageQuery


class JsonObject(serializers.DictField):
    """An object whose shape depends on the question's kind."""


class SourceSerializer(serializers.Serializer[Question]):
    """Where a question is taught; empty where it is not."""

    title = serializers.CharField(source="source_title")
    path = serializers.CharField(source="source_path")
    anchor = serializers.CharField(source="source_anchor")


class VersionSerializer(serializers.Serializer[QuestionVersion]):
    """One immutable wording with its key, or the generator of its variants."""

    number = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=Kind.choices)
    body = JsonObject()
    generator = serializers.CharField(allow_blank=True)
    generator_version = serializers.IntegerField(allow_null=True, min_value=0)
    pool_size = serializers.IntegerField(min_value=1)
    resets_memory = serializers.BooleanField()
    created_at = serializers.DateTimeField()


class QuestionSerializer(serializers.Serializer[Question]):
    """A question as its author wrote it; `version` is what is asked now."""

    id = serializers.UUIDField(source="public_id")
    bank = serializers.CharField(source="bank.slug")
    slug = serializers.CharField()
    concept = serializers.CharField(source="concept.slug")
    origin = serializers.ChoiceField(choices=Origin.choices)
    source = SourceSerializer(source="*")  # type: ignore[assignment]
    retired_at = serializers.DateTimeField(allow_null=True)
    version = VersionSerializer(source="current", allow_null=True)


class QuestionPage(serializers.Serializer[Any]):
    """A page of questions."""

    results = QuestionSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class QuestionQuery(PageQuery):
    """Which questions to list."""

    bank = serializers.SlugField(required=False, max_length=60)
    concept = serializers.SlugField(required=False, max_length=60)
    kind = serializers.ChoiceField(choices=Kind.choices, required=False)
    retired = serializers.BooleanField(required=False)
    updated_since = serializers.DateTimeField(
        required=False, help_text="Leave out what got its present version before this instant."
    )


class VariantSerializer(serializers.Serializer[Variant]):
    """One concrete instance: what learners are shown, and what they are graded and told by."""

    ordinal = serializers.IntegerField(min_value=0)
    kind = serializers.ChoiceField(choices=Kind.choices)
    seed = serializers.IntegerField(allow_null=True)
    fingerprint = serializers.CharField()
    shown = JsonObject()
    secret = JsonObject()


class VariantPage(serializers.Serializer[Any]):
    """A page of a version's pool."""

    results = VariantSerializer(many=True)
    next = serializers.CharField(allow_null=True)
