"""The admin changes no history and nothing that a file brought, whatever is sent to it."""

import pytest
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import Permission
from django.contrib.messages import get_messages
from django.urls import reverse

from lessons.models import Lesson, Path, PathLesson
from quizzes.admin import AuthoredAdmin, ReadOnlyAdmin
from quizzes.appendonly import AppendOnlyModel
from quizzes.models import Bank, Concept, Misconception, Question, Submission
from review.models import ReviewLog, StudyPlan
from tests.tutor.admin_rows import address, newest, one_of_each
from tutor.models import AccessToken, User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

READ_ONLY = sorted(
    (model for model, page in admin.site._registry.items() if isinstance(page, ReadOnlyAdmin)),
    key=lambda model: model._meta.label,
)
AUTHORED = sorted(
    (model for model, page in admin.site._registry.items() if isinstance(page, AuthoredAdmin)),
    key=lambda model: model._meta.label,
)
LESSON_FILES = ("attention/content/attention.md", "attention/content/self-attention.md")
LINE = "From {}. Change it there and run manage.py load_lessons."


def label(model):
    return model._meta.label


def delete_chosen(browser, model, *rows):
    chosen = {ACTION_CHECKBOX_NAME: [row.pk for row in rows]}
    return browser.post(
        address(model), {"action": "delete_selected", "post": "yes", "index": "0", **chosen}
    )


def stored(model):
    return list(model._default_manager.order_by("pk").values())


def test_every_append_only_table_is_only_read():
    tables = [m for m in admin.site._registry if issubclass(m, AppendOnlyModel)]
    assert len(tables) >= 8
    assert set(tables) <= set(READ_ONLY)


@pytest.mark.parametrize("model", READ_ONLY, ids=label)
def test_a_forged_post_changes_nothing(administration, model):
    one_of_each(1)
    (row,) = newest(model, 1)
    before = stored(model)
    values = {field.name: "1" for field in model._meta.concrete_fields}

    assert administration.post(address(model, "add"), values).status_code == 403
    assert administration.post(address(model, "change", row.pk), values).status_code == 403
    assert stored(model) == before


@pytest.mark.parametrize("model", [m for m in READ_ONLY if m is not AccessToken], ids=label)
def test_nothing_that_is_only_read_can_be_deleted(administration, model):
    one_of_each(1)
    (row,) = newest(model, 1)
    before = stored(model)

    forged = administration.post(address(model, "delete", row.pk), {"post": "yes"})
    assert forged.status_code == 403
    delete_chosen(administration, model, row)
    assert stored(model) == before


def test_a_token_can_be_revoked_by_whoever_has_the_right(staff):
    one_of_each(1)
    token = AccessToken.objects.get()
    browser = staff("view_accesstoken", "delete_accesstoken")

    assert token.digest not in browser.get(address(AccessToken, "change", token.pk)).text
    browser.post(address(AccessToken, "delete", token.pk), {"post": "yes"})
    assert not AccessToken.objects.exists()


# What a file brought


@pytest.fixture
def from_file(lesson):
    """An object of each kind that the real files brought."""
    return {
        Bank: Bank.objects.first(),
        Concept: Concept.objects.first(),
        Misconception: Misconception.objects.first(),
        Question: Question.objects.first(),
        Lesson: lesson,
        Path: Path.objects.first(),
        PathLesson: PathLesson.objects.first(),
    }


@pytest.mark.parametrize(
    "model", [Bank, Concept, Misconception, Question, Lesson, Path, PathLesson], ids=label
)
def test_what_a_file_brought_says_so_and_cannot_be_changed(administration, from_file, model):
    row, before = from_file[model], stored(model)
    page = administration.get(address(model, "change", row.pk))
    file = getattr(row, "source_file", None) or row.path.source_file

    assert file in ("attention/content/catalogue.yaml", *LESSON_FILES)
    assert LINE.format(file) in page.text
    assert not page.context["has_change_permission"]
    forged = administration.post(address(model, "change", row.pk), {"title": "Forged"})
    assert forged.status_code == 403
    forged = administration.post(address(model, "delete", row.pk), {"post": "yes"})
    assert forged.status_code == 403
    delete_chosen(administration, model, row)
    assert stored(model) == before


@pytest.mark.parametrize("model", [Bank, Concept, Path], ids=label)
def test_what_was_made_in_the_admin_can_be_changed_there(administration, model):
    made = administration.post(address(model, "add"), {"slug": "mine", "title": "Mine"})
    row = model.objects.get(slug="mine")
    page = administration.get(address(model, "change", row.pk))
    changed = administration.post(
        address(model, "change", row.pk), {"slug": "other", "title": "Mine too"}
    )

    assert (made.status_code, changed.status_code) == (302, 302)
    assert "load_lessons" not in page.text
    row.refresh_from_db()
    assert (row.title, row.slug, row.source_file) == ("Mine too", "mine", "")


