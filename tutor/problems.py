"""Errors of the API as application/problem+json (RFC 9457)."""

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from lessons.services import AlreadyGuessedError, LockedError
from quizzes.kinds.base import AnswerError
from quizzes.services import AlreadyAnsweredError, KeyReusedError, NotPendingError
from review.services import NothingToUndoError
from review.services.answering import RatingRefusedError
from tutor.refusals import CONTENT_TYPE, problem_document

# What the apps below raise, and how the API says it.
STATUS_OF: dict[type[Exception], int] = {
    AnswerError: 422,
    KeyReusedError: 409,
    AlreadyAnsweredError: 409,
    NotPendingError: 409,
    NothingToUndoError: 409,
    LockedError: 409,
    AlreadyGuessedError: 409,
    RatingRefusedError: 409,
    ValidationError: 400,
}


def problem_response(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Turn an exception into a problem document; None for one that nobody foresaw."""
    for kind, status in STATUS_OF.items():
        if isinstance(exc, kind):
            return _problem(status, _detail(exc), _field_errors(exc))
    if isinstance(exc, Http404):
        exc = exceptions.NotFound()
    elif isinstance(exc, PermissionDenied):
        exc = exceptions.PermissionDenied()
    usual = exception_handler(exc, context)
    if usual is None or not isinstance(exc, exceptions.APIException):
        return usual
    errors: list[dict[str, str]] = []
    detail = str(exc.detail)
    if isinstance(exc, exceptions.ValidationError):
        errors = _flatten(exc.detail)
        detail = "The request has errors."
    response = _problem(exc.status_code, detail, errors)
    for header in ("WWW-Authenticate", "Retry-After", "Allow"):
        if header in usual.headers:
            response.headers[header] = usual.headers[header]
    return response


def _problem(status: int, detail: str, errors: list[dict[str, str]]) -> Response:
    document = problem_document(status, detail)
    if errors:
        document["errors"] = errors
    return Response(document, status=status, content_type=CONTENT_TYPE)


def _detail(exc: Exception) -> str:
    if isinstance(exc, AnswerError):
        return exc.message
    if isinstance(exc, ValidationError):
        return "The request has errors."
    return str(exc)


def _field_errors(exc: Exception) -> list[dict[str, str]]:
    if isinstance(exc, AnswerError):
        return [{"field": exc.field, "message": exc.message}]
    if isinstance(exc, ValidationError) and hasattr(exc, "message_dict"):
        return [
            {"field": name, "message": text}
            for name, texts in exc.message_dict.items()
            for text in texts
        ]
    return []


def _flatten(detail: Any, path: str = "") -> list[dict[str, str]]:
    if isinstance(detail, dict):
        return [
            line
            for name, inner in detail.items()
            for line in _flatten(inner, f"{path}.{name}" if path else str(name))
        ]
    if isinstance(detail, list):
        return [line for inner in detail for line in _flatten(inner, path)]
    return [{"field": path, "message": str(detail)}]
