"""What is due beyond a day's limit, spread over the days after."""

from collections.abc import Sequence
from math import ceil


def spread(due: Sequence[int], *, first: int, daily: int) -> list[int]:
    """Return how many of what falls due on each day are asked on it, in O(days).

    The first day takes `first` at most, each later one `daily`; the rest moves to the day after.
    """
    asked: list[int] = []
    waiting = 0
    for day, count in enumerate(due):
        waiting += count
        asked.append(min(waiting, daily if day else first))
        waiting -= asked[-1]
    return asked


def days_for(waiting: int, daily: int) -> int:
    """Return over how many days so many questions are spread; 0 if no day takes any."""
    return ceil(waiting / daily) if daily else 0
