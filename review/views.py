"""Pages of a review session."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from quizzes.kinds.base import AnswerError
from quizzes.models import Draw
from quizzes.presentation import QuestionView, present
from quizzes.services import NotPendingError, open_draw, save_draft
from review import queue, wording
from review.doors import PostedAnswer, entered, own_draw, post_answer, refused, started_mark
from review.fsrs import Rating
from review.http import learner_id_of, page_before, signed_in
from review.models import Card, StudyPlan
from review.presentation import (
    AnsweredDraw,
    answered_draws,
    present_scheduled,
    rating_choices,
)
from review.services import plan_of, rate_explanation, rerate
from review.services.answering import RatingRefusedError
from review.session_actions import skipped_today
from review.today import queue_words


@require_safe
@signed_in
def session(request: HttpRequest) -> HttpResponse:
    """Show the next due question, or that the day's work is done."""
    now = timezone.now()
    plan = plan_of(learner_id_of(request))
    today = queue.session(plan, now, skipped_today(request, plan))
    context = _bar(today.done_today, today.left)
    words = queue_words(today.held, plan)
    if today.card is None:
        context["finished"] = True
        context["paused_text"] = wording.paused(plan, now)
        context |= words
        context["next_due_text"] = wording.next_due(plan.next_due_at, plan, now)
        return render(request, "review/session.html", context)
    draw, _made = open_draw(learner_id=plan.learner_id, question=today.card.question, now=now)
    item = _item(draw, plan, PostedAnswer(), now)
    context |= _card(draw, item, today.card, plan, now)
    if not today.done_today:
        context["first_text"] = wording.first_of_many(str(words["waiting_text"]), plan)
    return render(request, "review/session.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def draw(request: HttpRequest, draw_id: UUID) -> HttpResponse:
    """Show one draw again (GET), or take its answer (POST)."""
    now = timezone.now()
    plan = plan_of(learner_id_of(request))
    opened = own_draw(plan.learner_id, draw_id)
    posted = post_answer(request, opened, now) if request.method == "POST" else PostedAnswer()
    return _show(request, opened, plan, posted, now)


@require_POST
@signed_in
def rate(request: HttpRequest, draw_id: UUID) -> HttpResponse:
    """Change the rating of a right answer, or rate one's own explanation."""
    now = timezone.now()
    plan = plan_of(learner_id_of(request))
    opened = own_draw(plan.learner_id, draw_id)
    posted = PostedAnswer(fresh=True)
    try:
        if "rating" in request.POST:
            rerate(draw=opened, rating=Rating(int(request.POST["rating"])), now=now)
        else:
            rate_explanation(draw=opened, covered=request.POST.getlist("covered[]"), now=now)
    except (ValueError, AnswerError):
        return refused(request, _("There is no such rating."))
    except (RatingRefusedError, NotPendingError) as problem:
        posted = PostedAnswer(status=409, replay_text=str(problem), fresh=True)
    return _show(request, opened, plan, posted, now)


@require_POST
@signed_in
def draft(request: HttpRequest, draw_id: UUID) -> HttpResponse:
    """Keep an answer that is still being worked on."""
    opened = own_draw(learner_id_of(request), draw_id)
    raw, confidence = entered(request, opened)
    try:
        kept = save_draft(draw=opened, raw=raw, confidence=confidence, now=timezone.now())
    except ValueError as problem:
        return HttpResponse(str(problem), status=422, content_type="text/plain; charset=utf-8")
    if "text/html" in request.headers.get("Accept", ""):
        return HttpResponseRedirect(f"{page_before(request)}#q-{draw_id}")
    return HttpResponse(status=204 if kept else 409)


def _show(
    request: HttpRequest, draw: Draw, plan: StudyPlan, posted: PostedAnswer, now: datetime
) -> HttpResponse:
    """Render a draw as it now stands: the question alone for htmx, else its page."""
    swapped = bool(request.headers.get("HX-Request"))
    if request.method == "POST" and posted.status == 200 and not swapped:
        return redirect("review:draw", draw_id=draw.public_id)
    item = _item(draw, plan, posted, now)
    done = queue.done_on(plan, now)
    bar = _bar(done.answers, queue.size(plan, now, done).left)
    if swapped:
        context = {"item": item, **bar}
        return render(request, "review/answered.html", context, status=posted.status)
    card = Card.objects.of(plan.learner_id).filter(question_id=draw.question_id).first()
    context = {**bar, **_card(draw, item, card, plan, now)}
    return render(request, "review/session.html", context, status=posted.status)


def _item(draw: Draw, plan: StudyPlan, posted: PostedAnswer, now: datetime) -> QuestionView:
    answered = answered_draws(plan.learner_id, [draw]).get(draw.id)
    if answered is None:
        return _unanswered(draw, posted, now)
    return _answered(answered, plan, posted, now)


def _answered(
    answered: AnsweredDraw, plan: StudyPlan, posted: PostedAnswer, now: datetime
) -> QuestionView:
    """Return an answered question with why it was asked and how it may be rated."""
    draw = answered.draw
    item = present_scheduled([answered], plan, now)[draw.id]
    result = item.result
    assert result is not None  # it is answered
    address = reverse("review:rate", args=[draw.public_id])
    if answered.grade and answered.log:
        result = replace(
            result,
            why_text=wording.why_then(answered.log, plan.weights),
            ratings=rating_choices(answered.grade, answered.log, plan),
            rerate_url=address,
        )
    else:
        result = replace(result, rate_url=address)
    return replace(item, result=result, replay_text=posted.replay_text, focus=posted.fresh)


def _unanswered(draw: Draw, posted: PostedAnswer, now: datetime) -> QuestionView:
    return replace(
        present(draw, typed=posted.typed),
        action=reverse("review:draw", args=[draw.public_id]),
        draft_url=reverse("review:draft", args=[draw.public_id]),
        started=started_mark(now),
        error=posted.error,
        errors=posted.errors or {},
    )


def _bar(done_today: int, left: int) -> dict[str, object]:
    return {"done_today": done_today, "left": left, "total": done_today + left}


def _card(
    draw: Draw, item: QuestionView, card: Card | None, plan: StudyPlan, now: datetime
) -> dict[str, object]:
    question = draw.question
    # What waits to be rated is still asked: only a judged answer has nothing before it any more.
    waits = item.result is not None and item.result.verdict == "pending"
    asked = card if waits or item.result is None else None
    source = None
    if question.source_path:
        url = f"{question.source_path}#{question.source_anchor}"
        source = {"url": url, "title": question.source_title}
    return {
        "item": item,
        "source": source,
        "next_url": reverse("review:session"),
        "why_text": wording.why_now(asked, plan, now, waits_for_rating=waits) if asked else "",
        "skip_url": reverse("review:skip", args=[draw.public_id]) if asked else "",
        "suspend_url": reverse("review:suspend", args=[draw.public_id])
        if card or item.result
        else "",
    }
