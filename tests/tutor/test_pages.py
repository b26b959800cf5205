"""Every page and address answers as it should to strangers and learners."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db

OPEN = [
    "/",
    "/paths/machine-learning/",
    "/accounts/login/",
    "/accounts/signup/",
    "/healthz",
    "/readyz",
    "/api/v1/schema/",
    "/accounts/password/reset/",
]
OWN = ["/lessons/attention/", "/review/", "/review/progress/", "/settings/"]


@pytest.mark.parametrize("address", OPEN)
def test_a_stranger_may_see(client, lesson, address):
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("address", OWN)
def test_a_stranger_is_sent_to_sign_in(client, lesson, address):
    response = client.get(address)
    assert response.status_code == 302
    assert response.url == f"{reverse('account_login')}?next={address}"


@pytest.mark.parametrize("address", [*OPEN, *OWN])
def test_a_learner_sees(pages, lesson, address):
    response = pages.get(address, follow=True)
    assert response.status_code == 200
    assert "style=" not in response.content.decode()


def test_what_is_not_there_is_404(pages, lesson):
    assert pages.get("/lessons/nowhere/").status_code == 404


ROUTES = [
    "/review/undo/",
    "/review/8a2f9e66-2f65-4a6e-9d0a-0d3a5b1f9c11/draft/",
    "/review/8a2f9e66-2f65-4a6e-9d0a-0d3a5b1f9c11/skip/",
    "/lessons/attention/reached/",
    "/lessons/attention/finished/",
]


@pytest.mark.parametrize("address", ROUTES)
def test_an_address_that_only_takes_forms_says_so_to_whoever_opens_it(pages, client, address):
    for browser in (pages, client):
        response = browser.get(address)
        assert response.status_code == 405
        assert response.headers["Allow"] == "POST"
        assert 'class="btn" href="/"' in response.content.decode()
        assert browser.head(address).status_code == 405


def test_a_refusal_at_the_door_asks_nobody_to_sign_in_who_has(pages, client):
    for browser in (pages, client):
        response = browser.post("/settings/", {"name": "a\x00b"})
        assert response.status_code == 400
        html = response.content.decode()
        assert "Sign in" not in html
        assert '<a href="/">Lessons</a>' in html


@pytest.mark.parametrize("address", ["/settings/", "/review/8a2f9e66-2f65-4a6e-9d0a-0d3a5b1f9c11/"])
@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_a_page_takes_no_other_methods_than_it_means(pages, address, method):
    assert getattr(pages, method)(address).status_code == 405
