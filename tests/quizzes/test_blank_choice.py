"""Drop-down blanks: what they offer, and how a choice is scored."""

import json

import pytest

from quizzes.kinds import fill_in as kind
from quizzes.kinds.base import AnswerError, BodyError, Part, Sheet
from quizzes.kinds.wire import Wire

WIRE = Wire(4)
BEFORE: dict[str, object] = {"text": "before", "right": True, "feedback": "canary right"}
AFTER = {"text": "after", "feedback": "canary wrong", "misconception": "canary-mix"}
NEVER = {"text": "<never>"}


def body(*options: object, **fields: object) -> dict[str, object]:
    blank = {"type": "choice", "label": "when", "options": list(options), **fields}
    return {"prompt": "It masks [[when]] softmax.", "blanks": {"when": blank}}


SHEET = kind.validate(body(BEFORE, AFTER, NEVER))


def options(sheet: Sheet, wire: Wire = WIRE) -> dict[str, str]:
    (blank,) = json.loads(json.dumps(kind.present(sheet.shown, wire)["blanks"]))
    return {option["text"]: option["id"] for option in blank["options"]}


def part(text: str) -> Part:
    parsed = kind.parse(SHEET.shown, {"blanks": {"when": options(SHEET)[text]}}, WIRE, "en")
    return kind.grade(SHEET.shown, SHEET.secret, json.loads(json.dumps(parsed))).parts[0]


def problems(authored: object) -> dict[str, str]:
    with pytest.raises(BodyError) as error:
        kind.validate(authored)
    return {".".join(map(str, each.loc)): each.message for each in error.value.problems}


def test_a_learner_sees_what_is_offered_and_no_key() -> None:
    presented = kind.present(SHEET.shown, WIRE)
    (blank,) = json.loads(json.dumps(presented["blanks"]))
    assert {name: blank[name] for name in ("name", "input", "label")} == {
        "name": "when",
        "input": "choice",
        "label": "when",
    }
    assert sorted(options(SHEET)) == ["<never>", "after", "before"]
    assert "bank" not in presented
    assert "canary" not in json.dumps(SHEET.shown)


def test_nothing_shown_depends_on_the_key_or_on_where_the_author_put_it() -> None:
    other = kind.validate(
        body(NEVER | {"right": True}, AFTER, {"text": "before", "feedback": "no"}, weight=3)
    )
    assert other.shown == SHEET.shown


def test_ids_and_order_differ_between_draws() -> None:
    assert set(options(SHEET).values()) & set(options(SHEET, Wire(5)).values()) == set()
    assert len({tuple(options(SHEET, Wire(seed))) for seed in range(40)}) == 6


def test_the_right_entry_scores_one_and_any_other_brings_what_it_says() -> None:
    assert part("before") == Part("when", 1.0, "canary right", "")
    assert part("after") == Part("when", 0.0, "canary wrong", "canary-mix")
    assert part("<never>") == Part("when", 0.0, "", "")


@pytest.mark.parametrize("typed", ["", " ", "before", "a" * 12, "\ud800", 3, None, ["a"]])
def test_what_is_not_offered_is_asked_back(typed: object) -> None:
    with pytest.raises(AnswerError) as error:
        kind.parse(SHEET.shown, {"blanks": {"when": typed}}, WIRE, "en")
    assert error.value.field == "blanks.when"


def test_revealing_shows_the_texts_of_what_was_chosen_and_expected() -> None:
    parsed = kind.parse(SHEET.shown, {"blanks": {"when": options(SHEET)["after"]}}, WIRE, "en")
    graded = kind.grade(SHEET.shown, SHEET.secret, parsed)
    assert kind.reveal(SHEET.shown, SHEET.secret, parsed, graded, WIRE)["blanks"] == [
        {
            "name": "when",
            "typed": "after",
            "right": False,
            "expected": "before",
            "feedback": "canary wrong",
        }
    ]


@pytest.mark.parametrize(
    ("authored", "place", "said"),
    [
        (body(BEFORE), "options", "at least 2"),
        (body(AFTER, NEVER), "options", "exactly one right option, found 0"),
        (body(BEFORE, AFTER | {"right": True, "misconception": ""}), "options", "found 2"),
        (body(BEFORE, {"text": " before "}), "options.1.text", "same as number 1"),
        (body(BEFORE | {"misconception": "x"}, AFTER), "options.0.misconception", "shows no"),
        (body(BEFORE, {"text": "two\nlines" * 30}), "options.1.text", "at most 200"),
        (body(BEFORE, {"text": ""}), "options.1.text", "not empty"),
        (body(BEFORE, AFTER, accept=["x"]), "accept", "unknown field"),
    ],
)
def test_a_faulty_blank_is_refused_with_its_place(authored: object, place: str, said: str) -> None:
    found = problems(authored)
    assert said in found[f"blanks.when.{place}"]
    assert len(found) == 1
