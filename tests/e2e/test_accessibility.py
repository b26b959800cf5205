"""Every page as it first stands: axe finds nothing, nothing scrolls sideways, strict policy."""

import pytest

from tests.e2e.looks import assert_looks_right, assert_policy_is_strict

STRANGERS_PAGES = ["/", "/paths/machine-learning/", "/accounts/login/", "/accounts/signup/"]
LEARNERS_PAGES = [
    *("/", "/paths/machine-learning/", "/lessons/attention/", "/lessons/self-attention/"),
    *("/review/", "/review/progress/"),
    *("/settings/", "/accounts/logout/"),
]


@pytest.mark.parametrize("address", [*STRANGERS_PAGES, "/accounts/password/reset/"])
def test_pages_for_strangers(new_page, address):
    page = new_page()
    assert_policy_is_strict(page.goto(address))
    assert_looks_right(page)


@pytest.mark.parametrize("address", LEARNERS_PAGES)
def test_pages_for_learners(page, address):
    assert_policy_is_strict(page.goto(address))
    assert_looks_right(page)


def test_a_step_that_is_not_open_yet(page):
    page.watch.ask_for(403)
    page.goto("/lessons/attention/sections/predict/steps/query-doubled/")
    assert_looks_right(page)


def test_a_page_that_is_not_there(page):
    page.watch.ask_for(404)
    response = page.goto("/lessons/nowhere/")
    assert response.status == 404
    assert_policy_is_strict(response)
    assert_looks_right(page)
