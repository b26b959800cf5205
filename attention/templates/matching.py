"""Questions about which key matches a query best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import FloatArray, IntArray, dot
from attention.templates.bodies import Wording
from attention.templates.draws import Words, signed_digits
from attention.templates.numerals import ORDINALS, products, vector
from attention.templates.orders import Order
from attention.templates.places import NOWHERE, PlaceTemplate, Ranked, winners
from attention.templates.solutions import Solution, Spoiled

SIZES = {1: (3, 2), 2: (4, 3)}  # words and numbers in a key, by level
LARGEST = 5  # of the coordinates, either sign


@dataclass(frozen=True)
class Meeting:
    """A query (batch, d) and some words, keys and values of shapes (batch, words, d)."""

    query: IntArray
    keys: IntArray
    values: IntArray

    @property
    def scores(self) -> FloatArray:
        """The score of each word, (batch, words)."""
        return dot(self.query[:, None], self.keys)

    def only(self, row: int) -> Meeting:
        """One row as a batch of its own."""
        one = slice(row, row + 1)
        return Meeting(self.query[one], self.keys[one], self.values[one])

    def numerals(self, row: int) -> tuple[list[str], list[list[str]], list[list[str]]]:
        """Query, keys and values of one row."""
        keys, values = (
            [[str(number) for number in vector] for vector in vectors[row]]
            for vectors in (self.keys, self.values)
        )
        return [str(number) for number in self.query[row]], keys, values


class BestKey(PlaceTemplate[Meeting]):
    """The word whose key has the largest dot product with a query."""

    name = "attention.best_key"
    levels = 2
    draws = 3 + 2 * 4 * 3
    apart = 0.0

    def given(self, words: Words, level: int) -> Meeting:
        """Three words of two numbers, or four of three; whole numbers from −5 to 5, none 0."""
        count, length = SIZES[level]
        digits = signed_digits(words[:, : length * (1 + 2 * count)], LARGEST)
        vectors = digits.reshape(len(words), 1 + 2 * count, length)
        return Meeting(vectors[:, 0], vectors[:, 1 : 1 + count], vectors[:, 1 + count :])

    def ranked(self, given: Meeting) -> Ranked:
        """Scores, and who wins by value, by size alone, by length or by nearness."""
        scores = given.scores
        apart = given.keys - given.query[:, None]
        return Ranked(
            values=scores,
            wrong={
                "score-uses-the-value": winners(dot(given.query[:, None], given.values), 0),
                "score-counts-without-its-sign": winners(np.abs(scores), 0),
                "longest-key-matches-best": winners(dot(given.keys, given.keys), 0),
                "nearest-key-matches-best": winners(-dot(apart, apart), 0),
            },
            sound=np.ones(len(scores), dtype=np.bool_),
        )

    def names(self, given: Meeting, row: int) -> list[str]:
        """The words by their ordinals."""
        return [_name(place) for place in range(given.keys.shape[1])]

    def wording(self, given: Meeting, row: int, winner: str) -> Wording:
        """A query meets a few words; the best match is asked for."""
        q, keys, values = given.numerals(row)
        scores = [f"{score:.0f}" for score in given.only(row).scores[0]]
        table = "\n".join(
            f"| {ORDINALS[place]} | ${vector(key)}$ | ${vector(value)}$ |"
            for place, (key, value) in enumerate(zip(keys, values, strict=True))
        )
        worked = ", ".join(
            f"$q \\cdot k_{place} = {products(q, key)} = {score}$"
            for place, (key, score) in enumerate(zip(keys, scores, strict=True), start=1)
        )
        return Wording(
            situation=(
                f"A query $q = {vector(q)}$ meets these words.\n\n"
                f"| word | key | value |\n|---|---|---|\n{table}"
            ),
            question="Which word gets the highest score?",
            feedback=_FEEDBACK,
            explanation=(
                f"Multiply the query by each key: {worked}. The largest of these scores belongs "
                f"to {winner}."
            ),
        )

    def order(self, given: Meeting, row: int) -> Order:
        """The words by score."""
        best = int(given.only(row).scores[0].argmax())
        return Order(
            question="Put the words in order by their score, the highest first.",
            names=self.names(given, row),
            values=given.only(row).scores[0].tolist(),
            apart=self.apart,
            explanation=self.wording(given, row, self.names(given, row)[best]).explanation,
        )

    def solution(self, given: Meeting, row: int) -> Solution:
        """A line for each score and one for the winner."""
        q, keys, values = given.numerals(row)
        sound = [_Product.of(q, key) for key in keys]
        lines, feedback = _lines(sound), _FEEDBACK
        spoiled = []
        for place, (key, value) in enumerate(zip(keys, values, strict=True)):
            for slug, product in _wrong_products(q, key, value).items():
                others = _lines([*sound[:place], product, *sound[place + 1 :]])
                if others:
                    spoiled.append(Spoiled(slug, others, _SCORE_FEEDBACK[slug]))
        for slug, places in self.ranked(given.only(row)).wrong.items():
            if slug in _CONCLUSIONS and places[0] != NOWHERE:
                end = _CONCLUSIONS[slug].format(_name(int(places[0])))
                spoiled.append(Spoiled(slug, (*lines[:-1], end), feedback[slug]))
        return Solution(lines, tuple(spoiled))


@dataclass(frozen=True)
class _Product:
    """A sum of products in math, and its value."""

    sum: str
    value: int

    @classmethod
    def of(cls, a: list[str], b: list[str]) -> _Product:
        return cls(products(a, b), sum(int(x) * int(y) for x, y in zip(a, b, strict=True)))


_CONCLUSIONS = {
    "score-counts-without-its-sign": "The score farthest from $0$ is that of {}.",
    "longest-key-matches-best": "The longest key is that of {}, so it wins.",
    "nearest-key-matches-best": "The key nearest to the query is that of {}, so it wins.",
}
_SCORE_FEEDBACK = {
    "score-uses-the-value": "It multiplies the query by the value. A score looks at the key only.",
    "score-drops-the-signs": (
        "It adds the products without their signs. A product of numbers with opposite signs is "
        "negative and lowers the score."
    ),
    "score-is-the-first-product": (
        "It stops after the first product. The other coordinates count as well."
    ),
}


def _wrong_products(q: list[str], key: list[str], value: list[str]) -> dict[str, _Product]:
    bare_q, bare_key = ([number.lstrip("-") for number in numbers] for numbers in (q, key))
    return {
        "score-uses-the-value": _Product.of(q, value),
        "score-drops-the-signs": _Product.of(bare_q, bare_key),
        "score-is-the-first-product": _Product.of(q[:1], key[:1]),
    }


def _lines(scores: list[_Product]) -> tuple[str, ...]:
    """The lines of a solution; none where two scores are the largest."""
    values = [score.value for score in scores]
    largest = max(values)
    if values.count(largest) > 1:
        return ()
    return (
        *(
            f"The score of {_name(place)} is ${score.sum} = {score.value}$."
            for place, score in enumerate(scores)
        ),
        f"The largest score, ${largest}$, is that of {_name(values.index(largest))}, so it wins.",
    )


def _name(place: int) -> str:
    return f"the {ORDINALS[place]} word"


_FEEDBACK = {
    "score-uses-the-value": (
        "The value of this word has the largest dot product with the query. Values take no "
        "part in matching; compare the keys."
    ),
    "score-counts-without-its-sign": (
        "This is the score that lies farthest from $0$, but it is negative. A negative score "
        "is a bad match, and the larger its size, the worse."
    ),
    "longest-key-matches-best": (
        "This is the longest key. A long key helps only as far as it points the way the query "
        "points; here another dot product is larger."
    ),
    "nearest-key-matches-best": (
        "This key is the nearest to the query as a point. A score is a dot product, not a "
        "distance, and here a key farther away has a larger one."
    ),
}
