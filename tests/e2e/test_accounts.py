"""Signing up, in and out, and a forgotten password, in a browser."""

import re

from django.core import mail

from review.models import StudyPlan
from tests.e2e.conftest import PHONE
from tests.e2e.looks import assert_looks_right
from tutor.models import User

ADDRESS = "new.reader@example.org"
PASSWORD = "three quiet herons"
OTHER_PASSWORD = "two loud geese fly"


def sign_in(page, password, address="learner@example.org"):
    page.goto("/accounts/login/")
    page.get_by_label("Email").fill(address)
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Sign in").click()


def test_signing_up_brings_the_time_zone_of_the_browser_into_the_plan(new_page, expect):
    page = new_page(timezone_id="Asia/Tokyo", viewport=PHONE)
    page.goto("/")
    page.locator("main").get_by_role("link", name="Make an account").first.click()
    page.get_by_label("Email").fill(ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    expect(page.get_by_role("heading", level=1, name="Lessons")).to_be_visible()
    plan = StudyPlan.objects.get(learner=User.objects.get(email=ADDRESS))
    assert plan.time_zone == "Asia/Tokyo"


def test_signing_up_works_without_scripts_and_leaves_the_zone_to_the_settings(new_page, expect):
    page = new_page(java_script_enabled=False)
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill(ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make my account").click()
    expect(page.get_by_role("heading", level=1, name="Lessons")).to_be_visible()
    plan = StudyPlan.objects.get(learner=User.objects.get(email=ADDRESS))
    assert plan.time_zone == "UTC"


def test_a_weak_password_is_refused_with_its_reason_and_the_address_stays(new_page, expect):
    page = new_page()
    page.goto("/accounts/signup/")
    page.get_by_label("Email").fill(ADDRESS)
    page.get_by_label("Password").fill("1234")
    page.get_by_role("button", name="Make my account").click()
    expect(page.locator("main .errorlist").first).to_contain_text("too short")
    expect(page.get_by_label("Email")).to_have_value(ADDRESS)
    assert not User.objects.filter(email=ADDRESS).exists()


def test_a_learner_signs_in_from_the_page_that_was_wanted_and_out_again(new_page, learner, expect):
    page = new_page()
    page.goto("/lessons/attention/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.get_by_label("Email").fill("learner@example.org")
    page.get_by_label("Password").fill("a-long-password")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1, name="Attention")).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    page.goto("/review/")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_wrong_password_is_told_in_words_and_signs_nobody_in(new_page, learner, expect):
    page = new_page()
    sign_in(page, "not-the-password")
    expect(page.get_by_role("alert")).to_contain_text("not correct")
    expect(page.get_by_role("alert")).to_be_focused()
    expect(page.get_by_label("Email")).to_have_value("learner@example.org")
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)


def test_a_forgotten_password_is_replaced_by_the_link_in_the_mail(new_page, learner, expect):
    page = new_page()
    page.goto("/accounts/login/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Email").fill("learner@example.org")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    (message,) = mail.outbox
    assert message.to == ["learner@example.org"]
    link = re.search(r"https?://\S+/password/reset/key/\S+", message.body)
    page.goto(link.group())
    for box in page.locator("main input[type=password]").all():
        box.fill(OTHER_PASSWORD)
    page.get_by_role("button", name="Keep this password").click()
    expect(page.get_by_role("heading", name="Your new password is set")).to_be_visible()
    sign_in(page, OTHER_PASSWORD)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.goto(link.group())
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()


def test_no_mail_tells_a_stranger_whether_an_address_has_an_account(new_page, learner, expect):
    page = new_page()
    page.goto("/accounts/password/reset/")
    page.get_by_label("Email").fill("nobody@example.org")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()


def test_a_learner_changes_the_address_from_the_settings(page, learner, expect):
    page.goto("/settings/")
    page.get_by_role("link", name="Change the address").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your e-mail address")
    page.get_by_label("Email").fill("moved@example.org")
    page.get_by_role("button", name="Send a mail to confirm it").click()
    expect(page.get_by_text("It changes to moved@example.org")).to_be_visible()
    assert_looks_right(page)
    (message,) = mail.outbox
    page.goto(re.search(r"https?://\S+/confirm-email/\S+", message.body).group())
    page.get_by_role("button", name="Yes, it is mine").click()
    expect(page.get_by_text("moved@example.org is confirmed.")).to_be_visible()
    assert User.objects.get(pk=learner.pk).email == "moved@example.org"


def test_a_learner_changes_the_password_from_the_settings(page, learner, expect):
    page.goto("/settings/")
    page.get_by_role("link", name="Change the password").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Change the password")
    old, first, second = page.locator("main input[type=password]").all()
    old.fill("wrong")
    first.fill(OTHER_PASSWORD)
    second.fill("something else")
    page.get_by_role("button", name="Keep the new password").click()
    expect(page.locator("main .errorlist")).to_have_count(2)
    assert_looks_right(page)
    old, first, second = page.locator("main input[type=password]").all()
    old.fill("a-long-password")
    first.fill(OTHER_PASSWORD)
    second.fill(OTHER_PASSWORD)
    page.get_by_role("button", name="Keep the new password").click()
    expect(page.get_by_text("Your new password is set.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    assert User.objects.get(pk=learner.pk).check_password(OTHER_PASSWORD)
