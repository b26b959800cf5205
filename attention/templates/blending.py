"""Questions about blending values into the output."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from attention.engine import BoolArray, FloatArray, IntArray, blend
from attention.templates.bodies import Wording
from attention.templates.draws import Words, signed_digits, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, authored, chain, factor, named, vector

COUNTS = {1: 3, 2: 4}  # of the words, by level
CUTS = list(combinations(range(1, 20), 3))  # ways to cut the whole into four parts
LENGTH = 2  # of keys and values
PARTS = 20  # of the whole that is shared out: weights are multiples of 0.05
VALUES = (-4, 9)  # the coordinates of the values
LARGEST = 3  # of the coordinates of the keys, either sign


@dataclass(frozen=True)
class Blend:
    """A few words: weights in twentieths (batch, n), keys and values (batch, n, 2).

    `asked`, shape (batch,), is the coordinate of the output, 0 or 1.
    """

    twentieths: IntArray
    keys: IntArray
    values: IntArray
    asked: IntArray

    @property
    def weights(self) -> FloatArray:
        """The weights, shape (batch, n)."""
        return self.twentieths / PARTS

    def asked_of(self, vectors: FloatArray) -> FloatArray:
        """The asked coordinate of one vector per row: (batch, 2) -> (batch,)."""
        coordinate: FloatArray = np.take_along_axis(vectors, self.asked[:, None], axis=-1)[:, 0]
        return coordinate

    def blended(self, vectors: IntArray) -> FloatArray:
        """The asked coordinate of vectors (batch, n, 2) that are blended by weight: (batch,)."""
        return self.asked_of(blend(self.weights[:, None], vectors)[:, 0])


class OutputCoordinate(NumberTemplate[Blend]):
    """One coordinate of the output, with keys beside the values that must be left alone."""

    name = "attention.output_coordinate"
    levels = 2
    draws = 3 + 2 * COUNTS[2] * LENGTH
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Blend:
        """Weights in steps of 0.05 that add up to 1, and keys and values of two whole numbers.

        Of three words; at level 2, of four.
        """
        count = COUNTS[level]
        asked = whole_numbers(words[:, 0], 0, LENGTH - 1)
        twentieths = _shares(words[:, 1:3]) if level == 1 else _four_shares(words[:, 1])
        key_words, value_words = np.split(words[:, 3 : 3 + 2 * count * LENGTH], 2, axis=-1)
        return Blend(
            twentieths=twentieths,
            keys=signed_digits(key_words, LARGEST).reshape(-1, count, LENGTH),
            values=whole_numbers(value_words, *VALUES).reshape(-1, count, LENGTH),
            asked=asked,
        )

    def worked(self, given: Blend) -> Worked:
        """Σ w v, and what comes of one word, no weights, the keys or the other coordinate."""
        values = given.values.astype(float)
        winners = given.twentieths.argmax(axis=-1)
        of_winner = np.take_along_axis(values, winners[:, None, None], axis=1)[:, 0]
        turned = Blend(given.twentieths, given.keys, given.values, 1 - given.asked)
        return Worked(
            key=given.blended(given.values),
            wrong={
                "only-the-winner-counts": np.where(
                    _has_one_winner(given.twentieths), given.asked_of(of_winner), np.nan
                ),
                "blend-is-the-plain-mean": given.asked_of(values.mean(axis=1)),
                "blend-ignores-the-weights": given.asked_of(values.sum(axis=1)),
                "blend-of-the-keys": given.blended(given.keys),
                "blend-takes-the-other-coordinate": turned.blended(given.values),
            },
            sound=np.ones(len(values), dtype=np.bool_),
        )

    def wording(self, given: Blend, row: int, key: str) -> Wording:
        """A table of words; one coordinate of what attention returns is asked for."""
        asked = int(given.asked[row])
        weights = [authored(int(share) * 100 // PARTS, 2) for share in given.twentieths[row]]
        keys, values = (
            [[str(number) for number in numbers] for numbers in vectors[row]]
            for vectors in (given.keys, given.values)
        )
        table = "\n".join(
            f"| {ORDINALS[place]} | ${weights[place]}$ | ${vector(keys[place])}$ "
            f"| ${vector(values[place])}$ |"
            for place in range(len(weights))
        )
        mine = [numbers[asked] for numbers in values]
        products = [
            authored(int(share) * int(number) * 100 // PARTS, 2)
            for share, number in zip(given.twentieths[row], mine, strict=True)
        ]
        coordinate = f"{ORDINALS[asked]} coordinate"
        return Wording(
            situation=(
                f"A query gives {named(len(weights))} words the weights in this table.\n\n"
                f"| word | weight | key | value |\n|---|---|---|---|\n{table}"
            ),
            question=f"What is the {coordinate} of the output?",
            blank=f"The {coordinate} of the output is [[answer]].",
            label=f"{coordinate} of the output",
            feedback=_feedback(given, row, weights, keys, values),
            explanation=(
                f"Multiply the {coordinate} of each value by the weight of its word, and add up: "
                f"${_weighed(weights, mine)} = {chain(products)} = {key}$. The keys have done "
                "their part once the weights are there."
            ),
        )


def _shares(words: Words) -> IntArray:
    """Three shares of PARTS, at least 1 each, every split equally likely: (batch, 2) -> (batch, 3).

    Two different cuts among the PARTS − 1 places between the parts.
    """
    one = whole_numbers(words[:, 0], 1, PARTS - 1)
    other = whole_numbers(words[:, 1], 1, PARTS - 2)
    other = other + (other >= one)
    low, high = np.minimum(one, other), np.maximum(one, other)
    shares: IntArray = np.stack([low, high - low, PARTS - high], axis=-1)
    return shares


def _four_shares(words: Words) -> IntArray:
    """Four shares of PARTS, at least 1 each, every split equally likely: (batch,) -> (batch, 4)."""
    cuts = np.array(CUTS)[whole_numbers(words, 0, len(CUTS) - 1)]
    shares: IntArray = np.diff(cuts, axis=-1, prepend=0, append=PARTS)
    return shares


def _has_one_winner(twentieths: IntArray) -> BoolArray:
    """Where one weight (batch, n) is larger than every other, (batch,)."""
    single: BoolArray = (twentieths == twentieths.max(axis=-1, keepdims=True)).sum(axis=-1) == 1
    return single


def _weighed(weights: list[str], numbers: list[str]) -> str:
    """A weighted sum in math: "0.55 \\cdot 4 + 0.45 \\cdot (-2)"."""
    pairs = zip(weights, numbers, strict=True)
    return " + ".join(f"{weight} \\cdot {factor(number)}" for weight, number in pairs)


def _feedback(
    given: Blend, row: int, weights: list[str], keys: list[list[str]], values: list[list[str]]
) -> dict[str, str]:
    asked, winner = int(given.asked[row]), int(given.twentieths[row].argmax())
    mine = [numbers[asked] for numbers in values]
    of_keys = [numbers[asked] for numbers in keys]
    others = [numbers[1 - asked] for numbers in values]
    return {
        "only-the-winner-counts": (
            f"This is the value of the {ORDINALS[winner]} word alone, which has the largest "
            f"weight, ${weights[winner]}$. The other {named(len(weights) - 1)} have weights above "
            "zero and count too."
        ),
        "blend-is-the-plain-mean": (
            f"This is the plain mean, $({chain(mine)}) / {len(mine)}$. Count each value by its own "
            "weight."
        ),
        "blend-ignores-the-weights": (
            f"This is the plain sum, ${chain(mine)}$. Multiply each value by its weight before "
            "you add."
        ),
        "blend-of-the-keys": (
            f"This blends the keys: ${_weighed(weights, of_keys)}$. Keys are for matching; what "
            "a word hands over is its value."
        ),
        "blend-takes-the-other-coordinate": (
            f"This is the {ORDINALS[1 - asked]} coordinate: ${_weighed(weights, others)}$. The "
            "coordinates of the values never mix."
        ),
    }
