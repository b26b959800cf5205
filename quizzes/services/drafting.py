"""Keeping what a learner has entered before they hand it in."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from quizzes.kinds import KINDS
from quizzes.models import Draw, Submission
from quizzes.models.answers import Confidence
from quizzes.text import unstorable

DRAFT_LENGTH = 20_000


def save_draft(*, draw: Draw, raw: Mapping[str, Any], now: datetime, confidence: str = "") -> bool:
    """Keep what was entered so far; False if the draw was answered with something else.

    `raw` is an answer as a form sends it, finished or not; what is no part of an answer of this
    kind is left out. A draft may be overtaken by the answer that holds the same: then nothing is
    lost, and nothing is left to keep. Raises ValueError if a text in it cannot be stored.
    """
    _refuse_unstorable(raw)
    kept = _fields_of_kind(raw, draw.variant.kind)
    answer = Submission.objects.filter(learner_id=draw.learner_id, draw=draw).first()
    if answer is not None:
        return bool(answer.raw == kept)
    if confidence in Confidence.values:
        kept["confidence"] = confidence
    draw.draft = kept
    draw.draft_saved_at = now
    draw.save(update_fields=["draft", "draft_saved_at"])
    return True


def _fields_of_kind(raw: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """The fields that an answer of this kind has, where they have the right shape."""
    empty = KINDS[kind].EMPTY_ANSWER
    return {
        name: value
        for name, value in raw.items()
        if name in empty and isinstance(value, type(empty[name]))
    }


def _refuse_unstorable(raw: Mapping[str, Any]) -> None:
    texts = list(_texts(raw))
    for text in texts:
        if reason := unstorable(text):
            raise ValueError(reason)
    if sum(map(len, texts)) > DRAFT_LENGTH:
        raise ValueError(f"The text is longer than {DRAFT_LENGTH:,} characters.")


def _texts(raw: Mapping[str, Any]) -> Iterator[str]:
    """Every text of an answer as a form sends it, names of blanks and items among them."""
    for value in raw.values():
        yield from [value] if isinstance(value, str) else value
        if isinstance(value, dict):
            yield from value.values()