def test_a_lesson_is_put_into_a_path_of_the_admin_and_into_no_other(administration, lesson):
    mine = Path.objects.create(slug="mine", title="Mine")
    place = {"lesson": lesson.pk, "unit": "First", "position": 1}
    read = Path.objects.exclude(source_file="").first()

    refused = administration.post(address(PathLesson, "add"), place | {"path": read.pk})
    taken = administration.post(address(PathLesson, "add"), place | {"path": mine.pk})

    assert (refused.status_code, taken.status_code) == (200, 302)
    assert PathLesson.objects.filter(path=mine, lesson=lesson).exists()
    administration.post(address(Path, "delete", mine.pk), {"post": "yes"})
    assert not Path.objects.filter(slug="mine").exists()
    assert Lesson.objects.filter(pk=lesson.pk).exists()


# Accounts


@pytest.fixture
def fresh():
    """An account with a plan and nothing else."""
    user = User.objects.create_user("fresh@example.org", "a-long-password")
    StudyPlan.objects.create(learner=user)
    return user


def said(response):
    return " ".join(str(message) for message in get_messages(response.wsgi_request))


def test_an_account_with_history_is_not_deleted_and_it_is_said_why(administration):
    learner = one_of_each(1)
    for send in (administration.get, administration.post):
        response = send(address(User, "delete", learner.pk), {"post": "yes"})
        assert response.url == address(User, "change", learner.pk)
        words = said(response)
        assert "learner-1@example.org is not deleted" in words
        assert "1 submission" in words
        assert "1 review log" in words
        assert "Is active" in words
    assert Submission.objects.filter(learner=learner).exists()
    assert ReviewLog.objects.filter(learner=learner).exists()


def test_among_chosen_accounts_one_with_history_keeps_all(administration, fresh):
    learner = one_of_each(1)
    response = delete_chosen(administration, User, fresh, learner)

    assert "learner-1@example.org is not deleted" in said(response)
    assert User.objects.filter(pk__in=[fresh.pk, learner.pk]).count() == 2


def test_an_account_without_history_goes_with_its_plan(administration, fresh):
    assert administration.get(address(User, "delete", fresh.pk)).status_code == 200
    administration.post(address(User, "delete", fresh.pk), {"post": "yes"})

    assert not User.objects.filter(pk=fresh.pk).exists()
    assert not StudyPlan.objects.filter(learner_id=fresh.pk).exists()


def test_chosen_accounts_without_history_go(administration, fresh):
    delete_chosen(administration, User, fresh)

    assert not User.objects.filter(pk=fresh.pk).exists()


def test_an_administrator_keeps_the_trail_of_what_they_did(administration):
    administration.post(address(Bank, "add"), {"slug": "mine", "title": "Mine"})
    me = User.objects.get(email="admin@example.org")
    response = administration.post(address(User, "delete", me.pk), {"post": "yes"})

    assert "1 log entry" in said(response)
    assert User.objects.filter(pk=me.pk).exists()


def test_staff_who_change_users_give_nobody_rights(staff, fresh, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    browser = staff("view_user", "change_user")
    me = User.objects.get(email="staff@example.org")
    for user in (me, fresh):
        browser.post(
            address(User, "change", user.pk),
            {
                "email": user.email,
                "language": "de",
                "is_active": "on",
                "is_staff": "on",
                "is_superuser": "on",
                "user_permissions": [permission.pk for permission in Permission.objects.all()],
            },
        )
        user.refresh_from_db()
        assert user.language == "de"
        assert not user.is_superuser
    assert not fresh.is_staff
    assert me.user_permissions.count() == 2


@pytest.mark.parametrize("page", ["change", "delete"])
def test_staff_do_not_touch_a_superuser(staff, page):
    chief = User.objects.create_superuser("chief@example.org", "a-long-password")
    browser = staff("view_user", "change_user", "delete_user")

    assert browser.post(address(User, page, chief.pk), {"post": "yes"}).status_code == 403
    password = reverse("admin:auth_user_password_change", args=[chief.pk])
    assert browser.post(password, {"usable_password": "true"}).status_code == 403
    delete_chosen(browser, User, chief)
    assert User.objects.filter(pk=chief.pk, is_superuser=True).exists()


def test_staff_without_the_right_delete_no_account(staff, fresh):
    browser = staff("view_user")

    forged = browser.post(address(User, "delete", fresh.pk), {"post": "yes"})
    assert forged.status_code == 403
    delete_chosen(browser, User, fresh)
    assert User.objects.filter(pk=fresh.pk).exists()
