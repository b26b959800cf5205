"""Every page there is, found by its route: axe finds nothing in light and dark, the policy holds.

The routes are those of the site's own URL configuration, so a page that is added is walked too.
The administrators' pages stand on Django's own templates and are not walked.
"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from quizzes.models import Question
from tests.conftest import NOON
from tests.e2e.answers import answers_to
from tests.e2e.looks import assert_looks_right, assert_policy_is_strict
from tests.review.studying import opened, study

NOT_WALKED = ("admin/", "api/")


def routes(patterns: Any, before: str = "", space: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every route by its full name, without those of the API and the administration."""
    for entry in patterns:
        route = before + str(entry.pattern)
        if route.startswith(NOT_WALKED):
            continue
        if isinstance(entry, URLResolver):
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            yield from routes(entry.url_patterns, route, inner)
        else:
            yield f"{space}{entry.name}", entry


ROUTES = dict(routes(get_resolver().url_patterns))


@pytest.fixture
def parts(learner, lesson) -> dict[str, Any]:
    """What stands for the parts of addresses, by part; and by route where it is another one."""
    due = Question.objects.get(slug="mask-purpose")
    asked = opened(learner, due, NOON - timedelta(days=3))
    wrong = {"choices": [answers_to(learner, "mask-purpose").wrong[""]]}
    study(learner, due, NOON - timedelta(days=3), wrong)
    mail = EmailAddress.objects.create(user=learner, email=learner.email, primary=True)
    return {
        "draw_id": asked.public_id,
        "question_id": due.public_id,
        "public_id": asked.public_id,
        "slug": "attention",
        "section_slug": "predict",
        "step_slug": "query-doubled",
        "prediction_slug": "double-query",
        "uidb36": user_pk_to_url_str(learner),
        "key": default_token_generator.make_token(learner),
        "lessons:path": [{"slug": "machine-learning"}],
        "lessons:lesson": [{"slug": "attention"}, {"slug": "self-attention"}],
        "account_confirm_email": [{"key": EmailConfirmationHMAC.create(mail).key}, {"key": "old"}],
    }


def addresses(parts: dict[str, Any]) -> Iterator[str]:
    for name, entry in ROUTES.items():
        names = entry.pattern.regex.groupindex
        for kwargs in parts.get(name, [{part: parts[part] for part in names}]):
            yield reverse(name, kwargs=kwargs)


def pages_at(page: Any, asked: Iterator[str]) -> Iterator[str]:
    """The pages that these addresses lead to: not what takes only forms, nor what is no page."""
    seen = set()
    for address in asked:
        response = page.context.request.get(address)
        is_page = response.headers.get("content-type", "").startswith("text/html")
        if response.status != 405 and is_page and response.url not in seen:
            seen.add(response.url)
            yield response.url


def walk(page: Any, asked: Iterator[str]) -> set[str]:
    """Open every page; returns where they stand. Fails with all that is wrong with any of them."""
    problems, walked = [], set()
    page.watch.ask_for(403, 404)
    for address in pages_at(page, asked):
        assert_policy_is_strict(page.goto(address))
        walked.add(page.evaluate("location.pathname"))
        try:
            assert_looks_right(page)
        except AssertionError as problem:
            problems.append(str(problem))
    assert not problems, "\n\n".join(problems)
    return walked


def test_every_page_that_a_stranger_can_open(new_page, parts):
    walked = walk(new_page(), addresses(parts))
    reset = f"/accounts/password/reset/key/{parts['uidb36']}-set-password/"
    assert {"/", "/paths/machine-learning/", "/accounts/login/", "/accounts/signup/"} <= walked
    assert {"/accounts/password/reset/", reset} <= walked
    assert not [address for address in walked if address.startswith(("/review/", "/settings/"))]


def test_every_page_that_a_learner_can_open(page, parts):
    walked = walk(page, addresses(parts))
    assert {"/", "/lessons/attention/", "/lessons/self-attention/", "/review/"} <= walked
    assert {f"/review/{parts['draw_id']}/", "/review/progress/", "/settings/"} <= walked
    assert "/accounts/logout/" in walked
