"""Access tokens: shown once, kept as a hash, their owner's alone."""

from datetime import timedelta

import pytest
from rest_framework.test import APIClient

from tests.conftest import NOON
from tutor.models import AccessToken
from tutor.tokens import make_token, user_of_token

pytestmark = pytest.mark.django_db
TOKENS = "/settings/tokens/"


def test_only_a_hash_of_the_secret_is_stored(learner):
    row, secret = make_token(learner, "laptop")
    assert secret.startswith("tut_")
    assert len(secret) == 47
    row.refresh_from_db()
    stored = [str(value) for value in AccessToken.objects.values().get(pk=row.pk).values()]
    assert not any(secret in value for value in stored)
    assert row.prefix == secret[:10]


def test_no_two_tokens_are_alike(learner):
    assert len({make_token(learner, "same name")[1] for _ in range(20)}) == 20


def test_a_token_leads_to_its_owner(learner, other):
    _, mine = make_token(learner, "a")
    _, theirs = make_token(other, "a")
    assert user_of_token(mine, NOON) == learner
    assert user_of_token(theirs, NOON) == other


@pytest.mark.parametrize("change", [str.upper, lambda s: s[:-1], lambda s: s + "x", lambda s: ""])
def test_anything_else_leads_nowhere(learner, change):
    _, secret = make_token(learner, "a")
    assert user_of_token(change(secret), NOON) is None
    assert user_of_token(AccessToken.objects.get().digest, NOON) is None


def test_the_token_of_an_account_that_was_closed_leads_nowhere(learner):
    _, secret = make_token(learner, "a")
    learner.is_active = False
    learner.save()
    assert user_of_token(secret, NOON) is None


def test_its_use_is_noted_once_a_minute(learner, django_assert_num_queries):
    row, secret = make_token(learner, "a")
    for later, noted in ((0, 0), (59, 0), (61, 61)):
        user_of_token(secret, NOON + timedelta(seconds=later))
        row.refresh_from_db()
        assert row.last_used_at == NOON + timedelta(seconds=noted)
    with django_assert_num_queries(1):
        user_of_token(secret, NOON + timedelta(seconds=62))


# In the settings


def test_a_new_token_is_shown_this_once(pages, learner):
    made = pages.post(TOKENS, {"name": "laptop"})
    assert (made.status_code, made.url) == (302, "/settings/")
    response = pages.get(made.url)
    secret = response.context["new_token"]
    assert secret in response.content.decode()
    assert user_of_token(secret, NOON) == learner
    later = pages.get("/settings/").content.decode()
    assert secret not in later
    assert "laptop" in later
    assert secret[:10] in later


def test_a_look_ahead_does_not_use_up_the_one_showing(pages):
    pages.post(TOKENS, {"name": "laptop"})
    pages.head("/settings/")
    assert pages.get("/settings/").context["new_token"].startswith("tut_")


def test_a_reload_makes_no_second_token(pages):
    pages.post(TOKENS, {"name": "laptop"}, follow=True)
    pages.get("/settings/")
    assert AccessToken.objects.count() == 1


@pytest.mark.parametrize("path", [TOKENS, f"{TOKENS}5a9b1a3e-0000-4000-8000-000000000000/revoke/"])
def test_the_address_of_a_form_leads_to_the_page_it_stands_on(pages, path):
    response = pages.get(path)
    assert (response.status_code, response.url) == (302, "/settings/")
    assert pages.put(path).status_code == 405


@pytest.mark.parametrize("name", ["", " ", "x" * 61])
def test_a_token_needs_a_name(pages, name):
    assert pages.post(TOKENS, {"name": name}).status_code == 422
    assert not AccessToken.objects.exists()


def test_there_are_at_most_twenty(pages, learner):
    for number in range(20):
        make_token(learner, f"token {number}")
    response = pages.post(TOKENS, {"name": "one more"})
    assert response.status_code == 422
    assert "revoke one first" in response.content.decode()
    assert AccessToken.objects.filter(user=learner).count() == 20


def test_a_revoked_token_opens_nothing(pages, learner):
    row, secret = make_token(learner, "a")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get("/api/v1/me/").status_code == 200
    assert pages.post(f"{TOKENS}{row.public_id}/revoke/").status_code == 302
    assert client.get("/api/v1/me/").status_code == 401


def test_nobody_sees_or_revokes_the_token_of_another(pages, other):
    row, secret = make_token(other, "a secret of others")
    assert "a secret of others" not in pages.get("/settings/").content.decode()
    assert pages.post(f"{TOKENS}{row.public_id}/revoke/").status_code == 404
    assert user_of_token(secret, NOON) == other


@pytest.mark.parametrize("path", [TOKENS, f"{TOKENS}5a9b1a3e-0000-4000-8000-000000000000/revoke/"])
def test_a_stranger_makes_and_revokes_nothing(client, path):
    assert client.post(path, {"name": "a"}).status_code == 302
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("scheme", ["Token", "Basic", "bearer ", "tut_"])
def test_another_scheme_is_no_token(learner, scheme):
    _, secret = make_token(learner, "a")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"{scheme} {secret}")
    expected = 200 if scheme.strip().lower() == "bearer" else 401
    assert client.get("/api/v1/me/").status_code == expected


def test_a_script_signed_in_by_cookie_needs_the_csrf_token(learner):
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(learner, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/api/v1/me/").status_code == 200
    response = client.patch("/api/v1/me/", {"reminder_hour": 9}, format="json")
    assert (response.status_code, response.json()["title"]) == (403, "Forbidden")
