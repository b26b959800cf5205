"""Questions about one score and what it is divided by."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from attention.engine import FloatArray, IntArray, dot
from attention.templates.bodies import Wording
from attention.templates.draws import Words, one_of, signed_digits
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import comes_to, factor, products, vector
from attention.templates.solutions import Solution, Spoiled

SQUARES = (4, 9, 16, 25, 36, 49, 64, 81, 100)  # key lengths whose root is a whole number
LENGTHS = (2, 3, 4, 5)  # of vectors that are written out
LARGEST_PRODUCT = 60
LARGEST = 5  # of the coordinates, either sign


@dataclass(frozen=True)
class Scaled:
    """A dot product and the numbers in a key, shapes (batch,).

    `query` and `key`, shape (batch, 5), hold `length` numbers and then zeros; they are None where
    the dot product is given as such.
    """

    product: FloatArray
    length: IntArray
    query: IntArray | None = None
    key: IntArray | None = None

    def vectors(self, row: int) -> tuple[list[str], list[str]] | None:
        """Query and key of one row as numerals, if they are given."""
        if self.query is None or self.key is None:
            return None
        length = int(self.length[row])
        return [str(n) for n in self.query[row, :length]], [str(n) for n in self.key[row, :length]]


class ScaledScore(NumberTemplate[Scaled]):
    """The score q·k/√d_k, from a dot product or from the two vectors."""

    name = "attention.scaled_score"
    levels = 2
    draws = 1 + 2 * LENGTHS[-1]
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Scaled:
        """A dot product of long vectors; at level 2, two short vectors."""
        if level == 1:
            product = signed_digits(words[:, 1], LARGEST_PRODUCT).astype(float)
            return Scaled(product, one_of(words[:, 0], SQUARES))
        length = one_of(words[:, 0], LENGTHS)
        numbers = signed_digits(words[:, 1:], LARGEST).reshape(-1, 2, LENGTHS[-1])
        counts = np.arange(LENGTHS[-1]) < length[:, None]
        query, key = np.moveaxis(np.where(counts[:, None], numbers, 0), 1, 0)
        return Scaled(dot(query, key), length, query, key)

    def worked(self, given: Scaled) -> Worked:
        """s/√d, and what comes of no division, a wrong divisor or a multiplication."""
        product, length = given.product, given.length
        return Worked(
            key=product / np.sqrt(length),
            wrong={
                "scaling-left-out": product,
                "scaling-by-the-length": product / length,
                "scaling-multiplies": product * np.sqrt(length),
                "scaling-counts-both-vectors": product / np.sqrt(2 * length),
            },
            sound=product != 0,
        )

    def wording(self, given: Scaled, row: int, key: str) -> Wording:
        """A query meets a key; their scaled score is asked for."""
        product, length = f"{given.product[row]:.0f}", int(given.length[row])
        vectors = given.vectors(row)
        situation = (
            f"The dot product of a query and a key is $q \\cdot k = {product}$. Query and key have "
            f"$d_k = {length}$ numbers each."
        )
        first = ""
        if vectors:
            q, k = vectors
            situation = f"A query $q = {vector(q)}$ meets a key $k = {vector(k)}$."
            first = f"The dot product is $q \\cdot k = {products(q, k)} = {product}$. "
        return Wording(
            situation=f"{situation} A calculator is welcome.",
            question="What is the scaled score, rounded to two decimals?",
            blank="Rounded to two decimals, the scaled score is [[answer]].",
            label="scaled score",
            feedback=_feedback(product, length),
            explanation=(
                f"{first}Divide it by the root of the key length, $\\sqrt{{d_k}} = "
                f"{_root(length)}$: "
                f"$\\frac{{q \\cdot k}}{{\\sqrt{{d_k}}}} = \\frac{{{product}}}"
                f"{{\\sqrt{{{length}}}}} {comes_to(given.product[row] / sqrt(length), 2)}$."
            ),
        )

    def solution(self, given: Scaled, row: int) -> Solution:
        """The dot product where it is not given, the length, its root, and the division."""
        product, length = float(given.product[row]), int(given.length[row])
        told = _feedback(f"{product:.0f}", length)
        vectors = given.vectors(row)
        dots = _dot_lines(*vectors) if vectors else {"": ("", product)}
        spoiled = [
            Spoiled(slug, _lines(line, value, length, ""), _DOT_FEEDBACK[slug])
            for slug, (line, value) in dots.items()
            if slug
        ]
        line, value = dots[""]
        spoiled += [Spoiled(slug, _lines(line, value, length, slug), told[slug]) for slug in told]
        return Solution(_lines(line, value, length, ""), tuple(spoiled))


_DOT_FEEDBACK = {
    "score-drops-the-signs": (
        "It adds the products without their signs. A product of numbers with opposite signs is "
        "negative and lowers the score."
    ),
    "score-is-the-first-product": (
        "It stops after the first product. The other coordinates count as well."
    ),
}


def _dot_lines(q: list[str], k: list[str]) -> dict[str, tuple[str, float]]:
    """The line about the dot product and its value, "" for the sound one, or by misconception."""
    bare_q, bare_k = ([n.lstrip("-") for n in numbers] for numbers in (q, k))

    def line(a: list[str], b: list[str]) -> tuple[str, float]:
        value = sum(int(x) * int(y) for x, y in zip(a, b, strict=True))
        return f"The dot product is ${products(a, b)} = {value}$.", float(value)

    return {
        "": line(q, k),
        "score-drops-the-signs": line(bare_q, bare_k),
        "score-is-the-first-product": line(q[:1], k[:1]),
    }


def _lines(dot_line: str, product: float, length: int, slip: str) -> tuple[str, ...]:
    """The lines of a solution, with one mistake or ("") none."""
    counted, size = f"The length that counts is that of a key, $d_k = {length}$.", length
    if slip == "scaling-counts-both-vectors":
        size = 2 * length
        counted = (
            f"The length that counts is that of query and key, ${length} + {length} = {size}$."
        )
    divisor, divided_by = sqrt(size), f"The divisor is ${_root(size)}$."
    by = f"\\sqrt{{{size}}}"
    if slip == "scaling-by-the-length":
        divisor, divided_by, by = size, f"The divisor is ${size}$.", str(size)
    numeral = f"{product:.0f}"
    last = f"\\frac{{{numeral}}}{{{by}}} {comes_to(product / divisor, 2)}"
    if slip == "scaling-multiplies":
        last = f"{factor(numeral)} \\cdot {by} {comes_to(product * divisor, 2)}"
    elif slip == "scaling-left-out":
        last = comes_to(product, 2).removeprefix("= ")
    lines = (counted, divided_by, f"The scaled score is ${last}$.")
    return (dot_line, *lines) if dot_line else lines


def _root_of(length: int) -> str:
    """The end of an equation: "= 4" or "\\approx 2.236"."""
    root = sqrt(length)
    return f"= {root:.0f}" if root.is_integer() else comes_to(root, 3)


def _root(length: int) -> str:
    return f"\\sqrt{{{length}}} {_root_of(length)}"


def _feedback(product: str, length: int) -> dict[str, str]:
    return {
        "scaling-left-out": (
            f"This is the dot product as it stands, ${product}$. It must be divided by "
            f"$\\sqrt{{{length}}}$."
        ),
        "scaling-by-the-length": (
            f"This divides by $d_k = {length}$. The divisor is its square root, ${_root(length)}$."
        ),
        "scaling-multiplies": (
            f"This multiplies by $\\sqrt{{{length}}}$. Scaling has to make scores smaller, so it "
            "divides."
        ),
        "scaling-counts-both-vectors": (
            f"This divides by $\\sqrt{{{2 * length}}}$, counting the numbers of query and key. "
            f"Only the length of one of them counts: $d_k = {length}$."
        ),
    }
