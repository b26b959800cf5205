"""Reading raw answers: the checks that every kind makes before it looks closer."""

from quizzes.kinds.base import AnswerError
from quizzes.text import fold, unstorable


def only_field(raw: object, name: str) -> object:
    """What the one field of a raw answer holds; raises AnswerError for any other shape."""
    if not isinstance(raw, dict) or set(raw) != {name}:
        raise AnswerError("", f'Send an object with the one field "{name}".')
    return raw[name]


def typed_text(typed: object, *, field: str, most: int, unanswered: str) -> str:
    """The text as typed, of at most `most` characters; raises AnswerError.

    `unanswered` is the message for a text in which nothing can be seen.
    """
    if not isinstance(typed, str):
        raise AnswerError(field, "Send text, as it was typed.")
    if len(typed) > most:
        raise AnswerError(field, f"Write at most {most:,} characters.")
    if reason := unstorable(typed):
        raise AnswerError(field, f"This text cannot be stored: {reason}.")
    if not fold(typed):
        raise AnswerError(field, unanswered)
    return typed
