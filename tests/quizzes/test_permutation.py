"""The order in which a learner meets the variants of a pool."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzes.permutation import ordinal_of_draw

pools = st.integers(1, 200)
ids = st.integers(1, 10**9)


def order(count: int, pool_size: int, *, learner_id: int = 1, version_id: int = 1) -> list[int]:
    return [
        ordinal_of_draw(number, pool_size, learner_id=learner_id, version_id=version_id)
        for number in range(1, count + 1)
    ]


@settings(max_examples=40, deadline=None)  # the machine may be busy
@given(pool_size=pools, learner_id=ids, version_id=ids)
def test_a_pool_is_used_up_before_anything_repeats(pool_size, learner_id, version_id):
    met = order(pool_size, pool_size, learner_id=learner_id, version_id=version_id)
    assert sorted(met) == list(range(pool_size))


def test_any_draws_in_a_row_differ_as_long_as_the_pool_is_big_enough():
    met = order(50, 10)
    assert all(len(set(met[start : start + 10])) == 10 for start in range(40))


def test_a_pool_of_one_always_gives_that_one():
    assert order(5, 1) == [0] * 5


def test_two_draws_in_a_row_are_never_the_same_across_the_end_of_the_pool():
    assert all(a != b for a, b in pairwise(order(30, 3)))


def test_neighbours_in_a_class_do_not_share_numbers():
    orders = [tuple(order(20, 20, learner_id=learner)) for learner in range(1, 40)]
    assert len(set(orders)) == len(orders)
    assert len({one[0] for one in orders}) > 10


def test_each_version_has_an_order_of_its_own():
    assert order(20, 20, version_id=1) != order(20, 20, version_id=2)


def test_the_order_is_pinned():
    assert order(5, 5, learner_id=7, version_id=3) == [3, 4, 1, 2, 0]


@pytest.mark.parametrize("pool_size", [0, -1])
def test_an_empty_pool_is_refused(pool_size):
    with pytest.raises(ValueError, match=f"at least one variant, got {pool_size}"):
        ordinal_of_draw(1, pool_size, learner_id=1, version_id=1)
