"""Nobody gets at an account with rights that they do not hold; a language is one of the site's."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import Group, Permission

from tests.tutor.admin_rows import address
from tutor.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

OF_STAFF = ("view_user", "change_user", "delete_user")
OF_ADDRESSES = (
    "view_emailaddress",
    "add_emailaddress",
    "change_emailaddress",
    "delete_emailaddress",
)
NEW_PASSWORD = {
    "usable_password": "true",
    "password1": "quite-a-long-one-9",
    "password2": "quite-a-long-one-9",
}


def directly(user, right):
    user.user_permissions.add(right)


def through_a_group(user, right):
    group = Group.objects.create(name="Teachers")
    group.permissions.add(right)
    user.groups.add(group)


def though_locked(user, right):
    user.user_permissions.add(right)
    user.is_active = False
    user.save()


@pytest.fixture(params=[directly, through_a_group, though_locked], ids=lambda f: f.__name__)
def stronger(request):
    """Somebody with one right that other staff lack."""
    user = User.objects.create_user("stronger@example.org", "a-long-password", is_staff=True)
    request.param(user, Permission.objects.get(codename="change_bank"))
    return user


def kept(user):
    return User.objects.values().get(pk=user.pk)


def test_nobody_sets_the_password_of_someone_with_a_right_they_lack(staff, stronger):
    browser, before = staff(*OF_STAFF), kept(stronger)
    page = f"/admin/tutor/user/{stronger.pk}/password/"

    assert browser.get(page).status_code == 403
    assert browser.post(page, NEW_PASSWORD).status_code == 403
    assert kept(stronger) == before


def test_nobody_changes_or_deletes_the_account_of_someone_with_a_right_they_lack(staff, stronger):
    browser, before = staff(*OF_STAFF), kept(stronger)
    changes = {"email": "mine@example.org", "language": "en", "is_active": "on"}

    assert browser.post(address(User, "change", stronger.pk), changes).status_code == 403
    assert browser.post(address(User, "delete", stronger.pk), {"post": "yes"}).status_code == 403
    chosen = {ACTION_CHECKBOX_NAME: [stronger.pk], "action": "delete_selected", "post": "yes"}
    browser.post(address(User), chosen)
    assert kept(stronger) == before


def test_staff_set_the_password_of_someone_with_no_more_rights(staff, learner):
    equal = User.objects.create_user("equal@example.org", "a-long-password", is_staff=True)
    equal.user_permissions.add(Permission.objects.get(codename="change_user"))
    browser = staff(*OF_STAFF)

    for user in (equal, learner):
        page = f"/admin/tutor/user/{user.pk}/password/"
        assert browser.post(page, NEW_PASSWORD).status_code == 302
        assert User.objects.get(pk=user.pk).check_password("quite-a-long-one-9")


def test_superusers_set_every_password(administration, stronger):
    page = f"/admin/tutor/user/{stronger.pk}/password/"
    assert administration.post(page, NEW_PASSWORD).status_code == 302


def test_nobody_gives_an_address_to_someone_with_a_right_they_lack(staff, stronger):
    browser = staff(*OF_ADDRESSES)
    sent = {"user": stronger.pk, "email": "mine@example.org", "verified": "on"}
    response = browser.post(address(EmailAddress, "add"), sent)

    assert "has rights that you do not have" in response.content.decode()
    assert not EmailAddress.objects.exists()


def test_nobody_moves_their_own_address_to_someone_with_a_right_they_lack(staff, stronger):
    browser = staff(*OF_ADDRESSES)
    own = EmailAddress.objects.create(
        user=User.objects.get(email="staff@example.org"), email="mine@example.org", verified=True
    )
    sent = {"user": stronger.pk, "email": "mine@example.org", "verified": "on"}
    browser.post(address(EmailAddress, "change", own.pk), sent)

    own.refresh_from_db()
    assert own.user.email == "staff@example.org"


def test_nobody_changes_confirms_or_deletes_an_address_of_someone_with_a_right_they_lack(
    staff, stronger
):
    browser = staff(*OF_ADDRESSES)
    row = EmailAddress.objects.create(user=stronger, email=stronger.email)
    before = EmailAddress.objects.values().get()
    sent = {"user": stronger.pk, "email": "mine@example.org", "verified": "on"}

    assert browser.post(address(EmailAddress, "change", row.pk), sent).status_code == 403
    assert browser.post(address(EmailAddress, "delete", row.pk), {"post": "yes"}).status_code == 403
    for action in ("make_verified", "delete_selected"):
        chosen = {ACTION_CHECKBOX_NAME: [row.pk], "action": action, "post": "yes"}
        browser.post(address(EmailAddress), chosen)
    assert EmailAddress.objects.values().get() == before


def test_staff_confirm_the_address_of_a_learner(staff, learner):
    row = EmailAddress.objects.create(user=learner, email=learner.email)
    chosen = {ACTION_CHECKBOX_NAME: [row.pk], "action": "make_verified"}
    staff(*OF_ADDRESSES).post(address(EmailAddress), chosen)
    assert EmailAddress.objects.get().verified


def test_only_superusers_give_rights_to_groups(staff, administration):
    group = Group.objects.create(name="Teachers")
    right = Permission.objects.get(codename="change_bank")
    sent = {"name": "Teachers", "permissions": [right.pk]}
    browser = staff("view_group", "add_group", "change_group", "delete_group")

    assert browser.get(address(Group, "change", group.pk)).status_code == 200
    assert browser.post(address(Group, "change", group.pk), sent).status_code == 403
    assert browser.post(address(Group, "add"), sent | {"name": "Mine"}).status_code == 403
    assert browser.post(address(Group, "delete", group.pk), {"post": "yes"}).status_code == 403
    assert not group.permissions.exists()
    assert administration.post(address(Group, "change", group.pk), sent).status_code == 302
    assert group.permissions.get() == right


@pytest.mark.parametrize("language", ["zz", "", "EN"])
def test_a_language_that_the_site_lacks_is_refused(administration, learner, language):
    sent = {"email": learner.email, "language": language, "is_active": "on"}
    page = administration.post(address(User, "change", learner.pk), sent)
    assert page.status_code == 200
    assert page.context["adminform"].form.errors.keys() == {"language"}
    assert User.objects.get(pk=learner.pk).language == "en"


def test_a_language_of_the_site_is_set(administration, learner, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    sent = {"email": learner.email, "language": "de", "is_active": "on"}
    assert administration.post(address(User, "change", learner.pk), sent).status_code == 302
    assert User.objects.get(pk=learner.pk).language == "de"
