"""Multiple choice with several right options: what counts, and what guessing gains."""

import json
from collections.abc import Sequence
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.kinds import multiple_choice as kind
from quizzes.kinds.base import AnswerError, BodyError, Outcome, Part, Sheet
from quizzes.kinds.wire import Wire

WIRE = Wire(20)


def body(right: Sequence[str], wrong: Sequence[str], **fields: object) -> dict[str, object]:
    options: list[dict[str, object]] = [{"text": text, "right": True} for text in right]
    options += [
        {"text": text, "feedback": f"not {text}", "misconception": f"about-{text}"}
        for text in wrong
    ]
    return {"prompt": "Which?", "choose": "several", "options": options, **fields}


def sheet_of(right: Sequence[str], wrong: Sequence[str]) -> Sheet:
    return kind.validate(body(right, wrong))


def ids(sheet: Sheet) -> dict[str, str]:
    presented = json.loads(json.dumps(kind.present(sheet.shown, WIRE)))
    return {option["text"]: option["id"] for option in presented["options"]}


def outcome(sheet: Sheet, *texts: str) -> Outcome:
    found = ids(sheet)
    parsed = kind.parse(sheet.shown, {"choices": [found[text] for text in texts]}, WIRE, "en")
    return kind.grade(sheet.shown, sheet.secret, json.loads(json.dumps(parsed)))


def refusal(sheet: Sheet, raw: object) -> str:
    with pytest.raises(AnswerError) as error:
        kind.parse(sheet.shown, raw, WIRE, "en")
    return error.value.message


MIXED = sheet_of(["a", "b"], ["x", "y", "z"])


def test_the_right_ones_together_score_one_and_each_its_share() -> None:
    assert outcome(MIXED, "a", "b").score == 1
    assert outcome(MIXED, "b").score == 0.5


def test_a_wrong_one_costs_its_share_of_the_wrong_ones() -> None:
    assert outcome(MIXED, "a", "b", "x").score == pytest.approx(2 / 3)
    assert outcome(MIXED, "a", "x").score == pytest.approx(1 / 6)
    assert outcome(MIXED, "a", "x", "y").score == 0
    assert outcome(MIXED, "x").score == 0


def test_fault_19_all_right_ones_with_wrong_ones_get_less_than_everything() -> None:
    assert outcome(MIXED, "a", "b", "x", "y", "z").score == 0


@given(st.integers(1, 6), st.integers(1, 4))
def test_choosing_everything_gives_nothing(right: int, wrong: int) -> None:
    rights, wrongs = [f"r{at}" for at in range(right)], [f"w{at}" for at in range(wrong)]
    assert outcome(sheet_of(rights, wrongs), *rights, *wrongs).score == 0


def test_where_no_option_is_wrong_each_right_one_counts() -> None:
    sheet = sheet_of(["a", "b", "c"], [])
    assert outcome(sheet, "a", "c").score == pytest.approx(2 / 3)
    assert outcome(sheet, "a", "b", "c").score == 1


@given(st.integers(1, 4), st.integers(0, 4))
def test_only_the_right_ones_alone_score_one(right: int, wrong: int) -> None:
    rights, wrongs = [f"r{at}" for at in range(right)], [f"w{at}" for at in range(wrong)]
    texts = [*rights, *wrongs]
    if len(texts) < 2:
        return
    sheet = sheet_of(rights, wrongs)
    for chosen in chain.from_iterable(combinations(texts, n) for n in range(1, len(texts) + 1)):
        score = outcome(sheet, *chosen).score
        assert score is not None
        assert 0 <= score <= 1
        assert (score == 1) == (list(chosen) == rights)


def test_each_chosen_option_is_a_part_with_what_it_says() -> None:
    parts = outcome(MIXED, "a", "x").parts
    assert [(part.score, part.feedback, part.misconception) for part in parts] == [
        (1.0, "", ""),
        (0.0, "not x", "about-x"),
    ]
    assert all(isinstance(part, Part) for part in parts)


def test_a_learner_is_told_that_several_may_be_chosen_and_no_key() -> None:
    presented = kind.present(MIXED.shown, WIRE)
    assert presented["multiple"] is True
    other = sheet_of(["x", "b", "z"], ["a", "y"])
    assert MIXED.shown == other.shown
    assert "about-" not in json.dumps(MIXED.shown)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({"choices": []}, "at least one"),
        ({"choices": ["a" * 12]}, "not one of the options"),
        ({"choices": [3]}, "not one of the options"),
        ({"choices": "a"}, "list"),
        ({}, '"choices"'),
    ],
)
def test_a_malformed_answer_is_an_error_with_a_message(raw: object, said: str) -> None:
    assert said in refusal(MIXED, raw)


def test_an_option_counts_once() -> None:
    one = ids(MIXED)["a"]
    assert "once" in refusal(MIXED, {"choices": [one, one]})


def test_revealing_marks_every_right_and_every_chosen_option() -> None:
    found = ids(MIXED)
    parsed = kind.parse(MIXED.shown, {"choices": [found["a"], found["x"]]}, WIRE, "en")
    graded = kind.grade(MIXED.shown, MIXED.secret, parsed)
    revealed = json.loads(
        json.dumps(kind.reveal(MIXED.shown, MIXED.secret, parsed, graded, WIRE)["options"])
    )
    assert {option["text"] for option in revealed if option["right"]} == {"a", "b"}
    assert {option["text"] for option in revealed if option["chosen"]} == {"a", "x"}


def test_at_least_one_option_is_right_and_several_must_be_asked_for() -> None:
    with pytest.raises(BodyError, match="at least one right option"):
        kind.validate(body([], ["x", "y"]))
    with pytest.raises(BodyError, match="exactly one right option, found 2"):
        kind.validate(body(["a", "b"], ["x"], choose="one"))
    with pytest.raises(BodyError, match="'one' or 'several'"):
        kind.validate(body(["a"], ["x"], choose="many"))


def test_options_of_code_that_differ_in_indentation_differ() -> None:
    flat, deep = "```\nif a:\nb\n```", "```\nif a:\n  b\n```"
    assert len(ids(sheet_of([flat, deep], []))) == 2
    with pytest.raises(BodyError, match="reads the same"):
        sheet_of([flat, f"{flat}\n"], [])
