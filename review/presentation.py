"""A question on a page of a scheduled learner: with when it returns and how it may be rated."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from quizzes.models import Draw, Grade, Submission
from quizzes.presentation import QuestionView, misconceptions_in, present_answered
from review import fsrs, ratings, wording
from review.fsrs import Rating
from review.models import ReviewLog, StudyPlan
from review.models.cards import LogKind
from review.services.answering import interval_after, memory_before

RATING_NAMES = {
    Rating.Again: _("Again"),
    Rating.Hard: _("Hard"),
    Rating.Good: _("Good"),
    Rating.Easy: _("Easy"),
}


@dataclass(frozen=True)
class AnsweredDraw:
    """An answered draw with its current grade and the log that says when it comes back."""

    draw: Draw
    submission: Submission
    grade: Grade | None
    log: ReviewLog | None
    taken_back: bool = False


def answered_draws(learner_id: int, draws: Sequence[Draw]) -> dict[int, AnsweredDraw]:
    """Return what is known of the answered ones among these draws, by draw id, in three queries."""
    submissions = Submission.objects.filter(learner_id=learner_id, draw__in=draws)
    by_draw = {submission.draw_id: submission for submission in submissions}
    grades: dict[int, Grade] = {}
    for grade in Grade.objects.filter(
        learner_id=learner_id, submission__in=by_draw.values()
    ).order_by("number"):
        grades[grade.submission_id] = grade
    logs, taken_back = _logs(learner_id, list(by_draw.values()))
    return {
        draw.id: AnsweredDraw(
            draw,
            submission,
            grades.get(submission.id),
            logs.get(submission.id),
            taken_back=submission.id in taken_back,
        )
        for draw in draws
        if (submission := by_draw.get(draw.id))
    }


def present_scheduled(
    answered: Iterable[AnsweredDraw], plan: StudyPlan, now: datetime
) -> dict[int, QuestionView]:
    """Return answered questions by draw id, each with the day it comes back or why it does not."""
    known = list(answered)
    misconceptions = misconceptions_in(one.grade for one in known)
    views: dict[int, QuestionView] = {}
    for one in known:
        view = present_answered(one.draw, one.submission, one.grade, misconceptions)
        due_text = wording.taken_back() if one.taken_back else ""
        if one.log is not None:
            due_text = wording.comes_back(one.log, plan, now)
        if due_text and view.result is not None:
            view = replace(view, result=replace(view.result, due_text=due_text))
        views[one.draw.id] = view
    return views


def rating_choices(grade: Grade, log: ReviewLog, plan: StudyPlan) -> list[dict[str, object]]:
    """Return the ratings a learner may give a right answer, each with its interval."""
    allowed = sorted(ratings.allowed_ratings(grade.score))
    if len(allowed) < 2:
        return []
    weights = plan.weights
    before = memory_before(log)
    elapsed = int(log.elapsed_days or 0)
    choices: list[dict[str, object]] = []
    for rating in allowed:
        after = fsrs.remember(before, rating, elapsed, weights)
        interval = interval_after(after, rating, plan.desired_retention, weights)
        choices.append(
            {
                "value": int(rating),
                "name": RATING_NAMES[rating],
                "interval_text": wording.interval(interval),
                "chosen": log.rating == rating,
            }
        )
    return choices


def _logs(
    learner_id: int, submissions: Sequence[Submission]
) -> tuple[dict[int, ReviewLog], set[int]]:
    """Return by submission the review of it, or the newest change of its rating.

    What was taken back is left out; its submissions are returned beside them.
    """
    reviews = ReviewLog.objects.filter(
        learner_id=learner_id, submission__in=submissions, kind=LogKind.REVIEW
    )
    submission_of = {(log.card_id, log.seq): log.submission_id for log in reviews}
    logs = {log.submission_id: log for log in reviews}
    taken_back: set[int] = set()
    changed = ReviewLog.objects.filter(
        learner_id=learner_id,
        card__in={card_id for card_id, _seq in submission_of},
        kind__in=[LogKind.RERATE, LogKind.UNDO],
    ).order_by("seq")
    for log in changed:
        submission_id = submission_of.get((log.card_id, log.target_seq or 0))
        if submission_id is None:
            continue
        if log.kind == LogKind.UNDO:
            logs.pop(submission_id, None)  # what was taken back does not come back by it
            taken_back.add(submission_id)
        else:
            logs[submission_id] = log
    return {key: log for key, log in logs.items() if key is not None}, taken_back
