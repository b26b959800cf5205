"""Typed numbers: reading what people write, and comparing it within a tolerance."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, localcontext

from quizzes.decimal_marks import Marks, marks_of
from quizzes.text import without_invisible

MAX_LENGTH = 60  # characters
MAX_EXPONENT = 300
SLACK = Decimal("1e-12")  # forgives a key that was computed in binary floating point
_PRECISION = 150  # digits; more than MAX_LENGTH digits need once they are subtracted or divided

_SIGNS = {**dict.fromkeys("−－﹣‐‑‒–", "-"), **dict.fromkeys("＋﹢", "+")}
_GROUP_MARKS = dict.fromkeys("’‘ʼ＇", "'")
_OTHER = {"，": ",", "．": ".", "％": "%", "﹪": "%", "٪": "%", "⁄": "/", "∕": "/", "／": "/"}
_CHARACTERS = str.maketrans({**_SIGNS, **_GROUP_MARKS, **_OTHER})
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_SUPERSCRIPT_RUN = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")

# U+066B and U+066C mean one thing only; a space and an apostrophe only ever group.
_ARABIC_DECIMAL = "\u066b"
_ALWAYS_GROUPS = " '\u066c"

_NUMBER = re.compile(
    rf"(?P<sign>[+-]?) ?(?P<mantissa>[0-9., '{_ARABIC_DECIMAL}\u066c]*?)"
    r"(?: ?(?:[eE]| ?[×·⋅∙*xX] ?10 ?\^) ?(?P<exponent>[+-]? ?[0-9]{1,9}))?"
)
_WHOLE = re.compile(r"[0-9]*")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?P<mark>[., '\u066c])[0-9]{3}(?:(?P=mark)[0-9]{3})*")
_ONE_GROUP = re.compile(r"(?P<head>[1-9][0-9]{0,2})(?P<mark>[.,])(?P<tail>[0-9]{3})")


class NumberFormatError(ValueError):
    """A text that is no number in our grammar; the message tells the learner what to write."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


@dataclass(frozen=True)
class TypedNumber:
    """A number as it was typed.

    `significant_figures` and `decimals` count digits as written, before exponent and percent
    sign; zeros that end a whole number are not counted as significant. Both are 0 for a fraction,
    which is exact.
    """

    value: Decimal
    raw: str
    significant_figures: int
    decimals: int


def read_number(
    text: str, *, locale: str = "en", fraction: bool = False, percent: bool = False
) -> TypedNumber:
    """Read one typed number; raises NumberFormatError.

    `locale` ("de", "pt-BR"; "" for unknown) decides only what cannot be seen from the text, such
    as `1,234`. `fraction` allows `3/4`, `percent` allows `75 %`, which is read as 0.75.
    """
    marks = marks_of(locale)
    plain = _plain(text, marks)
    if "/" in plain:
        if not fraction:
            raise NumberFormatError(
                f"Write a decimal number here, like {_example(marks)}, not a fraction."
            )
        return TypedNumber(_fraction(plain, marks), text, 0, 0)
    if plain.endswith("%"):
        if not percent:
            raise NumberFormatError("Write the number without a percent sign.")
        number, figures, decimals = _scaled(plain[:-1].rstrip(), marks)
        return TypedNumber(number.scaleb(-2), text, figures, decimals)
    number, figures, decimals = _scaled(plain, marks)
    return TypedNumber(number, text, figures, decimals)


def is_close(x: Decimal, v: Decimal, *, atol: Decimal, rtol: Decimal) -> bool:
    """Whether x is within max(atol, rtol·|v|) of v, the edge included.

    A slack of 1e-12·max(1, |v|) is added, so that a key computed in binary floating point does
    not shut out an answer that lies on the edge.
    """
    with localcontext() as context:
        context.prec = _PRECISION
        allowed = max(atol, rtol * abs(v)) + SLACK * max(Decimal(1), abs(v))
        return abs(x - v) <= allowed


def rounding_tolerance(decimals: int) -> Decimal:
    """How far a number given to `decimals` decimals may be off: 0.6·10⁻ᵏ.

    Half a unit of the last place is rounding; the tenth more forgives rounding in between.
    """
    return Decimal("0.6").scaleb(-decimals)


