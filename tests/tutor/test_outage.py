"""Which errors are passing ones, and what is said of them."""

import pytest
import redis
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.http import HttpResponse
from django.test import RequestFactory

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
