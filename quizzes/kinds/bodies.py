"""Reading authored bodies: strict models, shared field types, and problems in plain words."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from quizzes.kinds.base import Problem
from quizzes.text import fold, unstorable

MARKDOWN_LENGTH = 20_000
LINE_LENGTH = 200
NAME = "[A-Za-z][A-Za-z0-9_-]{0,31}"

Loc = tuple[str | int, ...]
Found = TypeVar("Found")


class Strict(BaseModel):
    """A model that converts nothing, allows no unknown field and never changes."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Model = TypeVar("Model", bound=Strict)


def refuse(message: str) -> PydanticCustomError:
    """The error a validator raises; braces in the message stay as they are."""
    return PydanticCustomError("refused", "{message}", {"message": message})


def _storable(text: str) -> str:
    if reason := unstorable(text):
        raise refuse(f"expected text that can be stored, but {reason}")
    return text


def _not_blank(text: str) -> str:
    if not fold(text):
        raise refuse("expected text that is not empty")
    return text


Markdown = Annotated[str, StringConstraints(max_length=MARKDOWN_LENGTH), AfterValidator(_storable)]
RequiredMarkdown = Annotated[Markdown, AfterValidator(_not_blank)]
Line = Annotated[
    str,
    StringConstraints(max_length=LINE_LENGTH),
    AfterValidator(_storable),
    AfterValidator(_not_blank),
]
Slug = Annotated[str, StringConstraints(pattern=r"^([a-z0-9][a-z0-9_-]{0,63})?$")]  # "" is none
Weight = Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)]


class Diagnosis(Strict):
    """What a wrong answer is told, and the misconception it shows; both may be ""."""

    feedback: Markdown = ""
    misconception: Slug = ""


def read(model: type[Model], body: object, loc: Loc, problems: list[Problem]) -> Model | None:
    """The body as a model, or None after adding to `problems` everything that is wrong with it."""
    try:
        return model.model_validate(body)
    except ValidationError as error:
        problems.extend(_problems(error.errors(include_url=False), loc))
        return None


def member(body: object, name: str, kind: type[Found]) -> Found | None:
    """What an unchecked body holds under a name, if it is of that type."""
    found = body.get(name) if isinstance(body, dict) else None
    return found if isinstance(found, kind) else None


def _problems(errors: list[ErrorDetails], loc: Loc) -> list[Problem]:
    """One problem per error, less the count of a list whose entries are what is wrong."""
    places = [error["loc"] for error in errors]
    return [
        Problem((*loc, *(step for step in error["loc"] if step != "[key]")), _wording(error))
        for error in errors
        if not (
            error["type"] == "too_short"
            and any(place[: len(error["loc"])] == error["loc"] != place for place in places)
        )
    ]


def _wording(error: ErrorDetails) -> str:
    wording = _WORDINGS.get(error["type"])
    return wording(error.get("ctx", {})) if wording else error["msg"]


def _always(message: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda context: message


_WORDINGS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "missing": _always("this field is required"),
    "extra_forbidden": _always("unknown field"),
    "invalid_key": _always("expected field names that are text"),
    "string_type": _always("expected text (put numbers, dates, yes and no in quotes)"),
    "string_unicode": _always("expected text that can be stored, not half a character"),
    "string_too_long": lambda context: f"expected at most {context['max_length']} characters",
    "string_pattern_mismatch": _always("expected lower-case letters, digits, - and _"),
    "bool_type": _always("expected true or false"),
    "int_type": _always("expected a whole number"),
    "float_type": _always("expected a number"),
    "finite_number": _always("expected a finite number"),
    "greater_than": lambda context: f"expected a number greater than {context['gt']:g}",
    "greater_than_equal": lambda context: f"expected a number of at least {context['ge']:g}",
    "less_than_equal": lambda context: f"expected a number of at most {context['le']:g}",
    "tuple_type": _always("expected a list"),
    "dict_type": _always("expected fields with names"),
    "model_type": _always("expected fields with names"),
    "too_short": lambda context: f"expected at least {context['min_length']} of these",
    "too_long": lambda context: f"expected at most {context['max_length']} of these",
    "literal_error": lambda context: f"expected {context['expected']}",
}
