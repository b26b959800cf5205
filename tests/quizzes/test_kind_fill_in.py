"""Fill in: what authors may write, what learners may type, and how blanks are scored."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.kinds import fill_in as kind
from quizzes.kinds.base import AnswerError, BodyError, JsonObject, Outcome, Part, Sheet
from quizzes.kinds.wire import Wire

WIRE = Wire(1)


def number(**fields: object) -> dict[str, object]:
    return {"type": "number", "label": "the number", "value": "1"} | fields


def text(*accept: str, **fields: object) -> dict[str, object]:
    return {"type": "text", "label": "the word", "accept": list(accept or ("mean",))} | fields


def body(prompt: str = "", /, **blanks: object) -> dict[str, object]:
    marks = " ".join(f"[[{name}]]" for name in blanks)
    return {"prompt": prompt or marks, "blanks": blanks, "explanation": "canary explanation"}


def problems(authored: object) -> dict[str, str]:
    with pytest.raises(BodyError) as error:
        kind.validate(authored)
    return {".".join(map(str, each.loc)): each.message for each in error.value.problems}


def outcome(sheet: Sheet, locale: str = "en", **typed: str) -> Outcome:
    parsed = kind.parse(sheet.shown, {"blanks": typed}, WIRE, locale)
    stored: JsonObject = json.loads(json.dumps(parsed))
    return kind.grade(sheet.shown, sheet.secret, stored)


def score(blank: dict[str, object], typed: str, locale: str = "en") -> float | None:
    return outcome(kind.validate(body(x=blank)), locale, x=typed).score


def part(blank: dict[str, object], typed: str) -> Part:
    return outcome(kind.validate(body(x=blank)), x=typed).parts[0]


def refusal(blank: dict[str, object], raw: object, locale: str = "en") -> AnswerError:
    sheet = kind.validate(body(x=blank))
    with pytest.raises(AnswerError) as error:
        kind.parse(sheet.shown, raw, WIRE, locale)
    return error.value


TWO = body(
    "The output is their [[word]]; the weights add up to [[total]].",
    total=number(
        label="sum of the weights",
        value="0.75",
        atol="0.01",
        weight=3,
        fraction=True,
        wrong=[{"value": "5", "feedback": "canary wrong", "misconception": "canary-sum"}],
    ),
    word=text("canary-mean", "average", wrong=[{"accept": ["sum"], "misconception": "canary-mix"}]),
)


def test_a_learner_sees_the_blanks_in_order_of_appearance_and_no_key() -> None:
    presented = kind.present(kind.validate(TWO).shown, WIRE)
    assert presented == {
        "kind": "fill_in",
        "prompt": "The output is their [[word]]; the weights add up to [[total]].",
        "blanks": [
            {"name": "word", "input": "text", "label": "the word"},
            {"name": "total", "input": "number", "label": "sum of the weights"},
        ],
    }


def test_nothing_shown_depends_on_the_key() -> None:
    one = kind.validate(body(x=number(value="1", atol="0.5", wrong=[{"value": "7"}]), y=text("a")))
    two = kind.validate(body(x=number(value="2", decimals=3, weight=9), y=text("b", case="exact")))
    assert one.shown == two.shown
    assert "canary" not in json.dumps(kind.validate(TWO).shown)


def test_the_score_is_the_weighted_mean_of_the_blanks() -> None:
    sheet = kind.validate(TWO)
    assert outcome(sheet, total="3/4", word="Average").score == 1.0
    assert outcome(sheet, total="0.76", word="sum").score == 0.75
    assert outcome(sheet, total="5", word=" canary–MEAN ").score == 0.25
    assert outcome(sheet, total="5", word="sum").score == 0.0


def test_a_known_wrong_answer_names_its_misconception() -> None:
    word, total = outcome(kind.validate(TWO), total="5.005", word="SUM").parts
    assert word == Part("word", 0.0, "", "canary-mix")
    assert total == Part("total", 0.0, "canary wrong", "canary-sum")


def test_an_unknown_wrong_answer_says_nothing() -> None:
    word, total = outcome(kind.validate(TWO), total="6", word="median").parts
    assert word == Part("word", 0.0, "", "")
    assert total == Part("total", 0.0, "", "")


def test_of_two_wrong_values_the_nearest_is_named_and_not_the_first() -> None:
    near = [{"value": "5", "feedback": "five"}, {"value": "5.5", "feedback": "five and a half"}]
    assert part(number(atol="1", wrong=near), "5.4").feedback == "five and a half"
    assert part(number(atol="1", wrong=near), "5.1").feedback == "five"


def test_an_answer_within_the_tolerance_is_right_though_a_wrong_value_is_nearer() -> None:
    near = number(value="1", atol="1", wrong=[{"value": "2.1", "feedback": "canary"}])
    assert part(near, "2") == Part("x", 1.0, "", "")


def test_every_accepted_answer_counts_and_not_only_the_first() -> None:
    assert [score(text("mean", "average"), typed) for typed in ("mean", "average", "sum")] == [
        1,
        1,
        0,
    ]


@pytest.mark.parametrize(
    ("typed", "value", "right"),
    [
        ("50", "5", False),
        ("5.0", "5", True),
        ("−0.5", "-0.5", True),
        ("－0.5", "-0.5", True),
        ("16,000", "16", False),
        ("16,000", "16000", True),
        ("1,234.56", "1234.56", True),
        ("1.234,56", "1234.56", True),
        ("6.02e23", "602000000000000000000000", True),
        ("602000000000000000000000", "6.02e23", True),
    ],
)
def test_numbers_are_read_as_they_were_meant(typed: str, value: str, right: bool) -> None:
    assert score(number(value=value), typed) == float(right)


@pytest.mark.parametrize("typed", ["nan", "inf", "1_000", "0x10", "1e999", "2/4", "50 %", "x"])
def test_what_is_no_number_is_not_a_wrong_answer(typed: str) -> None:
    error = refusal(number(), {"blanks": {"x": typed}})
    assert error.field == "blanks.x"
    assert error.message


@pytest.mark.parametrize("typed", ["1/0", "0/0"])
def test_a_division_by_zero_is_asked_back(typed: str) -> None:
    assert "cannot be 0" in refusal(number(fraction=True), {"blanks": {"x": typed}}).message


def test_the_learners_locale_decides_what_a_lone_comma_means() -> None:
    assert score(number(value="1.234"), "1,234", "de") == 1
    assert score(number(value="1234"), "1,234", "en") == 1
    assert "two ways" in refusal(number(), {"blanks": {"x": "1,234"}}, "").message


def test_percent_and_fractions_are_read_where_the_author_allows_them() -> None:
    assert score(number(value="0.5", percent=True), "50 %") == 1
    assert score(number(value="0.5", fraction=True), "2/4") == 1
    assert score(number(value="0.3333", decimals=4, fraction=True), "1/3") == 1


def test_the_edge_of_the_tolerance_is_right() -> None:
    assert score(number(value="45.8", atol="0.2"), "46.0") == 1
    assert score(number(value="45.8", atol="0.2"), "46.01") == 0
    assert score(number(value="200", rtol="0.01"), "202") == 1


def test_asked_decimals_widen_the_tolerance_to_what_rounding_needs() -> None:
    asked = number(value="0.6666666667", atol="0.005", decimals=2)
    assert score(asked, "0.67") == 1
    assert score(number(value="0.665", atol="0", decimals=2), "0.67") == 1
    assert score(asked, "0.66") == 0


@pytest.mark.parametrize("typed", ["don’t", "DON'T", " don´t ", "don\u200b't"])
def test_what_a_phone_changes_in_a_word_costs_nothing(typed: str) -> None:
    assert score(text("don't"), typed) == 1


def test_case_and_accents_count_as_the_author_says() -> None:
    assert score(text("Q", case="exact"), "q") == 0
    assert score(text("Q"), "q") == 1
    assert score(text("résumé"), "resume") == 0
    assert score(text("résumé", accents="fold"), "resume") == 1


@pytest.mark.parametrize("typed", ["", "  ", "\u200b", "\u00a0"])
@pytest.mark.parametrize("blank", [number(), text()])
def test_an_empty_blank_is_unanswered(blank: dict[str, object], typed: str) -> None:
    assert refusal(blank, {"blanks": {"x": typed}}).message == "Fill in this blank."
    assert refusal(blank, {"blanks": {}}).field == "blanks.x"


@pytest.mark.parametrize(
    "raw",
    [
        *[None, [], "x", {}, {1: 2}, {"blanks": None}, {"blanks": []}, {"blanks": {"x": 0.75}}],
        *[{"blanks": {"x": None}}, {"blanks": {"x": ["1"]}}, {"blanks": {"x": {"x": "1"}}}],
        *[{"blanks": {"x": "1", "y": "1"}}, {"blanks": {"y": "1"}}, {"blanks": {1: "1"}}],
        *[{"blanks": {"x": "1"}, "more": 1}, {"blanks": {"x": "1", "\ud800": "1"}}],
        *[{"blanks": {"x": "a\x00"}}, {"blanks": {"x": "\ud800"}}, {"blanks": {"x": "a" * 201}}],
    ],
)
@pytest.mark.parametrize("blank", [number(), text()])
def test_a_malformed_answer_is_an_error_with_a_message(
    blank: dict[str, object], raw: object
) -> None:
    error = refusal(blank, raw)
    assert error.message
    f"{error.field}{error.message}".encode()


def test_the_raw_text_is_kept_beside_what_was_read() -> None:
    sheet = kind.validate(TWO)
    parsed = kind.parse(sheet.shown, {"blanks": {"total": " 0,75", "word": "Mean "}}, WIRE, "de")
    assert parsed == {
        "blanks": {"word": {"raw": "Mean "}, "total": {"raw": " 0,75", "value": "0.75"}}
    }


def test_revealing_shows_what_was_typed_beside_what_was_expected() -> None:
    sheet = kind.validate(TWO)
    parsed = kind.parse(sheet.shown, {"blanks": {"total": "5", "word": "AVERAGE"}}, WIRE, "en")
    graded = kind.grade(sheet.shown, sheet.secret, parsed)
    assert kind.reveal(sheet.shown, sheet.secret, parsed, graded, WIRE) == {
        "blanks": [
            {
                "name": "word",
                "typed": "AVERAGE",
                "right": True,
                "expected": "canary-mean",
                "feedback": "",
            },
            {
                "name": "total",
                "typed": "5",
                "right": False,
                "expected": "0.75",
                "feedback": "canary wrong",
            },
        ],
        "explanation": "canary explanation",
    }


@given(
    st.lists(st.floats(min_value=1e-3, max_value=1000), min_size=1, max_size=8),
    st.data(),
)
def test_every_score_lies_between_nothing_and_one(
    weights: list[float], data: st.DataObject
) -> None:
    blanks = {f"b{place}": number(weight=weight) for place, weight in enumerate(weights)}
    sheet = kind.validate(body("", **blanks))
    typed = {name: data.draw(st.sampled_from(["1", "2"])) for name in blanks}
    reached = outcome(sheet, **typed).score
    assert reached is not None
    assert 0 <= reached <= 1
    assert (reached == 1) == (set(typed.values()) == {"1"})
    assert (reached == 0) == (set(typed.values()) == {"2"})


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_texts_give_a_score_or_a_message_and_nothing_else(one: str, two: str) -> None:
    sheet = kind.validate(TWO)
    try:
        reached = outcome(sheet, total=one, word=two).score
    except AnswerError:
        return
    assert reached in (0, 0.25, 0.75, 1)


@pytest.mark.parametrize(
    ("blank", "place", "said"),
    [
        (number(value=0.75), "value", "in quotes"),
        (number(value="nan"), "value", "in quotes"),
        (number(value="1,5"), "value", "in quotes"),
        (number(value=True), "value", "in quotes"),
        (number(value=10**5000), "value", "in quotes"),
        (number(value="1e999"), "value", "power of ten"),
        (number(value="1e-19", rtol="0.1"), "value", "smaller unit"),
        (number(atol="-0.1"), "atol", "not negative"),
        (number(rtol="1"), "rtol", "below 1"),
        (number(value="0", rtol="0.05"), "rtol", "share of 0"),
        (number(value="0.0", rtol="0.05", atol="0"), "rtol", "share of 0"),
        (number(decimals=-1), "decimals", "at least 0"),
        (number(decimals="2"), "decimals", "whole number"),
        (number(weight=0), "weight", "greater than 0"),
        (number(weight=float("nan")), "weight", "finite"),
        (number(fraction="yes"), "fraction", "true or false"),
        (number(label=""), "label", "not empty"),
        (number(accept=["1"]), "accept", "unknown field"),
        (number(wrong=[{"value": "1.0"}]), "wrong.0.value", "count as right"),
        (number(atol="0.2", wrong=[{"value": "1.2"}]), "wrong.0.value", "count as right"),
        (number(decimals=2, wrong=[{"value": "1.005"}]), "wrong.0.value", "count as right"),
        (number(wrong=[{"value": "5"}, {"value": "5.0"}]), "wrong.1.value", "see entry 1"),
        (number(wrong=[{"feedback": "x"}]), "wrong.0.value", "required"),
        (number(type="word"), "type", "number, text, choice, bank"),
        (text(value="1"), "value", "unknown field"),
        ({"type": "text", "label": "x"}, "accept", "required"),
        (text(case="lower"), "case", "'fold' or 'exact'"),
        (text("<strong>mean</strong>"), "accept.0", "plain text"),
        (text("mean", "the&nbsp;mean"), "accept.1", "plain text"),
        (text("\u200b"), "accept.0", "not empty"),
        (text("a" * 201), "accept.0", "at most 200"),
        (text(wrong=[{"accept": ["sum", " MEAN"]}]), "wrong.0.accept.1", "count as right"),
        (text(wrong=[{"accept": ["sum"]}, {"accept": ["Sum"]}]), "wrong.1.accept.0", "entry 1"),
        (text(wrong=[{"accept": []}]), "wrong.0.accept", "at least 1"),
        ("mean", "type", "number, text, choice, bank"),
        (None, "type", "number, text, choice, bank"),
    ],
)
def test_a_faulty_blank_is_refused_with_its_place(blank: object, place: str, said: str) -> None:
    found = problems(body(x=blank))
    assert said in found[f"blanks.x.{place}"]
    assert len(found) == 1


def test_a_token_in_angle_brackets_is_an_answer_like_any_other() -> None:
    assert score(text("<pad>", "<s>"), "<S>") == 1
    assert score(text("Q&A"), "q&a") == 1


def test_a_key_of_zero_is_reachable_with_an_absolute_floor() -> None:
    assert score(number(value="0", rtol="0.05", atol="0.01"), "0.01") == 1
    assert score(number(value="0", rtol="0.05", decimals=1), "−0.05") == 1
    assert score(number(value="0"), "0.00") == 1


def test_marks_and_blanks_belong_together() -> None:
    assert problems(body("[[a]] and [[b]]", a=number(), c=number())) == {
        "prompt": "[[b]] has no blank under blanks",
        "blanks.c": "expected [[c]] in the prompt",
    }
    assert problems(body("[[a]] and [[a]]", a=number())) == {
        "prompt": "expected [[a]] once, found it 2 times"
    }
    kind.validate(body("The matrix [[1, 2], [3, 4]] has the sum [[a]].", a=number()))


def test_problems_of_all_blanks_are_found_at_once() -> None:
    found = problems(
        {
            "blanks": {
                "a": number(value="x", atol="y"),
                "b": number(wrong=[{"value": "1"}]),
                "c d": text(),
                7: text(),
            },
            "explanation": 3,
        }
    )
    assert set(found) == {
        "prompt",
        "explanation",
        "blanks.a.value",
        "blanks.a.atol",
        "blanks.b.wrong.0.value",
        "blanks.c d",
        "blanks.7",
    }


@pytest.mark.parametrize("authored", [None, [], "x", {}, {"prompt": "x", "blanks": {}}, {1: 2}])
def test_what_is_no_body_at_all_is_a_body_error(authored: object) -> None:
    assert problems(authored)


def test_a_sheet_is_plain_json() -> None:
    sheet = kind.validate(TWO)
    assert Sheet(**json.loads(json.dumps({"shown": sheet.shown, "secret": sheet.secret}))) == sheet
