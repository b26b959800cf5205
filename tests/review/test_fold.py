"""A card is what its logs say: undone events never were, changed ratings replace their review."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.fold import CardState, Event, effective, fold

DAY_ONE = date(2027, 3, 10)


def at(day: int) -> datetime:
    return datetime(2027, 3, 10, 12, tzinfo=UTC) + timedelta(days=day)


def review(seq: int, day: int, rating: int, stability: float = 2.0) -> Event:
    return Event(
        seq=seq,
        kind="review",
        at=at(day),
        study_date=DAY_ONE + timedelta(days=day),
        due=at(day + 3),
        rating=rating,
        stability=stability,
        difficulty=5.0,
    )


def other(seq: int, kind: str, day: int, target: int | None = None) -> Event:
    day_of = DAY_ONE + timedelta(days=day)
    return Event(seq, kind, at(day), day_of, at(day), target_seq=target)


def test_a_card_without_logs_is_new():
    assert fold([]) == CardState()


def test_a_first_miss_is_learning_and_no_lapse():
    card = fold([review(1, 0, 1)])
    assert (card.state, card.reps, card.lapses) == ("learning", 1, 0)


def test_a_later_miss_is_a_lapse():
    card = fold([review(1, 0, 3), review(2, 3, 1, 0.5)])
    assert (card.state, card.reps, card.lapses) == ("relearning", 2, 1)
    assert (card.stability, card.last_reviewed_at) == (0.5, at(3))


def test_a_changed_rating_takes_the_place_of_its_review():
    changed = Event(2, "rerate", at(0), DAY_ONE, at(8), 1, 4, 8.0, 3.0)
    card = fold([review(1, 0, 3), changed])
    assert (card.stability, card.difficulty, card.due) == (8.0, 3.0, at(8))
    assert (card.reps, card.last_seq, card.last_reviewed_at) == (1, 2, at(0))


def test_an_undone_review_never_was():
    kept = [review(1, 0, 3)]
    undone = [*kept, review(2, 3, 1), other(3, "undo", 3, target=2)]
    assert fold(undone) == replace(fold(kept), last_seq=3)


def test_undoing_the_first_answer_makes_the_card_new_again():
    card = fold([review(1, 0, 3), other(2, "undo", 0, target=1)])
    assert card == CardState(last_seq=2)


def test_suspended_until_taken_up_again():
    logs = [review(1, 0, 3), other(2, "suspend", 1)]
    assert fold(logs).suspended_at == at(1)
    assert fold([*logs, other(3, "unsuspend", 2)]).suspended_at is None
    assert fold([*logs, other(3, "undo", 2, target=2)]).suspended_at is None


def test_a_study_date_never_goes_back_when_travelling_west():
    west = [review(1, 1, 3), review(2, 0, 3)]
    assert fold(west).last_study_date == DAY_ONE + timedelta(days=1)


@pytest.mark.parametrize("kind", ["undo", "rerate"])
def test_an_event_that_points_at_nothing_is_refused(kind):
    with pytest.raises(ValueError, match="7"):
        effective([review(1, 0, 3), other(2, kind, 0, target=7)])


@given(st.lists(st.integers(1, 4), min_size=1, max_size=8), st.integers(0, 7))
def test_undoing_the_last_reviews_one_by_one_walks_back_through_the_states(ratings, undone):
    reviews = [review(n, n, rating, float(n)) for n, rating in enumerate(ratings, start=1)]
    count = min(undone, len(reviews))
    logs = list(reviews)
    for step in range(count):
        target = len(reviews) - step
        logs.append(other(len(logs) + 1, "undo", 9, target=target))
    expected = fold(reviews[: len(reviews) - count])
    found = fold(logs)
    assert found.last_seq == len(logs)
    assert (found.state, found.stability, found.reps, found.lapses, found.due) == (
        expected.state,
        expected.stability,
        expected.reps,
        expected.lapses,
        expected.due,
    )
