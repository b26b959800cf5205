"""What may come in: text that can be stored, JSON that is JSON, bodies of a bounded size."""

import json
import math
from collections.abc import Callable
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from quizzes.text import unstorable
from tutor.refusals import refusal

MAX_BODY_BYTES = 1_048_576
MAX_DEPTH = 32


class RefuseUnstorableText:
    """Middleware: 400 for NUL and lone surrogates, which PostgreSQL cannot store and SQLite hides.

    It also keeps pages out of shared caches unless a view says otherwise.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Look at the address, the cookies and the form before anything is done with them."""
        if reason := _reason(request):
            return refusal(request, 400, reason)
        response = self.get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-cache")
        return response


def _reason(request: HttpRequest) -> str:
    """Say why the address, a cookie or a field of the form cannot be kept; '' if all can."""
    if reason := unstorable(request.path_info):
        return f"The address: {reason}."
    query = _decoded(unquote_to_bytes(request.META.get("QUERY_STRING", "")))
    if query is None:
        return "The address is not valid UTF-8."
    if reason := unstorable(query):
        return f"The address: {reason}."
    # A quoted cookie may hold any character as an octal escape.
    for text in request.COOKIES.values():
        if reason := unstorable(text):
            return f"A cookie: {reason}."
    if request.method == "POST" and request.content_type in FORM_TYPES:
        return _reason_of_form(request)
    return ""


def _reason_of_form(request: HttpRequest) -> str:
    # Before the fields are parsed: the parsers put U+FFFD for bytes that are not UTF-8, and an
    # answer would be graded with it. A file may hold any bytes.
    body = request.body
    if request.content_type == URLENCODED:
        body = unquote_to_bytes(body)
    if not request.FILES and _decoded(body) is None:
        return "The form is not valid UTF-8."
    for name, values in request.POST.lists():
        for text in (name, *values):
            if reason := unstorable(text):
                return f"Field {name[:40]!r}: {reason}."
    return ""


def _decoded(encoded: bytes) -> str | None:
    try:
        return encoded.decode()
    except UnicodeDecodeError:
        return None


URLENCODED = "application/x-www-form-urlencoded"
FORM_TYPES = frozenset({URLENCODED, "multipart/form-data"})


class BodyTooLargeError(APIException):
    """The body is larger than any answer can be."""

    status_code = 413
    default_detail = f"The body is larger than {MAX_BODY_BYTES:,} bytes."
    default_code = "body_too_large"


class StrictJSONParser(BaseParser):
    """JSON in UTF-8 without NaN, doubled keys, bottomless nesting or text that cannot be stored."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Any = None,
    ) -> Any:
        """Read the body. Raises ParseError or BodyTooLargeError."""
        body = stream.read(MAX_BODY_BYTES + 1)
        if len(body) > MAX_BODY_BYTES:
            raise BodyTooLargeError
        try:
            value = json.loads(
                body.decode(), parse_constant=_refuse_constant, object_pairs_hook=_object
            )
        except RecursionError:
            raise ParseError(f"JSON is nested deeper than {MAX_DEPTH} levels.") from None
        except UnicodeDecodeError:
            raise ParseError("The body is not valid UTF-8.") from None
        except ValueError as problem:
            raise ParseError(f"The body is not valid JSON: {problem}") from None
        _check(value)
        return value


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON value")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise ValueError(f"key {key[:40]!r} stands twice in one object")
        made[key] = value
    return made


def _check(value: Any) -> None:
    waiting: list[tuple[Any, int]] = [(value, 1)]
    while waiting:
        item, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise ParseError(f"JSON is nested deeper than {MAX_DEPTH} levels.")
        if isinstance(item, dict):
            waiting += [(inner, depth + 1) for pair in item.items() for inner in pair]
        elif isinstance(item, list):
            waiting += [(inner, depth + 1) for inner in item]
        elif isinstance(item, str):
            if reason := unstorable(item):
                raise ParseError(f"The body: {reason}")
        elif isinstance(item, float) and not math.isfinite(item):
            raise ParseError("The body holds a number that is too large.")
        elif isinstance(item, int) and abs(item) >= 2**63:
            raise ParseError("The body holds a whole number that is too large.")
