"""Signing up: one account an address, kept whole, and no field that is refused in silence."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache

from review.models import StudyPlan
from tutor.addresses import AccountAdapter
from tutor.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "no_tries_yet")]

SIGN_UP = "/accounts/signup/"
ADDRESS = "new.reader@example.org"
SENT = {"email": ADDRESS, "password1": "three quiet herons", "time_zone": "Asia/Tokyo"}


@pytest.fixture
def no_tries_yet():
    """Nobody has tried to sign up in the last minutes."""
    cache.clear()


@pytest.fixture
def overtaken(monkeypatch):
    """Another sign-up with the same address ends between this one's check and its writing."""
    clean_password = AccountAdapter.clean_password

    def clean_after_the_other(self, password, user=None):
        User.objects.create_user(user.email, "the first one's")
        return clean_password(self, password, user)

    monkeypatch.setattr(AccountAdapter, "clean_password", clean_after_the_other)


def refusals(response):
    return response.context["form"].errors


def test_signing_up_makes_an_account_a_plan_and_an_address(client):
    assert client.post(SIGN_UP, SENT).status_code == 302
    user = User.objects.get(email=ADDRESS)
    assert StudyPlan.objects.get(learner=user).time_zone == "Asia/Tokyo"
    assert EmailAddress.objects.get(user=user).email == ADDRESS
    assert client.get("/settings/").status_code == 200


@pytest.mark.parametrize("email", [ADDRESS, "New.Reader@Example.ORG"])
def test_a_taken_address_is_refused_in_words(client, email):
    client.post(SIGN_UP, SENT)
    client.logout()
    second = client.post(SIGN_UP, SENT | {"email": email})
    assert "already registered" in refusals(second)["email"][0]
    assert User.objects.count() == 1


def test_whoever_is_overtaken_is_told_the_same_as_whoever_comes_later(client, overtaken):
    second = client.post(SIGN_UP, SENT)
    assert second.status_code == 200
    assert "already registered" in refusals(second)["email"][0]
    assert User.objects.get().check_password("the first one's")
    assert "_auth_user_id" not in client.session


def test_where_addresses_are_confirmed_first_the_owner_gets_a_mail_instead(
    client, overtaken, settings
):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    second = client.post(SIGN_UP, SENT)
    assert second.status_code == 302
    assert second.url == "/accounts/confirm-email/"
    assert User.objects.get().check_password("the first one's")
    (message,) = mail.outbox
    assert message.to == [ADDRESS]
    assert "/accounts/password/reset/" in message.body


def of_length(length):
    name, domain = "n" * 60, ".".join(["d" * 60] * 4)
    return f"{name}@{domain[: length - 61 - 4]}.org"


def test_an_address_of_254_characters_is_kept_whole(client):
    assert len(of_length(254)) == 254
    assert client.post(SIGN_UP, SENT | {"email": of_length(254)}).status_code == 302
    assert User.objects.get().email == of_length(254)


@pytest.mark.parametrize("length", [255, 300, 400])
def test_a_longer_address_is_refused_and_never_cut(client, length):
    response = client.post(SIGN_UP, SENT | {"email": of_length(length)})
    assert refusals(response).keys() == {"email"}
    assert not User.objects.exists()


def test_a_longer_address_is_no_second_one_either(pages, learner):
    response = pages.post("/accounts/email/", {"action_add": "", "email": of_length(255)})
    assert refusals(response).keys() == {"email"}
    assert not EmailAddress.objects.filter(email__startswith="nnn").exists()


@pytest.mark.parametrize("zone", ["", "Mars/Base", "x" * 65, "../../etc/passwd"])
def test_an_odd_time_zone_stops_nobody_from_signing_up(client, zone):
    assert client.post(SIGN_UP, SENT | {"time_zone": zone}).status_code == 302
    assert StudyPlan.objects.get().time_zone == "UTC"
