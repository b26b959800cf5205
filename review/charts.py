"""Geometry of the charts; templates draw it, so that they follow the theme and print (pure)."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Bar:
    """A bar in units of the drawing; `x` and `y` are its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    value: int


def bars(values: Sequence[int], *, width: float, height: float, gap: float = 2.0) -> list[Bar]:
    """Return one bar for each value, side by side on the bottom line, the highest full height.

    An empty or all-zero sequence gives bars without height.
    """
    if not values:
        return []
    step = width / len(values)
    top = max(values) or 1
    return [
        Bar(
            x=round(index * step, 2),
            y=round(height - height * value / top, 2),
            width=round(step - gap, 2),
            height=round(height * value / top, 2),
            value=value,
        )
        for index, value in enumerate(values)
    ]
