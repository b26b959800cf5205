"""From a score to a rating, and what a learner may choose instead."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.fsrs import Rating
from review.ratings import (
    allowed_ratings,
    is_right,
    may_rerate,
    rate,
    rate_explanation,
)

shares = st.floats(0, 1)
Again, Hard, Good, Easy = Rating


def test_a_right_answer_is_good() -> None:
    assert rate(1) is Good


def test_a_wrong_answer_is_again() -> None:
    assert rate(0) is Again


def test_a_wrong_answer_is_again_even_where_the_pass_mark_is_zero() -> None:
    assert rate(0, pass_mark=0) is Again


@pytest.mark.parametrize("hints", [1, 3])
def test_a_right_answer_with_a_hint_is_hard(hints: int) -> None:
    assert rate(1, hints_used=hints) is Hard


def test_a_partly_right_answer_is_hard_from_the_pass_mark_on_and_again_below() -> None:
    assert rate(0.5) is Hard
    assert rate(0.99) is Hard
    assert rate(0.49) is Again
    assert rate(0.5, pass_mark=0.8) is Again
    assert rate(0.8, pass_mark=0.8) is Hard
    assert rate(0.01, pass_mark=0) is Hard
    assert rate(0.99, pass_mark=1) is Again


def test_a_hint_does_not_lift_a_partly_right_answer() -> None:
    assert rate(0.49, hints_used=1) is Again
    assert rate(0.6, hints_used=1) is Hard


def test_the_last_binary_digit_of_a_sum_of_parts_decides_nothing() -> None:
    assert 0.1 + 0.7 < 0.8
    assert rate(0.1 + 0.7, pass_mark=0.8) is Hard
    assert rate(1 - 1e-15) is Good
    assert rate(1 - 1e-6) is Hard


@given(shares, shares, st.integers(0, 5))
def test_no_score_is_easy_by_itself(score: float, pass_mark: float, hints: int) -> None:
    assert rate(score, hints_used=hints, pass_mark=pass_mark) is not Easy
    assert rate_explanation(score) is not Easy


@given(shares, shares, shares, st.integers(0, 5))
def test_a_higher_score_never_rates_lower(
    one: float, other: float, pass_mark: float, hints: int
) -> None:
    low, high = sorted((one, other))
    assert rate(low, pass_mark=pass_mark, hints_used=hints) <= rate(
        high, pass_mark=pass_mark, hints_used=hints
    )
    assert rate_explanation(low) <= rate_explanation(high)


@pytest.mark.parametrize(
    ("share", "rating"),
    [(0, Again), (0.39, Again), (0.4, Hard), (0.69, Hard), (0.7, Good), (1, Good)],
)
def test_an_explanation_is_rated_by_the_share_of_its_rubric(share: float, rating: Rating) -> None:
    assert rate_explanation(share) is rating


def test_a_right_answer_may_become_hard_good_or_easy_but_not_again() -> None:
    assert [may_rerate(1, rating) for rating in Rating] == [False, True, True, True]
    assert allowed_ratings(1) == {Hard, Good, Easy}


@given(st.floats(0, 0.999), st.sampled_from(Rating))
def test_an_answer_that_is_not_right_keeps_its_rating(score: float, rating: Rating) -> None:
    assert not may_rerate(score, rating)
    assert allowed_ratings(score) == frozenset()


def test_only_a_whole_score_is_right() -> None:
    assert is_right(1)
    assert is_right(0.1 + 0.2 + 0.7)
    assert not is_right(0.999)


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan, math.inf])
def test_a_share_outside_zero_to_one_is_refused_by_name(value: float) -> None:
    with pytest.raises(ValueError, match=rf"score = {value}: expected 0 to 1"):
        rate(value)
    with pytest.raises(ValueError, match=rf"pass_mark = {value}: expected 0 to 1"):
        rate(1, pass_mark=value)
    with pytest.raises(ValueError, match=rf"share = {value}: expected 0 to 1"):
        rate_explanation(value)
    with pytest.raises(ValueError, match=rf"score = {value}: expected 0 to 1"):
        may_rerate(value, Good)


def test_a_negative_number_of_hints_is_refused() -> None:
    with pytest.raises(ValueError, match="hints_used = -1: expected 0 or more"):
        rate(1, hints_used=-1)
