"""Cards, history, progress and what changes them, over the API."""

from datetime import timedelta

import pytest

from quizzes.models import Draw
from review.models import Card, ReviewLog
from review.services import suspend
from tests.authoring import make_question, right, wrong
from tests.conftest import NOON
from tests.openapi import conforms
from tests.review.studying import card_of, study
from tests.review.test_api import DRAWS, fields, refusal, submit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
CARDS = "/api/v1/cards/"
LOGS = "/api/v1/review-logs/"


@pytest.fixture
def lid():
    return make_question("lid")


def at(question, tail=""):
    return f"{CARDS}{question.public_id}/{tail}"


def answered(script, question, *, miss=False, key="key-1") -> Draw:
    body = conforms(script.post(DRAWS, {"question": str(question.public_id)}, format="json"))
    draw = Draw.objects.get(public_id=body["id"])
    conforms(submit(script, draw, wrong(draw) if miss else right(draw), key=key))
    return draw


def post(script, draw, tail, body=None):
    return script.post(f"{DRAWS}{draw.public_id}/{tail}/", body or {}, format="json")


# Cards


def test_a_card_tells_its_memory(script, learner, lid, clock):
    study(learner, lid, NOON)
    clock.move_to(NOON + timedelta(days=2))
    found = conforms(script.get(at(lid)))
    card = card_of(learner, lid)
    assert found["question"] == str(lid.public_id)
    assert (found["state"], found["reps"], found["lapses"]) == ("review", 1, 0)
    assert (found["stability"], found["difficulty"]) == (card.stability, card.difficulty)
    assert 0.85 < found["retrievability"] < 0.95
    assert (found["suspended_at"], found["retired"]) == (None, False)
    assert conforms(script.get(CARDS))["results"] == [found]


def test_cards_are_filtered_by_state_and_by_being_set_aside(script, learner, lid):
    pot = make_question("pot")
    study(learner, lid, NOON)
    study(learner, pot, NOON)
    suspend(learner_id=learner.pk, question=pot, now=NOON)

    def listed(query):
        page = conforms(script.get(f"{CARDS}?{query}"))
        return [card["question"] for card in page["results"]]

    assert listed("suspended=true") == [str(pot.public_id)]
    assert listed("suspended=false") == [str(lid.public_id)]
    assert len(listed("state=review")) == 2
    assert listed("state=new") == []
    assert fields(script.get(f"{CARDS}?state=old")) == ["state"]
    assert fields(script.get(f"{CARDS}?suspended=maybe")) == ["suspended"]


def test_a_card_set_aside_is_not_asked_until_it_is_taken_up(script, learner, lid, clock):
    study(learner, lid, NOON)
    clock.move_to(NOON + timedelta(days=9))
    first = conforms(script.post(at(lid, "suspend/")))
    assert first["suspended_at"] == "2027-03-19T12:00:00Z"
    clock.shift(timedelta(minutes=5))
    assert conforms(script.post(at(lid, "suspend/"))) == first
    assert conforms(script.get("/api/v1/due/"))["results"] == []
    assert conforms(script.post(at(lid, "unsuspend/")))["suspended_at"] is None
    assert conforms(script.post(at(lid, "unsuspend/")))["suspended_at"] is None
    assert len(conforms(script.get("/api/v1/due/"))["results"]) == 1
    kinds = list(ReviewLog.objects.filter(card__question=lid).values_list("kind", flat=True))
    assert kinds == ["review", "suspend", "unsuspend"]


def test_a_card_of_somebody_else_is_404_like_one_that_never_was(script, script_of, other, lid):
    answered(script_of(other), lid)
    for tail in ("", "suspend/", "unsuspend/"):
        method = script.get if not tail else script.post
        theirs = refusal(method(at(lid, tail)), 404)
        assert theirs == refusal(method(at(make_question("pot"), tail)), 404)
    assert conforms(script.get(CARDS))["results"] == []
    assert conforms(script.get(LOGS))["results"] == []
    assert Card.objects.get(learner=other).suspended_at is None


