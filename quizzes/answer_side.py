"""The key of a variant as those who check questions see it. Never for a learner's page."""

from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from quizzes.kinds import KINDS
from quizzes.markdown import render, render_fitting
from quizzes.models import Misconception, Variant


@dataclass(frozen=True)
class ForeseenView:
    """An answer that the author foresaw, with what it is told and what it shows."""

    part: str
    answer_html: SafeString
    right: bool
    feedback_html: SafeString
    misconception: Misconception | None
    misconception_slug: str


@dataclass(frozen=True)
class AnswerSide:
    """All that is secret of a variant; the rubric is a list of points with their weights."""

    answers: list[ForeseenView]
    explanation_html: SafeString
    rubric: list[tuple[SafeString, float]]
    is_only: bool


def answer_side(variant: Variant) -> AnswerSide:
    """Return the right answers, the wrong ones with their feedback, the explanation."""
    key = KINDS[variant.kind].answer_key(variant.shown, variant.secret)
    slugs = {one.misconception for one in key.answers} - {""}
    known = {idea.slug: idea for idea in Misconception.objects.filter(slug__in=slugs)}
    answers = [
        ForeseenView(
            part=one.part,
            answer_html=escape(one.answer) if one.is_plain else _fitting(one.answer),
            right=one.right,
            feedback_html=_fitting(one.feedback),
            misconception=known.get(one.misconception),
            misconception_slug=one.misconception,
        )
        for one in key.answers
    ]
    return AnswerSide(
        answers=answers,
        explanation_html=mark_safe(render(key.explanation)),  # noqa: S308 - our renderer escapes
        rubric=[(_fitting(line.point), line.weight) for line in key.rubric],
        is_only=key.is_only,
    )


def _fitting(text: str) -> SafeString:
    return mark_safe(render_fitting(text)) if text else SafeString("")  # noqa: S308
