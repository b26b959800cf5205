"""Paths, lessons and predictions over the API: as much as the learner may see, and no more."""

from datetime import timedelta

import pytest

from lessons.models import Lesson, LessonProgress, Prediction, PredictionAnswer
from quizzes.services import open_draw
from review.models import Card
from tests.authoring import right
from tests.conftest import NOON
from tests.lessons.loaded import Folder, kettle, question
from tests.openapi import conforms
from tests.review.studying import study
from tests.review.test_api import fields, refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
LESSON = "/api/v1/lessons/kettle/"
FIRST = f"{LESSON}predictions/first/"
SECOND = f"{LESSON}predictions/second/"


@pytest.fixture
def folder(tmp_path) -> Folder:
    """A lesson with two steps behind predictions, beside nothing else."""
    made = Folder(tmp_path)
    made.load()
    return made


def parts(document, kind):
    return [
        part[kind]
        for section in document["sections"]
        for part in section["parts"]
        if part["type"] == kind
    ]


def option(slug="first", at=0):
    found: str = Prediction.objects.get(slug=slug).shown["options"][at]["id"]
    return found


def guess(script, address=FIRST, **body):
    return script.post(f"{address}answer/", body or {"choice": option()}, format="json")


# Reading


def test_paths_hold_their_lessons_in_order_with_the_readers_place(script, learner, lesson):
    LessonProgress.objects.create(learner=learner, lesson=lesson, section_reached=3)
    (path,) = conforms(script.get("/api/v1/paths/"))["results"]
    places = path["lessons"]
    assert path["slug"] == "machine-learning"
    assert [place["lesson"]["slug"] for place in places] == ["attention", "self-attention"]
    assert places[0]["position"] < places[1]["position"]
    assert places[0]["lesson"]["progress"] == {"section_reached": 3, "completed_at": None}
    assert places[0]["lesson"]["section_count"] == 9
    assert places[1]["lesson"]["progress"]["section_reached"] == 0
    assert conforms(script.get("/api/v1/paths/machine-learning/")) == path


def test_a_lesson_lists_prose_steps_and_questions_in_reading_order(script, folder):
    found = conforms(script.get(LESSON))
    assert [section["slug"] for section in found["sections"]] == ["why", "predict", "check"]
    assert [section["kind"] for section in found["sections"]] == ["why", "predict", "check"]
    assert [part["type"] for part in found["sections"][1]["parts"]] == ["step", "step"]
    assert "It boils." in parts(found, "html")[0]
    asked = parts(found, "question")
    assert [one["id"] for one in asked] == [
        str(question(slug).public_id) for slug in ("hot", "degrees")
    ]
    assert [one["answered"] for one in asked] == [False, False]


def test_an_answered_question_says_so_and_to_nobody_else(script, script_of, learner, other, folder):
    draw, _ = open_draw(learner_id=learner.pk, question=question("hot"), now=NOON)
    study(learner, draw.question, NOON, right(draw))
    asked = parts(conforms(script.get(LESSON)), "question")
    assert [one["answered"] for one in asked] == [True, False]
    theirs = parts(conforms(script_of(other).get(LESSON)), "question")
    assert [one["answered"] for one in theirs] == [False, False]


def test_a_lesson_whose_file_is_gone_is_listed_no_more(script, folder):
    assert "kettle" in [one["slug"] for one in conforms(script.get("/api/v1/lessons/"))["results"]]
    Lesson.objects.filter(slug="kettle").update(retired_at=NOON)
    listed = conforms(script.get("/api/v1/lessons/"))["results"]
    assert "kettle" not in [one["slug"] for one in listed]
    for address in (LESSON, FIRST):
        refusal(script.get(address), 404)
    for tail in ("finished/", "reached/", "predictions/first/answer/"):
        body = {"choice": "x", "section": "why"}
        refusal(script.post(f"{LESSON}{tail}", body, format="json"), 404)


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_pages_of_lessons_are_the_list_without_gaps(script, folder, lesson, limit):
    found, cursor = [], ""
    while cursor is not None:
        page = conforms(script.get(f"/api/v1/lessons/?limit={limit}&cursor={cursor}"))
        found += [one["slug"] for one in page["results"]]
        cursor = page["next"]
    live = Lesson.objects.filter(retired_at=None)
    assert found == sorted(live.values_list("slug", flat=True))


@pytest.mark.parametrize(
    ("address", "queries"),
    [
        ("/api/v1/paths/", 5),
        ("/api/v1/paths/machine-learning/", 5),
        ("/api/v1/lessons/", 3),
        ("/api/v1/lessons/attention/", 10),
    ],
)
def test_what_reading_costs(script, lesson, address, queries, django_assert_max_num_queries):
    script.get(address)
    with django_assert_max_num_queries(queries):
        script.get(address)


