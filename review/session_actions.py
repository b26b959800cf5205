"""What a learner does in a session besides answering: take back, skip, set aside, take up."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from review.doors import own_draw
from review.http import learner_id_of, signed_in
from review.models import Card, StudyPlan
from review.services import (
    NothingToUndoError,
    plan_of,
    suspend,
    undo,
    unsuspend,
)

SKIPPED = "review.skipped"


def skipped_today(request: HttpRequest, plan: StudyPlan) -> list[int]:
    """Return the ids of the questions that were skipped on this study day."""
    kept = request.session.get(SKIPPED, {})
    if kept.get("day") != plan.study_date(timezone.now()).isoformat():
        return []
    return [int(question_id) for question_id in kept.get("questions", [])]


@require_POST
@signed_in
def take_back(request: HttpRequest) -> HttpResponse:
    """Take back the last answer of today."""
    try:
        card = undo(
            learner_id=learner_id_of(request), now=timezone.now(), answers_seen=_seen(request)
        )
    except NothingToUndoError as problem:
        messages.info(request, str(problem))
    else:
        text = _("Taken back: your last answer about “%(concept)s”.")
        messages.success(request, text % {"concept": card.question.concept.title})
    return redirect("review:session")


def _seen(request: HttpRequest) -> int | None:
    seen = request.POST.get("answers_seen", "")
    return int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else None


@require_POST
@signed_in
def skip(request: HttpRequest, draw_id: UUID) -> HttpResponse:
    """Put a question behind all others of today."""
    plan = plan_of(learner_id_of(request))
    question_id = own_draw(plan.learner_id, draw_id).question_id
    earlier = [one for one in skipped_today(request, plan) if one != question_id]
    request.session[SKIPPED] = {
        "day": plan.study_date(timezone.now()).isoformat(),
        "questions": [*earlier, question_id],
    }
    return redirect("review:session")


@require_POST
@signed_in
def set_aside(request: HttpRequest, draw_id: UUID) -> HttpResponse:
    """Ask a question no more."""
    learner_id = learner_id_of(request)
    question = own_draw(learner_id, draw_id).question
    try:
        suspend(learner_id=learner_id, question=question, now=timezone.now())
    except Card.DoesNotExist:
        raise Http404 from None
    messages.success(
        request, _("You will not be asked this again. Take it up again on the progress page.")
    )
    return redirect("review:session")


@require_POST
@signed_in
def take_up(request: HttpRequest, question_id: UUID) -> HttpResponse:
    """Ask a question again that was set aside."""
    learner_id = learner_id_of(request)
    card = (
        Card.objects.of(learner_id)
        .filter(question__public_id=question_id)
        .select_related("question")
        .first()
    )
    if card is None:
        raise Http404
    unsuspend(learner_id=learner_id, question=card.question, now=timezone.now())
    return redirect("review:progress")
