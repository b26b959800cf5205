"""How numbers are written in questions: for readers, for math and for authored bodies."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal

from attention.templates.bodies import UnclearError
from quizzes.generation import ROUNDING_BOUNDARY

APPROX = "\\approx"
MINUS = "\N{MINUS SIGN}"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
COUNTED = ("no", "one", "two", "three", "four", "five", "six")
BOUNDARY = 1e-9  # a value this near to a rounding boundary may be displayed otherwise elsewhere


def authored(units: int, decimals: int) -> str:
    """A number given in units of its last decimal, in ASCII: (-5, 1) -> "-0.5"."""
    return f"{Decimal(units).scaleb(-decimals):f}"


def displayed(units: int, decimals: int) -> str:
    """The same with a real minus sign, for text outside math: (-5, 1) -> "−0.5"."""
    return authored(units, decimals).replace("-", MINUS)


def rounded(value: float, decimals: int) -> str:
    """A value with so many decimals, in ASCII; raises UnclearError on a rounding boundary."""
    scaled = value * 10**decimals
    if abs(scaled - math.floor(scaled) - 0.5) <= BOUNDARY * 10**decimals:
        raise UnclearError(ROUNDING_BOUNDARY)
    return authored(round(scaled), decimals)


def comes_to(value: float, decimals: int) -> str:
    """The end of an equation in math: "= 0.50", or "\\approx 0.33" where digits are cut off."""
    shown = rounded(value, decimals)
    return f"{'=' if abs(float(shown) - value) < BOUNDARY else APPROX} {shown}"


def products(a: Iterable[str], b: Iterable[str]) -> str:
    """The sum of products in math: "2 \\cdot 1 + (-1) \\cdot 3"."""
    return " + ".join(f"{factor(x)} \\cdot {factor(y)}" for x, y in zip(a, b, strict=True))


def named(count: int) -> str:
    """A small count as a word."""
    return COUNTED[count]


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
