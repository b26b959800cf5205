"""Who is asking, and in which language."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation.trans_real import parse_accept_lang_header

from quizzes.decimal_marks import marks_of

View = Callable[..., HttpResponse]


def learner_id_of(request: HttpRequest) -> int:
    """Return the id of the signed-in learner; this app knows nothing else of the user."""
    learner_id = request.user.pk
    assert isinstance(learner_id, int)
    return learner_id


def language_of(user: AbstractBaseUser | AnonymousUser) -> str:
    """Return the language that somebody has set; the site's, if none or one that it lacks.

    The user model says by `LANGUAGE_FIELD` where it keeps it, as it does by EMAIL_FIELD.
    """
    own = getattr(user, getattr(user, "LANGUAGE_FIELD", ""), "")
    return str(own) if own in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def signed_in(view: View) -> View:
    """Send a stranger to sign in, and then to a page: an address that only takes forms is none.

    So a form whose session has run out leads back to the page on which it stands.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        reading = request.method in {"GET", "HEAD"}
        return redirect_to_login(request.get_full_path() if reading else page_before(request))

    return guarded


def page_before(request: HttpRequest) -> str:
    """Return the path of our own page that a form was sent from; '/' if it cannot be told."""
    sent_from = request.headers.get("Referer", "")
    try:
        address = urlsplit(sent_from)
    except ValueError:
        return "/"
    return address.path if address.netloc == request.get_host() and address.path else "/"


def number_locale(request: HttpRequest) -> str:
    """Return by which language typed numbers are read; '' where they could be meant either way.

    The page shows numbers as its own language does; a reader whose browser prefers a language with
    other marks may type them as they always do. Then 1,234 is asked back and never marked.
    """
    page = get_language() or "en"
    preferred = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    own = next((tag for tag, _quality in preferred if tag != "*"), page)
    return page if marks_of(own) == marks_of(page) else ""
