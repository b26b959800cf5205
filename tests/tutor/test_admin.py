"""The admin has a list of every table, each made by the same few queries however long it is."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from lessons.models import Lesson, Path
from quizzes.models import Bank, Concept, Question
from tests.tutor.admin_rows import address, newest, one_of_each
from tutor.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
OURS = [
    model
    for app in ("tutor", "lessons", "quizzes", "review")
    for model in apps.get_app_config(app).get_models()
]


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_every_table_has_its_list(model):
    assert admin.site.is_registered(model)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_thirty_rows_need_as_many_queries_as_three(administration, model):
    def queries(count):
        keys = ",".join(str(row.pk) for row in newest(model, count))
        with CaptureQueriesContext(
            connection,
        ) as captured:
            response = administration.get(address(model), {"id__in": keys})
        assert response.context["cl"].result_count == count
        assert len(response.context["cl"].result_list) == count
        return len(captured)

    for number in range(3):
        one_of_each(number)
    queries(3)  # what is remembered for the whole process is read now
    few = queries(3)
    for number in range(3, 30):
        one_of_each(number)
    assert queries(30) == few
    assert few <= 20


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_every_list_can_be_searched_and_every_object_looked_at(administration, model):
    one_of_each(1)
    (row,) = newest(model, 1)

    assert admin.site._registry[model].get_search_fields(None) if model in OURS else True
    assert administration.get(address(model), {"q": "learner 1"}).status_code == 200
    page = administration.get(address(model, "change", row.pk))
    assert page.status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_every_link_of_a_list_and_of_an_object_leads_somewhere(administration, model):
    one_of_each(1)
    (row,) = newest(model, 1)
    page = administration.get(address(model, "change", row.pk))

    for related in page.context["related_lists"]:
        found = administration.get(related["url"])
        assert found.status_code == 200
        assert found.context["cl"].result_count >= 0
        assert str(row.pk) in found.context["cl"].params.popitem()[1]


def test_the_lists_that_belong_to_a_learner_hold_only_what_is_theirs(administration):
    learner, _other = one_of_each(1), one_of_each(2)
    page = administration.get(address(User, "change", learner.pk))
    lists = {one["label"]: one["url"] for one in page.context["related_lists"]}

    for label in ("Submissions", "Cards", "Review logs", "Study plans", "Prediction answers"):
        assert administration.get(lists[label]).context["cl"].result_count == 1


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_staff_without_the_right_are_refused(staff, model):
    one_of_each(1)
    (row,) = newest(model, 1)
    browser = staff()

    for page in (address(model), address(model, "change", row.pk)):
        assert browser.get(page).status_code == 403


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model._meta.label)
def test_learners_and_strangers_are_sent_to_sign_in(client, pages, model):
    one_of_each(1)
    (row,) = newest(model, 1)

    for browser in (client, pages):
        for page in (address(model), address(model, "change", row.pk)):
            response = browser.get(page)
            assert response.status_code == 302
            assert response.url.startswith("/admin/login/")


def test_an_object_names_only_the_lists_its_reader_may_open(staff):
    learner = one_of_each(1)
    browser = staff("view_user", "view_card")
    page = browser.get(address(User, "change", learner.pk))

    assert {one["label"] for one in page.context["related_lists"]} == {"Cards"}


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


@pytest.mark.parametrize("model", [Bank, Concept, Question, Lesson, Path])
def test_a_list_can_be_narrowed_to_one_file_or_to_none(administration, lesson, model):
    one_of_each(1)
    file = model.objects.exclude(source_file="").first().source_file

    def found(chosen):
        response = administration.get(address(model), {"source_file": chosen})
        return {row.source_file for row in response.context["cl"].result_list}

    assert found(file) == {file}
    assert found("none") == {""}
