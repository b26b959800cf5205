"""The key that an author checks says of every answer what grading says of it."""

import pytest

from quizzes.kinds import KINDS
from quizzes.kinds.base import Foreseen, RubricLine
from quizzes.kinds.wire import Wire
from tests.authoring import CHOICE, EXPLANATION

WIRE = Wire(7)
FEEDBACK = {"feedback": "Think again.", "misconception": "stones-boil"}
BLANKS = {
    "prompt": "[[heat]] [[what]] [[where]] [[how]]",
    "bank": {"words": ["fast", "slowly", "never"]},
    "blanks": {
        "heat": {
            "type": "number",
            "label": "degrees",
            "value": "100",
            "atol": "1",
            "rtol": "0.05",
            "wrong": [{"value": "212", **FEEDBACK}],
        },
        "what": {
            "type": "text",
            "label": "what",
            "accept": ["steam", "<vapour>"],
            "wrong": [{"accept": ["smoke"], **FEEDBACK}],
        },
        "where": {
            "type": "choice",
            "label": "where",
            "options": [{"text": "below", "right": True}, {"text": "above", **FEEDBACK}],
        },
        "how": {
            "type": "bank",
            "label": "how",
            "accept": ["fast"],
            "wrong": [{"accept": ["never"], **FEEDBACK}],
        },
    },
}
ORDER = {
    "prompt": "In which order?",
    "items": [{"text": "Fill it"}, {"text": "Heat it"}, {"text": "Pour it"}],
    "distractors": [{"text": "Freeze it", **FEEDBACK}],
    "explanation": "It is a kettle.",
}


def answer_key(kind, body):
    sheet = KINDS[kind].validate(body)
    return KINDS[kind].answer_key(sheet.shown, sheet.secret)


def verdict(kind, body, raw):
    sheet = KINDS[kind].validate(body)
    parsed = KINDS[kind].parse(sheet.shown, raw, WIRE, "")
    return KINDS[kind].grade(sheet.shown, sheet.secret, parsed)


def test_every_option_is_listed_right_ones_first_and_as_it_is_graded():
    key = answer_key("multiple_choice", CHOICE)
    shown = KINDS["multiple_choice"].validate(CHOICE).shown
    ids = {o["text"]: o["id"] for o in KINDS["multiple_choice"].present(shown, WIRE)["options"]}

    assert [one.right for one in key.answers] == [True, False, False]
    assert key.explanation == CHOICE["explanation"]
    for one in key.answers:
        outcome = verdict("multiple_choice", CHOICE, {"choices": [ids[one.answer]]})
        (part,) = outcome.parts
        assert outcome.score == float(one.right)
        assert (part.feedback, part.misconception) == (one.feedback, one.misconception)


def test_every_foreseen_answer_to_a_blank_is_graded_as_listed():
    key = answer_key("fill_in", BLANKS)
    sheet = KINDS["fill_in"].validate(BLANKS)
    ids = {
        option["text"]: option["id"]
        for blank in KINDS["fill_in"].present(sheet.shown, WIRE)["blanks"]
        for option in blank.get("options", [])
    }
    names = {blank["label"]: name for name, blank in BLANKS["blanks"].items()}
    right = {"heat": "100", "what": "steam", "where": ids["below"], "how": ids["fast"]}

    assert {one.part for one in key.answers} == set(names)
    assert sum(not one.right for one in key.answers) == 4
    for one in key.answers:
        name, typed = names[one.part], one.answer.removesuffix(" ± 1 or ± 5 %")
        outcome = verdict("fill_in", BLANKS, {"blanks": right | {name: ids.get(typed, typed)}})
        part = next(part for part in outcome.parts if part.name == name)
        assert part.score == float(one.right)
        assert (part.feedback, part.misconception) == (one.feedback, one.misconception)


def test_a_tolerance_stands_beside_its_number():
    assert Foreseen("degrees", "100 ± 1 or ± 5 %", right=True, is_plain=True) in (
        answer_key("fill_in", BLANKS).answers
    )


def test_an_order_is_listed_by_its_places_and_then_what_does_not_belong():
    key = answer_key("ordering", ORDER)

    assert [(one.part, one.answer) for one in key.answers] == [
        ("1", "Fill it"),
        ("2", "Heat it"),
        ("3", "Pour it"),
        ("", "Freeze it"),
    ]
    assert not key.answers[-1].right
    assert key.answers[-1].misconception == "stones-boil"
    assert key.is_only


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_says_all_that_an_author_wrote(kind):
    bodies = {"multiple_choice": CHOICE, "fill_in": BLANKS, "ordering": ORDER}
    body = {"explanation": "Because.", **bodies.get(kind, EXPLANATION)}

    assert answer_key(kind, body).explanation == body["explanation"]


def test_a_free_text_has_a_model_answer_and_its_rubric():
    key = answer_key("explanation", EXPLANATION)

    assert [one.answer for one in key.answers] == [EXPLANATION["model_answer"]]
    assert key.rubric[0] == RubricLine("Heat leaves with the steam.", 1.0)
    assert not key.is_only
