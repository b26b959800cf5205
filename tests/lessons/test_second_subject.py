"""A second subject comes by its name in the settings alone; that no app imports one is lint."""

import re
from collections.abc import Iterator
from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from lessons.models import Lesson
from lessons.models import Path as LessonPath
from lessons.registry import widgets
from lessons.services.loading import content_folders, load_lessons, read_content
from quizzes.models import Draw, Question
from quizzes.registry import generators
from review.models import Card
from tests.conftest import NOON
from tests.openapi import conforms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def sums(db: None) -> Iterator[None]:
    """The subject is installed, and its lesson loaded."""
    with override_settings(INSTALLED_APPS=[*settings.INSTALLED_APPS, "tests.sums.apps.SumsConfig"]):
        _forget()
        load_lessons(read_content(content_folders()), now=NOON)
        yield
    _forget()


def _forget() -> None:
    generators.cache_clear()
    widgets.cache_clear()


def test_its_lesson_stands_beside_the_others_with_its_figure(sums, pages):
    assert set(LessonPath.objects.values_list("slug", flat=True)) >= {"arithmetic"}
    page = pages.get("/lessons/sums/").content.decode()
    assert page.count("●") == 7
    assert "What is" in page
    assert "Arithmetic" in pages.get("/").content.decode()


def test_loading_it_again_changes_nothing(sums):
    report = load_lessons(read_content(content_folders()), now=NOON)
    assert report.changes == []
    assert Lesson.objects.filter(retired_at=None).count() == 3


def test_its_generator_is_checked_with_the_others(sums):
    out = StringIO()
    call_command("check_generators", "--seeds", "100", "--only", "sums.two_numbers", stdout=out)
    assert out.getvalue().splitlines()[-1] == "1 templates, 0 faults"


def test_its_question_is_asked_graded_diagnosed_and_scheduled(sums, script, learner):
    question = Question.objects.get(bank__slug="sums")
    body = {"question": str(question.public_id)}
    draw = conforms(script.post("/api/v1/draws/", body, format="json"))
    a, b = map(int, re.findall(r"\d+", draw["shown"]["prompt"]))
    answered = conforms(
        script.post(
            f"/api/v1/draws/{draw['id']}/submission/",
            {"answer": {"blanks": {"sum": str(a * b)}}},
            format="json",
            headers={"Idempotency-Key": "k"},
        )
    )
    assert answered["result"]["score"] == 0.0
    assert [idea["slug"] for idea in answered["result"]["misconceptions"]] == [
        "adding-is-multiplying"
    ]
    assert Card.objects.get(learner=learner).question == question
    assert Draw.objects.get(learner=learner).variant.version.generator == "sums.two_numbers"
