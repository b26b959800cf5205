"""A variant as a learner sees it, and its answers for those who may see them, in a frame.

The frame holds a whole document with the learner's own styles, so that the admin's do not reach it.
There is no form in it, its fields are disabled, and no draw is made.
"""

from dataclasses import dataclass

from django.contrib.admin.utils import quote
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from quizzes.admin.pages import may_see_answers
from quizzes.answer_side import answer_side
from quizzes.kinds.wire import Wire
from quizzes.models import QuestionVersion, Variant
from quizzes.presentation import present_variant

# Every administrator sees the options in the same order; a learner's draw has a seed of its own.
PREVIEW_SEED = 0
PARAMETER = "variant"


@dataclass(frozen=True)
class Pager:
    """Where a variant stands in its pool, with the numbers of those that can be gone to."""

    number: int
    last: int

    @property
    def previous(self) -> int | None:
        """The number before, if there is one."""
        return self.number - 1 if self.number > 1 else None

    @property
    def following(self) -> int | None:
        """The number after, if there is one."""
        return self.number + 1 if self.number < self.last else None


@dataclass(frozen=True)
class Preview:
    """What the admin shows of a variant; `document` is the HTML of the frame."""

    document: str
    sees_answers: bool
    pager: Pager | None
    variant_url: str


def preview_of_version(request: HttpRequest, version: QuestionVersion) -> Preview | None:
    """Return the variant that `?variant=` asks for, the first if it asks for nothing there is."""
    asked = request.GET.get(PARAMETER, "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 10 else 1
    number = number if 1 <= number <= version.pool_size else 1
    variant = version.variants.filter(ordinal=number - 1).first()
    if variant is None:
        return None
    variant.version = version
    return preview_of_variant(request, variant, Pager(number, version.pool_size))


def preview_of_variant(
    request: HttpRequest, variant: Variant, pager: Pager | None = None
) -> Preview:
    """Return a variant as a learner sees it."""
    sees_answers = may_see_answers(request)
    concept = variant.version.question.concept
    document = render_to_string(
        "quizzes/admin/preview.html",
        {
            "item": present_variant(variant, Wire(PREVIEW_SEED), concept.title),
            "answers": answer_side(variant) if sees_answers else None,
        },
        request,
    )
    url = reverse("admin:quizzes_variant_change", args=[quote(variant.pk)])
    return Preview(document, sees_answers, pager, url if sees_answers else "")
