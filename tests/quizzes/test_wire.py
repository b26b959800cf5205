"""Ids and order on the wire."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzes.kinds.wire import Wire

SEEDS = st.integers(min_value=0, max_value=2**63 - 1)
KEYS = st.lists(st.text(max_size=8), unique=True, min_size=2, max_size=8)


@given(SEEDS, KEYS)
def test_an_id_has_twelve_plain_characters_and_leads_back_to_its_key(
    seed: int, keys: list[str]
) -> None:
    wire = Wire(seed)
    for key in keys:
        assert re.fullmatch(r"[a-z0-9]{12}", wire.id_of(key))
        assert wire.key_of(wire.id_of(key), keys) == key


@given(SEEDS, KEYS)
def test_the_order_does_not_depend_on_the_order_that_came_in(seed: int, keys: list[str]) -> None:
    wire = Wire(seed)
    expected = wire.shuffled(keys)
    assert wire.shuffled(reversed(keys)) == expected
    assert wire.shuffled(sorted(keys)) == expected
    assert sorted(expected) == sorted(keys)


def test_an_unknown_id_has_no_key() -> None:
    wire = Wire(7)
    assert wire.key_of("a" * 12, ["one", "two"]) is None
    assert wire.key_of("", ["one", "two"]) is None


def test_an_id_of_one_draw_means_nothing_in_another() -> None:
    assert Wire(2).key_of(Wire(1).id_of("one"), ["one", "two"]) is None


def test_the_order_of_the_ids_does_not_follow_the_order_on_the_page() -> None:
    """Were the ids sorted as the page is, or the other way round, one would give the other away."""
    keys = ["a", "b", "c", "d"]
    agreeing = sum(
        [wire.id_of(key) for key in wire.shuffled(keys)] == sorted(map(wire.id_of, keys))
        for wire in map(Wire, range(480))
    )
    assert 5 < agreeing < 45  # one in 24 by chance


def test_each_key_comes_first_about_equally_often() -> None:
    first = Counter(Wire(seed).shuffled(["a", "b", "c", "d"])[0] for seed in range(800))
    assert all(150 < first[key] < 250 for key in "abcd")


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_outside_63_bits_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="63 bits"):
        Wire(seed)
