"""What the pages on which answers are given have in common: read the form, answer."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from quizzes.forms import raw_answer
from quizzes.kinds.base import AnswerError
from quizzes.models import Draw
from quizzes.models.answers import Confidence
from quizzes.presentation import page_key
from quizzes.services import AlreadyAnsweredError, KeyReusedError, save_draft
from review.http import number_locale
from review.services import answer

_started = Signer(salt="review.started")
LONGEST_ANSWER_SECONDS = 3600.0


@dataclass(frozen=True)
class PostedAnswer:
    """What became of a posted form."""

    status: int = 200
    error: str = ""
    errors: dict[str, str] | None = None
    typed: dict[str, Any] | None = None  # to refill the form with, if it was refused
    replay_text: str = ""
    fresh: bool = False  # it was stored just now, so the result takes the focus


def own_draw(learner_id: int, draw_id: UUID) -> Draw:
    """Return the learner's own draw; anybody else's is 404."""
    return get_object_or_404(Draw.objects.of(learner_id), public_id=draw_id)


def post_answer(request: HttpRequest, draw: Draw, now: datetime) -> PostedAnswer:
    """Take the answer of a plain form; a malformed one is refused, kept and shown to be mended."""
    raw, confidence = entered(request, draw)
    try:
        answered = answer(
            draw=draw,
            raw=raw,
            idempotency_key=page_key(draw),
            now=now,
            confidence=confidence,
            answer_seconds=seconds_since(request.POST.get("started", ""), now),
            locale=number_locale(request),
        )
    except AnswerError as problem:
        with suppress(ValueError):  # what cannot be stored still comes back on this page
            save_draft(draw=draw, raw=raw, confidence=confidence, now=now)
        typed = raw | {"confidence": confidence}
        return PostedAnswer(status=422, errors={problem.field: problem.message}, typed=typed)
    except (AlreadyAnsweredError, KeyReusedError):
        return PostedAnswer(
            replay_text=_(
                "You had answered this before; that first answer is the one that counts."
            ),
            fresh=True,
        )
    if answered.replayed:
        return PostedAnswer(
            replay_text=_("This answer had arrived already; it was counted once."), fresh=True
        )
    return PostedAnswer(fresh=True)


def entered(request: HttpRequest, draw: Draw) -> tuple[dict[str, Any], str]:
    """Return the answer that a form holds, finished or not, and how sure the learner says to be."""
    fields = ((name, request.POST.getlist(name)) for name in request.POST)
    confidence = request.POST.get("confidence", "")
    known = confidence if confidence in Confidence.values else ""
    return raw_answer(fields, draw.variant.kind), known


def refused(request: HttpRequest, reason: str, *, status: int = 400) -> HttpResponse:
    """Say why nothing was done."""
    return render(request, "400.html", {"reason": reason}, status=status)


def started_mark(now: datetime) -> str:
    """Return a sealed note of when a question was shown, for its form."""
    return _started.sign(str(int(now.timestamp())))


def seconds_since(mark: str, now: datetime) -> float | None:
    """Return how long ago a question was shown; None if the note is missing or not ours."""
    try:
        shown_at = int(_started.unsign(mark))
    except (BadSignature, ValueError):
        return None
    return min(max(now.timestamp() - shown_at, 0.0), LONGEST_ANSWER_SECONDS)
