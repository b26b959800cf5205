"""Which errors are passing ones, and what is said of them."""

import pytest
import redis
from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.translation import get_language

from tutor.languages import SpeakOwnLanguage
from tutor.outage import SayUnavailable

middleware = SayUnavailable(lambda request: HttpResponse())


@pytest.mark.parametrize(
    "problem",
    [OperationalError(), InterfaceError(), redis.ConnectionError(), redis.TimeoutError()],
    ids=repr,
)
def test_what_will_pass_is_answered_503_with_when_to_come_back(problem: Exception) -> None:
    response = middleware.process_exception(RequestFactory().get("/"), problem)
    assert response is not None
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert response["Cache-Control"] == "no-store"


def test_the_api_says_it_as_a_problem_document() -> None:
    response = middleware.process_exception(
        RequestFactory().get("/api/v1/due/"), OperationalError()
    )
    assert response is not None
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    "problem", [IntegrityError(), ProgrammingError(), ValueError(), redis.ResponseError()], ids=repr
)
def test_a_fault_of_ours_stays_a_fault(problem: Exception) -> None:
    assert middleware.process_exception(RequestFactory().get("/"), problem) is None


def test_whose_language_to_speak_cannot_be_looked_up_and_is_left_open() -> None:
    class Away:
        def __getattr__(self, name: str) -> str:
            raise OperationalError

    request = RequestFactory().get("/")
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "x"
    request.user = Away()  # type: ignore[assignment]
    spoken = SpeakOwnLanguage(lambda request: HttpResponse(get_language()))(request)
    assert spoken.content == b"en"
