"""How numbers are written for a reader: a real minus sign, halves away from zero."""

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal

EXACT = Decimal(1).scaleb(-9)  # what is closer to a half than this was meant to be one
MINUS = "\N{MINUS SIGN}"


def fixed(value: float, decimals: int = 2) -> str:
    """A number with so many decimals; never −0.00.

    Halves go away from zero: 0.125 reads 0.13. Sums differ in their last bits between processors
    and in the browser, so a number within 1e-9 of a half is taken for one, here and there.
    """
    meant = Decimal(float(value)).quantize(EXACT, ROUND_HALF_UP)
    text = str(meant.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP))
    if float(text) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def plain(value: float) -> str:
    """A number as an author would write it, at most two decimals: 2, 1.5, −0.25."""
    return fixed(value).rstrip("0").rstrip(".")


def vector(values: Iterable[float], decimals: int | None = None) -> str:
    """A vector, as given or with so many decimals: (2, −1.5)."""
    texts = (plain(v) if decimals is None else fixed(v, decimals) for v in values)
    return f"({', '.join(texts)})"
