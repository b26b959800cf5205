"""The kernel by itself: known values, the forgetting curve, intervals and refusals."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from review.fsrs import (
    DEFAULT_WEIGHTS,
    MODEL,
    WEIGHT_LIMITS,
    MemoryState,
    Rating,
    bounded,
    check_weights,
    first_memory,
    interval_days,
    remember,
    retrievability,
    step,
)

MEMORY = MemoryState(5.0, 5.0)
NOT_FINITE = [math.nan, math.inf, -math.inf]

memories = st.builds(MemoryState, st.floats(0.001, 36500), st.floats(1, 10), st.just(MODEL))
retentions = st.floats(0.8, 0.95)


def with_weight(index: int, value: float) -> tuple[float, ...]:
    return (*DEFAULT_WEIGHTS[:index], value, *DEFAULT_WEIGHTS[index + 1 :])


def test_a_first_answer_gives_the_first_stabilities_and_falling_difficulties() -> None:
    firsts = [first_memory(rating) for rating in Rating]
    assert [memory.stability for memory in firsts] == [0.212, 1.2931, 2.3065, 8.2956]
    assert [memory.difficulty for memory in firsts] == pytest.approx(
        [6.4133, 5.112170, 2.118104, 1.0], abs=1e-6
    )
    assert {memory.model for memory in firsts} == {"fsrs-6"}


def test_a_first_good_answer_returns_after_two_days_and_the_others_around_it() -> None:
    assert [interval_days(first_memory(rating), 0.9) for rating in Rating] == [1, 1, 2, 8]


def test_a_golden_history_stays_as_it_is() -> None:
    history = [(3, 0), (3, 2), (3, 11), (1, 46), (3, 0), (3, 2), (2, 9), (4, 20)]
    memory, states = None, []
    for rating, elapsed in history:
        memory = remember(memory, rating, elapsed)
        states.append((round(memory.stability, 6), round(memory.difficulty, 6)))
    assert states == [
        (2.3065, 2.118104),
        (10.964332, 2.111214),
        (46.280217, 2.104331),
        (2.93258, 7.389976),
        (2.93258, 7.389976),
        (6.516916, 7.377814),
        (13.504841, 8.244499),
        (45.309872, 7.643121),
    ]


def test_recall_is_certain_at_once_and_ninety_percent_after_the_stability() -> None:
    assert retrievability(MEMORY, 0) == 1
    assert retrievability(MEMORY, 5) == pytest.approx(0.9, abs=1e-12)
    assert retrievability(MEMORY, 2.5) > 0.9 > retrievability(MEMORY, 5.1)


@given(memories, st.integers(0, 40_000), st.integers(1, 1000))
def test_recall_only_falls_with_time(memory: MemoryState, elapsed: int, more: int) -> None:
    now, later = (retrievability(memory, days) for days in (elapsed, elapsed + more))
    assert 0 < later < now <= 1


@given(memories, retentions)
def test_recall_after_the_interval_is_the_desired_retention_to_the_nearest_day(
    memory: MemoryState, retention: float
) -> None:
    days = interval_days(memory, retention)
    if days > 1:
        assert retrievability(memory, days - 0.5) >= retention - 1e-9
    if days < 36500:
        assert retrievability(memory, days + 0.5) <= retention + 1e-9


@given(memories, retentions, st.integers(1, 36500))
def test_an_interval_is_a_whole_number_of_days_from_one_to_the_maximum(
    memory: MemoryState, retention: float, maximum: int
) -> None:
    days = interval_days(memory, retention, maximum=maximum)
    assert type(days) is int
    assert days == min(interval_days(memory, retention), maximum)
    assert 1 <= days <= maximum


def test_intervals_follow_the_weights_and_shrink_with_the_desired_retention() -> None:
    memory = MemoryState(30.0, 5.0)
    assert [interval_days(memory, kept) for kept in (0.8, 0.9, 0.95)] == [99, 30, 12]
    assert interval_days(memory, 0.8, with_weight(20, 0.5)) == 72


def test_intervals_stay_within_bounds_at_the_ends_of_every_range() -> None:
    for stability in (0, 0.001, 36500, 1e300):
        for decay in (0.1, 0.8):
            for retention in (0.0001, 0.9999):
                days = interval_days(MemoryState(stability, 5), retention, with_weight(20, decay))
                assert 1 <= days <= 36500


@settings(max_examples=50)
@given(st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 100)), max_size=20))
def test_the_same_history_always_gives_the_same_memory(
    history: list[tuple[Rating, int]],
) -> None:
    def replayed() -> MemoryState | None:
        memory = None
        for rating, elapsed in history:
            memory = remember(memory, rating, elapsed)
        return memory

    assert replayed() == replayed()


def test_remembering_moves_nothing_in_place_so_a_repeated_call_cannot_move_twice() -> None:
    # py-fsrs, called twice for one "Again", moves the state twice.
    first = remember(MEMORY, Rating.Again, 5)
    assert remember(MEMORY, Rating.Again, 5) == first
    assert MemoryState(5.0, 5.0) == MEMORY
    with pytest.raises(AttributeError):
        MEMORY.stability = 1.0  # type: ignore[misc]


@pytest.mark.parametrize("value", NOT_FINITE)
def test_a_memory_that_is_not_finite_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match=r"memory\.stability = -?(nan|inf): expected a finite"):
        MemoryState(value, 5.0)
    with pytest.raises(ValueError, match=r"memory\.difficulty = -?(nan|inf): expected a finite"):
        MemoryState(5.0, value)


@pytest.mark.parametrize("rating", [0, 5, -1, 2.5])
def test_a_rating_outside_one_to_four_is_refused(rating: int) -> None:
    for refused in (
        lambda: first_memory(rating),
        lambda: step(MEMORY, rating, 1),
        lambda: remember(MEMORY, rating, 1),
        lambda: bounded(MEMORY, MEMORY, rating=rating, elapsed_days=1),
    ):
        with pytest.raises(ValueError, match=rf"rating = {rating}: expected 1 \(Again\) to 4"):
            refused()


@pytest.mark.parametrize("elapsed", [-1, 0.5, math.nan, math.inf, 10**7, 10**400])
def test_elapsed_days_that_are_no_count_of_days_are_refused(elapsed: int) -> None:
    for refused in (
        lambda: step(None, 3, elapsed),
        lambda: step(MEMORY, 3, elapsed),
        lambda: remember(MEMORY, 3, elapsed),
        lambda: bounded(MEMORY, MEMORY, rating=3, elapsed_days=elapsed),
    ):
        with pytest.raises(ValueError, match=r"elapsed_days = .*: expected whole days, 0 to"):
            refused()


@pytest.mark.parametrize("elapsed", [-1, -0.001, math.nan, math.inf, 10**400])
def test_retrievability_refuses_time_before_the_review_or_without_end(elapsed: float) -> None:
    with pytest.raises(ValueError, match=r"elapsed_days = .*: expected 0 to"):
        retrievability(MEMORY, elapsed)


@pytest.mark.parametrize("length", [0, 17, 19, 20, 22, 34, 35])
def test_weights_of_another_length_are_refused(length: int) -> None:
    weights = (0.5,) * length
    for refused in (
        lambda: check_weights(weights),
        lambda: first_memory(3, weights),
        lambda: step(MEMORY, 3, 1, weights),
        lambda: remember(MEMORY, 3, 1, weights),
        lambda: bounded(MEMORY, MEMORY, rating=3, elapsed_days=1, weights=weights),
        lambda: retrievability(MEMORY, 1, weights),
        lambda: interval_days(MEMORY, 0.9, weights),
    ):
        with pytest.raises(ValueError, match=f"weights: expected 21 numbers.* got {length}"):
            refused()


@pytest.mark.parametrize("index", range(21))
def test_a_weight_that_is_not_finite_or_beyond_its_limit_is_refused_by_its_place(
    index: int,
) -> None:
    low, high = WEIGHT_LIMITS[index]
    for value in (*NOT_FINITE, low - 0.01, high + 0.01):
        with pytest.raises(ValueError, match=rf"weights\[{index}\] = .*: expected {low} to {high}"):
            check_weights(with_weight(index, value))


def test_a_fitted_weight_on_its_limit_may_come_back_from_single_precision() -> None:
    assert check_weights(with_weight(19, 0.800000011920929))[19] == 0.8
    assert check_weights(list(DEFAULT_WEIGHTS)) == DEFAULT_WEIGHTS


@pytest.mark.parametrize("retention", [0, 1, -0.5, 1.5, math.nan, math.inf])
def test_a_desired_retention_that_no_interval_can_meet_is_refused(retention: float) -> None:
    with pytest.raises(ValueError, match=r"desired_retention = .*: expected 0\.0001"):
        interval_days(MEMORY, retention)


def test_a_maximum_interval_under_a_day_is_refused() -> None:
    with pytest.raises(ValueError, match="maximum = 0: expected at least 1 day"):
        interval_days(MEMORY, 0.9, maximum=0)


def test_a_state_of_another_model_is_refused() -> None:
    other = MemoryState(5.0, 5.0, "fsrs-7")
    for refused in (
        lambda: step(other, 3, 1),
        lambda: remember(other, 3, 1),
        lambda: bounded(MEMORY, other, rating=3, elapsed_days=1),
        lambda: retrievability(other, 1),
        lambda: interval_days(other, 0.9),
    ):
        with pytest.raises(ValueError, match=r"memory\.model = 'fsrs-7': expected 'fsrs-6'"):
            refused()


def test_the_bare_formulas_refuse_a_state_they_have_no_meaning_for() -> None:
    with pytest.raises(ValueError, match=r"memory\.stability = 0: expected more than 0 days"):
        step(MemoryState(0, 5), 3, 1)
    for difficulty in (0.9, 10.1):
        with pytest.raises(ValueError, match=r"memory\.difficulty = .*: expected 1 to 10"):
            step(MemoryState(5, difficulty), 3, 1)
