"""The admin lists every table without a query for each row, and changes no history."""

import pytest
from django.contrib import admin
from django.urls import reverse

from quizzes.models import Draw
from tutor.models import User

pytestmark = pytest.mark.django_db

LISTS = sorted(
    reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for model in admin.site._registry
)


@pytest.fixture
def administration(clock, browser_of):
    """The admin, with an administrator signed in."""
    return browser_of(User.objects.create_superuser("admin@example.org", "a-long-password"))


@pytest.fixture
def answered(clock, lesson, script):
    """Three questions answered, so that every list has rows."""
    for slug in ("score-sign", "mask-purpose", "cached-work"):
        question = str(
            lesson.sections.get(places__question__slug=slug)
            .places.get(question__slug=slug)
            .question.public_id
        )
        opened = script.post("/api/v1/draws/", {"question": question}, format="json").json()
        answer = {"choices": [opened["shown"]["options"][0]["id"]]}
        script.post(
            f"/api/v1/draws/{opened['id']}/submission/",
            {"answer": answer},
            format="json",
            headers={"Idempotency-Key": slug},
        )
    assert Draw.objects.count() == 3


@pytest.mark.parametrize("address", LISTS)
def test_a_list_needs_a_handful_of_queries(
    administration, answered, django_assert_max_num_queries, address
):
    with django_assert_max_num_queries(12):
        assert administration.get(address).status_code == 200


def test_a_learner_is_kept_out(pages, lesson):
    assert pages.get("/admin/").status_code == 302


def test_an_account_made_in_the_admin_is_kept_in_lower_case(administration):
    response = administration.post(
        reverse("admin:tutor_user_add"),
        {
            "email": "New.Person@Example.ORG",
            "usable_password": "true",
            "password1": "quite-a-long-one-9",
            "password2": "quite-a-long-one-9",
        },
    )
    assert response.status_code == 302
    assert User.objects.filter(email="new.person@example.org").exists()


def test_history_cannot_be_changed_or_deleted(administration, answered):
    for model in ("quizzes_submission", "quizzes_grade", "review_reviewlog"):
        row = administration.get(reverse(f"admin:{model}_changelist"))
        assert row.status_code == 200
        assert administration.get(reverse(f"admin:{model}_add")).status_code == 403
