"""How a request is refused that no view answers: a page, or for programs a problem document.

Knows nothing of the API's framework, whose settings import what uses this.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views import defaults
from django.views.decorators.http import require_POST

CONTENT_TYPE = "application/problem+json"


def problem_document(status: int, detail: str) -> dict[str, Any]:
    """Return a problem document of the generic type."""
    title = HTTPStatus(status).phrase
    return {"type": "about:blank", "title": title, "status": status, "detail": detail}


def problem_reply(status: int, detail: str) -> HttpResponse:
    """Return a problem document as a response."""
    return JsonResponse(problem_document(status, detail), status=status, content_type=CONTENT_TYPE)


def refusal(request: HttpRequest, status: int, reason: str) -> HttpResponse:
    """Refuse a request before any view has seen it: a problem document, or a page that says why."""
    if is_api(request):
        return problem_reply(status, reason)
    return render(request, "400.html", {"reason": reason}, status=status)


def is_api(request: HttpRequest) -> bool:
    """Tell whether a program is asking, which wants its errors as problem documents."""
    return request.path_info.startswith("/api/")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that is not there."""
    if is_api(request):
        return refusal(request, 404, "There is nothing at this address.")
    return defaults.page_not_found(request, exception)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for a request that cannot be read."""
    if is_api(request):
        return refusal(request, 400, "This request cannot be read.")
    return defaults.bad_request(request, exception)


class ExplainRefusedMethods:
    """Middleware: whoever opens an address that only takes forms gets a page, not an empty one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; put words to a bare 405."""
        response = self.get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        page = render(request, "405.html", status=HTTPStatus.METHOD_NOT_ALLOWED)
        page.headers["Allow"] = response.headers["Allow"]
        return page


def form_only(page: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a view take forms alone; whoever opens its address is led to the page they stand on."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method in {"GET", "HEAD"}:
                return redirect(page)
            return require_POST(view)(request, *args, **kwargs)

        return guarded

    return decorate
