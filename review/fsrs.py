"""How well a question is remembered: the FSRS-6 memory model for one card at a time.

Source of formulas, default weights and weight limits: the FSRS-6 description of
open-spaced-repetition ("The Algorithm", 21 weights); py-fsrs and fsrs-rs are the oracles in
the tests. `step` is the published model; `bounded` holds the limits this product adds to it;
services call `remember`, which is both.

Time is counted in whole study days (see `review.days`), so 0 means "again on the same study
day". Every function is pure and refuses what it cannot mean with a ValueError that names the
argument.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from functools import lru_cache
from typing import Final

MODEL: Final = "fsrs-6"

DEFAULT_WEIGHTS: Final[tuple[float, ...]] = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # 0–3: first stability after Again, Hard, Good, Easy
    *(6.4133, 0.8334, 3.0194, 0.001),  # 4–7: difficulty
    *(1.8722, 0.1666, 0.796),  # 8–10: growth after a success
    *(1.4835, 0.0614, 0.2629, 1.6483),  # 11–14: stability after a lapse
    *(0.6014, 1.8729),  # 15, 16: factors of Hard and Easy
    *(0.5425, 0.0912, 0.0658),  # 17–19: reviews on the same day
    0.1542,  # 20: decay of the forgetting curve
)

# Within these limits of the published model no formula below overflows, and a better rating
# never earns less: Hard's factor is at most 1 and Easy's at least 1.
WEIGHT_LIMITS: Final[tuple[tuple[float, float], ...]] = (
    *((0.001, 100.0),) * 4,
    *((1.0, 10.0), (0.001, 4.0), (0.001, 4.0), (0.001, 0.75)),
    *((0.0, 4.5), (0.0, 0.8), (0.001, 3.5)),
    *((0.001, 5.0), (0.001, 0.25), (0.001, 0.9), (0.0, 4.0)),
    *((0.0, 1.0), (1.0, 6.0)),
    *((0.0, 2.0), (0.0, 2.0), (0.0, 0.8)),
    (0.1, 0.8),
)
# A fitted weight that sits on a limit comes back from single precision a little beside it.
WEIGHT_SLACK: Final = 1e-6

MIN_STABILITY: Final = 0.001  # days
MAX_STABILITY: Final = 36500.0  # days
MIN_DIFFICULTY: Final = 1.0
MAX_DIFFICULTY: Final = 10.0
MIN_RETENTION: Final = 0.0001
MAX_RETENTION: Final = 0.9999
MAX_ELAPSED_DAYS: Final = date.max.toordinal()  # no two dates are further apart


class Rating(IntEnum):
    """How an answer went, as the learner would say it."""

    Again = 1
    Hard = 2
    Good = 3
    Easy = 4


@dataclass(frozen=True, slots=True)
class MemoryState:
    """What the model knows about one card: stability in days, difficulty from 1 to 10.

    Stability is the time in which the chance of recall falls to 90 %. Raises ValueError when
    either is not a finite number.
    """

    stability: float
    difficulty: float
    model: str = MODEL

    def __post_init__(self) -> None:
        for name, value in (("stability", self.stability), ("difficulty", self.difficulty)):
            if not math.isfinite(value):
                raise ValueError(f"memory.{name} = {value}: expected a finite number")


def check_weights(weights: Sequence[float]) -> tuple[float, ...]:
    """The 21 weights as a tuple; ValueError names the first one outside its limits."""
    return _checked_weights(tuple(weights))


@lru_cache(maxsize=1024)  # a learner's weights come by at every answer and change once a night
def _checked_weights(weights: tuple[float, ...]) -> tuple[float, ...]:
    if len(weights) != len(WEIGHT_LIMITS):
        raise ValueError(
            f"weights: expected {len(WEIGHT_LIMITS)} numbers for {MODEL}, got {len(weights)}"
        )
    for index, (weight, (low, high)) in enumerate(zip(weights, WEIGHT_LIMITS, strict=True)):
        slack = WEIGHT_SLACK * high
        if not low - slack <= weight <= high + slack:  # also refuses NaN
            raise ValueError(f"weights[{index}] = {weight}: expected {low} to {high}")
    return tuple(
        _clamp(weight, low, high)
        for weight, (low, high) in zip(weights, WEIGHT_LIMITS, strict=True)
    )


def first_memory(rating: int, weights: Sequence[float] = DEFAULT_WEIGHTS) -> MemoryState:
    """Memory after the first answer to a question."""
    weights = check_weights(weights)
    rating = _checked_rating(rating)
    difficulty = _clamp(_first_difficulty(rating, weights), MIN_DIFFICULTY, MAX_DIFFICULTY)
    return MemoryState(weights[rating - 1], difficulty)


def step(
    memory: MemoryState | None,
    rating: int,
    elapsed_days: int,
    weights: Sequence[float] = DEFAULT_WEIGHTS,
) -> MemoryState:
    """Memory after one more answer, by the published formulas alone.

    `memory` is None for the first answer; `elapsed_days` are the study days since the last
    one. The floor of stability and the range of difficulty belong to the formulas; stability
    has no ceiling here. Raises ValueError for a state outside the model's domain.
    """
    if memory is None:
        _checked_elapsed(elapsed_days)
        return first_memory(rating, weights)
    weights = check_weights(weights)
    rating = _checked_rating(rating)
    elapsed_days = _checked_elapsed(elapsed_days)
    _refuse_outside_domain(memory)
    if elapsed_days == 0:
        stability = _same_day_stability(memory.stability, rating, weights)
    else:
        recall = _recall(elapsed_days, memory.stability, weights)
        if rating == Rating.Again:
            stability = _lapsed_stability(memory, recall, weights)
        else:
            stability = _recalled_stability(memory, recall, rating, weights)
    return MemoryState(
        max(stability, MIN_STABILITY), _next_difficulty(memory.difficulty, rating, weights)
    )


def bounded(
    before: MemoryState | None,
    after: MemoryState,
    *,
    rating: int,
    elapsed_days: int,
    weights: Sequence[float] = DEFAULT_WEIGHTS,
) -> MemoryState:
    """`after` held within what one answer can justify.

    - Stability stays within 0.001 to 36500 days and difficulty within 1 to 10.
    - Again never raises stability, a success never lowers it.
    - Reviews of one study day count, together, for at most one encounter: a success on the
      same day raises stability no further than the stability a first answer with that rating
      would have given, and not at all above it. It leaves difficulty alone; a same-day Again
      never lowers difficulty. (On the review log we measure with, this bound costs no log
      loss; a floor under repeated Again costs much, so there is none.)
    - A better rating never leaves a worse memory, whatever the order of the first weights.
    """
    rating = _checked_rating(rating)
    first_stability = max(check_weights(weights)[:rating])
    after = _within_limits(after)
    stability, difficulty = after.stability, after.difficulty
    if before is None:
        stability = max(stability, first_stability)
    else:
        before = _within_limits(before)
        same_day = _checked_elapsed(elapsed_days) == 0
        if rating == Rating.Again:
            stability = min(stability, before.stability)
            if same_day:
                difficulty = max(difficulty, before.difficulty)
        else:
            if same_day:
                stability = min(stability, first_stability)
                difficulty = before.difficulty
            stability = max(stability, before.stability)
    return MemoryState(stability, difficulty)


def remember(
    memory: MemoryState | None,
    rating: int,
    elapsed_days: int,
    weights: Sequence[float] = DEFAULT_WEIGHTS,
) -> MemoryState:
    """Memory after one more answer, within our limits: what services call.

    Unlike `step` it takes any finite state: one beyond the limits is brought within them.
    """
    before = None if memory is None else _within_limits(memory)
    after = step(before, rating, elapsed_days, weights)
    return bounded(before, after, rating=rating, elapsed_days=elapsed_days, weights=weights)


def retrievability(
    memory: MemoryState, elapsed_days: float, weights: Sequence[float] = DEFAULT_WEIGHTS
) -> float:
    """Chance of recall, 0 to 1, `elapsed_days` (fractions allowed) after the last answer."""
    weights = check_weights(weights)
    if not 0 <= elapsed_days <= MAX_ELAPSED_DAYS:  # also refuses NaN
        raise ValueError(f"elapsed_days = {elapsed_days}: expected 0 to {MAX_ELAPSED_DAYS}")
    return _recall(elapsed_days, _within_limits(memory).stability, weights)


def interval_days(
    memory: MemoryState,
    desired_retention: float,
    weights: Sequence[float] = DEFAULT_WEIGHTS,
    maximum: int = int(MAX_STABILITY),
) -> int:
    """Whole days until the chance of recall has fallen to `desired_retention`; 1 to `maximum`."""
    weights = check_weights(weights)
    if not MIN_RETENTION <= desired_retention <= MAX_RETENTION:  # also refuses NaN
        raise ValueError(
            f"desired_retention = {desired_retention}: expected {MIN_RETENTION} to {MAX_RETENTION}"
        )
    if maximum < 1:
        raise ValueError(f"maximum = {maximum}: expected at least 1 day")
    decay = -weights[20]
    stability = _within_limits(memory).stability
    days = stability / _curve_factor(decay) * (math.pow(desired_retention, 1 / decay) - 1)
    return round(_clamp(days, 1, maximum))


def _curve_factor(decay: float) -> float:
    """The factor that puts recall at exactly 90 % when the time elapsed equals stability."""
    return math.pow(0.9, 1 / decay) - 1


def _recall(elapsed_days: float, stability: float, weights: Sequence[float]) -> float:
    decay = -weights[20]
    return math.pow(1 + _curve_factor(decay) * elapsed_days / stability, decay)


def _first_difficulty(rating: int, weights: Sequence[float]) -> float:
    return weights[4] - math.exp(weights[5] * (rating - 1)) + 1


def _next_difficulty(difficulty: float, rating: int, weights: Sequence[float]) -> float:
    """Again and Hard make a card harder, the less the harder it is; all drift towards Easy."""
    change = -weights[6] * (rating - Rating.Good)
    damped = difficulty + change * (10 - difficulty) / 9
    drifted = weights[7] * _first_difficulty(Rating.Easy, weights) + (1 - weights[7]) * damped
    return _clamp(drifted, MIN_DIFFICULTY, MAX_DIFFICULTY)


def _recalled_stability(
    memory: MemoryState, recall: float, rating: int, weights: Sequence[float]
) -> float:
    """Success on a later day: the nearer to being forgotten, the more it strengthens."""
    growth = (
        math.exp(weights[8])
        * (11 - memory.difficulty)
        * math.pow(memory.stability, -weights[9])
        * (math.exp((1 - recall) * weights[10]) - 1)
    )
    if rating == Rating.Hard:
        growth *= weights[15]
    elif rating == Rating.Easy:
        growth *= weights[16]
    return memory.stability * (1 + growth)


def _lapsed_stability(memory: MemoryState, recall: float, weights: Sequence[float]) -> float:
    """Again on a later day."""
    relearned = (
        weights[11]
        * math.pow(memory.difficulty, -weights[12])
        * (math.pow(memory.stability + 1, weights[13]) - 1)
        * math.exp((1 - recall) * weights[14])
    )
    return min(relearned, memory.stability / math.exp(weights[17] * weights[18]))


def _same_day_stability(stability: float, rating: int, weights: Sequence[float]) -> float:
    change = math.exp(weights[17] * (rating - Rating.Good + weights[18]))
    change *= math.pow(stability, -weights[19])  # the stronger a memory, the less it gains
    return stability * (change if rating == Rating.Again else max(change, 1.0))


def _within_limits(memory: MemoryState) -> MemoryState:
    _refuse_other_model(memory)
    return MemoryState(
        _clamp(memory.stability, MIN_STABILITY, MAX_STABILITY),
        _clamp(memory.difficulty, MIN_DIFFICULTY, MAX_DIFFICULTY),
    )


def _refuse_outside_domain(memory: MemoryState) -> None:
    _refuse_other_model(memory)
    if memory.stability <= 0:
        raise ValueError(f"memory.stability = {memory.stability}: expected more than 0 days")
    if not MIN_DIFFICULTY <= memory.difficulty <= MAX_DIFFICULTY:
        raise ValueError(f"memory.difficulty = {memory.difficulty}: expected 1 to 10")


def _refuse_other_model(memory: MemoryState) -> None:
    if memory.model != MODEL:
        raise ValueError(f"memory.model = {memory.model!r}: expected {MODEL!r}")


def _checked_rating(rating: int) -> Rating:
    try:
        return Rating(rating)
    except ValueError:
        raise ValueError(f"rating = {rating!r}: expected 1 (Again) to 4 (Easy)") from None


def _checked_elapsed(elapsed_days: int) -> int:
    if not isinstance(elapsed_days, int) or not 0 <= elapsed_days <= MAX_ELAPSED_DAYS:
        raise ValueError(
            f"elapsed_days = {elapsed_days!r}: expected whole days, 0 to {MAX_ELAPSED_DAYS}"
        )
    return elapsed_days


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
