"""An account's own pages: its password and its address, and the mails about them."""

import re
from pathlib import Path

import pytest
from allauth.account import urls as allauth_urls
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

import tutor
from tutor.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "no_tries_yet")]

ADDRESS, PASSWORD = "/accounts/email/", "/accounts/password/change/"
NEW = "new@example.org"


@pytest.fixture
def no_tries_yet():
    """Nobody has sent any of these forms in the last minutes."""
    cache.clear()


@pytest.fixture(params=[True, False], ids=["confirmed", "not confirmed"])
def address(request, learner):
    """The address that the learner signs in with."""
    return EmailAddress.objects.create(
        user=learner, email=learner.email, primary=True, verified=request.param
    )


def asks_for(pages, email):
    response = pages.post(ADDRESS, {"action_add": "", "email": email}, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def link_in(message):
    return re.search(r"https?://[^/]+(/accounts/\S+)", message.body).group(1)


def email_of(learner):
    return User.objects.get(pk=learner.pk).email


def test_the_settings_lead_to_the_address_and_the_password(pages, learner):
    html = pages.get("/settings/").content.decode()
    assert f'href="{ADDRESS}"' in html
    assert f'href="{PASSWORD}"' in html
    assert learner.email in html


def test_a_new_address_takes_the_place_of_the_old_one_once_it_is_confirmed(pages, learner, address):
    html = asks_for(pages, NEW)
    assert f'It changes to <b class="address">{NEW}</b>' in html
    assert email_of(learner) == "learner@example.org"
    (message,) = mail.outbox
    assert message.to == [NEW]
    assert pages.post(link_in(message)).status_code == 302
    assert email_of(learner) == NEW
    assert EmailAddress.objects.get(user=learner).email == NEW


def test_only_the_last_address_asked_for_is_waited_for(pages, learner, address):
    for wanted in ("first@example.org", "second@example.org", NEW):
        html = asks_for(pages, wanted)
        assert html.count("It changes to") == 1
        assert ("It is not confirmed yet" in html) is not address.verified
    assert EmailAddress.objects.filter(user=learner).count() == 2
    pages.post(link_in(mail.outbox[0]))
    assert email_of(learner) == "learner@example.org"


def test_a_change_is_given_up(pages, learner, address):
    asks_for(pages, NEW)
    pages.post(ADDRESS, {"action_remove": "", "email": NEW})
    assert EmailAddress.objects.get(user=learner) == address
    assert email_of(learner) == "learner@example.org"


def test_an_address_that_another_account_took_meanwhile_is_not_taken_from_it(
    pages, learner, address
):
    asks_for(pages, NEW)
    User.objects.create_user(NEW, "a-long-password")
    key = EmailConfirmationHMAC.create(EmailAddress.objects.get(email=NEW)).key
    response = pages.post(f"/accounts/confirm-email/{key}/", follow=True)
    assert response.status_code == 200
    assert "another account has it" in response.content.decode()
    assert email_of(learner) == "learner@example.org"
    address.refresh_from_db()
    assert address.primary


def test_a_password_is_changed_and_leads_back_to_the_settings(pages, learner):
    sent = {
        "oldpassword": "a-long-password",
        "password1": "two loud geese fly",
        "password2": "two loud geese fly",
    }
    response = pages.post(PASSWORD, sent)
    assert (response.status_code, response.url) == (302, "/settings/")
    assert User.objects.get(pk=learner.pk).check_password("two loud geese fly")
    assert "Your new password is set." in pages.get("/settings/").content.decode()


def test_a_wrong_old_password_changes_nothing(pages, learner):
    sent = {"oldpassword": "wrong", "password1": "two loud geese", "password2": "two loud geese"}
    response = pages.post(PASSWORD, sent)
    assert response.context["form"].errors.keys() == {"oldpassword"}
    assert User.objects.get(pk=learner.pk).check_password("a-long-password")


def sign_up(client, learner):
    client.post("/accounts/signup/", {"email": NEW, "password1": "three quiet herons"})


def sign_up_again(client, learner):
    client.post("/accounts/signup/", {"email": learner.email, "password1": "three quiet herons"})


def reset(client, learner):
    client.post("/accounts/password/reset/", {"email": learner.email})


def reset_unknown(client, learner):
    client.post("/accounts/password/reset/", {"email": NEW})


def change(client, learner):
    client.force_login(learner, backend="django.contrib.auth.backends.ModelBackend")
    client.post(ADDRESS, {"action_add": "", "email": NEW})


@pytest.mark.parametrize(
    ("does", "subject"),
    [
        (sign_up, "Confirm your e-mail address"),
        (sign_up_again, "You have an account already"),
        (reset, "A new password"),
        (reset_unknown, "There is no account with this address"),
        (change, "Confirm your e-mail address"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_every_mail_is_in_our_words_and_its_link_opens(client, learner, settings, does, subject):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    does(client, learner)
    (message,) = mail.outbox
    assert message.subject == subject
    assert "Hello from" not in message.body
    assert "example.com" not in message.body
    assert "&" not in message.body
    assert message.body.rstrip().endswith("Sent by Tutor:\nhttp://testserver/")
    assert not message.alternatives
    client.logout()
    assert client.get(link_in(message), follow=True).status_code == 200


PAGES = [entry.name for entry in allauth_urls.urlpatterns if not entry.pattern.regex.groupindex]
OURS = Path(tutor.__file__).parent / "templates"


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_an_account_is_one_of_ours(pages, client, name):
    for browser in (pages, client):
        response = browser.get(reverse(name))
        assert response.status_code in (200, 302, 403)
        for template in response.templates[:1]:
            assert OURS in Path(template.origin.name).parents
