"""What templates about weights share: picking one, ruling out dull ones, working one out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from attention.engine import BoolArray, FloatArray, IntArray

LARGEST_WEIGHT = 0.97  # of any key: above it the question is no question
NOTHING = 1e-9  # a sum of decimals this small is 0
SMALLEST_KEY = 0.02  # below it two decimals say nothing


def picked(values: FloatArray, places: IntArray) -> FloatArray:
    """The value at one place per row: (batch, n) and (batch,) -> (batch,)."""
    taken: FloatArray = np.take_along_axis(values, places[:, None], axis=-1)[:, 0]
    return taken


def ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """The ratio, NaN where the denominator is 0, or would be but for rounding."""
    quotient: FloatArray = np.full_like(numerator, np.nan)
    np.divide(numerator, denominator, out=quotient, where=np.abs(denominator) > NOTHING)
    return quotient


def worth_asking(weights: FloatArray, asked: FloatArray) -> BoolArray:
    """Where no weight (batch, n) is nearly everything, and the asked one (batch,) not nothing."""
    sound: BoolArray = (weights.max(axis=-1) <= LARGEST_WEIGHT) & (asked >= SMALLEST_KEY)
    return sound


def shared_out(scores: Sequence[str], asked: int, asked_name: str, key: str) -> str:
    """Two sentences that work out the softmax of one of `scores`; `key` is its weight."""
    exponentials = [math.exp(float(score)) for score in scores]
    powers = " + ".join(f"e^{{{score}}}" for score in scores)
    rounded = " + ".join(f"{power:.3f}" for power in exponentials)
    mine, total = f"{exponentials[asked]:.3f}", f"{math.fsum(exponentials):.3f}"
    return (
        f"Raise $e$ to each score and add up: ${powers} \\approx {rounded} \\approx {total}$. "
        f"{asked_name[0].upper()}{asked_name[1:]} gets its share of this sum: "
        f"$\\frac{{{mine}}}{{{total}}} \\approx {key}$."
    )
