"""Ordering: what authors may write, what learners may send, what is shown before and after."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.kinds import ordering as kind
from quizzes.kinds.base import AnswerError, BodyError, Sheet
from quizzes.kinds.wire import Wire
from tests.quizzes.ordering_bodies import WIRE, body, ids, parsed, sheet_of, shown_lines

PLAIN = sheet_of("a", "b", "c", explanation="canary explanation")
LOOSE = sheet_of(
    *("a", "b", "c"),
    distractors=[{"text": "x", "feedback": "canary feedback", "misconception": "canary-slug"}],
)
STRANGE = st.one_of(st.none(), st.integers(), st.text(max_size=5), st.lists(st.text(max_size=3)))


def problems(authored: object) -> dict[str, str]:
    with pytest.raises(BodyError) as error:
        kind.validate(authored)
    return {".".join(map(str, each.loc)): each.message for each in error.value.problems}


def refusal(sheet: Sheet, raw: object) -> AnswerError:
    with pytest.raises(AnswerError) as error:
        kind.parse(sheet.shown, raw, WIRE, "en")
    return error.value


def positions(sheet: Sheet, **typed: str) -> dict[str, object]:
    return {"positions": dict(zip(ids(sheet, list(typed)), typed.values(), strict=True))}


def right_after_start(sheet: Sheet) -> list[str]:
    """An order that is not the one begun with."""
    return sorted(line["text"] for line in shown_lines(sheet))


def test_a_learner_sees_prompt_items_and_whether_some_may_stay_out() -> None:
    presented = kind.present(LOOSE.shown, WIRE)
    assert presented.keys() == {"kind", "prompt", "leave_out", "items"}
    assert (presented["kind"], presented["leave_out"]) == ("ordering", True)
    assert kind.present(PLAIN.shown, WIRE)["leave_out"] is False
    assert right_after_start(LOOSE) == ["a", "b", "c", "x"]
    assert all(line.keys() == {"id", "text"} for line in shown_lines(LOOSE))
    assert "canary" not in json.dumps([presented, LOOSE.shown, PLAIN.shown])


def test_a_list_of_ids_and_typed_positions_are_the_same_answer() -> None:
    listed = parsed(PLAIN, ("a", "b", "c"))
    assert kind.parse(PLAIN.shown, positions(PLAIN, a="1", b=" 2 ", c="٣"), WIRE, "en") == listed


def test_an_empty_position_leaves_an_item_out_where_some_do_not_belong() -> None:
    typed = positions(LOOSE, a="1", x="", c="4", b="2")
    assert kind.parse(LOOSE.shown, typed, WIRE, "en") == parsed(LOOSE, ("a", "b", "c"))
    without = positions(LOOSE, a="1", c="3", b="2")
    assert kind.parse(LOOSE.shown, without, WIRE, "en") == parsed(LOOSE, ("a", "b", "c"))


def test_equal_positions_are_named() -> None:
    at = {line["text"]: place for place, line in enumerate(shown_lines(PLAIN), start=1)}
    error = refusal(PLAIN, positions(PLAIN, a="2", b="2", c="1"))
    first, second = sorted((at["a"], at["b"]))
    assert error.message == f"Items {first} and {second} of the list both have position 2."
    assert error.field == f"positions.{shown_lines(PLAIN)[second - 1]['id']}"


def test_a_missing_position_is_named() -> None:
    at = {line["text"]: place for place, line in enumerate(shown_lines(PLAIN), start=1)}
    for typed in (positions(PLAIN, a="1", b="", c="3"), positions(PLAIN, a="1", c="3")):
        error = refusal(PLAIN, typed)
        assert error.message == f"Item {at['b']} of the list has no position yet."
        assert error.field == f"positions.{ids(PLAIN, ['b'])[0]}"


@pytest.mark.parametrize("typed", ["0", "4", "-1", "1.5", "1_0", "x", "²", "1e0", "9" * 400])
def test_what_is_no_position_is_asked_back(typed: str) -> None:
    error = refusal(PLAIN, positions(PLAIN, a=typed, b="2", c="3"))
    assert "whole number from 1 to 3" in error.message
    assert error.field == f"positions.{ids(PLAIN, ['a'])[0]}"


@pytest.mark.parametrize(
    ("raw", "field", "said"),
    [
        ({"order": []}, "order", "in order first"),
        ({"order": "abc"}, "order", "a list"),
        ({"order": None}, "order", "a list"),
        ({"order": ["a" * 12]}, "order", "no such item"),
        ({"order": ["\ud800"]}, "order", "no such item"),
        ({"order": [3]}, "order", "no such item"),
        ({"order": [["a"]]}, "order", "no such item"),
        ({"positions": []}, "positions", "under its id"),
        ({"positions": None}, "positions", "under its id"),
        ({"positions": {}}, None, "has no position"),
        ({"positions": {"a" * 12: "1"}}, "positions", "no such item"),
        ({"positions": {1: "1"}}, "positions", "no such item"),
        ({"positions": {}, "order": []}, "", '"positions"'),
        ({"order": [], "more": 1}, "", '"order"'),
        ({}, "", '"order"'),
        ([], "", '"order"'),
        ("x", "", '"order"'),
        (None, "", '"order"'),
    ],
)
def test_a_malformed_answer_is_an_error_with_a_message(
    raw: object, field: str | None, said: str
) -> None:
    error = refusal(PLAIN, raw)
    assert field is None or error.field == field
    assert said in error.message
    f"{error.field}{error.message}".encode()


def test_an_order_that_leaves_items_out_names_their_places() -> None:
    at = {line["text"]: place for place, line in enumerate(shown_lines(PLAIN), start=1)}
    missing = ", ".join(map(str, sorted((at["b"], at["c"]))))
    assert refusal(PLAIN, {"order": ids(PLAIN, ["a"])}).message.endswith(f"list: {missing}.")


def test_leaving_everything_out_is_unanswered() -> None:
    assert "in order first" in refusal(LOOSE, {"positions": {}}).message
    assert "in order first" in refusal(LOOSE, {"order": []}).message


def test_a_number_instead_of_typed_text_is_refused() -> None:
    typed: dict[str, object] = {"positions": dict.fromkeys(ids(PLAIN, ["a", "b", "c"]), 1)}
    assert "as text" in refusal(PLAIN, typed).message


def test_an_id_of_another_draw_is_refused() -> None:
    other = [line["id"] for line in shown_lines(PLAIN, Wire(8))]
    assert "no such item" in refusal(PLAIN, {"order": other}).message


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(ids(LOOSE, ["a", "b", "c", "x"])), STRANGE))
def test_anything_typed_gives_a_score_or_a_message_and_nothing_else(typed: object) -> None:
    try:
        answer = kind.parse(LOOSE.shown, {"positions": typed}, WIRE, "en")
    except AnswerError:
        return
    reached = kind.grade(LOOSE.shown, LOOSE.secret, answer).score
    assert reached is not None
    assert 0 <= reached <= 1


def reveal(sheet: Sheet, *texts: str) -> dict[str, object]:
    answer = parsed(sheet, texts)
    graded = kind.grade(sheet.shown, sheet.secret, answer)
    found: dict[str, object] = json.loads(
        json.dumps(kind.reveal(sheet.shown, sheet.secret, answer, graded, WIRE))
    )
    return found


def relations(sheet: Sheet, *texts: str) -> list[str]:
    answer = reveal(sheet, *texts)["answer"]
    assert isinstance(answer, list)
    return [entry["next"] for entry in answer]


def test_revealing_says_what_each_item_is_to_the_next_one() -> None:
    sheet = sheet_of("a", "b", "c", "d")
    assert relations(sheet, "a", "b", "c", "d") == ["follows", "follows", "follows", ""]
    assert relations(sheet, "a", "c", "b", "d") == ["gap", "swapped", "gap", ""]


def test_neighbours_without_a_rule_may_stand_either_way() -> None:
    sheet = sheet_of(
        {"text": "a", "id": "a"},
        {"text": "b", "id": "b"},
        {"text": "c", "after": ["a", "b"]},
    )
    assert relations(sheet, "b", "a", "c") == ["free", "follows", ""]
    assert reveal(sheet, "b", "a", "c")["one_order"] is False


def test_a_distractor_does_not_hide_what_follows_it() -> None:
    found = reveal(LOOSE, "a", "x", "c")
    assert found["answer"] == [
        {"id": ids(LOOSE, ["a"])[0], "text": "a", "belongs": True, "next": "gap", "feedback": ""},
        {
            "id": ids(LOOSE, ["x"])[0],
            "text": "x",
            "belongs": False,
            "next": "",
            "feedback": "canary feedback",
        },
        {"id": ids(LOOSE, ["c"])[0], "text": "c", "belongs": True, "next": "", "feedback": ""},
    ]
    assert [line["text"] for line in found["missing"]] == ["b"]  # type: ignore[attr-defined]


def test_revealing_shows_the_right_order_and_the_explanation() -> None:
    found = reveal(PLAIN, "a", "c", "b")
    assert [line["text"] for line in found["order"]] == ["a", "b", "c"]  # type: ignore[attr-defined]
    assert (found["one_order"], found["missing"]) == (True, [])
    assert found["explanation"] == "canary explanation"


@pytest.mark.parametrize(
    ("authored", "place", "said"),
    [
        (body("a", "b"), "items", "at least 3"),
        (body(*map(str, range(21))), "items", "at most 20"),
        (body("a", "b", " "), "items.2.text", "not empty"),
        (body("a", "b", 3), "items.2", "fields with names"),
        (body("a", "a", "a"), "items", "one comes before another"),
        (body("a", "b", {"text": "c", "after": []}), "items", "one comes before another"),
        (body("a", "b", {"text": "c", "after": ["z"]}), "items.2.after.0", "no item has"),
        (body("a", {"text": "b", "id": "b", "after": ["b"]}, "c"), "items.1.after.0", "itself"),
        (
            body(
                {"text": "a", "id": "a", "after": ["b"]},
                {"text": "b", "id": "b", "after": ["a"]},
                "c",
            ),
            "items.0.after.0",
            "does not stand before",
        ),
        (
            body({"text": "a", "id": "a"}, {"text": "b", "id": "a"}, {"text": "c", "after": ["a"]}),
            "items.1.id",
            "item 1 has this one",
        ),
        (
            body(
                {"text": "q", "id": "q"},
                {"text": "x", "id": "late", "after": ["q"]},
                {"text": "x", "id": "soon"},
                {"text": "p", "after": ["soon"]},
            ),
            "items.2",
            "reads the same as item 2",
        ),
        (body("a", "b", "c", distractors=[{"text": " a"}]), "distractors.0.text", "item 1"),
        (
            body("a", "b", "c", distractors=[{"text": "x"}, {"text": "x "}]),
            "distractors.1.text",
            "distractor 1",
        ),
        (body("a", "b", "c", shuffle=False), "shuffle", "unknown field"),
        (body("a", "b", "c", prompt=""), "prompt", "not empty"),
        (body("a", "b", {"text": "c", "feedback": "x"}), "items.2.feedback", "unknown field"),
    ],
)
def test_a_faulty_body_is_refused_with_its_place(authored: object, place: str, said: str) -> None:
    found = problems(authored)
    assert said in found[place]
    assert len(found) == 1


def test_identical_items_may_stand_apart_where_no_rule_makes_them_differ() -> None:
    items = [{"text": "mid", "id": "mid"}, {"text": "top", "after": ["mid"]}]
    kind.validate(body({"text": "x"}, *items, {"text": "x"}))


@pytest.mark.parametrize("authored", [None, [], "x", {}, {"items": 3}, {1: 2}])
def test_what_is_no_body_at_all_is_a_body_error(authored: object) -> None:
    assert problems(authored)


def test_indentation_tells_lines_of_code_apart() -> None:
    deep = "```\n  total += x\n```"
    flat = "```\ntotal += x\n```"
    sheet = sheet_of("a", flat, deep)
    assert len({item["key"].split(".")[0] for item in sheet.shown["items"]}) == 3  # type: ignore
    same = sheet_of("a", "b  c", "b c")
    assert len({item["key"].split(".")[0] for item in same.shown["items"]}) == 2  # type: ignore
