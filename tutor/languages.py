"""Pages and mails speak the language that the learner has set."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from review.http import language_of
from tutor.outage import PASSING


class SpeakOwnLanguage:
    """Middleware: whoever is signed in reads their own language, everybody else the site's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Keep the next layer."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on in the right language."""
        with translation.override(_language_of(request)):
            return self.get_response(request)


def _language_of(request: HttpRequest) -> str:
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:  # nobody: there is nothing to look up
        return settings.LANGUAGE_CODE
    try:
        return language_of(request.user)
    except PASSING:  # the page will meet the same outage, and answers for it
        return settings.LANGUAGE_CODE