# History


def test_history_is_the_logs_from_which_the_card_follows(script, learner, lid):
    draw = answered(script, lid)
    card = card_of(learner, lid)
    suspend(learner_id=learner.pk, question=lid, now=NOON)
    review, aside = conforms(script.get(LOGS))["results"]
    assert (review["kind"], review["seq"], review["rating"]) == ("review", 1, 3)
    assert (review["draw"], review["question"]) == (str(draw.public_id), str(lid.public_id))
    assert (review["stability_before"], review["stability_after"]) == (None, card.stability)
    assert (review["interval_days"], review["study_date"]) == (2.0, "2027-03-10")
    assert (aside["kind"], aside["seq"], aside["draw"], aside["rating"]) == (
        "suspend",
        2,
        None,
        None,
    )


def test_history_is_filtered_by_question_and_by_time(script, learner, lid):
    pot = make_question("pot")
    study(learner, lid, NOON)
    study(learner, pot, NOON + timedelta(hours=1))

    def listed(**query):
        return [log["question"] for log in conforms(script.get(LOGS, query))["results"]]

    assert listed(question=str(pot.public_id)) == [str(pot.public_id)]
    assert listed(updated_since="2027-03-10T12:30:00Z") == [str(pot.public_id)]
    assert listed(updated_since="2027-03-10T13:00:00+00:00") == [str(pot.public_id)]
    assert listed(updated_since="2027-03-11T00:00:00Z") == []
    assert len(listed()) == 2
    for name, value in (("question", "lid"), ("updated_since", "noon"), ("limit", "0")):
        assert fields(script.get(LOGS, {name: value})) == [name]


def test_a_filter_goes_on_from_page_to_page(script, learner, lid):
    for day in range(5):
        study(learner, lid, NOON + timedelta(days=day))
        study(learner, make_question(f"q{day}"), NOON + timedelta(days=day))
    seqs, address = [], f"{LOGS}?limit=2&question={lid.public_id}"
    while address:
        response = script.get(address)
        seqs += [log["seq"] for log in conforms(response)["results"]]
        link = response.headers.get("Link", "")
        address = link.partition(">")[0][1:]
    assert seqs == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(("address", "queries"), [(CARDS, 3), (LOGS, 2)])
def test_lists_cost_the_same_however_long(
    script, learner, address, queries, django_assert_num_queries
):
    for number in range(8):
        study(learner, make_question(f"q{number}"), NOON)
    script.get(address)
    for limit in (1, 8):
        with django_assert_num_queries(queries):
            assert len(conforms(script.get(f"{address}?limit={limit}"))["results"]) == limit


# Judging and taking back


def test_a_right_answer_is_rated(script, learner, lid):
    draw = answered(script, lid)
    easy = conforms(post(script, draw, "rating", {"rating": 4}))["result"]
    assert easy["rating"] == 4
    assert conforms(post(script, draw, "rating", {"rating": 4}))["result"] == easy
    assert card_of(learner, lid).state == "review"


@pytest.mark.parametrize("rating", [0, 5, "hard", None, True, 2.5])
def test_a_rating_that_there_is_not_is_refused(script, lid, rating):
    draw = answered(script, lid)
    assert fields(post(script, draw, "rating", {"rating": rating})) == ["rating"]


def test_a_wrong_answer_is_not_rated(script, lid):
    draw = answered(script, lid, miss=True)
    assert refusal(post(script, draw, "rating", {"rating": 3}), 409)["detail"]


def test_an_answer_taken_back_counts_no_more_and_once(script, learner, lid):
    draw = answered(script, lid)
    conforms(post(script, draw, "undo"))
    assert Card.objects.get(learner=learner).state == "new"
    conforms(post(script, draw, "undo"))
    kinds = list(ReviewLog.objects.filter(learner=learner).values_list("kind", flat=True))
    assert kinds == ["review", "undo"]


