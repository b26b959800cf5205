"""Questions about the score of one query and one key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import FloatArray, IntArray, dot
from attention.templates.bodies import Wording
from attention.templates.draws import Words, signed_digits, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import chain, factor, products, vector

LARGEST = 5  # of the coordinates, either sign
LENGTHS = (2, 3)  # of the vectors


@dataclass(frozen=True)
class Vectors:
    """Query, key and value of each row, shape (batch, 3); `length` says how many numbers count.

    The third number is 0 where only two count, which changes no dot product and no sum.
    """

    query: FloatArray
    key: FloatArray
    value: FloatArray
    length: IntArray


class DotProduct(NumberTemplate[Vectors]):
    """The raw score q·k, with a value beside it that must be left alone."""

    name = "attention.dot_product"
    draws = 1 + 3 * LENGTHS[1]
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Vectors:
        """Vectors of two or three whole numbers from −5 to 5, none of them 0."""
        length = whole_numbers(words[:, 0], *LENGTHS)
        numbers = signed_digits(words[:, 1:], LARGEST).reshape(-1, 3, LENGTHS[1])
        counts = np.arange(LENGTHS[1]) < length[:, None]
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
