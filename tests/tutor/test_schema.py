"""The published schema: complete, valid, and true of who is let in and by which methods."""

import re
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.urls import URLPattern, get_resolver

from tests.openapi import conforms, operations

pytestmark = pytest.mark.django_db
OPERATIONS = {
    "/api/v1/": {"get"},
    "/api/v1/cards/": {"get"},
    "/api/v1/cards/{question_id}/": {"get"},
    "/api/v1/cards/{question_id}/suspend/": {"post"},
    "/api/v1/cards/{question_id}/unsuspend/": {"post"},
    "/api/v1/draws/": {"post"},
    "/api/v1/draws/{draw_id}/": {"get"},
    "/api/v1/draws/{draw_id}/rating/": {"post"},
    "/api/v1/draws/{draw_id}/self-grade/": {"post"},
    "/api/v1/draws/{draw_id}/submission/": {"post"},
    "/api/v1/draws/{draw_id}/undo/": {"post"},
    "/api/v1/due/": {"get"},
    "/api/v1/lessons/": {"get"},
    "/api/v1/lessons/{slug}/": {"get"},
    "/api/v1/lessons/{slug}/finished/": {"post"},
    "/api/v1/lessons/{slug}/predictions/{prediction_slug}/": {"get"},
    "/api/v1/lessons/{slug}/predictions/{prediction_slug}/answer/": {"post"},
    "/api/v1/lessons/{slug}/reached/": {"post"},
    "/api/v1/me/": {"get", "patch"},
    "/api/v1/me/export/": {"get"},
    "/api/v1/paths/": {"get"},
    "/api/v1/paths/{slug}/": {"get"},
    "/api/v1/progress/": {"get"},
    "/api/v1/questions/": {"get"},
    "/api/v1/questions/{question_id}/": {"get"},
    "/api/v1/questions/{question_id}/variants/": {"get"},
    "/api/v1/review-logs/": {"get"},
}
METHODS = {"get", "post", "put", "patch", "delete"}
ROUTES = [(method, path) for path, methods in OPERATIONS.items() for method in sorted(methods)]


def filled(template: str) -> str:
    """The template with something in each place that is of the right form and names nothing."""
    template = template.replace("{slug}", "nowhere").replace("{prediction_slug}", "none")
    return re.sub(r"\{\w+_id\}", str(uuid4()), template)


def test_the_schema_describes_these_operations():
    described: dict[str, set[str]] = {}
    for method, path in operations():
        described.setdefault(path, set()).add(method)
    assert described == OPERATIONS


def test_no_address_of_the_api_is_left_out_of_the_schema():
    found = set()
    for pattern in get_resolver().url_patterns:
        if str(pattern.pattern) == "api/v1/":
            for inner in _leaves(pattern.url_patterns):
                found.add("/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", inner))
    assert found - {"/api/v1/schema/"} == set(OPERATIONS)


def _leaves(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield str(pattern.pattern)
        else:
            yield from _leaves(pattern.url_patterns)


def test_the_schema_is_valid_openapi_3_1_and_made_without_a_warning(tmp_path):
    file = tmp_path / "schema.json"
    call_command("spectacular", f"--file={file}", "--validate", "--fail-on-warn")
    assert '"openapi": "3.1' in file.read_text() or "openapi: 3.1" in file.read_text()


@pytest.mark.parametrize(("method", "template"), ROUTES)
def test_a_caller_without_a_token_is_401(client, method, template):
    response = getattr(client, method)(filled(template))
    assert response.status_code == 401
    assert conforms(response)["status"] == 401
    assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("template", OPERATIONS)
def test_a_method_that_is_not_there_is_405(script, template):
    for method in METHODS - OPERATIONS[template]:
        response = getattr(script, method)(filled(template))
        if "/questions/" in template:  # a learner is told nothing there, not even that
            assert response.status_code == 403
            continue
        assert (response.status_code, response.json()["status"]) == (405, 405)
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.headers["Allow"]


@pytest.mark.parametrize(("method", "template"), [r for r in ROUTES if "{" in r[1]])
def test_what_is_not_there_is_404(script, method, template):
    body = {
        "choice": "x",
        "section": "x",
        "answer": {"choices": ["x"]},
        "covered": [],
        "rating": 3,
    }
    key = {"Idempotency-Key": "k"}
    more = {} if method == "get" else {"data": body, "format": "json", "headers": key}
    response = getattr(script, method)(filled(template), **more)
    assert response.status_code == (403 if "/questions/" in template else 404)
    assert conforms(response)["detail"]


@pytest.mark.parametrize(("method", "template"), ROUTES)
def test_a_parameter_that_an_address_does_not_know_is_refused(script, method, template):
    response = getattr(script, method)(f"{filled(template)}?strange=1")
    if "/questions/" in template:
        assert response.status_code == 403
        return
    assert response.status_code == 400
    assert [error["field"] for error in conforms(response)["errors"]] == ["strange"]


def test_the_root_lists_addresses_that_can_be_followed(script):
    found = conforms(script.get("/api/v1/"))
    assert "questions" not in found
    assert {"paths", "lessons", "due", "cards", "review-logs", "progress", "me"} <= set(found)
    for name, address in found.items():
        assert script.get(address).status_code == (405 if name == "draws" else 200)
