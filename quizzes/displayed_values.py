"""What a body shows of its values: whether they are numbers, and whether they can be told apart."""

import math
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

from quizzes.kinds.base import Json, JsonObject
from quizzes.numbers import NumberFormatError, is_close, read_number, rounding_tolerance
from quizzes.text import fold

# As Python prints what is no number; \inf and words that hold these letters are something else.
_PRINTED = re.compile(r"(?<![\\\w])(?:nan|inf)(?!\w)")


def not_finite(body: JsonObject) -> list[str]:
    """Every text or number of a body that is, or holds, something which is no finite number."""
    return [str(value) for value in _leaves(body) if _is_not_finite(value)]


def collisions(body: JsonObject) -> list[str]:
    """Pairs of values that a reader cannot tell apart: "0.5 and 0.50".

    Options that read the same, as text or as a number, and numbers of a blank that are the same
    at the asked decimals or that count as its key.
    """
    found = _same_readings(_texts_of(body.get("options")))
    blanks = body.get("blanks")
    for blank in blanks.values() if isinstance(blanks, dict) else ():
        if isinstance(blank, dict):
            found += _same_numbers(blank)
    return found


def _leaves(value: Json) -> Iterator[str | int | float]:
    if isinstance(value, dict):
        for member in value.values():
            yield from _leaves(member)
    elif isinstance(value, list):
        for member in value:
            yield from _leaves(member)
    elif value is not None:
        yield value


def _is_not_finite(value: str | int | float) -> bool:
    if isinstance(value, float):
        return not math.isfinite(value)
    if not isinstance(value, str):
        return False
    number = _number(value.strip("$ "))
    return bool(_PRINTED.search(value)) or (number is not None and not number.is_finite())


def _texts_of(options: Json) -> list[str]:
    texts = [option.get("text") for option in _objects(options)]
    return [text for text in texts if isinstance(text, str)]


def _same_readings(texts: list[str]) -> list[str]:
    first: dict[str | Decimal, str] = {}
    found = []
    for text in texts:
        reading = _reading(text)
        if reading in first:
            found.append(f"{first[reading]} and {text}")
        first.setdefault(reading, text)
    return found


def _reading(text: str) -> str | Decimal:
    """The number that a text shows, or else the text as it is compared."""
    bare = text.strip("$ ")
    try:
        return read_number(bare, fraction=True, percent=True).value
    except NumberFormatError:
        return fold(text, case="exact")


def _same_numbers(blank: JsonObject) -> list[str]:
    """Pairs of numbers of one blank that are displayed alike, its key first."""
    key = _number(blank.get("value"))
    if blank.get("type") != "number" or key is None or not key.is_finite():
        return []
    decimals = blank.get("decimals")
    places = decimals if isinstance(decimals, int) else None
    atol = max(
        _number(blank.get("atol")) or Decimal(0),
        Decimal(0) if places is None else rounding_tolerance(places),
    )
    rtol = _number(blank.get("rtol")) or Decimal(0)
    wrong = [_number(entry.get("value")) for entry in _objects(blank.get("wrong"))]
    finite = [number for number in wrong if number is not None and number.is_finite()]
    found = [f"{key} and {n}" for n in finite if is_close(n, key, atol=atol, rtol=rtol)]
    first: dict[Decimal, Decimal] = {}
    for number in finite:
        shown = number if places is None else round(number, places)
        if shown in first:
            found.append(f"{first[shown]} and {number}")
        first.setdefault(shown, number)
    return found


def _objects(value: Json) -> list[JsonObject]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _number(value: Json) -> Decimal | None:
    if not isinstance(value, str | int) or isinstance(value, bool):
        return None
    try:
        return Decimal(value)
    except InvalidOperation:
        return None