def test_only_the_last_answer_of_today_is_taken_back(script, learner, lid, clock):
    first = answered(script, lid)
    last = answered(script, make_question("pot"), key="key-2")
    assert "last answer" in refusal(post(script, first, "undo"), 409)["detail"]
    conforms(post(script, last, "undo"))
    conforms(post(script, first, "undo"))
    again = answered(script, lid, key="key-3")
    clock.move_to(NOON + timedelta(days=1))
    refusal(post(script, again, "undo"), 409)


def test_a_question_not_answered_has_nothing_to_take_back(script, lid):
    opened = script.post(DRAWS, {"question": str(lid.public_id)}, format="json").json()
    refusal(script.post(f"{DRAWS}{opened['id']}/undo/"), 409)


# Progress


def test_progress_is_what_the_page_shows(script, learner, lid, clock):
    study(learner, lid, NOON)
    clock.move_to(NOON + timedelta(days=1))
    found = conforms(script.get("/api/v1/progress/"))
    assert found["study_date"] == "2027-03-11"
    (concept,) = found["concepts"]
    assert (concept["concept"], concept["title"], concept["questions"]) == ("boiling", "Boiling", 1)
    assert concept["low_percent"] <= concept["percent"] <= concept["high_percent"]
    assert [day["count"] for day in found["forecast"]][:3] == [0, 1, 0]
    assert found["recent"]["reviews"] == 0
    assert found["today"]["due"] == 0


def test_nobody_is_told_of_anothers_progress(script_of, learner, other, lid):
    study(learner, lid, NOON)
    found = conforms(script_of(other).get("/api/v1/progress/"))
    assert found["concepts"] == []
    assert sum(day["count"] for day in found["forecast"]) == 0


def test_progress_costs_the_same_however_much_there_is(
    script, learner, django_assert_max_num_queries
):
    for number in range(8):
        study(learner, make_question(f"q{number}"), NOON)
    with django_assert_max_num_queries(12):
        conforms(script.get("/api/v1/progress/"))


# What is not known


@pytest.mark.parametrize("address", [CARDS, LOGS, "/api/v1/due/", "/api/v1/lessons/"])
def test_a_parameter_that_a_list_does_not_know_is_refused_by_name(script, address):
    assert fields(script.get(address, {"limt": "5"})) == ["limt"]
    assert fields(script.get(address, {"limt": "5", "limit": "0"})) == ["limit", "limt"]


@pytest.mark.parametrize(
    ("address", "name"),
    [(CARDS, "state"), (CARDS, "suspended"), (LOGS, "updated_since"), (LOGS, "question")],
)
def test_an_empty_filter_is_not_taken_for_none(script, address, name):
    assert fields(script.get(address, {name: ""})) == [name]


def test_names_that_nobody_knows_are_told_a_few_and_cut(script, lid):
    body = {f"{number}{'x' * 500}": 1 for number in range(300)}
    told = fields(script.post(DRAWS, {**body, "question": str(lid.public_id)}, format="json"))
    assert len(told) == 10
    assert {len(name) for name in told} == {60}


def test_a_parameter_sent_twice_is_refused_by_name(script):
    assert fields(script.get(f"{CARDS}?state=new&state=review")) == ["state"]


def test_what_takes_no_body_refuses_one(script, learner, lid, lesson):
    draw = answered(script, lid)
    until = {"until": "2027-01-01"}
    for tail in ("suspend/", "unsuspend/"):
        assert fields(script.post(at(lid, tail), until, format="json")) == ["until"]
    assert fields(post(script, draw, "undo", until)) == ["until"]
    finished = f"/api/v1/lessons/{lesson.slug}/finished/"
    assert fields(script.post(finished, until, format="json")) == ["until"]
    kinds = ReviewLog.objects.filter(learner=learner).values_list("kind", flat=True)
    assert list(kinds) == ["review"]
