"""What every computation is: a name, checked parameters and a function that gives named values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from attention.widgets.base import P, checked
from lessons.content import Computed


@dataclass(frozen=True)
class Values(Generic[P]):
    """A computation for lessons; `compute` calls the engine and gives values by name."""

    name: str
    params: type[P]
    compute: Callable[[P], Mapping[str, Computed]]

    def values(self, params: Mapping[str, object]) -> Mapping[str, Computed]:
        """Values by name. Raises ParamsError with every problem found in `params`."""
        return self.compute(checked(self.params, params))
