"""What every widget is: a name, checked parameters and a function that draws them as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from lessons.content import ParamsError, WidgetError

LARGEST_NUMBER = 1000.0

Number = Annotated[float, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER, allow_inf_nan=False)]
Word = Annotated[str, Field(min_length=1, max_length=24)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9-]{1,60}$")]
Sentence = Annotated[str, Field(min_length=1, max_length=200)]
Vector = Annotated[list[Number], Field(min_length=1, max_length=4)]


class Params(BaseModel):
    """Parameters as an author writes them: unknown keys and look-alike types are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


P = TypeVar("P", bound=Params)


@dataclass(frozen=True)
class Figure(Generic[P]):
    """A widget whose HTML is made on the server.

    `scripts` and `styles` are static paths that a page with this figure loads.
    """

    name: str
    params: type[P]
    draw: Callable[[P], str]
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ("attention/attention.css",)

    def render(self, params: Mapping[str, object]) -> str:
        """Finished HTML. Raises WidgetError with every problem found in `params`."""
        try:
            return self.draw(checked(self.params, params))
        except ParamsError as error:
            raise WidgetError(error.problems) from error


def checked(model: type[P], params: Mapping[str, object]) -> P:
    """Parameters as the model has them. Raises ParamsError with every problem found."""
    try:
        return model.model_validate(dict(params))
    except ValidationError as error:
        raise ParamsError(
            tuple((problem["loc"], problem["msg"]) for problem in error.errors())
        ) from error


def problem(message: str) -> PydanticCustomError:
    """An error to raise in a validator; its message reaches the author as it is."""
    return PydanticCustomError("widget", "{message}", {"message": message})


def same_lengths(vectors: Mapping[str, list[float]]) -> None:
    """Refuse vectors (by the name an author knows them by) that are not equally long."""
    lengths = {name: len(vector) for name, vector in vectors.items()}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise problem(f"vectors must be equally long: {listed}")
