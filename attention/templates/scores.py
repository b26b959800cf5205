"""Questions about the score of one query and one key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import FloatArray, IntArray, dot
from attention.templates.bodies import Wording
from attention.templates.draws import Words, signed_digits, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import chain, factor, products, vector
from attention.templates.solutions import Solution, Spoiled

LARGEST = 5  # of the coordinates, either sign
LENGTHS = (2, 3)  # of the vectors at level 1
LONG = 4  # numbers in a vector at level 2
LARGER = 8  # than LARGEST, at level 2


@dataclass(frozen=True)
class Vectors:
    """Query, key and value of each row, shape (batch, n); `length` says how many numbers count.

    The others are 0, which changes no dot product and no sum.
    """

    query: FloatArray
    key: FloatArray
    value: FloatArray
    length: IntArray


class DotProduct(NumberTemplate[Vectors]):
    """The raw score q·k, with a value beside it that must be left alone."""

    name = "attention.dot_product"
    levels = 2
    draws = 1 + 3 * LONG
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Vectors:
        """Vectors of two or three whole numbers from −5 to 5, none of them 0; later of four."""
        longest, largest = (LENGTHS[1], LARGEST) if level == 1 else (LONG, LARGER)
        length = whole_numbers(words[:, 0], LENGTHS[0] if level == 1 else LONG, longest)
        numbers = signed_digits(words[:, 1 : 1 + 3 * longest], largest).reshape(-1, 3, longest)
        counts = np.arange(longest) < length[:, None]
        query, key, value = np.moveaxis(np.where(counts[:, None], numbers, 0), 1, 0).astype(float)
        return Vectors(query, key, value, length)

    def worked(self, given: Vectors) -> Worked:
        """q·k, and what comes of the value, sums, lost signs, one product or q·q."""
        q, k, v = given.query, given.key, given.value
        return Worked(
            key=dot(q, k),
            wrong={
                "score-uses-the-value": dot(q, v),
                "score-adds-the-coordinates": q.sum(axis=-1) + k.sum(axis=-1),
                "score-drops-the-signs": dot(np.abs(q), np.abs(k)),
                "score-is-the-first-product": q[:, 0] * k[:, 0],
                "score-of-the-query-with-itself": dot(q, q),
            },
            sound=np.ones(len(q), dtype=np.bool_),
        )

    def wording(self, given: Vectors, row: int, key: str) -> Wording:
        """A query meets one word, given by its key and value."""
        length = given.length[row]
        q, k, v = (
            [f"{number:.0f}" for number in vectors[row, :length]]
            for vectors in (given.query, given.key, given.value)
        )
        summands = [f"{product:.0f}" for product in (given.query * given.key)[row, :length]]
        return Wording(
            situation=(
                f"A query $q = {vector(q)}$ meets a word whose key is $k = {vector(k)}$ "
                f"and whose value is $v = {vector(v)}$."
            ),
            question="What is the raw score of this word, before any scaling?",
            blank="The raw score of this word, before any scaling, is [[answer]].",
            label="raw score",
            feedback=_feedback(q, k, v),
            explanation=(
                "Multiply the query by the key, coordinate by coordinate, and add the products: "
                f"$q \\cdot k = {products(q, k)} = {chain(summands)} = {key}$. "
                "The value takes no part in the score."
            ),
        )

    def solution(self, given: Vectors, row: int) -> Solution:
        """The products, and their sum."""
        length = given.length[row]
        q, k, v = (
            [f"{number:.0f}" for number in vectors[row, :length]]
            for vectors in (given.query, given.key, given.value)
        )
        bare_q, bare_k = ([number.lstrip("-") for number in numbers] for numbers in (q, k))
        told = _feedback(q, k, v)
        lines = _lines(q, k)
        pairs = {
            "score-uses-the-value": (q, v),
            "score-drops-the-signs": (bare_q, bare_k),
            "score-of-the-query-with-itself": (q, q),
        }
        spoiled = [Spoiled(slug, _lines(*pair), told[slug]) for slug, pair in pairs.items()]
        first = f"The score is the first of these, ${int(q[0]) * int(k[0])}$."
        slug = "score-is-the-first-product"
        return Solution(lines, (*spoiled, Spoiled(slug, (lines[0], first), told[slug])))


def _lines(a: list[str], b: list[str]) -> tuple[str, str]:
    """The products of matching numbers, and their sum."""
    multiplied = [str(int(x) * int(y)) for x, y in zip(a, b, strict=True)]
    shown = ", ".join(
        f"${factor(x)} \\cdot {factor(y)} = {z}$" for x, y, z in zip(a, b, multiplied, strict=True)
    )
    total = sum(map(int, multiplied))
    return f"The products are {shown}.", f"The score is ${chain(multiplied)} = {total}$."


def _feedback(q: list[str], k: list[str], v: list[str]) -> dict[str, str]:
    bare_q, bare_k = ([number.lstrip("-") for number in numbers] for numbers in (q, k))
    return {
        "score-uses-the-value": (
            f"This is $q \\cdot v = {products(q, v)}$. A score compares the query with the key."
        ),
        "score-adds-the-coordinates": (
            f"This adds all the coordinates: ${chain(q + k)}$. Multiply matching coordinates "
            "first, then add the products."
        ),
        "score-drops-the-signs": (
            f"This is ${products(bare_q, bare_k)}$, without the signs. A product of numbers with "
            "opposite signs is negative and lowers the score."
        ),
        "score-is-the-first-product": (
            f"This is only the first product, ${factor(q[0])} \\cdot {factor(k[0])}$. The other "
            "coordinates count as well."
        ),
        "score-of-the-query-with-itself": (
            f"This is $q \\cdot q = {products(q, q)}$. The second vector must be the key."
        ),
    }
