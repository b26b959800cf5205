"""What one answer may do to a memory, whatever the weights and however often it is given."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from review.fsrs import (
    DEFAULT_WEIGHTS,
    WEIGHT_LIMITS,
    MemoryState,
    Rating,
    bounded,
    first_memory,
    interval_days,
    remember,
    retrievability,
    step,
)

SUCCESSES = [Rating.Hard, Rating.Good, Rating.Easy]

# Any weights within the limits, the first four in any order, the ends of each range included.
any_weights = st.tuples(*(st.floats(low, high) for low, high in WEIGHT_LIMITS))
memories = st.builds(MemoryState, st.floats(0.001, 36500), st.floats(1, 10))
maybe_memories = st.none() | memories
elapsed = st.just(0) | st.integers(0, 40_000)
ratings = st.sampled_from(Rating)


def repeated(
    memory: MemoryState,
    rating: int,
    times: int,
    weights: tuple[float, ...] = DEFAULT_WEIGHTS,
) -> MemoryState:
    for _ in range(times):
        memory = remember(memory, rating, 0, weights)
    return memory


# Fault 7: repeated same-day reviews inflate stability.


def test_twenty_easy_answers_on_one_day_are_worth_one_first_easy() -> None:
    memory = first_memory(Rating.Good)
    published = memory
    for _ in range(20):
        published = step(published, Rating.Easy, 0)
    assert published.stability > 900  # what the bound is for
    assert repeated(memory, Rating.Easy, 20).stability == 8.2956


def test_the_first_same_day_easy_still_counts() -> None:
    memory = first_memory(Rating.Good)
    once = remember(memory, Rating.Easy, 0)
    assert once.stability == step(memory, Rating.Easy, 0).stability
    assert memory.stability < once.stability < 8.2956


@pytest.mark.parametrize("rating", SUCCESSES)
def test_a_strong_memory_gains_nothing_from_a_success_on_the_same_day(rating: Rating) -> None:
    memory = MemoryState(20.0, 5.0)
    assert remember(memory, rating, 0) == memory


@pytest.mark.parametrize("rating", SUCCESSES)
def test_a_success_on_the_same_day_leaves_difficulty_alone(rating: Rating) -> None:
    assert repeated(MemoryState(0.5, 6.0), rating, 20).difficulty == 6.0


def test_a_second_lapse_on_the_same_day_weakens_and_makes_harder() -> None:
    memory = MemoryState(5.0, 5.0)
    after = remember(memory, Rating.Again, 0)
    assert after == step(memory, Rating.Again, 0)
    assert after.stability < 5.0 < after.difficulty


@given(memories, st.sampled_from(SUCCESSES), st.integers(1, 25), any_weights)
def test_no_number_of_successes_on_one_day_passes_what_a_first_answer_would_give(
    memory: MemoryState, rating: Rating, times: int, weights: tuple[float, ...]
) -> None:
    first = remember(None, rating, 0, weights)
    after = repeated(memory, rating, times, weights)
    assert memory.stability <= after.stability <= max(memory.stability, first.stability)
    assert after.difficulty == memory.difficulty


# Fault 8: a lapse that strengthens; ratings out of order.


@given(memories, elapsed, any_weights)
def test_a_lapse_never_leaves_more_stability_than_before(
    memory: MemoryState, days: int, weights: tuple[float, ...]
) -> None:
    assert remember(memory, Rating.Again, days, weights).stability <= memory.stability


def test_a_lapse_on_the_same_day_does_not_strengthen_a_weak_memory() -> None:
    weights = (*DEFAULT_WEIGHTS[:19], 0.8, DEFAULT_WEIGHTS[20])
    weak = MemoryState(0.01, 5.0)
    assert step(weak, Rating.Again, 0, weights).stability > weak.stability  # what the bound is for
    assert remember(weak, Rating.Again, 0, weights).stability == weak.stability


@given(memories, st.integers(1, 40_000), any_weights)
def test_again_then_good_on_one_day_gives_no_more_than_was_there_or_a_first_good_gives(
    memory: MemoryState, days: int, weights: tuple[float, ...]
) -> None:
    lapsed = remember(memory, Rating.Again, days, weights)
    recovered = remember(lapsed, Rating.Good, 0, weights)
    assert recovered.stability <= max(memory.stability, max(weights[:3]))


def test_again_then_good_on_a_mature_card_comes_back_within_days() -> None:
    lapsed = remember(MemoryState(100.0, 6.0), Rating.Again, 100)
    assert interval_days(lapsed, 0.9) == 4
    assert interval_days(remember(lapsed, Rating.Good, 0), 0.9) == 4
    assert interval_days(remember(lapsed, Rating.Good, 1), 0.9) == 5


@given(maybe_memories, elapsed, any_weights)
def test_a_better_rating_never_leaves_a_weaker_or_harder_memory(
    memory: MemoryState | None, days: int, weights: tuple[float, ...]
) -> None:
    after = [remember(memory, rating, days, weights) for rating in Rating]
    for worse, better in pairwise(after):
        assert worse.stability <= better.stability
        assert worse.difficulty >= better.difficulty
        assert interval_days(worse, 0.9, weights) <= interval_days(better, 0.9, weights)


@given(memories, st.sampled_from(SUCCESSES), elapsed, any_weights)
def test_a_success_never_weakens(
    memory: MemoryState, rating: Rating, days: int, weights: tuple[float, ...]
) -> None:
    assert remember(memory, rating, days, weights).stability >= memory.stability


def test_first_weights_out_of_order_do_not_punish_the_better_first_answer() -> None:
    weights = (3.0, 2.0, 1.0, 8.0, *DEFAULT_WEIGHTS[4:])
    firsts = [remember(None, rating, 0, weights).stability for rating in Rating]
    assert firsts == [3.0, 3.0, 3.0, 8.0]


# Fault 9: overflow and NaN at extreme stabilities or at zero.


@settings(max_examples=300)
@given(
    st.none()
    | st.builds(
        MemoryState,
        st.floats(allow_nan=False, allow_infinity=False),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    ratings,
    st.integers(0, 3_652_059),
    any_weights,
)
def test_any_finite_state_leads_to_a_state_within_the_limits(
    memory: MemoryState | None, rating: Rating, days: int, weights: tuple[float, ...]
) -> None:
    after = remember(memory, rating, days, weights)
    assert 0.001 <= after.stability <= 36500
    assert 1 <= after.difficulty <= 10
    assert 0 <= retrievability(after, days, weights) <= 1
    assert 1 <= interval_days(after, 0.9, weights) <= 36500


@pytest.mark.parametrize("stability", [0.0, -1.0, 5e-324, 1e308])
@pytest.mark.parametrize("rating", Rating)
def test_stability_at_zero_or_without_measure_is_brought_within_the_limits_first(
    stability: float, rating: Rating
) -> None:
    nearest = MemoryState(0.001 if stability < 1 else 36500.0, 5.0)
    assert remember(MemoryState(stability, 5.0), rating, 3) == remember(nearest, rating, 3)


def test_stability_has_a_ceiling_that_py_fsrs_lacks() -> None:
    memory = MemoryState(36000.0, 1.0)
    assert step(memory, Rating.Easy, 36500).stability > 36500
    assert remember(memory, Rating.Easy, 36500).stability == 36500


def test_the_bare_formulas_refuse_to_overflow_silently() -> None:
    weights = (*DEFAULT_WEIGHTS[:19], 0.0, DEFAULT_WEIGHTS[20])
    with pytest.raises(ValueError, match=r"memory\.stability = inf: expected a finite number"):
        step(MemoryState(1.7e308, 1.0), Rating.Easy, 0, weights)


def test_bounds_hold_for_any_pair_of_states_and_not_only_for_those_our_formulas_give() -> None:
    before = MemoryState(10.0, 5.0)
    wild, weak = MemoryState(1e9, 99.0), MemoryState(-3.0, -7.0)

    def held(after: MemoryState, rating: Rating, days: int) -> tuple[float, float]:
        memory = bounded(before, after, rating=rating, elapsed_days=days)
        return memory.stability, memory.difficulty

    assert held(wild, Rating.Good, 3) == (36500.0, 10.0)
    assert held(weak, Rating.Again, 3) == (0.001, 1.0)
    assert held(wild, Rating.Again, 3) == (10.0, 10.0)
    assert held(weak, Rating.Good, 3) == (10.0, 1.0)
    assert held(wild, Rating.Easy, 0) == (10.0, 5.0)
    assert held(weak, Rating.Again, 0) == (0.001, 5.0)
    assert math.isfinite(bounded(None, wild, rating=3, elapsed_days=0).stability)


def test_bounds_hold_where_the_state_before_was_already_beyond_them() -> None:
    before, after = MemoryState(1e9, 99.0), MemoryState(50.0, 4.0)
    assert bounded(before, after, rating=3, elapsed_days=0) == MemoryState(36500.0, 10.0)
    assert bounded(before, after, rating=3, elapsed_days=9) == MemoryState(36500.0, 4.0)
    assert bounded(before, after, rating=1, elapsed_days=0) == MemoryState(50.0, 10.0)