def _plain(text: str, marks: Marks | None) -> str:
    """The text in the grammar's own characters: ASCII digits, signs, marks and single spaces."""
    if len(text) > MAX_LENGTH:
        raise NumberFormatError(f"Write the number in at most {MAX_LENGTH} characters.")
    written = _SUPERSCRIPT_RUN.sub(
        lambda power: "^" + power.group().translate(_SUPERSCRIPTS), without_invisible(text)
    )
    digits = "".join(_ascii_digit(character) for character in written.translate(_CHARACTERS))
    plain = " ".join(digits.split())
    if not plain:
        raise NumberFormatError(f"Write a number, like {_example(marks)}.")
    return plain


def _ascii_digit(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _fraction(plain: str, marks: Marks | None) -> Decimal:
    numerator, _, denominator = (side.strip() for side in plain.partition("/"))
    above, below = _scaled(numerator, marks)[0], _scaled(denominator, marks)[0]
    if above != above.to_integral_value() or below != below.to_integral_value():
        raise NumberFormatError("Write a fraction with whole numbers, like 3/4.")
    if below == 0:
        raise NumberFormatError("The number below the fraction line cannot be 0.")
    with localcontext() as context:
        context.prec = _PRECISION
        return above / below


def _scaled(plain: str, marks: Marks | None) -> tuple[Decimal, int, int]:
    """The value of a number with sign and exponent, its significant figures and its decimals."""
    found = _NUMBER.fullmatch(plain)
    if found is None:
        raise NumberFormatError(f"This is not a number. Write it like {_example(marks)}.")
    whole, decimals = _mantissa(found["mantissa"], marks)
    exponent = int((found["exponent"] or "0").replace(" ", ""))
    if abs(exponent) > MAX_EXPONENT:
        raise NumberFormatError(
            f"The power of ten must lie between −{MAX_EXPONENT} and {MAX_EXPONENT}."
        )
    value = Decimal(f"{found['sign']}{whole}.{decimals or ''}e{exponent}")
    return value, _significant_figures(whole, decimals), len(decimals or "")


def _mantissa(written: str, marks: Marks | None) -> tuple[str, str | None]:
    """The whole digits, and the digits after the decimal mark (None where there is no mark)."""
    decimal_mark = _decimal_mark(written, marks)
    whole, decimals = written, None
    if decimal_mark:
        whole, _, decimals = written.rpartition(decimal_mark)
    if not (_WHOLE.fullmatch(whole) or _GROUPED.fullmatch(whole)) or not (whole or decimals):
        raise NumberFormatError(f"This is not a number. Write it like {_example(marks)}.")
    return re.sub("[^0-9]", "", whole) or "0", decimals


def _decimal_mark(written: str, marks: Marks | None) -> str:
    """The mark that starts the decimals, or "". What the text leaves open, the locale decides."""
    used = [character for character in written if not character.isdigit()]
    if not used or used[-1] in _ALWAYS_GROUPS:
        return ""
    last = used[-1]
    if last == _ARABIC_DECIMAL:
        return last
    if used.count(last) > 1:  # 1.234.567
        return ""
    ambiguous = _ONE_GROUP.fullmatch(written)
    if ambiguous is None or (marks and marks.decimal == last):
        return last
    if marks and marks.group == last:
        return ""
    raise NumberFormatError(_two_readings(ambiguous["head"], last, ambiguous["tail"], marks))


def _two_readings(head: str, mark: str, tail: str, marks: Marks | None) -> str:
    # With no locale to go by, a fourth decimal is what keeps the mark from looking like a group's.
    smaller = f"{head}{marks.decimal}{tail}" if marks else f"{head}{mark}{tail}0"
    return (
        f"“{head}{mark}{tail}” can be read in two ways. "
        f"Write {head}{tail} for the larger number or {smaller} for the smaller one."
    )


def _significant_figures(whole: str, decimals: str | None) -> int:
    digits = whole.rstrip("0") if decimals is None else whole + decimals
    return len(digits.lstrip("0")) or 1


def _example(marks: Marks | None) -> str:
    return "0,75" if marks and marks.decimal == "," else "0.75"
