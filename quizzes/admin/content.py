"""What is asked: banks, concepts, misconceptions, questions, their versions and variants."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from quizzes.admin.columns import SourceFileFilter, linked
from quizzes.admin.pages import AuthoredAdmin, ReadOnlyAdmin
from quizzes.admin.preview import preview_of_variant, preview_of_version
from quizzes.models import Bank, Concept, Misconception, Question, QuestionVersion, Variant


@admin.register(Bank, Concept)
class TitledAdmin(AuthoredAdmin[Bank | Concept]):
    """Banks and concepts."""

    list_display = ["title", "slug", "source_file"]
    list_filter = [SourceFileFilter]
    search_fields = ["title", "slug"]


@admin.register(Misconception)
class MisconceptionAdmin(AuthoredAdmin[Misconception]):
    """Misconceptions."""

    list_display = ["slug", linked("concept", "concept"), "statement", "source_file"]
    list_filter = ["concept", SourceFileFilter]
    list_select_related = ["concept"]
    search_fields = ["slug", "statement", "correction"]


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin[Question]):
    """Questions as a learner sees them, with the version that is asked now."""

    list_display = [
        "slug",
        linked("bank", "bank"),
        linked("concept", "concept"),
        linked("current", "asked now"),
        "retired_at",
    ]
    list_filter = [
        "bank",
        "concept",
        "current__kind",
        "origin",
        SourceFileFilter,
        ("retired_at", admin.EmptyFieldListFilter),
    ]
    list_select_related = ["bank", "concept", "current__question"]
    search_fields = ["slug", "source_title", "concept__title"]
    readonly_fields = ["public_id"]
    # Where the right option is all that is unknown, trying a few hashes finds it.
    secret_fields = ["origin_hash"]

    def context_of(self, request: HttpRequest, row: Question) -> dict[str, Any]:
        """Add what a learner sees."""
        context = super().context_of(request, row)
        if row.current is not None:
            row.current.question = row
            context["preview"] = preview_of_version(request, row.current)
        return context


@admin.register(QuestionVersion)
class QuestionVersionAdmin(ReadOnlyAdmin[QuestionVersion]):
    """Wordings of questions, with the key in their body."""

    list_display = [
        "__str__",
        linked("question", "question"),
        "kind",
        "generator",
        "pool_size",
        "resets_memory",
        "created_at",
    ]
    list_filter = ["kind", "generator", "resets_memory", "created_at"]
    list_select_related = ["question"]
    search_fields = ["question__slug", "generator"]
    readonly_fields = ["created_at"]
    json_fields = ["body"]
    secret_fields = ["body", "content_hash"]
    source_path = "question"

    def context_of(self, request: HttpRequest, row: QuestionVersion) -> dict[str, Any]:
        """Add what a learner sees of this version."""
        return super().context_of(request, row) | {"preview": preview_of_version(request, row)}


@admin.register(Variant)
class VariantAdmin(ReadOnlyAdmin[Variant]):
    """Variants, each with its key."""

    list_display = ["__str__", linked("version", "version"), "kind"]
    list_filter = ["kind"]
    list_select_related = ["version__question"]
    search_fields = ["version__question__slug"]
    json_fields = ["shown", "secret"]
    # Whoever knows the seed of a generated variant can compute its key.
    secret_fields = ["secret", "seed"]
    source_path = "version__question"

    def context_of(self, request: HttpRequest, row: Variant) -> dict[str, Any]:
        """Add what a learner sees."""
        return super().context_of(request, row) | {"preview": preview_of_variant(request, row)}
