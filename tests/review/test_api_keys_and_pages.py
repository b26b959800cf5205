"""Idempotency keys and the pages of the due queue, over the API."""

import base64
import json
import re
from datetime import timedelta

import pytest

from quizzes.models import Draw, Question, Submission
from review.models import Card, ReviewLog
from tests.authoring import make_question, right, wrong
from tests.conftest import NOON
from tests.openapi import conforms
from tests.review.studying import study
from tests.review.test_api import DRAWS, fields, refusal, submit

pytestmark = pytest.mark.django_db
DUE = "/api/v1/due/"


@pytest.fixture
def draw(script, clock) -> Draw:
    question = make_question("lid")
    body = conforms(script.post(DRAWS, {"question": str(question.public_id)}, format="json"))
    return Draw.objects.get(public_id=body["id"])


# Idempotency-Key


def test_the_same_key_and_body_give_the_same_response_and_one_review(script, draw):
    first = submit(script, draw, right(draw), confidence="sure")
    again = submit(script, draw, right(draw), confidence="sure")
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content
    assert ReviewLog.objects.filter(submission__draw=draw).count() == 1


def test_the_same_key_with_another_body_is_409(script, draw):
    submit(script, draw, right(draw))
    problem = refusal(submit(script, draw, wrong(draw)), 409)
    assert "Idempotency-Key" in problem["detail"]


def test_a_second_answer_under_another_key_is_409(script, draw):
    submit(script, draw, right(draw))
    problem = refusal(submit(script, draw, right(draw), key="key-2"), 409)
    assert problem["detail"] == "This question was answered already."


def test_two_learners_keys_do_not_meet(script, script_of, other, draw):
    submit(script, draw, right(draw))
    caller = script_of(other)
    body = {"question": str(draw.question.public_id)}
    theirs = Draw.objects.get(public_id=caller.post(DRAWS, body, format="json").json()["id"])
    assert submit(caller, theirs, wrong(theirs)).json()["result"]["score"] == 0.0


@pytest.mark.parametrize(
    "key", [None, "", "x" * 129, "page-1", "a\x00b", "tab\there", "schlüssel", "\ud800"]
)
def test_a_key_that_is_missing_or_odd_is_refused(script, draw, key):
    assert fields(submit(script, draw, right(draw), key=key)) == ["Idempotency-Key"]
    assert not Submission.objects.filter(draw=draw).exists()


@pytest.mark.parametrize("key", ["x", "x" * 128, '"quoted"', "a b"])
def test_any_printable_key_will_do(script, draw, key):
    assert submit(script, draw, right(draw), key=key).status_code == 200


# Pages of the due queue


@pytest.fixture
def due(learner, clock) -> list[str]:
    """Seven cards, some due at the same moment; their public ids in order."""
    for number in range(7):
        study(learner, make_question(f"q{number}"), NOON + timedelta(minutes=number), miss=True)
    clock.move_to(NOON + timedelta(days=2))
    cards = Card.objects.filter(learner=learner).order_by("due", "id")
    return [str(card.question.public_id) for card in cards.select_related("question")]


def ids(page):
    return [entry["question"] for entry in page["results"]]


def test_the_queue_is_listed_longest_overdue_first(script, due):
    page = conforms(script.get(DUE))
    assert ids(page) == due
    assert page["next"] is None
    entry = page["results"][0]
    assert (entry["bank"], entry["concept"], entry["reps"]) == ("kettles", "boiling", 1)
    assert entry["source"] == {
        "title": "The kettle",
        "path": "/lessons/kettle/",
        "anchor": "check",
    }


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7, 100])
def test_pages_together_are_the_queue_without_gaps_or_doubles(script, due, limit):
    found, address = [], f"{DUE}?limit={limit}"
    while address:
        response = script.get(address)
        page = conforms(response)
        assert len(page["results"]) <= limit
        found += ids(page)
        link = re.fullmatch(r'<(.+)>; rel="next"', response.headers.get("Link", ""))
        assert bool(link) == (page["next"] is not None)
        address = link[1] if link else None
    assert found == due


def test_a_page_goes_on_where_it_stopped_though_cards_have_gone(script, due, learner):
    first = conforms(script.get(f"{DUE}?limit=3"))
    Question.objects.filter(public_id=due[1]).update(retired_at=NOON)
    study(learner, Question.objects.get(public_id=due[2]), NOON + timedelta(days=2))
    second = conforms(script.get(f"{DUE}?limit=3&cursor={first['next']}"))
    assert ids(second) == due[3:6]


def test_nobody_sees_the_queue_of_another(script_of, other, due):
    assert conforms(script_of(other).get(DUE))["results"] == []


def test_listing_costs_the_same_however_many_are_due(script, due, django_assert_num_queries):
    script.get(DUE)
    with django_assert_num_queries(3):  # whose token it is, the plan and the page
        script.get(f"{DUE}?limit=1")
    with django_assert_num_queries(3):
        script.get(f"{DUE}?limit=100")


@pytest.mark.parametrize(
    "limit", ["0", "-1", "101", "", "ten", "1.5", "٣", "9" * 400, "000000001" + "9" * 30, "+5"]
)
def test_a_limit_outside_1_to_100_is_refused(script, due, limit):
    assert fields(script.get(DUE, {"limit": limit})) == ["limit"]


def sealed(value) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "ü",
        "%%%",
        "A" * 5000,
        sealed([]),
        sealed(7),
        sealed({"a": 1, "b": 2}),
        sealed(["2027-03-10T12:00:00", 1]),
        sealed(["2027-03-10T12:00:00+00:00", "1"]),
        sealed(["2027-03-10T12:00:00+00:00", True]),
        sealed(["2027-03-10T12:00:00+00:00", -1]),
        sealed(["2027-03-10T12:00:00+00:00", 2**63]),
        sealed(["0001-01-01T00:00:00+14:00", 1]),
        sealed(["9999-12-31T23:59:59-14:00", 1]),
        sealed(["\ud800", 1]),
        sealed(["2027-03-10\x00", 1]),
    ],
)
def test_a_cursor_that_is_not_ours_is_refused(script, due, cursor):
    assert fields(script.get(DUE, {"cursor": cursor})) == ["cursor"]


@pytest.mark.parametrize("year", ["0001-01-01T00:00:00+00:00", "9999-12-31T23:59:59+00:00"])
def test_a_cursor_at_the_ends_of_time_is_only_far_away(script, due, year):
    page = conforms(script.get(DUE, {"cursor": sealed([year, 1])}))
    assert len(page["results"]) == (7 if year.startswith("0001") else 0)


def test_a_stranger_sees_no_queue(client):
    refusal(client.get(DUE), 401)
