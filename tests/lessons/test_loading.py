"""Lesson files become rows; loading again changes only what has changed."""

import re

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import models
from django.utils import timezone

from lessons.models import (
    Lesson,
    PathLesson,
    Prediction,
    PredictionAnswer,
    Section,
    SectionQuestion,
    Step,
)
from lessons.services import commit_prediction
from lessons.services.loading import content_folders, load_lessons
from quizzes.generation import PoolError
from quizzes.models import Concept, Misconception, Question, QuestionVersion, Variant
from tests.conftest import NOON
from tests.lessons.loaded import Folder, kettle, question
from tests.review.studying import card_of, study

pytestmark = pytest.mark.django_db
TABLES: tuple[type[models.Model], ...] = (
    Concept,
    Misconception,
    Question,
    QuestionVersion,
    Variant,
    Lesson,
    PathLesson,
    Section,
    SectionQuestion,
    Step,
    Prediction,
)


def stored():
    return {table.__name__: list(table.objects.order_by("pk").values()) for table in TABLES}


@pytest.fixture
def folder(tmp_path) -> Folder:
    """The kettle, loaded."""
    made = Folder(tmp_path)
    made.load()
    return made


def guess(learner, slug="first", choice=0):
    prediction = Prediction.objects.get(slug=slug, step__section__lesson=kettle())
    option = prediction.shown["options"][choice]["id"]
    return commit_prediction(learner_id=learner.pk, prediction=prediction, choice=option, now=NOON)


# Once and again


def test_a_second_load_changes_nothing(folder):
    before = stored()
    report = folder.load()
    assert (report.changes, report.lessons, report.questions) == ([], 1, 2)
    assert stored() == before


def test_the_real_lesson_loads_twice_without_a_change(lesson, contents):
    before = stored()
    assert load_lessons(contents, now=timezone.now()).changes == []
    assert stored() == before


def test_the_command_says_what_it_did(lesson, capsys):
    call_command("load_lessons")
    said = capsys.readouterr().out
    assert said.endswith(" questions: 0 changes.\n")
    call_command("load_lessons", check=True)
    assert capsys.readouterr().out.endswith("in order; nothing was written.\n")


def test_check_alone_writes_nothing(db, tmp_path):
    before = stored()
    Folder(tmp_path)
    call_command("load_lessons", str(tmp_path), check=True)
    assert stored() == before


def test_a_folder_by_itself_retires_nothing_of_the_others(lesson, tmp_path):
    Folder(tmp_path)
    call_command("load_lessons", str(tmp_path), verbosity=0)
    lesson.refresh_from_db()
    assert lesson.retired_at is None
    assert kettle().retired_at is None


# Faults


@pytest.mark.parametrize(
    ("old", "new", "at", "expected"),
    [
        ("kind: fill_in", "kind: guess_in", "kind: guess_in", "unknown kind"),
        ("heat\nprompt: Is", "cold\nprompt: Is", "concept: cold", "unknown concept"),
        ("right: true", "right: false", "options:\n  -", "exactly one right option"),
        ("step: boil", "step: cool", "```prediction second", "unknown step"),
        ("```step boil", "```stop boil", "```stop", "unknown directive"),
        ("It boils.", "It <b>boils</b>.", "It <b>", "HTML"),
    ],
)
def test_a_broken_block_is_named_by_file_and_line_and_nothing_is_written(
    folder, capsys, old, new, at, expected
):
    before = stored()
    text = folder.text.replace(old, new, 1).replace("minutes: 5", "minutes: 6")
    folder.write(text)
    with pytest.raises(CommandError) as refusal:
        call_command("load_lessons", str(folder.path))
    line = text[: text.index(at)].count("\n") + 1
    assert re.search(rf"kettle\.md:{line}: .*{expected}", str(refusal.value))
    assert stored() == before
    assert capsys.readouterr().out == ""


def test_a_pool_that_cannot_be_filled_is_named_by_file_and_line(folder, monkeypatch):
    before = stored()

    def fail(name, form):
        raise PoolError(name, 3, 200, "20,000 seeds gave no more")

    monkeypatch.setattr("lessons.services.loading.generated_pool", fail)
    generated = "kind: multiple_choice\nconcept: heat\ngenerator: attention.dot_product\n"
    block = folder.block("question", "hot")
    folder.write(folder.text.replace(block, f"```question hot\n{generated}```\n"))
    with pytest.raises(CommandError, match=r"kettle\.md:\d+: .*3 of 200 variants"):
        call_command("load_lessons", str(folder.path))
    assert stored() == before


def test_a_fault_while_writing_leaves_everything_as_it_was(folder, monkeypatch):
    before = stored()

    def fail(*_):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr("lessons.services.loading._load_paths", fail)
    with pytest.raises(RuntimeError, match="disk"):
        folder.change("title: The kettle", "title: The pot")
    assert stored() == before


def test_a_folder_that_is_not_there_is_named(db, tmp_path):
    with pytest.raises(CommandError, match="nowhere is not a folder"):
        call_command("load_lessons", str(tmp_path / "nowhere"))


