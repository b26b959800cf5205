"""What a file brought says which, so that an administrator knows where to change it."""

import shutil
from pathlib import Path as FilePath

import pytest

from lessons.models import Lesson, Path
from quizzes.models import Bank, Concept, Misconception, Question
from tests.lessons.loaded import Folder

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: FilePath) -> Folder:
    kitchen = tmp_path / "kitchen" / "content"
    kitchen.mkdir(parents=True)
    return Folder(kitchen)


def test_every_object_of_a_file_says_which_file(folder):
    folder.load()

    lesson_file, catalogue = "kitchen/content/kettle.md", "kitchen/content/catalogue.yaml"
    assert Lesson.objects.get(slug="kettle").source_file == lesson_file
    assert Path.objects.get(slug="kitchen").source_file == catalogue
    assert Bank.objects.get(slug="kettles").source_file == catalogue
    assert Concept.objects.get(slug="heat").source_file == catalogue
    assert Misconception.objects.get(slug="steam-is-smoke").source_file == catalogue
    questions = Question.objects.filter(bank__slug="kettles")
    assert set(questions.values_list("source_file", flat=True)) == {lesson_file}


def test_a_second_load_changes_nothing(folder):
    folder.load()

    assert folder.load().changes == []


def test_the_same_folder_elsewhere_changes_nothing(folder, tmp_path):
    folder.load()
    elsewhere = tmp_path / "other machine" / "kitchen" / "content"
    shutil.copytree(folder.path, elsewhere)
    folder.path = elsewhere

    assert folder.load().changes == []


def test_a_renamed_file_is_named_anew_and_nothing_else_changes(folder):
    folder.load()
    (folder.path / "kettle.md").rename(folder.path / "boiling.md")

    changes = folder.load().changes

    assert Lesson.objects.get(slug="kettle").source_file == "kitchen/content/boiling.md"
    assert "changed lesson The kettle: source_file" in changes
    assert not any("new" in line for line in changes)
    assert folder.load().changes == []


def test_the_real_content_names_files_of_the_project(lesson):
    assert lesson.source_file == "attention/content/attention.md"
