"""Pages of paths and lessons."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lessons.documents import progress_of
from lessons.models import Lesson, LessonProgress, Path, PathLesson, Prediction, Section
from lessons.pages import SectionView, anchor_of, read_by, safe, section_view, sections_of
from lessons.services import LockedError, commit_prediction, finish, reach
from quizzes.kinds.base import AnswerError
from quizzes.markdown import render_inline
from quizzes.models import Draw
from quizzes.services import NotPendingError
from review import queue, wording
from review.doors import PostedAnswer, own_draw, post_answer, refused
from review.http import learner_id_of, signed_in
from review.services import plan_of, rate_explanation
from review.today import queue_words


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show every path; to a stranger also what this is."""
    progress = _progress_of(request)
    paths = [_path_view(path, progress) for path in Path.objects.with_lessons()]
    return render(request, "lessons/home.html", {"paths": paths, **_due(request)})


@require_safe
def path(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one path with how far its reader has come."""
    found = get_object_or_404(Path.objects.with_lessons(), slug=slug)
    view = _path_view(found, _progress_of(request))
    context = {"path": view, "units": view["units"], **_due(request)}
    return render(request, "lessons/path.html", context)


@require_safe
@signed_in
def lesson(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a lesson."""
    found = get_object_or_404(Lesson.objects.live(), slug=slug)
    plan = plan_of(learner_id_of(request))
    sections = sections_of(found)
    reader = read_by(plan, sections, timezone.now())
    progress = _progress(plan.learner_id, found)
    views = [section_view(section, reader, progress) for section in sections]
    context = {
        "lesson": {
            "title": found.title,
            "slug": found.slug,
            "summary_html": safe(render_inline(found.summary)),
            "minutes": found.minutes,
        },
        "sections": views,
        "reached": len(views) if progress.completed_at else max(progress.section_reached, 1),
        "total": len(views),
        "completed": progress.completed_at is not None,
        "scripts": found.scripts,
        "styles": found.styles,
        "progress_url": reverse("lessons:reach", args=[slug]),
        "finish_url": reverse("lessons:finish", args=[slug]),
        **_place(found),
    }
    return render(request, "lessons/lesson.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def answer(request: HttpRequest, slug: str, draw_id: UUID) -> HttpResponse:
    """Take the answer to a question of a lesson (POST), or lead to the question there (GET).

    A plain form that was refused comes back under this address, and pages there are loaded again.
    """
    found = get_object_or_404(Lesson.objects.live(), slug=slug)
    draw = own_draw(learner_id_of(request), draw_id)
    if request.method != "POST":
        return redirect(f"{found.get_absolute_url()}#q-{draw.public_id}")
    return _show_question(request, found, draw, post_answer(request, draw, timezone.now()))


@require_POST
@signed_in
def rate(request: HttpRequest, slug: str, draw_id: UUID) -> HttpResponse:
    """Take the learner's judgement of their own explanation."""
    found = get_object_or_404(Lesson.objects.live(), slug=slug)
    draw = own_draw(learner_id_of(request), draw_id)
    posted = PostedAnswer(fresh=True)
    try:
        covered = request.POST.getlist("covered[]")
        rate_explanation(draw=draw, covered=covered, now=timezone.now())
    except AnswerError as problem:
        return refused(request, problem.message)
    except NotPendingError as problem:
        posted = PostedAnswer(status=409, error=str(problem))
    return _show_question(request, found, draw, posted)


@require_POST
@signed_in
def predict(request: HttpRequest, slug: str, prediction_slug: str) -> HttpResponse:
    """Commit to a guess; the step behind it opens."""
    prediction = get_object_or_404(Prediction.objects.asked_in(slug), slug=prediction_slug)
    step = prediction.step
    assert step is not None  # it was looked up by its section
    errors: dict[int, str] = {}
    try:
        commit_prediction(
            learner_id=learner_id_of(request),
            prediction=prediction,
            choice=request.POST.get("choices[]", ""),
            now=timezone.now(),
        )
    except AnswerError as problem:
        errors = {prediction.id: problem.message}
    except LockedError as problem:
        return refused(request, str(problem), status=409)
    if not request.headers.get("HX-Request"):
        if errors:
            return refused(request, errors[prediction.id], status=422)
        return redirect(f"{step.section.lesson.get_absolute_url()}#{anchor_of(step)}")
    fresh = None if errors else prediction
    view = _one_section(request, step.section, fresh=fresh, errors=errors)
    context = {"section": view}
    return render(request, "lessons/stages.html", context, status=422 if errors else 200)


@require_safe
@signed_in
def step(request: HttpRequest, slug: str, section_slug: str, step_slug: str) -> HttpResponse:
    """Show one step; 403 while a prediction before it is owed."""
    section = get_object_or_404(
        Section.objects.select_related("lesson"),
        lesson__slug=slug,
        lesson__retired_at=None,
        slug=section_slug,
        retired_at=None,
    )
    view = _one_section(request, section)
    steps = [s for part in view.parts for s in part.get("stages", [part.get("step")]) if s]
    found = next((s for s in steps if s.slug == step_slug), None)
    if found is None:
        raise Http404
    alone = replace(found, prediction=None)
    context = {"step": alone, "section": view, "lesson": section.lesson}
    return render(request, "lessons/step_page.html", context, status=403 if found.locked else 200)


@require_POST
@signed_in
def reached(request: HttpRequest, slug: str) -> HttpResponse:
    """Remember which section the reader has come to."""
    found = get_object_or_404(Lesson.objects.live(), slug=slug)
    section = get_object_or_404(
        found.sections.filter(retired_at=None), slug=request.POST.get("section", "")
    )
    reach(learner_id=learner_id_of(request), lesson=found, position=section.position)
    return HttpResponse(status=204)


@require_POST
@signed_in
def finished(request: HttpRequest, slug: str) -> HttpResponse:
    """Mark the lesson as read and go back to its path."""
    found = get_object_or_404(Lesson.objects.live(), slug=slug)
    finish(learner_id=learner_id_of(request), lesson=found, now=timezone.now())
    place = PathLesson.objects.filter(lesson=found).select_related("path").first()
    return redirect(place.path if place else "home")


def _show_question(
    request: HttpRequest, lesson: Lesson, draw: Draw, posted: PostedAnswer
) -> HttpResponse:
    """Answer htmx with the question alone, a plain form with the lesson at this question."""
    plain = not request.headers.get("HX-Request")
    if plain and posted.status == 200:
        return redirect(f"{lesson.get_absolute_url()}#q-{draw.public_id}")
    section = get_object_or_404(
        Section.objects.select_related("lesson"),
        lesson=lesson,
        retired_at=None,
        places__question=draw.question_id,
    )
    view = _one_section(request, section, posted={draw.id: posted})
    items = [part["item"] for part in view.parts if "item" in part]
    item = next((one for one in items if one.draw_id == str(draw.public_id)), None)
    if item is None:
        raise Http404  # the lesson shows another draw of this question by now
    template = "lessons/question_page.html" if plain else "lessons/answered.html"
    context = {"item": item, "section": view, "lesson": lesson}
    return render(request, template, context, status=posted.status)


def _one_section(
    request: HttpRequest,
    section: Section,
    *,
    fresh: Prediction | None = None,
    errors: Mapping[int, str] | None = None,
    posted: Mapping[int, PostedAnswer] | None = None,
) -> SectionView:
    """Return one section as it now stands for this reader."""
    plan = plan_of(learner_id_of(request))
    found = [one for one in sections_of(section.lesson) if one.id == section.id]
    return section_view(
        found[0],
        read_by(plan, found, timezone.now()),
        _progress(plan.learner_id, section.lesson),
        fresh=fresh,
        errors=errors,
        posted=posted,
    )


def _progress(learner_id: int, lesson: Lesson) -> LessonProgress:
    found = LessonProgress.objects.filter(learner_id=learner_id, lesson=lesson).first()
    return found or LessonProgress(learner_id=learner_id, lesson=lesson)


def _path_view(path: Path, progress: Mapping[int, LessonProgress]) -> dict[str, Any]:
    units: dict[str, list[dict[str, Any]]] = {}
    for place in path.places.all():
        come = progress.get(place.lesson_id)
        total: int = place.lesson.section_count  # type: ignore[attr-defined]
        units.setdefault(place.unit, []).append(
            {
                "title": place.lesson.title,
                "url": place.lesson.get_absolute_url(),
                "summary": place.lesson.summary,
                "minutes": place.lesson.minutes,
                "reached": come.section_reached if come else 0,
                "total": total,
                "completed": bool(come and come.completed_at),
                "state_text": _state_text(come, total),
            }
        )
    return {
        "title": path.title,
        "url": path.get_absolute_url(),
        "units": [{"title": title, "lessons": lessons} for title, lessons in units.items()],
    }


def _state_text(come: LessonProgress | None, sections: int) -> str:
    if come is None:
        return ""
    if come.completed_at:
        return _("Read to the end")
    return _("Section %(at)d of %(total)d") % {"at": come.section_reached, "total": sections}


def _progress_of(request: HttpRequest) -> dict[int, LessonProgress]:
    if not request.user.is_authenticated:
        return {}
    return progress_of(learner_id_of(request))


def _due(request: HttpRequest) -> dict[str, Any]:
    """Return what is due today, for the card at the top of a path."""
    if not request.user.is_authenticated:
        return {"anonymous": True}
    now = timezone.now()
    plan = plan_of(learner_id_of(request))
    today = queue.size(plan, now, queue.done_on(plan, now))
    words = queue_words(today, plan)
    return {
        **words,
        "anonymous": False,
        "paused_text": wording.paused(plan, now),
        "first_text": wording.first_of_many(str(words["waiting_text"]), plan),
        "next_due_text": wording.next_due(plan.next_due_at, plan, now),
        "reminders_off": plan.next_due_at is not None and not plan.reminder_consent,
        "settings_url": reverse("settings"),
    }


def _place(lesson: Lesson) -> dict[str, Any]:
    """Return where a lesson stands in its path, and which one follows."""
    place = PathLesson.objects.filter(lesson=lesson).select_related("path").first()
    if place is None:
        return {"path": None, "unit": "", "position_text": "", "next_links": []}
    siblings = list(
        PathLesson.objects.filter(path=place.path, lesson__retired_at=None)
        .select_related("lesson")
        .order_by("position")
    )
    in_unit = [one for one in siblings if one.unit == place.unit]
    after = [one.lesson for one in siblings if one.position > place.position][:1]
    return {
        "path": {"title": place.path.title, "url": place.path.get_absolute_url()},
        "unit": place.unit,
        "position_text": _("%(unit)s, lesson %(n)d of %(total)d")
        % {"unit": place.unit, "n": in_unit.index(place) + 1, "total": len(in_unit)},
        "next_links": [{"title": one.title, "url": one.get_absolute_url()} for one in after],
    }
