"""Ordering: how orders are scored, and the faults that other graders have."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.kinds import ordering as kind
from quizzes.kinds.base import AnswerError, Part
from quizzes.kinds.wire import Wire
from tests.quizzes.ordering_bodies import ids, outcome, parsed, score, sheet_of, shown_lines

STAGES = ("pick", "wash", "cut", "cook", "serve", "eat")
# Shoes need socks and trousers; a hat may come at any time.
DRESSED = sheet_of(
    {"text": "socks", "id": "socks"},
    {"text": "trousers", "id": "trousers"},
    {"text": "shoes", "after": ["socks", "trousers"]},
    {"text": "hat"},
)
LOOP = sheet_of("open", "read", "read", "close")
SPICED = sheet_of(
    *("boil", "salt", "add pasta", "drain"),
    distractors=[
        {"text": "add sugar", "feedback": "Not today.", "misconception": "sweet-pasta"},
        {"text": "freeze"},
    ],
)
TOTAL = st.integers(3, 7).flatmap(lambda count: st.permutations([f"t{at}" for at in range(count)]))


def test_the_right_order_scores_one_and_its_reverse_nothing() -> None:
    sheet = sheet_of(*STAGES)
    assert score(sheet, STAGES) == 1.0
    assert score(sheet, STAGES[::-1]) == 0.0


def test_one_exchange_of_neighbours_costs_two_pairs_of_fifteen() -> None:
    assert score(sheet_of(*STAGES), ("wash", "pick", *STAGES[2:])) == pytest.approx(13 / 15)


def test_guessing_an_order_of_six_gains_on_average_less_than_fifteen_percent() -> None:
    exact = Fraction(0)
    for order in permutations(range(6)):
        kept = sum(one < other for one, other in combinations(order, 2))
        exact += max(Fraction(0), Fraction(2 * kept - 15, 15))
    exact /= 720
    sheet = sheet_of(*STAGES)
    found = [kind_score(sheet, order) for order in permutations(STAGES)]
    assert len(found) == 720
    assert sum(found) / 720 == pytest.approx(float(exact), abs=1e-12)
    assert float(exact) == pytest.approx(0.145, abs=0.0005)


def kind_score(sheet, texts) -> float:
    """The score without a draw: by internal keys, as a stored answer has them."""
    keys = {item["text"]: item["key"] for item in sheet.shown["items"]}
    reached = kind.grade(sheet.shown, sheet.secret, {"order": [keys[text] for text in texts]}).score
    assert reached is not None
    return reached


@given(TOTAL)
def test_every_score_lies_between_nothing_and_one_and_only_the_right_order_gets_all(texts) -> None:
    right = sorted(texts)
    found = kind_score(sheet_of(*right), texts)
    assert 0 <= found <= 1
    assert (found == 1) == (list(texts) == right)


@given(TOTAL, st.data())
def test_putting_two_neighbours_right_never_costs_anything(texts, data) -> None:
    at = data.draw(st.integers(0, len(texts) - 2))
    better = list(texts)
    better[at : at + 2] = sorted(better[at : at + 2])
    sheet = sheet_of(*sorted(texts))
    assert kind_score(sheet, better) >= kind_score(sheet, texts)


def test_what_does_not_depend_on_each_other_may_stand_either_way() -> None:
    right = [
        order
        for order in permutations(("socks", "trousers", "shoes", "hat"))
        if order.index("shoes") > max(order.index("socks"), order.index("trousers"))
    ]
    assert len(right) == 8
    assert all(kind_score(DRESSED, order) == 1 for order in right)
    assert kind_score(DRESSED, ("socks", "shoes", "trousers", "hat")) == 0.0
    assert kind_score(DRESSED, ("shoes", "hat", "trousers", "socks")) == 0.0


def test_a_rule_holds_through_what_stands_in_between() -> None:
    sheet = sheet_of(
        {"text": "a", "id": "a"},
        {"text": "b", "id": "b", "after": ["a"]},
        {"text": "c", "after": ["b"]},
    )
    assert sheet.secret["before"] == [[], [0], [0, 1]]
    assert kind_score(sheet, ("c", "a", "b")) == 0.0
    assert kind_score(sheet, ("b", "a", "c")) == pytest.approx(1 / 3)


def test_fault_14_identical_blocks_are_right_whichever_comes_first() -> None:
    wire = Wire(3)
    one, other = (line["id"] for line in shown_lines(LOOP, wire) if line["text"] == "read")
    first, last = ids(LOOP, ["open"], wire)[0], ids(LOOP, ["close"], wire)[0]
    for order in ([first, one, other, last], [first, other, one, last]):
        answer = kind.parse(LOOP.shown, {"order": order}, wire, "en")
        assert kind.grade(LOOP.shown, LOOP.secret, answer).score == 1.0


def test_fault_14_repeating_one_of_two_identical_blocks_is_refused() -> None:
    wire = Wire(3)
    first, block, last = ids(LOOP, ["open", "read", "close"], wire)
    with pytest.raises(AnswerError, match="there twice"):
        kind.parse(LOOP.shown, {"order": [first, block, block, last]}, wire, "en")


def test_fault_14_pairs_of_identical_blocks_earn_nothing_by_themselves() -> None:
    assert score(LOOP, ("close", "read", "read", "open")) == 0.0
    assert score(LOOP, ("read", "open", "read", "close")) == pytest.approx(3 / 5)


def test_identical_blocks_apart_from_each_other_are_matched_in_their_order() -> None:
    sheet = sheet_of("lock", "write", "unlock", "lock", "read", "unlock")
    right = ("lock", "write", "unlock", "lock", "read", "unlock")
    assert score(sheet, right) == 1.0
    every = {order for order in permutations(right) if order != right}
    assert len(every) == 179
    assert all(score_by_class(sheet, order) < 1 for order in every)


def score_by_class(sheet, texts) -> float:
    """As kind_score, for texts some of which are the same."""
    keys = [(item["text"], item["key"]) for item in sheet.shown["items"]]
    order = []
    for text in texts:
        found = next(pair for pair in keys if pair[0] == text)
        keys.remove(found)
        order.append(found[1])
    reached = kind.grade(sheet.shown, sheet.secret, {"order": order}).score
    assert reached is not None
    return reached


def test_fault_15_extra_wrong_blocks_after_a_right_order_cost_a_share_each() -> None:
    right = ("boil", "salt", "add pasta", "drain")
    assert score(SPICED, right) == 1.0
    assert score(SPICED, (*right, "freeze")) == 0.75
    assert score(SPICED, (*right, "freeze", "add sugar")) == 0.5
    assert score(SPICED, ("add sugar", *right)) == 0.75


def test_a_used_distractor_brings_its_feedback_and_its_misconception() -> None:
    parts = outcome(SPICED, ("boil", "salt", "add pasta", "drain", "add sugar")).parts
    assert parts[-1] == Part(parts[-1].name, 0.0, "Not today.", "sweet-pasta")
    assert [part.score for part in parts] == [1, 1, 1, 1, 0]


def test_a_missing_item_counts_as_wrong_with_every_pair_it_is_in() -> None:
    assert score(SPICED, ("boil", "salt", "add pasta")) == 0.0
    sheet = sheet_of(*STAGES, distractors=[{"text": "burn"}])
    assert score(sheet, STAGES[:5]) == pytest.approx((10 - 5) / 15)
    assert score(sheet, ("burn",)) == 0.0


def test_each_item_is_scored_by_its_own_pairs() -> None:
    parts = outcome(sheet_of("a", "b", "c"), ("b", "a", "c")).parts
    assert [part.score for part in parts] == [0.5, 0.5, 1.0]


@pytest.mark.parametrize("sheet", [sheet_of(*STAGES), DRESSED, LOOP, SPICED])
def test_fault_16_an_untouched_order_is_unanswered(sheet) -> None:
    for seed in range(60):
        lines = shown_lines(sheet, Wire(seed))
        untouched = [line["id"] for line in lines]
        typed = {one: str(at) for at, one in enumerate(untouched, start=1)}
        for raw in ({"order": untouched}, {"positions": typed}):
            with pytest.raises(AnswerError, match="in order first"):
                kind.parse(sheet.shown, raw, Wire(seed), "en")


def test_fault_16_exchanging_two_identical_blocks_is_still_untouched() -> None:
    lines = shown_lines(LOOP, Wire(1))
    one, other = (at for at, line in enumerate(lines) if line["text"] == "read")
    lines[one], lines[other] = lines[other], lines[one]
    with pytest.raises(AnswerError, match="in order first"):
        kind.parse(LOOP.shown, {"order": [line["id"] for line in lines]}, Wire(1), "en")


@settings(max_examples=40)
@given(st.integers(0, 2**63 - 1), st.sampled_from([sheet_of("a", "b", "c"), DRESSED, LOOP, SPICED]))
def test_what_a_learner_begins_with_is_never_a_solution(seed, sheet) -> None:
    others = {line["id"] for line in shown_lines(SPICED, Wire(seed)) if sheet is SPICED}
    texts = [line["text"] for line in shown_lines(sheet, Wire(seed))]
    assert score_by_class(sheet, texts) < 1
    kept = [text for text in texts if text not in ("add sugar", "freeze")]
    assert others == set() or len(kept) < len(texts)
    assert score_by_class(sheet, kept) < 1


LONG = tuple(f"step {at:02}" for at in range(20))
FORK = sheet_of({"text": "a", "id": "a"}, "b", "c", {"text": "d", "after": ["a"]})


@pytest.mark.parametrize(
    "sheet",
    [
        *(sheet_of("a", "b", "c"), sheet_of(*STAGES[:4]), sheet_of(*STAGES), sheet_of(*LONG)),
        *(LOOP, SPICED),
    ],
)
def test_no_exchange_of_two_items_solves_what_a_learner_begins_with(sheet) -> None:
    starts = [[sheet.shown["items"][at]["text"] for at in one] for one in sheet.shown["starts"]]
    assert starts
    assert len({tuple(start) for start in starts}) > 1
    for start in starts[:12]:
        kept = [text for text in start if text not in ("add sugar", "freeze")]
        for one, other in combinations(range(len(kept)), 2):
            exchanged = list(kept)
            exchanged[one], exchanged[other] = kept[other], kept[one]
            assert score_by_class(sheet, exchanged) < 1


def test_where_one_exchange_always_solves_the_start_is_still_no_solution() -> None:
    for seed in range(60):
        texts = [line["text"] for line in shown_lines(FORK, Wire(seed))]
        assert texts.index("d") < texts.index("a")
        assert (
            score_by_class(DRESSED, [one["text"] for one in shown_lines(DRESSED, Wire(seed))]) < 1
        )


@given(st.permutations(STAGES), st.permutations(("burn", "drop")))
def test_fault_17_what_is_shown_says_nothing_of_the_authors_order(items, others) -> None:
    mixed = sheet_of(*items, distractors=[{"text": text} for text in others])
    plain = sheet_of(*STAGES, distractors=[{"text": "burn"}, {"text": "drop"}])
    for name in ("prompt", "items", "leave_out"):
        assert mixed.shown[name] == plain.shown[name]
    # What is no start of the one, being solved or nearly, may be one of the other: else they agree.
    same = [start for start in mixed.shown["starts"] if start in plain.shown["starts"]]
    assert len(same) >= len(plain.shown["starts"]) * 0.8


def test_fault_17_every_item_begins_at_every_place_about_equally_often() -> None:
    sheet = sheet_of("a", "b", "c", "d", "e")
    places = Counter(
        (line["text"], at)
        for seed in range(600)
        for at, line in enumerate(shown_lines(sheet, Wire(seed)))
    )
    assert len(places) == 25
    assert all(60 <= times <= 180 for times in places.values())


def test_fault_18_looking_or_failing_again_shows_the_same_order() -> None:
    sheet = sheet_of(*STAGES)
    assert shown_lines(sheet, Wire(5)) == shown_lines(sheet, Wire(5))
    with pytest.raises(AnswerError):
        kind.parse(sheet.shown, {"order": []}, Wire(5), "en")
    assert shown_lines(sheet, Wire(5)) == shown_lines(sheet, Wire(5))
    others = [[line["text"] for line in shown_lines(sheet, Wire(seed))] for seed in range(20)]
    assert any(other != others[5] for other in others)


def test_twenty_reversed_items_are_graded_at_once() -> None:
    texts = [f"item {at:02}" for at in range(20)]
    sheet = sheet_of(*texts)
    began = perf_counter()
    assert score(sheet, texts[::-1]) == 0.0
    assert perf_counter() - began < 1


def test_a_sheet_and_an_answer_are_plain_json() -> None:
    for made in (SPICED.shown, SPICED.secret, parsed(SPICED, ("boil", "salt"))):
        assert json.loads(json.dumps(made)) == made
