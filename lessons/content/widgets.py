"""What a subject brings as a figure."""

from collections.abc import Mapping
from typing import Protocol

from lessons.content.params import ParamsError
from quizzes.kinds.base import Json


class WidgetError(ParamsError):
    """Parameters a widget cannot draw."""


class Widget(Protocol):
    """A figure, still or interactive, that is drawn on the server."""

    @property
    def name(self) -> str:
        """As lesson files call it, for example "attention.bars"."""

    @property
    def scripts(self) -> tuple[str, ...]:
        """Static paths of the ES modules that the page must load; () for a still figure."""

    @property
    def styles(self) -> tuple[str, ...]:
        """Static paths of the style sheets that the page must load."""

    def render(self, params: Mapping[str, Json]) -> str:
        """Finished HTML without inline style or script code. Raises WidgetError."""
