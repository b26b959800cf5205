"""The widgets that this subject brings, by name."""

from collections.abc import Mapping

from attention.widgets.bars import BARS
from attention.widgets.cache import CACHE
from attention.widgets.generation import GENERATION
from attention.widgets.grid import GRID
from attention.widgets.query import QUERY
from attention.widgets.stages import STAGES
from attention.widgets.steps import STEPS
from attention.widgets.words import WORDS
from lessons.content import Widget

WIDGETS: Mapping[str, Widget] = {
    widget.name: widget for widget in (BARS, CACHE, GENERATION, GRID, QUERY, STAGES, STEPS, WORDS)
}
