"""Multiple choice: what authors may write, what learners see, and how a choice is scored."""

import json
from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.kinds import multiple_choice as kind
from quizzes.kinds.base import AnswerError, BodyError, JsonObject, Sheet
from quizzes.kinds.wire import Wire

WIRE = Wire(20)
SEEDS = st.integers(min_value=0, max_value=2**63 - 1)
TEXTS = st.lists(st.from_regex(r"[a-z]{1,9}", fullmatch=True), unique=True, min_size=2, max_size=10)


def body(*texts: str, right: int = 0, **fields: object) -> dict[str, object]:
    """A body whose feedback, misconceptions and explanation are canaries."""
    options: list[dict[str, object]] = [
        {"text": text, "feedback": f"canary feedback {text}", "misconception": f"canary-{place}"}
        for place, text in enumerate(texts or ("one", "two", "three"))
    ]
    options[right] |= {"right": True, "misconception": ""}
    return {
        "prompt": "How many?",
        "options": options,
        "explanation": "canary explanation",
        **fields,
    }


def problems(authored: object) -> dict[str, str]:
    with pytest.raises(BodyError) as error:
        kind.validate(authored)
    return {".".join(map(str, each.loc)): each.message for each in error.value.problems}


def choose(sheet: Sheet, text: str, wire: Wire = WIRE) -> JsonObject:
    ids = {option["text"]: option["id"] for option in options(sheet, wire)}
    return kind.parse(sheet.shown, {"choices": [ids[text]]}, wire, "en")


def options(sheet: Sheet, wire: Wire = WIRE) -> list[dict[str, str]]:
    presented: list[dict[str, str]] = json.loads(
        json.dumps(kind.present(sheet.shown, wire)["options"])
    )
    return presented


def test_a_learner_sees_prompt_texts_and_opaque_ids_only() -> None:
    presented = kind.present(kind.validate(body()).shown, WIRE)
    assert presented.keys() == {"kind", "prompt", "multiple", "options"}
    assert presented["kind"] == "multiple_choice"
    assert presented["multiple"] is False
    assert sorted(option["text"] for option in options(kind.validate(body()))) == [
        "one",
        "three",
        "two",
    ]
    assert all(option.keys() == {"id", "text"} for option in options(kind.validate(body())))
    assert "canary" not in json.dumps(presented)


@given(TEXTS, SEEDS, st.data())
def test_nothing_shown_depends_on_the_key_or_on_where_the_author_put_it(
    texts: list[str], seed: int, data: st.DataObject
) -> None:
    one, other = (data.draw(st.integers(0, len(texts) - 1)) for _ in range(2))
    mixed = data.draw(st.permutations(texts))
    first = kind.validate(body(*texts, right=one))
    second = kind.validate(body(*mixed, right=other, explanation="another"))
    assert first.shown == second.shown
    assert kind.present(first.shown, Wire(seed)) == kind.present(second.shown, Wire(seed))


@given(TEXTS, SEEDS, st.data())
def test_the_right_option_scores_one_and_every_other_one_nothing(
    texts: list[str], seed: int, data: st.DataObject
) -> None:
    right = data.draw(st.integers(0, len(texts) - 1))
    sheet, wire = kind.validate(body(*texts, right=right)), Wire(seed)
    scores = {}
    for text in texts:
        outcome = kind.grade(sheet.shown, sheet.secret, choose(sheet, text, wire))
        scores[text] = outcome.score
        assert [part.score for part in outcome.parts] == [outcome.score]
    assert scores == {text: float(text == texts[right]) for text in texts}


def test_a_wrong_choice_brings_its_feedback_and_its_misconception() -> None:
    sheet = kind.validate(body())
    (part,) = kind.grade(sheet.shown, sheet.secret, choose(sheet, "two")).parts
    assert (part.feedback, part.misconception) == ("canary feedback two", "canary-1")


def test_the_right_one_comes_at_every_place_equally_often() -> None:
    sheet = kind.validate(body("one", "two", "three", "four"))
    places = Counter(
        [option["text"] for option in options(sheet, Wire(seed))].index("one")
        for seed in range(400)
    )
    assert all(70 < places[place] < 130 for place in range(4))


def test_looking_again_at_a_draw_shows_the_same_page() -> None:
    sheet = kind.validate(body())
    assert kind.present(sheet.shown, Wire(5)) == kind.present(sheet.shown, Wire(5))
    assert kind.present(sheet.shown, Wire(5)) != kind.present(sheet.shown, Wire(6))


def test_the_authors_order_is_kept_where_the_author_says_so() -> None:
    sheet = kind.validate(body("never", "at times", "always", shuffle=False))
    assert [option["text"] for option in options(sheet)] == ["never", "at times", "always"]


def test_revealing_keeps_the_order_and_says_what_was_right_and_what_was_chosen() -> None:
    sheet = kind.validate(body())
    parsed = choose(sheet, "two")
    outcome = kind.grade(sheet.shown, sheet.secret, parsed)
    revealed = json.loads(json.dumps(kind.reveal(sheet.shown, sheet.secret, parsed, outcome, WIRE)))
    assert revealed.keys() == {"options", "explanation"}
    assert [option["id"] for option in revealed["options"]] == [
        option["id"] for option in options(sheet)
    ]
    by_text = {option["text"]: option for option in revealed["options"]}
    assert {text for text, option in by_text.items() if option["right"]} == {"one"}
    assert {text for text, option in by_text.items() if option["chosen"]} == {"two"}
    assert by_text["two"]["feedback"] == "canary feedback two"
    assert revealed["explanation"] == "canary explanation"


