"""Draws two-number vectors on squared paper as SVG, with labels kept off each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

HALF = 120.0  # from the middle to the edge of the paper, in SVG units
FRAME = 134.0  # the same with the margin
LETTER = 6.4  # width of a letter, a little generous
LINE = 12.0  # height of a label
HEAD = 14.0  # length of the arrow's head
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500)

Point = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """A vector with its name; `kind` is k for a key and v for a value, which gives its colour."""

    label: str
    at: Point
    kind: str


@dataclass(frozen=True)
class Arrow:
    """The vector that the figure is about; `kind` is q for a query and o for an output."""

    label: str
    at: Point
    kind: str


@dataclass(frozen=True)
class Box:
    """A rectangle in SVG units."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether the two share any area."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def holds(self, point: Point) -> bool:
        """Whether the point lies inside."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


@dataclass(frozen=True)
class Place:
    """Where a label stands: its anchor point, its text-anchor and the room it takes."""

    at: Point
    anchor: str
    box: Box


def plane(marks: Sequence[Mark], arrow: Arrow, *, limit: float, title: str) -> str:
    """The SVG of marks and one arrow, from −limit to limit on both axes."""
    scale = HALF / limit
    tips = [(mark.at[0] * scale, -mark.at[1] * scale) for mark in marks]
    end = (arrow.at[0] * scale, -arrow.at[1] * scale)
    places = place_labels([mark.label for mark in marks], tips, arrow.label, end)
    shafts = "".join(
        f'<g class="attn-mark attn-{mark.kind}"><line x2="{x:.2f}" y2="{y:.2f}"/>'
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="3.5"/></g>'
        for mark, (x, y) in zip(marks, tips, strict=True)
    )
    labels = "".join(
        f'<text class="attn-{mark.kind}" x="{place.at[0]:.2f}" y="{place.at[1]:.2f}" '
        f'text-anchor="{place.anchor}">{escape(mark.label)}</text>'
        for mark, place in zip(marks, places, strict=True)
    )
    return (
        f'<svg class="attn-plane" viewBox="{-FRAME:g} {-FRAME:g} {2 * FRAME:g} {2 * FRAME:g}" '
        f'role="img"><title>{escape(title)}</title>{_paper(limit)}{shafts}{labels}'
        f"{_arrow(arrow, end)}</svg>"
    )


def limit_for(points: Sequence[Point]) -> float:
    """A round number that no coordinate exceeds, at least 3."""
    largest = max((abs(coordinate) for point in points for coordinate in point), default=0.0)
    step = _step(max(largest, 3.0))
    return max(3.0, math.ceil(largest / step) * step)


def place_labels(
    labels: Sequence[str], tips: Sequence[Point], arrow_label: str, arrow_tip: Point
) -> list[Place]:
    """A place beside its tip for each label, away from other labels, tips, lines and the edge."""
    placed: list[Place] = []
    shafts = [point for tip in (*tips, arrow_tip) for point in _along(tip)]
    axes = [
        point for tip in ((HALF, 0), (-HALF, 0), (0, HALF), (0, -HALF)) for point in _along(tip)
    ]
    taken = [_box(arrow_label, _beyond(arrow_tip), "middle")]
    for index, label in enumerate(labels):
        others = [tip for other, tip in enumerate(tips) if other != index]
        options = _options(label, tips[index])
        costs = [
            10.0 * (not _inside(option.box))
            + 8.0 * sum(option.box.overlaps(box) for box in taken)
            + 6.0 * sum(option.box.holds(tip) for tip in (*others, arrow_tip))
            + 0.5 * sum(option.box.holds(point) for point in shafts)
            + 0.2 * any(option.box.holds(point) for point in axes)
            - 0.01 * _outwards(option, tips[index])
            for option in options
        ]
        best = options[costs.index(min(costs))]
        placed.append(best)
        taken.append(best.box)
    return placed


def _box(label: str, at: Point, anchor: str) -> Box:
    """The room that a label takes whose anchor point is `at`."""
    width = LETTER * len(label)
    left = at[0] - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    return Box(left, at[1] - LINE + 2, left + width, at[1] + 3)


def _beyond(tip: Point) -> Point:
    """Where the arrow's name stands: beyond its tip, but on the paper; above a zero arrow."""
    length = math.hypot(*tip)
    along = (tip[0] / length, tip[1] / length) if length else (0.0, -1.0)
    reach = FRAME - 8
    x, y = (max(-reach, min(reach, c + 19 * u)) for c, u in zip(tip, along, strict=True))
    return x, y + 4