def test_every_installed_subject_brings_its_folder():
    assert [folder.parent.name for folder in content_folders()] == ["attention"]


# Changes


def test_a_new_title_keeps_the_lesson_its_questions_and_cards(folder, learner):
    study(learner, question("hot"), NOON)
    lesson, asked = kettle(), question("hot")
    report = folder.change("title: The kettle", "title: The pot")
    assert "changed lesson The pot: title, origin_hash" in report.changes
    assert (kettle().pk, kettle().public_id) == (lesson.pk, lesson.public_id)
    assert question("hot").current_id == asked.current_id
    assert question("hot").source_title == "The pot"
    assert card_of(learner, question("hot")).reps == 1


def test_a_moved_question_keeps_its_card_and_knows_its_new_section(folder, learner):
    study(learner, question("hot"), NOON)
    block = folder.block("question", "hot")
    folder.text = folder.text.replace(block, "")
    folder.change("It boils.\n", f"It boils.\n\n{block}")
    assert question("hot").source_anchor == "why"
    assert SectionQuestion.objects.get(question=question("hot")).section.slug == "why"
    assert card_of(learner, question("hot")).reps == 1


def test_a_changed_key_makes_a_new_version_and_cards_survive(folder, learner):
    study(learner, question("degrees"), NOON, {"blanks": {"degrees": "100"}})
    old = question("degrees").current
    folder.change('value: "100"', 'value: "99"')
    assert question("degrees").current.number == 2
    assert old.variants.get().secret != question("degrees").current.variants.get().secret
    assert card_of(learner, question("degrees")).reps == 1


def test_a_removed_question_is_retired_and_comes_back(folder, learner):
    study(learner, question("hot"), NOON)
    block = folder.block("question", "hot")
    report = folder.drop("question", "hot")
    assert "retired question hot" in report.changes
    assert question("hot").retired_at == NOON
    assert not SectionQuestion.objects.filter(question=question("hot")).exists()
    folder.change(
        "## Check {#check kind=check}\n\n", f"## Check {{#check kind=check}}\n\n{block}\n"
    )
    assert question("hot").retired_at is None
    assert question("hot").versions.count() == 1
    assert card_of(learner, question("hot")).reps == 1


def test_a_removed_lesson_is_retired_and_comes_back(folder, contents):
    load_lessons(contents, now=NOON)
    assert kettle().retired_at == NOON
    folder.load()
    assert kettle().retired_at is None
    assert Lesson.objects.get(slug="attention").retired_at == NOON


# Predictions


def test_a_removed_step_keeps_its_guesses_and_comes_back_with_them(folder, learner):
    made = guess(learner)
    text = folder.text
    folder.text = folder.text.replace(folder.block("prediction", "first"), "")
    folder.drop("step", "warm")
    assert Step.objects.get(slug="warm").retired_at == NOON
    assert PredictionAnswer.objects.filter(pk=made.pk).exists()
    folder.write(text)
    folder.load()
    assert Step.objects.get(slug="warm").retired_at is None
    assert Step.objects.get(slug="warm").prediction == made.prediction


def test_a_removed_section_keeps_its_guesses_and_comes_back_with_them(folder, learner):
    made = guess(learner)
    text = folder.text
    start, end = text.index("## Predict"), text.index("## Check")
    folder.write(text[:start] + text[end:])
    folder.load()
    assert Section.objects.get(lesson=kettle(), slug="predict").retired_at == NOON
    folder.write(text)
    folder.load()
    assert Step.objects.get(slug="warm").prediction == made.prediction


def test_a_step_whose_prediction_was_removed_opens_to_everybody(folder, learner, pages):
    made = guess(learner)
    report = folder.drop("prediction", "second")
    assert "prediction second taken out" in report.changes
    assert "SECRET-STEP-2" in pages.get("/lessons/kettle/").content.decode()
    folder.drop("prediction", "first")
    assert PredictionAnswer.objects.filter(pk=made.pk).exists()
    assert folder.load().changes == []


def test_predictions_that_change_places_take_their_guesses_along(folder, learner):
    made = guess(learner)
    first, second = folder.block("prediction", "first"), folder.block("prediction", "second")
    swapped = folder.text.replace(first, "@").replace(second, first.replace("warm", "boil"))
    folder.write(swapped.replace("@", second.replace("boil\n", "warm\n", 1)))
    folder.load()
    assert Step.objects.get(slug="boil").prediction == made.prediction
    assert Step.objects.get(slug="warm").prediction.slug == "second"
    assert PredictionAnswer.objects.get(learner=learner).prediction.slug == "first"
    assert folder.load().changes == []


def test_a_guess_keeps_the_words_it_was_made_with(folder, learner, pages):
    guess(learner, choice=1)
    folder.change("options: [It warms, It cools]", "options: [It gets warm, It turns cold]")
    folder.change("What happens first?", "And first?")
    page = pages.get("/lessons/kettle/").content.decode()
    assert "It cools" in page
    assert "What happens first?" in page
    assert "And first?" not in page
