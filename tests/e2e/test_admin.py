"""The admin in a browser: axe finds nothing, the preview stands as high as what is in it."""

import pytest
from django.urls import reverse

from lessons.models import Path
from quizzes.models import Draw, Question, Submission, Variant
from tests.e2e.conftest import PHONE
from tests.e2e.looks import AXE, FIND, RULES, assert_looks_right, assert_policy_is_strict
from tests.tutor.admin_rows import one_of_each
from tutor.models import User

LISTS = ["quizzes_question", "quizzes_submission", "review_card", "lessons_path", "tutor_user"]
# A style sheet of Django's imports another; axe would copy it into the page against the policy.
AS_LOADED = {"preload": False}
KINDS = ["multiple_choice", "fill_in", "ordering", "explanation"]


@pytest.fixture
def administrator(db) -> User:
    return User.objects.create_superuser("admin@example.org", "a-long-password")


@pytest.fixture
def page(new_page, administrator):
    """A page on which an administrator is signed in."""
    return new_page(administrator)


def question_page(kind, query=""):
    question = Question.objects.filter(current__kind=kind).order_by("pk").first()
    return reverse("admin:quizzes_question_change", args=[question.pk]) + query


def assert_frame_looks_right(page):
    frame = page.frames[1]
    frame.evaluate(AXE)
    problems = []
    for scheme, options in RULES.items():
        page.emulate_media(color_scheme=scheme)
        problems += [
            f"{scheme}: {found}" for found in frame.evaluate(FIND, ["html", options | AS_LOADED])
        ]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("name", LISTS)
def test_lists(page, name):
    one_of_each(1)
    assert_policy_is_strict(page.goto(reverse(f"admin:{name}_changelist")))
    assert_looks_right(page, **AS_LOADED)


def test_the_first_page(page):
    assert_policy_is_strict(page.goto("/admin/"))
    assert_looks_right(page, **AS_LOADED)


@pytest.mark.parametrize("kind", KINDS)
def test_a_question_with_its_preview(page, kind):
    assert_policy_is_strict(page.goto(question_page(kind)))
    page.frames[1].wait_for_selector(".question")
    assert_looks_right(page, **AS_LOADED)
    assert_frame_looks_right(page)
    assert not Draw.objects.exists()


def test_the_preview_is_as_high_as_what_is_in_it(new_page, administrator):
    page = new_page(administrator, viewport=PHONE)
    page.goto(question_page("multiple_choice"))
    page.wait_for_function(
        """() => {
          const frame = document.querySelector("iframe.preview");
          const root = frame.contentDocument.documentElement;
          return Math.abs(frame.clientHeight - root.scrollHeight) < 3
            && root.scrollWidth <= root.clientWidth;
        }"""
    )


def test_the_pager_leads_on(page, expect):
    page.goto(question_page("multiple_choice"))
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_text("Variant 2 of")).to_be_visible()


@pytest.mark.parametrize("model", [Variant, Path, Submission, User])
def test_objects(page, model):
    one_of_each(1)
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
    page.goto(reverse(name, args=[model.objects.first().pk]))
    assert_looks_right(page, **AS_LOADED)


def test_the_refusal_to_delete_an_account_with_history(page, expect):
    learner = one_of_each(1)
    page.goto(reverse("admin:tutor_user_delete", args=[learner.pk]))
    expect(page.get_by_text("is not deleted, because history is kept")).to_be_visible()
    assert_looks_right(page, **AS_LOADED)
