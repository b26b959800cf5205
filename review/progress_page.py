"""The page of what is remembered and what comes up."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from review import charts, progress, queue, wording
from review.http import learner_id_of, signed_in
from review.models import Card
from review.progress import ConceptRecall, DueDay
from review.services import plan_of
from review.today import queue_words

WIDTH, HEIGHT, LABELS = 720, 130, 36


@require_safe
@signed_in
def show(request: HttpRequest) -> HttpResponse:
    """Show the learner's own progress."""
    now = timezone.now()
    plan = plan_of(learner_id_of(request))
    concepts = progress.recall_by_concept(plan, now)
    held = queue.size(plan, now, queue.done_on(plan, now))
    days = progress.forecast(plan, now, held)
    context = {
        **queue_words(held, plan),
        "paused_text": wording.paused(plan, now),
        "suspended": [_suspended(card) for card in progress.suspended(plan)],
        "recent": progress.recent(plan, now),
        "kept": sum(one.questions for one in concepts),
        "concepts": [_row(one) for one in concepts],
        "recall_text": _recall_text(concepts),
        "coming_text": _coming_text(days),
        "days": days,
        "bars": charts.bars([one.count for one in days], width=WIDTH, height=HEIGHT),
        "labels": _labels(days),
        "chart": {
            "width": WIDTH,
            "height": HEIGHT,
            "height_with_labels": HEIGHT + LABELS,
            "label_y": HEIGHT + 26,
        },
    }
    return render(request, "review/progress.html", context)


def _row(one: ConceptRecall) -> dict[str, Any]:
    return {
        "title": one.title,
        "questions": one.questions,
        "percent": one.percent,
        "low_percent": one.low_percent,
        "high_percent": one.high_percent,
        "width": max(one.high_percent - one.low_percent, 1),
        "mark": min(one.percent, 98),
    }


def _suspended(card: Card) -> dict[str, str]:
    question = card.question
    return {
        "concept": question.concept.title,
        "source": question.source_title,
        "url": f"{question.source_path}#{question.source_anchor}" if question.source_path else "",
        "resume_url": reverse("review:resume", args=[question.public_id]),
    }


def _recall_text(concepts: list[ConceptRecall]) -> str:
    if not concepts:
        return ""
    if len(concepts) == 1 or concepts[0].percent == concepts[-1].percent:
        return _("About %(percent)d %% throughout.") % {"percent": concepts[0].percent}
    return _("Weakest: %(weakest)s, %(low)d %%. Strongest: %(strongest)s, %(high)d %%.") % {
        "weakest": concepts[0].title,
        "low": concepts[0].percent,
        "strongest": concepts[-1].title,
        "high": concepts[-1].percent,
    }


def _coming_text(days: list[DueDay]) -> str:
    week = sum(one.count for one in days[:7])
    return _("%(today)s today, %(week)s within a week, %(all)s within four.") % {
        "today": _questions(days[0].count),
        "week": week,
        "all": sum(one.count for one in days),
    }


def _questions(count: int) -> str:
    return ngettext("%(n)d question", "%(n)d questions", count) % {"n": count}


def _labels(days: list[DueDay]) -> list[dict[str, Any]]:
    step = WIDTH / len(days)
    return [
        {
            "x": index * step,
            "text": _("today") if index == 0 else date_format(days[index].day, "j M"),
        }
        for index in range(0, len(days), 7)
    ]
