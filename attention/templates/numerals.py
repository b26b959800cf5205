"""How numbers are written in questions: for readers, for math and for authored bodies."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

MINUS = "\N{MINUS SIGN}"


def authored(units: int, decimals: int) -> str:
    """A number given in units of its last decimal, in ASCII: (-5, 1) -> "-0.5"."""
    return f"{Decimal(units).scaleb(-decimals):f}"


def displayed(units: int, decimals: int) -> str:
    """The same with a real minus sign, for text outside math: (-5, 1) -> "−0.5"."""
    return authored(units, decimals).replace("-", MINUS)


def factor(numeral: str) -> str:
    """A numeral that follows another sign in math: in brackets if negative."""
    return f"({numeral})" if numeral.startswith("-") else numeral


def chain(numerals: Iterable[str]) -> str:
    """A sum in math with its signs drawn in: ["2", "-3"] -> "2 - 3"."""
    joined = " + ".join(numerals)
    return joined.replace("+ -", "- ")


def vector(numerals: Iterable[str]) -> str:
    """A vector in math: ["2", "-3"] -> "(2, -3)"."""
    return f"({', '.join(numerals)})"
