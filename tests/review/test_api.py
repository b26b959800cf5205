"""The REST API: shapes as the schema says, answers counted once, nothing of anybody else."""

from uuid import uuid4

import pytest

from quizzes.models import Draw, Submission
from tests.authoring import make_question, right, wrong
from tests.conftest import NOON
from tests.openapi import conforms
from tests.review.studying import plan_row

pytestmark = pytest.mark.django_db
DRAWS = "/api/v1/draws/"


@pytest.fixture(autouse=True)
def _standing_clock(clock):
    """Noon of a Wednesday."""


@pytest.fixture
def question():
    return make_question("lid")


@pytest.fixture
def opened(script, question):
    """Opens a question through the API and returns its draw."""

    def open_it(asked=question, caller=script) -> Draw:
        body = conforms(caller.post(DRAWS, {"question": str(asked.public_id)}, format="json"))
        return Draw.objects.get(public_id=body["id"])

    return open_it


def submit(script, draw, raw, key="key-1", **more):
    headers = {"Idempotency-Key": key} if key is not None else {}
    address = f"{DRAWS}{draw.public_id}/submission/"
    return script.post(address, {"answer": raw, **more}, format="json", headers=headers)


def refusal(response, status):
    """The problem document of a refused request."""
    assert response.status_code == status
    problem = conforms(response)
    assert problem["status"] == status
    assert response.headers["Content-Type"] == "application/problem+json"
    return problem


def fields(response, status=400):
    return [error["field"] for error in refusal(response, status)["errors"]]


# Shapes


def test_a_learner_reads_their_account_and_plan(script, learner):
    me = conforms(script.get("/api/v1/me/"))
    assert me["id"] == str(learner.public_id)
    assert me["email"] == learner.email
    assert me["study_plan"]["time_zone"] == "UTC"


def test_a_learner_changes_their_plan(script, learner):
    changes = {
        "time_zone": "Asia/Tokyo",
        "reminder_consent": True,
        "desired_retention": 0.85,
        "new_per_day": 0,
        "reviews_per_day": 9999,
        "paused_until": "2027-04-01",
    }
    me = conforms(script.patch("/api/v1/me/", changes | {"language": "en"}, format="json"))
    assert changes.items() <= me["study_plan"].items()
    assert me["language"] == "en"
    assert plan_row(learner).time_zone == "Asia/Tokyo"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("time_zone", "Mars/Base"),
        ("time_zone", 3),
        ("rollover_hour", 24),
        ("rollover_hour", "early"),
        ("reminder_hour", -1),
        ("desired_retention", 0.99),
        ("desired_retention", "nan"),
        ("desired_retention", None),
        ("reminder_consent", "perhaps"),
        ("new_per_day", -1),
        ("new_per_day", 10_000),
        ("new_per_day", None),
        ("reviews_per_day", 1.5),
        ("reviews_per_day", "all"),
        ("paused_until", "2027-03-10"),
        ("paused_until", "2028-03-11"),
        ("paused_until", "9999-12-31"),
        ("paused_until", "soon"),
        ("paused_until", ""),
    ],
)
def test_a_setting_out_of_bounds_is_refused_by_name(script, learner, name, value):
    before = plan_row(learner)
    assert fields(script.patch("/api/v1/me/", {name: value}, format="json")) == [name]
    assert getattr(plan_row(learner), name) == getattr(before, name)


@pytest.mark.parametrize(
    "refused",
    [{"language": "tlh"}, {"language": None}, {"paused_until": "2020-01-01"}, {"email": "a@b.c"}],
)
def test_one_setting_that_is_refused_lets_none_be_changed(script, learner, refused):
    good = {"language": "en", "new_per_day": 7}
    response = script.patch("/api/v1/me/", good | refused, format="json")
    assert fields(response) == list(refused)
    assert plan_row(learner).new_per_day == 20


def test_null_ends_a_pause(script, learner):
    conforms(script.patch("/api/v1/me/", {"paused_until": "2027-04-01"}, format="json"))
    me = conforms(script.patch("/api/v1/me/", {"paused_until": None}, format="json"))
    assert me["study_plan"]["paused_until"] is None


@pytest.mark.parametrize("kind", ["multiple_choice", "fill_in", "explanation"])
def test_a_question_of_each_kind_is_opened_read_and_answered(script, opened, kind):
    draw = opened(make_question(kind, kind))
    before = conforms(script.get(f"{DRAWS}{draw.public_id}/"))
    assert (before["kind"], before["number"], before["result"]) == (kind, 1, None)
    after = conforms(submit(script, draw, right(draw)))
    assert after["shown"] == before["shown"]
    assert conforms(script.get(f"{DRAWS}{draw.public_id}/")) == after
    result = after["result"]
    if kind == "explanation":
        assert (result["score"], result["due"]) == (None, None)
    else:
        assert (result["score"], result["rating"], result["interval_days"]) == (1.0, 3, 2.0)
        assert result["due"] == "2027-03-12T04:00:00Z"


