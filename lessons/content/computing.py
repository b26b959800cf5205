"""What a subject computes for its lessons, so that nobody types a number that can be worked out."""

from collections.abc import Mapping
from typing import Protocol

from quizzes.kinds.base import Json

# A number, or numbers in rows of any depth.
Computed = int | float | list["Computed"]


class Computation(Protocol):
    """A computation with a name; what it gives has names too."""

    @property
    def name(self) -> str:
        """As lesson files call it, for example "attention.blend"."""

    def values(self, params: Mapping[str, Json]) -> Mapping[str, Computed]:
        """Values by name, such as "output" or "weight.gate". Raises ParamsError."""
