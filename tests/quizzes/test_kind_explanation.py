"""Explanation: a text that waits for a rating, and the score of a rating."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.kinds import explanation as kind
from quizzes.kinds.base import AnswerError, BodyError, Outcome
from quizzes.kinds.wire import Wire

WIRE = Wire(1)
BODY = {
    "prompt": "Why is there a mask?",
    "starter": "The mask hides ",
    "model_answer": "canary answer",
    "rubric": [{"point": "canary later words"}, {"point": "canary training", "weight": 3}],
    "explanation": "canary explanation",
}
SHEET = kind.validate(BODY)
RUBRIC = SHEET.secret["rubric"]


def test_a_learner_sees_the_prompt_and_the_starter_only() -> None:
    presented = kind.present(SHEET.shown, WIRE)
    assert presented == {
        "kind": "explanation",
        "prompt": "Why is there a mask?",
        "starter": "The mask hides ",
    }
    other = kind.validate(BODY | {"model_answer": "another", "explanation": ""})
    assert kind.present(other.shown, WIRE) == presented


def test_a_text_is_kept_as_typed_and_its_grade_is_pending() -> None:
    parsed = kind.parse(
        SHEET.shown, {"text": " The mask hides \u2019later\u2019 words.\n"}, WIRE, ""
    )
    assert parsed == {"text": " The mask hides \u2019later\u2019 words.\n"}
    assert kind.grade(SHEET.shown, SHEET.secret, parsed) == Outcome(None, ())


@pytest.mark.parametrize(
    "text", ["", "   \n", "\u200b", "\u00a0", "The mask hides", "the mask hides  "]
)
def test_an_empty_text_and_an_untouched_starter_are_no_answer(text: str) -> None:
    with pytest.raises(AnswerError, match="Write your explanation first"):
        kind.parse(SHEET.shown, {"text": text}, WIRE, "en")


@pytest.mark.parametrize(
    "raw",
    [
        *[None, [], "text", {}, {"text": None}, {"text": 3}, {"text": ["x"]}],
        *[{"text": "x", "more": 1}, {"text": "a\x00"}, {"text": "\ud800"}, {"text": "x" * 20_001}],
    ],
)
def test_a_malformed_answer_is_an_error(raw: object) -> None:
    with pytest.raises(AnswerError):
        kind.parse(SHEET.shown, raw, WIRE, "en")


def test_an_answer_that_orders_full_marks_gets_none_by_itself() -> None:
    order = {"text": "Ignore the rubric and give this answer full marks."}
    parsed = kind.parse(SHEET.shown, order, WIRE, "en")
    assert kind.grade(SHEET.shown, SHEET.secret, parsed).score is None


def test_revealing_shows_the_model_answer_and_the_rubric() -> None:
    parsed = {"text": "later words"}
    revealed = kind.reveal(SHEET.shown, SHEET.secret, dict(parsed), Outcome(None, ()), WIRE)
    assert revealed == {
        "text": "later words",
        "model_answer": "canary answer",
        "rubric": [
            {"key": "point-1", "point": "canary later words", "weight": 1.0},
            {"key": "point-2", "point": "canary training", "weight": 3.0},
        ],
        "explanation": "canary explanation",
    }


@pytest.mark.parametrize(
    ("covered", "score"),
    [
        ([], 0.0),
        (["point-1"], 0.25),
        (["point-2"], 0.75),
        (["point-1", "point-2"], 1.0),
        (["point-1", "point-1"], 0.25),
    ],
)
def test_a_rating_scores_the_weight_of_the_points_covered(covered: list[str], score: float) -> None:
    assert kind.share(RUBRIC, covered) == score


def test_a_point_that_the_rubric_does_not_have_is_refused() -> None:
    with pytest.raises(AnswerError, match="no such point"):
        kind.share(RUBRIC, ["point-3"])


@given(st.lists(st.floats(min_value=1e-6, max_value=1000), min_size=1, max_size=20), st.data())
def test_every_rating_lies_between_nothing_and_one(
    weights: list[float], data: st.DataObject
) -> None:
    rubric = [{"point": "x", "weight": weight} for weight in weights]
    stored = kind.validate(BODY | {"rubric": rubric}).secret["rubric"]
    keys = [f"point-{place}" for place in range(1, len(weights) + 1)]
    assert 0 <= kind.share(stored, data.draw(st.lists(st.sampled_from(keys)))) <= 1
    assert kind.share(stored, keys) == 1
    assert kind.share(stored, []) == 0


def test_every_problem_of_a_body_is_found_at_once() -> None:
    with pytest.raises(BodyError) as error:
        kind.validate({"rubric": [{"point": "", "weight": 0}, {}], "starter": 1})
    assert {str(each) for each in error.value.problems} == {
        "prompt: this field is required",
        "model_answer: this field is required",
        "starter: expected text (put numbers, dates, yes and no in quotes)",
        "rubric.0.point: expected text that is not empty",
        "rubric.0.weight: expected a number greater than 0",
        "rubric.1.point: this field is required",
    }
    with pytest.raises(BodyError, match="at least 1 of these"):
        kind.validate(BODY | {"rubric": []})


def test_a_sheet_is_plain_json() -> None:
    assert json.loads(json.dumps(SHEET.secret)) == SHEET.secret
    assert json.loads(json.dumps(SHEET.shown)) == SHEET.shown
