"""What callers see while the database or Redis cannot be reached: 503, come back soon."""

import logging
from collections.abc import Callable

import redis
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tutor.refusals import is_api, problem_reply

log = logging.getLogger(__name__)

# No connection, none free in time, a lock or a statement that took too long, a full disk: the same
# request may well succeed in a moment. A fault of ours raises something else and stays a 500.
DATABASE = (OperationalError, InterfaceError)
PASSING = (*DATABASE, redis.ConnectionError, redis.TimeoutError)
RETRY_AFTER_SECONDS = 5


class SayUnavailable:
    """Middleware: 503 with Retry-After, as a page or as a problem document, for what will pass."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Answer 503 where the database or Redis failed; leave everything else alone."""
        if not isinstance(problem, PASSING):
            return None
        log.error("%s %s: 503", request.method, request.path, exc_info=problem)
        if isinstance(problem, DATABASE):
            forget_broken_connections()
        response: HttpResponse
        if is_api(request):
            response = problem_reply(503, "A part of this site cannot be reached; try again.")
        else:
            # Without the request: who is signed in stands in the database.
            response = render(None, "503.html", status=503)
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
        response.headers["Cache-Control"] = "no-store"
        return response


def forget_broken_connections() -> None:
    """Empty the pool if this thread lost its connection: the others went with the same server.

    Otherwise each of them would fail one more request after the server has come back.
    """
    pool = getattr(connection, "pool", None)
    if pool and (connection.connection is None or connection.connection.broken):
        pool.drain()