def _options(label: str, tip: Point) -> list[Place]:
    """Eight places around a tip."""
    shifts = [
        (8.0, 4.0, "start"),
        (-8.0, 4.0, "end"),
        (0.0, -9.0, "middle"),
        (0.0, 17.0, "middle"),
        (6.0, -6.0, "start"),
        (6.0, 14.0, "start"),
        (-6.0, -6.0, "end"),
        (-6.0, 14.0, "end"),
    ]
    places = []
    for dx, dy, anchor in shifts:
        at = (tip[0] + dx, tip[1] + dy)
        places.append(Place(at, anchor, _box(label, at, anchor)))
    return places


def _inside(box: Box) -> bool:
    return min(box.left, box.top) >= -FRAME and max(box.right, box.bottom) <= FRAME


def _outwards(place: Place, tip: Point) -> float:
    """How far the label's middle lies beyond its tip, seen from the origin."""
    middle = ((place.box.left + place.box.right) / 2, (place.box.top + place.box.bottom) / 2)
    length = math.hypot(*tip) or 1.0
    return ((middle[0] - tip[0]) * tip[0] + (middle[1] - tip[1]) * tip[1]) / length


def _along(tip: Point) -> list[Point]:
    """Points on the shaft from the origin to a tip."""
    return [(tip[0] * part / 12, tip[1] * part / 12) for part in range(13)]


def _step(limit: float) -> float:
    """The distance of the grid lines: at most four on either side of the middle."""
    return next((step for step in STEPS if limit / step <= 4), STEPS[-1])


def _paper(limit: float) -> str:
    step = _step(limit) * HALF / limit
    lines = []
    for count in range(1, math.floor(HALF / step + 1e-9) + 1):
        at = count * step
        lines.append(
            f"M{at:.2f} {-HALF:g}V{HALF:g}M{-at:.2f} {-HALF:g}V{HALF:g}"
            f"M{-HALF:g} {at:.2f}H{HALF:g}M{-HALF:g} {-at:.2f}H{HALF:g}"
        )
    return (
        f'<path class="attn-grid" d="{"".join(lines)}"/>'
        f'<path class="attn-axes" d="M0 {-HALF:g}V{HALF:g}M{-HALF:g} 0H{HALF:g}"/>'
    )


def _arrow(arrow: Arrow, end: Point) -> str:
    """Shaft, head and name; an arrow of no length is a dot."""
    x, y = end
    length = math.hypot(x, y)
    along = (x / length, y / length) if length else (0.0, -1.0)
    shaft = max(0.0, length - HEAD * 0.7)
    turn = math.degrees(math.atan2(y, x))
    name = _beyond(end)
    hidden = "" if length else ' visibility="hidden"'
    return (
        f'<g class="attn-arrow attn-{arrow.kind}">'
        f'<line x2="{shaft * along[0]:.2f}" y2="{shaft * along[1]:.2f}"/>'
        f'<path d="M0 0L-14 6L-10.5 0L-14 -6Z" '
        f'transform="translate({x:.2f} {y:.2f}) rotate({turn:.2f})"{hidden}/>'
        f'<text x="{name[0]:.2f}" y="{name[1]:.2f}" text-anchor="middle">'
        f"{escape(arrow.label)}</text></g>"
    )
