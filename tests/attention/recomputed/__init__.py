"""Every template once more in plain Python, from the prompt's text, importing nothing of attention.

Each function returns the key and the value of every misconception (None where it has none), and
says how many decimals are displayed. One module for each topic; each has a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.attention.recomputed import (
    cache,
    cache_work,
    cross,
    full_steps,
    grouped,
    head_work,
    heads,
    masks,
    outputs,
    padding,
    pairs,
    projections,
    scores,
    weights,
)
from tests.attention.recomputed.base import Recomputed, RecomputedPlace, shown_as

__all__ = ["PLACES", "RECOMPUTED", "Recomputed", "RecomputedPlace", "shown_as"]

RECOMPUTED: dict[str, Callable[[str], Recomputed]] = {
    **scores.RECOMPUTED,
    **weights.RECOMPUTED,
    **outputs.RECOMPUTED,
    **masks.RECOMPUTED,
    **heads.RECOMPUTED,
    **head_work.RECOMPUTED,
    **cache.RECOMPUTED,
    **cache_work.RECOMPUTED,
    **cross.RECOMPUTED,
    **projections.RECOMPUTED,
    **pairs.RECOMPUTED,
    **padding.RECOMPUTED,
    **full_steps.RECOMPUTED,
    **grouped.RECOMPUTED,
}

# Templates that ask which of several things has the largest value.
PLACES: dict[str, Callable[[str], RecomputedPlace]] = {**scores.PLACES, **outputs.PLACES}
