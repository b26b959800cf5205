"""Our kernel against two independent ones: py-fsrs (double precision) and fsrs-rs (single)."""

import random
from datetime import UTC, datetime, timedelta

import fsrs
import fsrs_rs_python
import pytest

from review.fsrs import (
    DEFAULT_WEIGHTS,
    WEIGHT_LIMITS,
    MemoryState,
    Rating,
    first_memory,
    interval_days,
    remember,
    retrievability,
    step,
)

START = datetime(2025, 1, 1, 12, tzinfo=UTC)


def random_weights(rng: random.Random) -> tuple[float, ...]:
    """Weights between the default and a random point within the limits, first four ascending."""
    drawn = [
        default + rng.random() * (rng.uniform(low, high) - default)
        for default, (low, high) in zip(DEFAULT_WEIGHTS, WEIGHT_LIMITS, strict=True)
    ]
    return (*sorted(drawn[:4]), *drawn[4:])


def py_scheduler(weights: tuple[float, ...], retention: float = 0.9) -> fsrs.Scheduler:
    return fsrs.Scheduler(
        weights,
        desired_retention=retention,
        learning_steps=(),
        relearning_steps=(),
        enable_fuzzing=False,
    )


def py_card(memory: MemoryState) -> fsrs.Card:
    return fsrs.Card(
        card_id=1,
        state=fsrs.State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=START,
        last_review=START,
    )


def random_memory(rng: random.Random) -> MemoryState:
    return MemoryState(10 ** rng.uniform(-3, 4.5), rng.uniform(1, 10))


def random_elapsed(rng: random.Random) -> int:
    return 0 if rng.random() < 0.25 else int(10 ** rng.uniform(0, 4))


def test_default_weights_are_those_of_the_published_model() -> None:
    assert fsrs.Scheduler().parameters == DEFAULT_WEIGHTS


def test_twenty_thousand_random_steps_agree_with_py_fsrs() -> None:
    rng = random.Random(6)
    for number in range(20_000):
        if number % 500 == 0:
            weights = DEFAULT_WEIGHTS if number < 10_000 else random_weights(rng)
            scheduler = py_scheduler(weights)
        memory, elapsed = random_memory(rng), random_elapsed(rng)
        rating = rng.choice(list(Rating))
        theirs, _ = scheduler.review_card(
            py_card(memory), fsrs.Rating(rating), START + timedelta(days=elapsed)
        )
        ours = step(memory, rating, elapsed, weights)
        assert ours.stability == pytest.approx(theirs.stability, rel=1e-9, abs=0)
        assert ours.difficulty == pytest.approx(theirs.difficulty, rel=1e-9, abs=0)


def test_full_histories_agree_with_py_fsrs() -> None:
    rng = random.Random(21)
    for number in range(150):
        weights = DEFAULT_WEIGHTS if number % 2 else random_weights(rng)
        retention = rng.uniform(0.8, 0.95)
        scheduler, now = py_scheduler(weights, retention), START
        card, memory = fsrs.Card(card_id=1, due=now), None
        for review in range(30):
            # Wide of the due date on both sides; py-fsrs has no ceiling to compare beyond.
            interval = 0 if memory is None else interval_days(memory, retention, weights, 400)
            elapsed = 0 if review == 0 else int(interval * rng.choice((0, 0.5, 1, 1, 1, 3)))
            now += timedelta(days=elapsed)
            rating = rng.choices(list(Rating), (3, 2, 6, 1))[0]
            if memory is not None:
                assert retrievability(memory, elapsed, weights) == pytest.approx(
                    scheduler.get_card_retrievability(card, now), rel=1e-9, abs=0
                )
            card, _ = scheduler.review_card(card, fsrs.Rating(rating), now)
            memory = step(memory, rating, elapsed, weights)
            assert card.stability is not None
            if card.stability > 36500:
                break
            assert memory.stability == pytest.approx(card.stability, rel=1e-9, abs=0)
            assert memory.difficulty == pytest.approx(card.difficulty, rel=1e-9, abs=0)
            assert interval_days(memory, retention, weights) == (card.due - now).days


def test_single_steps_agree_with_fsrs_rs() -> None:
    rng = random.Random(9)
    kernel = fsrs_rs_python.FSRS(list(DEFAULT_WEIGHTS))
    for _ in range(2_000):
        # From 0.1 days on: below, single precision itself loses the digits of (s + 1)^w − 1.
        memory = MemoryState(10 ** rng.uniform(-1, 4), rng.uniform(1, 10))
        elapsed = random_elapsed(rng)
        theirs = kernel.next_states(
            fsrs_rs_python.MemoryState(memory.stability, memory.difficulty), 0.9, elapsed
        )
        for rating, state in (
            (Rating.Again, theirs.again.memory),
            (Rating.Hard, theirs.hard.memory),
            (Rating.Good, theirs.good.memory),
            (Rating.Easy, theirs.easy.memory),
        ):
            ours = step(memory, rating, elapsed)
            assert min(ours.stability, 36500) == pytest.approx(state.stability, rel=1e-5)
            assert ours.difficulty == pytest.approx(state.difficulty, rel=1e-5)


def test_full_histories_agree_with_fsrs_rs() -> None:
    rng = random.Random(93)
    kernel = fsrs_rs_python.FSRS(list(DEFAULT_WEIGHTS))
    for _ in range(300):
        history = [(rng.choice(list(Rating)), 0)]
        history += [(rng.choice(list(Rating)), rng.choice((0, 1, 3, 10, 40))) for _ in range(7)]
        theirs = kernel.memory_state(
            fsrs_rs_python.FSRSItem(
                [fsrs_rs_python.FSRSReview(int(rating), elapsed) for rating, elapsed in history]
            )
        )
        memory = first_memory(history[0][0])
        for rating, elapsed in history[1:]:
            memory = step(memory, rating, elapsed)
        assert memory.stability == pytest.approx(theirs.stability, rel=1e-5)
        assert memory.difficulty == pytest.approx(theirs.difficulty, rel=1e-5)


def test_bounds_change_nothing_in_an_ordinary_history_of_later_days() -> None:
    rng = random.Random(4)
    for _ in range(200):
        published = ours = None
        for review in range(12):
            rating = rng.choices(list(Rating), (2, 2, 6, 1))[0]
            elapsed = rng.randint(1, 30) if review else 0
            published = step(published, rating, elapsed)
            ours = remember(ours, rating, elapsed)
            assert ours == published