# Predictions


def test_what_is_behind_an_owed_prediction_is_not_there(script, folder):
    response = script.get(LESSON)
    assert "SECRET" not in response.content.decode()
    steps = parts(conforms(response), "step")
    assert [(step["locked"], step["html"]) for step in steps] == [(True, None), (True, None)]
    assert [step["prediction"]["can_answer"] for step in steps] == [True, False]
    for address in (FIRST, SECOND):
        alone = script.get(address)
        assert "SECRET" not in alone.content.decode()
        assert conforms(alone)["guess"] is None


def test_a_guess_opens_its_step_and_no_more(script, script_of, other, folder):
    made = conforms(guess(script, choice=option(at=1), confidence="guess"))
    assert made["guess"] == {
        "choice": option(at=1),
        "text": "It cools",
        "confidence": "guess",
        "answered_at": "2027-03-10T12:00:00Z",
        "came_true": False,
        "outcome": made["guess"]["outcome"],
    }
    assert "SECRET-OUTCOME-1" in made["guess"]["outcome"]
    steps = parts(conforms(script.get(LESSON)), "step")
    assert [step["locked"] for step in steps] == [False, True]
    assert "SECRET-STEP-1" in steps[0]["html"]
    assert steps[0]["prediction"] == made
    assert conforms(script.get(FIRST)) == made
    assert "SECRET" not in script_of(other).get(LESSON).content.decode()


def test_a_guess_sent_again_gives_the_same_and_another_one_is_409(script, learner, folder):
    first = conforms(guess(script, choice=option(at=0)))
    assert conforms(guess(script, choice=option(at=0), confidence="sure")) == first
    problem = refusal(guess(script, choice=option(at=1)), 409)
    assert "first one counts" in problem["detail"]
    assert conforms(script.get(FIRST)) == first
    assert PredictionAnswer.objects.filter(learner=learner).count() == 1


def test_a_guess_out_of_turn_is_409(script, learner, folder):
    refusal(guess(script, SECOND, choice=option("second")), 409)
    assert not PredictionAnswer.objects.filter(learner=learner).exists()


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        ({"choice": "nowhere"}, 422, "choices"),
        ({"choice": ""}, 400, "choice"),
        ({"choice": None}, 400, "choice"),
        ({"choice": "x" * 41}, 400, "choice"),
        ({"choice": "x", "confidence": "very"}, 400, "confidence"),
    ],
)
def test_a_guess_of_the_wrong_shape_is_refused(script, learner, folder, body, status, field):
    response = guess(script, **body)
    assert fields(response, status) == [field]
    assert "SECRET" not in response.content.decode()
    assert not PredictionAnswer.objects.filter(learner=learner).exists()


def test_a_field_that_there_is_not_is_named_beside_what_is_missing(script, learner, folder):
    assert fields(guess(script, choices=["x"])) == ["choice", "choices"]
    assert fields(guess(script, choice=option(), confidance="sure")) == ["confidance"]
    assert not PredictionAnswer.objects.filter(learner=learner).exists()


# The place


def test_the_place_moves_on_and_never_back(script, folder):
    for section, reached in (("predict", 2), ("why", 2), ("check", 3), ("check", 3)):
        body = {"section": section}
        found = conforms(script.post(f"{LESSON}reached/", body, format="json"))
        assert found == {"section_reached": reached, "completed_at": None}


@pytest.mark.parametrize("section", ["nowhere", "", None, "a b", 7, "x" * 61])
def test_a_section_that_is_not_there_is_refused_by_name(script, learner, folder, section):
    response = script.post(f"{LESSON}reached/", {"section": section}, format="json")
    assert fields(response) == ["section"]
    assert not LessonProgress.objects.filter(learner=learner).exists()


def test_finishing_counts_once_and_brings_the_questions_into_review(
    script, learner, other, clock, folder
):
    first = conforms(script.post(f"{LESSON}finished/"))
    assert first == {"section_reached": 3, "completed_at": "2027-03-10T12:00:00Z"}
    clock.move_to(NOON + timedelta(days=1))
    assert conforms(script.post(f"{LESSON}finished/")) == first
    cards = Card.objects.filter(learner=learner, question__bank__slug="kettles")
    assert cards.count() == 2
    assert not Card.objects.filter(learner=other).exists()
    assert kettle().slug == conforms(script.get(LESSON))["slug"]
