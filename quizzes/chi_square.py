"""The tail of the chi-square distribution, in plain math."""

import math

_STEPS = 10_000  # far more than either expansion needs for counts of everyday size
_ENOUGH = 1e-15  # relative change at which an expansion has settled
_TINY = 1e-300  # stands in for a zero denominator


def tail(statistic: float, degrees: int) -> float:
    """The chance that a chi-square variable of so many degrees of freedom is at least this large.

    The regularised upper incomplete gamma function Q(degrees/2, statistic/2), by the series of
    its complement below the mean and by a continued fraction above it (Numerical Recipes, section
    6.2). Raises ValueError for no degree of freedom or a statistic that is negative or not finite.
    """
    if degrees < 1 or not 0 <= statistic < math.inf:
        raise ValueError("chi-square needs a degree of freedom and a finite statistic from 0 up")
    shape, x = degrees / 2, statistic / 2
    if x == 0:
        return 1.0
    front = math.exp(shape * math.log(x) - x - math.lgamma(shape))
    if x < shape + 1:
        return 1 - front * _series(shape, x)
    return front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    """Σ xⁿ / (shape · (shape + 1) ⋯ (shape + n))."""
    term = total = 1 / shape
    for step in range(1, _STEPS):
        term *= x / (shape + step)
        total += term
        if term < total * _ENOUGH:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """1/(x+1−shape− 1·(1−shape)/(x+3−shape− …)), by Lentz's method."""
    b = x + 1 - shape
    c, d = 1 / _TINY, 1 / b
    value = d
    for step in range(1, _STEPS):
        a = -step * (step - shape)
        b += 2
        d = 1 / ((a * d + b) or _TINY)
        c = (b + a / c) or _TINY
        value *= c * d
        if abs(c * d - 1) < _ENOUGH:
            break
    return value