@pytest.mark.parametrize(
    ("raw", "field", "said"),
    [
        ({"choices": []}, "choices", "Choose one option."),
        ({"choices": ["a" * 12]}, "choices", "not one of the options"),
        ({"choices": [""]}, "choices", "not one of the options"),
        ({"choices": ["\ud800"]}, "choices", "not one of the options"),
        ({"choices": [3]}, "choices", "not one of the options"),
        ({"choices": [["a"]]}, "choices", "not one of the options"),
        ({"choices": "aaaaaaaaaaaa"}, "choices", "list"),
        ({"choices": None}, "choices", "list"),
        ({"choices": {}}, "choices", "list"),
        ({}, "", '"choices"'),
        ({"choices": [], "more": 1}, "", '"choices"'),
        ({1: []}, "", '"choices"'),
        ([], "", '"choices"'),
        ("x", "", '"choices"'),
        (None, "", '"choices"'),
    ],
)
def test_a_malformed_answer_is_an_error_with_a_message(raw: object, field: str, said: str) -> None:
    with pytest.raises(AnswerError) as error:
        kind.parse(kind.validate(body()).shown, raw, WIRE, "en")
    assert error.value.field == field
    assert said in error.value.message
    error.value.message.encode()


def test_several_choices_are_refused_be_they_different_or_the_same() -> None:
    sheet = kind.validate(body())
    ids = [option["id"] for option in options(sheet)]
    for chosen in (ids, [ids[0], ids[0]]):
        with pytest.raises(AnswerError, match="only one"):
            kind.parse(sheet.shown, {"choices": chosen}, WIRE, "en")


def test_an_id_of_another_draw_is_refused() -> None:
    sheet = kind.validate(body())
    other = options(sheet, Wire(21))[0]["id"]
    with pytest.raises(AnswerError, match="not one of the options"):
        kind.parse(sheet.shown, {"choices": [other]}, WIRE, "en")


@pytest.mark.parametrize(
    ("texts", "same"),
    [
        (("a", "b", "a"), True),
        (("a b", "b", "a\u00a0 b"), True),
        (("it's", "b", "it’s"), True),
        (("0.5", "b", "0.50"), True),
        (("-1", "b", "−1.0"), True),
        (("q", "b", "Q"), False),
        (("5", "b", "50"), False),
        (("n2", "b", "n²"), False),
    ],
)
def test_options_that_read_the_same_are_refused(texts: tuple[str, ...], same: bool) -> None:
    if same:
        assert "same as option 1" in problems(body(*texts))["options.2.text"]
    else:
        kind.validate(body(*texts))


def test_there_is_exactly_one_right_option_and_it_shows_no_misconception() -> None:
    none, two = body(), body()
    none["options"][0]["right"] = False  # type: ignore[index]
    two["options"][1]["right"] = True  # type: ignore[index]
    assert "found 0" in problems(none)["options"]
    found = problems(two)
    assert "found 2" in found["options"]
    assert "no misconception" in found["options.1.misconception"]


def test_every_problem_is_found_at_once_and_says_what_was_expected() -> None:
    found = problems(
        {
            "prompt": " ",
            "options": [
                {"text": "a", "right": "yes"},
                {"text": 3, "feedback": "nul \x00"},
                {"text": "a", "misconception": "Not A Slug", "colour": "red"},
                "b",
            ],
            "shuffle": "no",
            "hint": "x",
        }
    )
    assert found == {
        "prompt": "expected text that is not empty",
        "options.0.right": "expected true or false",
        "options.1.text": "expected text (put numbers, dates, yes and no in quotes)",
        "options.1.feedback": "expected text that can be stored, but it contains a NUL character",
        "options.2.misconception": "expected lower-case letters, digits, - and _",
        "options.2.colour": "unknown field",
        "options.2.text": "expected options that differ: this reads the same as option 1",
        "options.3": "expected fields with names",
        "options": "expected exactly one right option, found 0",
        "shuffle": "expected true or false",
        "hint": "unknown field",
    }


@pytest.mark.parametrize(
    "authored", [None, [], "x", 3, {}, {1: 2}, {"options": 3}, {"options": {}}]
)
def test_what_is_no_body_at_all_is_a_body_error(authored: object) -> None:
    assert problems(authored)


@pytest.mark.parametrize("count", [1, 11])
def test_there_are_two_to_ten_options(count: int) -> None:
    assert "of these" in problems(body(*map(str, range(count))))["options"]


def test_a_lone_surrogate_and_an_overlong_text_are_refused() -> None:
    found = problems(body("a", "b") | {"prompt": "x\ud800", "explanation": "x" * 20_001})
    assert found.keys() == {"prompt", "explanation"}


def test_validating_leaves_the_body_alone_and_gives_plain_json() -> None:
    authored = body()
    kept = deepcopy(authored)
    sheet = kind.validate(authored)
    assert authored == kept
    assert Sheet(**json.loads(json.dumps({"shown": sheet.shown, "secret": sheet.secret}))) == sheet