def test_a_wrong_answer_comes_with_its_misconception(script, opened):
    draw = opened()
    result = conforms(submit(script, draw, wrong(draw)))["result"]
    assert (result["score"], result["rating"]) == (0.0, 1)
    assert {idea["slug"] for idea in result["misconceptions"]} <= {"stones-boil"}
    assert result["revealed"]["explanation"]


def test_an_explanation_is_graded_by_its_learner(script, opened):
    draw = opened(make_question("why", "explanation"))
    address = f"{DRAWS}{draw.public_id}/self-grade/"
    refusal(script.post(address, {"covered": []}, format="json"), 409)
    submit(script, draw, right(draw))
    wrong_point = script.post(address, {"covered": ["point-9"]}, format="json")
    assert fields(wrong_point, 422) == ["covered"]
    result = conforms(script.post(address, {"covered": ["point-1"]}, format="json"))["result"]
    assert (result["score"], result["rating"]) == (0.5, 2)
    again = conforms(script.post(address, {"covered": []}, format="json"))["result"]
    assert again == result


def test_opening_says_201_once_and_200_until_it_is_answered(script, question):
    body = {"question": str(question.public_id)}
    first = script.post(DRAWS, body, format="json")
    second = script.post(DRAWS, body, format="json")
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    draw = Draw.objects.get(public_id=first.json()["id"])
    submit(script, draw, right(draw))
    third = script.post(DRAWS, body, format="json")
    assert (third.status_code, third.json()["number"]) == (201, 2)


# Refusals


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "question"), ({"question": "lid"}, "question"), ({"question": None}, "question")],
)
def test_what_does_not_name_a_question_is_refused(script, body, field):
    assert fields(script.post(DRAWS, body, format="json")) == [field]


def test_a_question_that_is_unknown_or_retired_is_404(script, question):
    refusal(script.post(DRAWS, {"question": str(uuid4())}, format="json"), 404)
    question.retired_at = NOON
    question.save()
    refusal(script.post(DRAWS, {"question": str(question.public_id)}, format="json"), 404)
    assert not Draw.objects.filter(question=question).exists()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "answer"),
        ({"answer": []}, "answer"),
        ({"answer": {"choices": []}, "confidence": "very"}, "confidence"),
        ({"answer": {"choices": []}, "answer_seconds": -1}, "answer_seconds"),
        ({"answer": {"choices": []}, "answer_seconds": "nan"}, "answer_seconds"),
        ({"answer": {"choices": []}, "answer_seconds": "inf"}, "answer_seconds"),
        ({"answer": {"choices": []}, "locale": "../en"}, "locale"),
    ],
)
def test_a_request_of_the_wrong_shape_is_refused_by_field(script, opened, body, field):
    draw = opened()
    response = script.post(
        f"{DRAWS}{draw.public_id}/submission/",
        body,
        format="json",
        headers={"Idempotency-Key": "k"},
    )
    assert fields(response) == [field]
    assert not Submission.objects.filter(draw=draw).exists()


@pytest.mark.parametrize(
    ("raw", "field"),
    [({"choices": []}, "choices"), ({"choices": ["x"]}, "choices"), ({"text": "x"}, "")],
)
def test_a_malformed_answer_is_422_and_the_question_stays_open(script, opened, raw, field):
    draw = opened()
    problem = refusal(submit(script, draw, raw), 422)
    assert [error["field"] for error in problem["errors"]] == [field]
    assert not Submission.objects.filter(draw=draw).exists()
    assert submit(script, draw, right(draw)).status_code == 200


OF_A_DRAW = [
    ("get", f"{DRAWS}{{}}/"),
    ("post", f"{DRAWS}{{}}/submission/"),
    ("post", f"{DRAWS}{{}}/self-grade/"),
    ("post", f"{DRAWS}{{}}/rating/"),
    ("post", f"{DRAWS}{{}}/undo/"),
]


@pytest.mark.parametrize(("method", "address"), OF_A_DRAW)
def test_a_draw_of_somebody_else_is_404_like_one_that_never_was(
    script, script_of, other, opened, method, address
):
    foreign = opened(caller=script_of(other))
    answers = []
    for draw_id in (foreign.public_id, uuid4()):
        body = {"answer": right(foreign), "covered": [], "rating": 3}
        more = {"data": body, "format": "json", "headers": {"Idempotency-Key": "k"}}
        called = getattr(script, method)
        response = called(address.format(draw_id), **(more if method == "post" else {}))
        answers.append(refusal(response, 404))
    assert answers[0] == answers[1]
    assert not Submission.objects.filter(draw=foreign).exists()


@pytest.mark.parametrize("address", ["/api/v1/nowhere/", f"{DRAWS}7/", "/api/v2/"])
def test_an_address_that_is_not_there_is_a_problem_document_too(script, address):
    response = script.get(address)
    assert (response.status_code, response.json()["status"]) == (404, 404)
    assert response.headers["Content-Type"] == "application/problem+json"
