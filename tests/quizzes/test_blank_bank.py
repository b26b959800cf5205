"""Blanks that share a word bank: each word once, unless its author says otherwise."""

import json

import pytest

from quizzes.kinds import fill_in as kind
from quizzes.kinds.base import AnswerError, BodyError, Outcome, Part, Sheet
from quizzes.kinds.wire import Wire

WIRE = Wire(4)
WORDS = ["query", "key", "value", "head"]


def blank(*accept: str, **fields: object) -> dict[str, object]:
    return {"type": "bank", "label": "the role", "accept": list(accept), **fields}


def body(*words: str, reuse: bool = False, **blanks: object) -> dict[str, object]:
    bank: dict[str, object] = {"words": list(words), "reuse": reuse}
    marks = " ".join(f"[[{name}]]" for name in blanks)
    return {"prompt": marks, "blanks": blanks, "bank": bank}


TWO = body(
    *WORDS,
    asks=blank("query"),
    gives=blank(
        "value",
        wrong=[{"accept": ["key"], "feedback": "canary wrong", "misconception": "canary-mix"}],
    ),
)
SHEET = kind.validate(TWO)


def ids(sheet: Sheet, wire: Wire = WIRE) -> dict[str, str]:
    presented = json.loads(json.dumps(kind.present(sheet.shown, wire)["bank"]))
    return {word["text"]: word["id"] for word in presented["words"]}


def outcome(sheet: Sheet, **words: str) -> Outcome:
    typed = {name: ids(sheet)[word] for name, word in words.items()}
    parsed = kind.parse(sheet.shown, {"blanks": typed}, WIRE, "en")
    return kind.grade(sheet.shown, sheet.secret, json.loads(json.dumps(parsed)))


def problems(authored: object) -> dict[str, str]:
    with pytest.raises(BodyError) as error:
        kind.validate(authored)
    return {".".join(map(str, each.loc)): each.message for each in error.value.problems}


def test_a_learner_sees_the_bank_beside_the_blanks_and_no_key() -> None:
    presented = json.loads(json.dumps(kind.present(SHEET.shown, WIRE)))
    assert presented["bank"]["reuse"] is False
    assert sorted(ids(SHEET)) == sorted(WORDS)
    assert [blank["input"] for blank in presented["blanks"]] == ["bank", "bank"]
    assert all(blank["options"] == presented["bank"]["words"] for blank in presented["blanks"])
    assert "canary" not in json.dumps(SHEET.shown)


def test_nothing_shown_depends_on_the_key_or_on_the_authors_order() -> None:
    other = body(*WORDS[::-1], asks=blank("head", weight=5), gives=blank("key", "value"))
    assert kind.validate(other).shown == SHEET.shown


def test_the_score_is_the_mean_of_the_blanks_and_a_known_wrong_word_says_why() -> None:
    assert outcome(SHEET, asks="query", gives="value").score == 1
    assert outcome(SHEET, asks="value", gives="query").score == 0
    found = outcome(SHEET, asks="query", gives="key")
    assert found.score == 0.5
    assert found.parts[1] == Part("gives", 0.0, "canary wrong", "canary-mix")


def test_any_accepted_word_counts() -> None:
    sheet = kind.validate(body(*WORDS, x=blank("query", "head")))
    assert [outcome(sheet, x=word).score for word in WORDS] == [1, 0, 0, 1]


def test_a_word_used_twice_is_asked_back_at_its_second_blank() -> None:
    one = ids(SHEET)["query"]
    with pytest.raises(AnswerError, match="each word once") as error:
        kind.parse(SHEET.shown, {"blanks": {"asks": one, "gives": one}}, WIRE, "en")
    assert error.value.field == "blanks.gives"


def test_a_word_may_be_used_again_where_the_author_allows_it() -> None:
    sheet = kind.validate(body("up", "down", reuse=True, a=blank("up"), b=blank("up")))
    assert outcome(sheet, a="up", b="up").score == 1
    assert outcome(sheet, a="up", b="down").score == 0.5


@pytest.mark.parametrize("typed", ["", "query", "a" * 12, 3, None, ["a"]])
def test_what_is_not_in_the_bank_is_asked_back(typed: object) -> None:
    with pytest.raises(AnswerError) as error:
        kind.parse(
            SHEET.shown, {"blanks": {"asks": ids(SHEET)["query"], "gives": typed}}, WIRE, "en"
        )
    assert error.value.field == "blanks.gives"


def test_other_blanks_may_stand_beside_those_of_the_bank() -> None:
    mixed = TWO | {"prompt": "[[asks]] [[gives]] [[n]]"}
    mixed["blanks"] = {
        **TWO["blanks"],  # type: ignore[dict-item]
        "n": {"type": "number", "label": "n", "value": "2"},
    }
    sheet = kind.validate(mixed)
    typed = {"asks": ids(sheet)["query"], "gives": ids(sheet)["value"], "n": "2"}
    parsed = kind.parse(sheet.shown, {"blanks": typed}, WIRE, "en")
    graded = kind.grade(sheet.shown, sheet.secret, parsed)
    assert graded.score == 1
    revealed = json.loads(
        json.dumps(kind.reveal(sheet.shown, sheet.secret, parsed, graded, WIRE)["blanks"])
    )
    assert [(one["typed"], one["expected"]) for one in revealed] == [
        ("query", "query"),
        ("value", "value"),
        ("2", "2"),
    ]


@pytest.mark.parametrize(
    ("authored", "place", "said"),
    [
        (body(*WORDS, x=blank("mask")), "blanks.x.accept.0", "not among the words"),
        (
            body(*WORDS, x=blank("key", wrong=[{"accept": ["key"]}])),
            "blanks.x.wrong.0.accept.0",
            "as right",
        ),
        (
            body(*WORDS, x=blank("key", wrong=[{"accept": ["head"]}, {"accept": ["head"]}])),
            "blanks.x.wrong.1.accept.0",
            "another entry",
        ),
        (body("key", x=blank("key")), "bank.words", "at least 2"),
        (body("key", " key", x=blank("key")), "bank.words.1", "same as number 1"),
        (body(*WORDS, a=blank("key"), b=blank("key")), "bank.words", "reuse: true"),
        (body(*WORDS, x={"type": "text", "label": "x", "accept": ["key"]}), "bank", "no blank has"),
        ({"prompt": "[[x]]", "blanks": {"x": blank("key")}}, "bank", "expected a bank"),
        ({"prompt": "[[x]]", "blanks": {"x": blank("key")}, "bank": ["key"]}, "bank", "fields"),
    ],
)
def test_a_faulty_bank_is_refused_with_its_place(authored: object, place: str, said: str) -> None:
    found = problems(authored)
    assert said in found[place]
    assert len(found) == 1


def test_a_chain_of_blanks_that_can_just_be_filled_is_accepted() -> None:
    kind.validate(body("p", "q", "r", a=blank("p", "q"), b=blank("p"), c=blank("q", "r")))
    assert problems(body("p", "q", "r", a=blank("p", "q"), b=blank("p"), c=blank("q")))
