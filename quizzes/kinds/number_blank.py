"""A blank that takes a number, with a tolerance and wrong values it knows."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from quizzes.kinds.base import AnswerError, Foreseen, JsonObject, Problem
from quizzes.kinds.blank import (
    BlankSheet,
    Entry,
    ShownBlank,
    Verdict,
    foreseen_right,
    foreseen_wrong,
)
from quizzes.kinds.bodies import Diagnosis, Line, Loc, Strict, Weight, read, refuse
from quizzes.kinds.wire import Wire
from quizzes.numbers import (
    MAX_EXPONENT,
    MAX_LENGTH,
    NumberFormatError,
    is_close,
    read_number,
    rounding_tolerance,
)

SMALLEST_KEY = Decimal("1e-9")  # comparing forgives 1e-12, which must stay far below any key
_AUTHORED_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,3})?")


def _exact(number: object) -> str:
    if isinstance(number, int) and not isinstance(number, bool) and abs(number) < 10**MAX_LENGTH:
        return str(number)
    written = number if isinstance(number, str) else ""
    if len(written) > MAX_LENGTH or not _AUTHORED_NUMBER.fullmatch(written):
        raise refuse('expected a number in quotes, like "-0.75" or "6.02e23"')
    if abs(Decimal(written).adjusted()) > MAX_EXPONENT:
        raise refuse(f"expected a power of ten between -{MAX_EXPONENT} and {MAX_EXPONENT}")
    return written


def _tolerance(number: object) -> str:
    written = _exact(number)
    if Decimal(written) < 0:
        raise refuse("expected a tolerance that is not negative")
    return written


def _relative(number: object) -> str:
    written = _tolerance(number)
    if Decimal(written) >= 1:
        raise refuse("expected a relative tolerance below 1")
    return written


Exact = Annotated[str, BeforeValidator(_exact)]
Tolerance = Annotated[str, BeforeValidator(_tolerance)]
RelativeTolerance = Annotated[str, BeforeValidator(_relative)]


class WrongNumber(Diagnosis):
    """A wrong value that says something about who typed it."""

    value: Exact


class AuthoredNumber(Strict):
    """A number blank as its author wrote it. Numbers are text, so that no digit is lost."""

    type: Literal["number"]
    label: Line
    value: Exact
    atol: Tolerance = "0"
    rtol: RelativeTolerance = "0"
    decimals: Annotated[int, Field(ge=0, le=12)] | None = None
    fraction: bool = False
    percent: bool = False
    weight: Weight = 1.0
    wrong: Annotated[tuple[WrongNumber, ...], Field(strict=False, max_length=20)] = ()

    @property
    def effective_atol(self) -> Decimal:
        """The absolute tolerance, at least as wide as the asked decimals need."""
        floor = Decimal(0) if self.decimals is None else rounding_tolerance(self.decimals)
        return max(Decimal(self.atol), floor)


class Key(Strict):
    """The key of a number blank; numbers as text."""

    value: str
    atol: str
    rtol: str
    wrong: Annotated[tuple[WrongNumber, ...], Field(strict=False)]

    def admits(self, number: Decimal, value: str) -> bool:
        """Whether the number is within the blank's tolerance of `value`."""
        return is_close(number, Decimal(value), atol=Decimal(self.atol), rtol=Decimal(self.rtol))


class Parsed(Strict):
    """A typed number: the raw text, and its value as text."""

    raw: str
    value: str


def validate(
    name: str, body: object, words: Sequence[Entry], loc: Loc, problems: list[Problem]
) -> BlankSheet | None:
    """Split an authored number blank; None after adding to `problems` what is wrong with it."""
    blank = read(AuthoredNumber, body, loc, problems)
    if blank is None:
        return None
    key = Key(value=blank.value, atol=str(blank.effective_atol), rtol=blank.rtol, wrong=blank.wrong)
    found = [*_key_problems(key, loc), *_wrong_problems(key, loc)]
    problems.extend(found)
    shown = ShownBlank(
        name=name,
        input="number",
        label=blank.label,
        fraction=blank.fraction,
        percent=blank.percent,
    )
    return None if found else BlankSheet(shown, blank.weight, key.model_dump(mode="json"))


def parse(shown: ShownBlank, typed: str, wire: Wire, locale: str) -> JsonObject:
    """Read a typed number; raises AnswerError with what to write instead."""
    try:
        number = read_number(typed, locale=locale, fraction=shown.fraction, percent=shown.percent)
    except NumberFormatError as error:
        raise AnswerError(f"blanks.{shown.name}", error.message) from error
    return Parsed(raw=typed, value=str(number.value)).model_dump(mode="json")


def grade(key: JsonObject, parsed: JsonObject) -> Verdict:
    """1 within the tolerance of the key; else 0, with what the nearest known wrong value says."""
    blank = Key.model_validate(key)
    number = Decimal(Parsed.model_validate(parsed).value)
    if blank.admits(number, blank.value):
        return Verdict(1.0)
    known = [wrong for wrong in blank.wrong if blank.admits(number, wrong.value)]
    if not known:
        return Verdict(0.0)
    nearest = min(known, key=lambda wrong: abs(number - Decimal(wrong.value)))
    return Verdict(0.0, nearest.feedback, nearest.misconception)


def expected(key: JsonObject) -> str:
    """The value, as its author wrote it."""
    return Key.model_validate(key).value


def foreseen(shown: ShownBlank, key: JsonObject) -> Iterator[Foreseen]:
    """The value with its tolerance, then the known wrong values."""
    blank = Key.model_validate(key)
    margins = [f"± {blank.atol}"] if Decimal(blank.atol) else []
    margins += [f"± {(Decimal(blank.rtol) * 100).normalize():f} %"] if Decimal(blank.rtol) else []
    yield foreseen_right(shown, f"{blank.value} {' or '.join(margins)}".strip())
    for wrong in blank.wrong:
        yield foreseen_wrong(shown, wrong.value, wrong)


def _key_problems(key: Key, loc: Loc) -> Iterator[Problem]:
    value = Decimal(key.value)
    if value == 0 and Decimal(key.rtol) > 0 and Decimal(key.atol) == 0:
        message = "a share of 0 is 0: give atol or decimals where the value is 0"
        yield Problem((*loc, "rtol"), message)
    if 0 < abs(value) < SMALLEST_KEY:
        message = f"expected a value of at least {SMALLEST_KEY}: ask for it in a smaller unit"
        yield Problem((*loc, "value"), message)


def _wrong_problems(key: Key, loc: Loc) -> Iterator[Problem]:
    seen: dict[Decimal, int] = {}
    for place, wrong in enumerate(key.wrong):
        where = (*loc, "wrong", place, "value")
        if key.admits(Decimal(wrong.value), key.value):
            yield Problem(
                where, f"{wrong.value} would count as right: it is as good as {key.value}"
            )
        first = seen.setdefault(Decimal(wrong.value), place)
        if first != place:
            yield Problem(where, f"expected wrong values that differ: see entry {first + 1}")
