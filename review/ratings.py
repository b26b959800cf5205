"""From a grade to a rating: what a score between 0 and 1 tells the memory model."""

import math
from typing import Final

from review.fsrs import Rating

# Scores are sums of weighted parts: a last binary digit must not decide between two ratings.
TOLERANCE: Final = 1e-9

EXPLANATION_HARD_FROM: Final = 0.4  # share of the rubric's weight that was met
EXPLANATION_GOOD_FROM: Final = 0.7

RERATINGS: Final = frozenset({Rating.Hard, Rating.Good, Rating.Easy})


def rate(score: float, *, hints_used: int = 0, pass_mark: float = 0.5) -> Rating:
    """Rating of an answer graded `score`, 0 (wrong) to 1 (right).

    Wrong is Again. Partly right is Hard from the question's `pass_mark` on, else Again. Right
    is Good, or Hard when a hint was used. Never Easy: only the learner can say that. How sure
    the learner was does not change the rating: every Again comes back on the next study day.
    Raises ValueError.
    """
    _check_share("score", score)
    _check_share("pass_mark", pass_mark)
    if hints_used < 0:
        raise ValueError(f"hints_used = {hints_used}: expected 0 or more")
    if score == 0:
        return Rating.Again
    if is_right(score):
        return Rating.Hard if hints_used else Rating.Good
    return Rating.Hard if _reaches(score, pass_mark) else Rating.Again


def rate_explanation(share: float) -> Rating:
    """Rating of a free explanation by the share, 0 to 1, of its rubric that it met."""
    _check_share("share", share)
    if _reaches(share, EXPLANATION_GOOD_FROM):
        return Rating.Good
    return Rating.Hard if _reaches(share, EXPLANATION_HARD_FROM) else Rating.Again


def allowed_ratings(score: float) -> frozenset[Rating]:
    """Ratings a learner may choose instead of ours: Hard, Good or Easy for a right answer.

    Empty for every other answer, so a wrong one can never be turned into a right one.
    """
    _check_share("score", score)
    return RERATINGS if is_right(score) else frozenset()


def may_rerate(score: float, rating: Rating) -> bool:
    """Whether the learner may give an answer graded `score` this rating."""
    return rating in allowed_ratings(score)


def is_right(score: float) -> bool:
    """Whether a score means wholly right."""
    return _reaches(score, 1.0)


def _reaches(share: float, mark: float) -> bool:
    return share >= mark - TOLERANCE


def _check_share(name: str, share: float) -> None:
    if not (math.isfinite(share) and 0 <= share <= 1):
        raise ValueError(f"{name} = {share}: expected 0 to 1")
