"""Questions about the score of one word with another, and about whose query meets whose key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray, dot
from attention.templates.bodies import Wording
from attention.templates.draws import Words, signed_digits, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, products, vector
from attention.templates.orders import Order
from attention.templates.solutions import Solution, Spoiled

SIZES = {1: (3, 2), 2: (4, 3)}  # words and numbers in a key, by level
LARGEST = 5  # of the numbers, either sign


@dataclass(frozen=True)
class Sentence:
    """Queries and keys of a few words, shapes (batch, words, d).

    `asking` and `asked`, shape (batch,), are the places of two different words.
    """

    queries: IntArray
    keys: IntArray
    asking: IntArray
    asked: IntArray

    def numerals(self, row: int) -> tuple[list[list[str]], list[list[str]]]:
        """Queries and keys of one row."""
        queries, keys = (
            [[str(number) for number in numbers] for numbers in vectors[row]]
            for vectors in (self.queries, self.keys)
        )
        return queries, keys


class PairScore(NumberTemplate[Sentence]):
    """The score of one word with another: the query of the one, the key of the other."""

    name = "attention.pair_score"
    levels = 2
    draws = 2 + 2 * 4 * 3
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Sentence:
        """Three words of two numbers, or four of three; whole numbers from −5 to 5, none 0."""
        count, length = SIZES[level]
        asking = whole_numbers(words[:, 0], 0, count - 1)
        asked = (asking + whole_numbers(words[:, 1], 1, count - 1)) % count
        digits = signed_digits(words[:, 2 : 2 + 2 * count * length], LARGEST)
        queries, keys = np.moveaxis(digits.reshape(-1, 2, count, length), 1, 0)
        return Sentence(queries, keys, asking, asked)

    def worked(self, given: Sentence) -> Worked:
        """q_i·k_j, and what comes of the way back, two queries, two keys, or one word alone."""
        rows = np.arange(len(given.asking))
        mine, my_key = given.queries[rows, given.asking], given.keys[rows, given.asking]
        theirs, their_key = given.queries[rows, given.asked], given.keys[rows, given.asked]
        return Worked(
            key=dot(mine, their_key),
            wrong={
                "score-goes-the-other-way": dot(theirs, my_key),
                "score-compares-two-queries": dot(mine, theirs),
                "score-compares-two-keys": dot(my_key, their_key),
                "score-stays-with-the-asking-word": dot(mine, my_key),
            },
            sound=np.ones(len(mine), dtype=np.bool_),
        )

    def wording(self, given: Sentence, row: int, key: str) -> Wording:
        """A table of queries and keys; the score of one word with another is asked for."""
        queries, keys = given.numerals(row)
        asking, asked = int(given.asking[row]), int(given.asked[row])
        table = "\n".join(
            f"| {ORDINALS[place]} | ${vector(query)}$ | ${vector(key)}$ |"
            for place, (query, key) in enumerate(zip(queries, keys, strict=True))
        )
        one, other = _name(asking), _name(asked)
        return Wording(
            situation=(
                "Words of a sentence have these queries and keys.\n\n"
                f"| word | query | key |\n|---|---|---|\n{table}"
            ),
            question=(
                f"What is the raw score, before any scaling, that decides how much {one} attends "
                f"to {other}?"
            ),
            blank=(
                f"The raw score, before any scaling, that decides how much {one} attends to "
                f"{other} is [[answer]]."
            ),
            label=f"score of {one} with {other}",
            feedback=_feedback(given, row),
            explanation=(
                f"The one that attends asks: the query is that of {one}, the key is that of "
                f"{other}. So the score is $q_{asking + 1} \\cdot k_{asked + 1} = "
                f"{products(queries[asking], keys[asked])} = {key}$."
            ),
        )

    def order(self, given: Sentence, row: int) -> Order:
        """All words by the score that the asking word has for them."""
        queries, keys = given.numerals(row)
        asking = int(given.asking[row])
        scores = [_sum(queries[asking], key) for key in keys]
        mine = ORDINALS[asking]
        worked = ", ".join(
            f"$q_{asking + 1} \\cdot k_{place} = {products(queries[asking], key)} = {score}$"
            for place, (key, score) in enumerate(zip(keys, scores, strict=True), start=1)
        )
        return Order(
            question=(
                f"Put the words in order by how much the {mine} word attends to them, the largest "
                "weight first. There is no mask."
            ),
            names=[_name(place) for place in range(len(keys))],
            values=scores,
            apart=0.0,
            explanation=(
                f"The query of the {mine} word meets the key of each word, its own included: "
                f"{worked}. A higher score makes a larger weight, so the order is that of the "
                "scores."
            ),
        )

    def solution(self, given: Sentence, row: int) -> Solution:
        """Whose query, whose key, and their dot product."""
        queries, keys = given.numerals(row)
        asking, asked = int(given.asking[row]), int(given.asked[row])
        told = _feedback(given, row) | _PRODUCT_FEEDBACK
        mine, theirs = (_query(queries, asking), _query(queries, asked))
        my_key, their_key = (_key(keys, asking), _key(keys, asked))
        wrong = {
            "score-goes-the-other-way": (theirs, my_key),
            "score-compares-two-keys": (my_key, their_key),
            "score-compares-two-queries": (mine, theirs),
            "score-stays-with-the-asking-word": (mine, my_key),
        }
        spoiled = [Spoiled(slug, _lines(*chosen), told[slug]) for slug, chosen in wrong.items()]
        lines = _lines(mine, their_key)
        q, k = mine[1], their_key[1]
        bare = [[number.lstrip("-") for number in numbers] for numbers in (q, k)]
        for slug, (a, b) in {
            "score-drops-the-signs": (bare[0], bare[1]),
            "score-is-the-first-product": (q[:1], k[:1]),
        }.items():
            # A mistake that ends in the right number is no wrong line.
            if _sum(a, b) != _sum(q, k):
                spoiled.append(Spoiled(slug, (*lines[:2], _product(a, b)), told[slug]))
        return Solution(lines, tuple(spoiled))


_PRODUCT_FEEDBACK = {
    "score-drops-the-signs": (
        "It adds the products without their signs. A product of numbers with opposite signs is "
        "negative and lowers the score."
    ),
    "score-is-the-first-product": (
        "It stops after the first product. The other coordinates count as well."
    ),
}

_Chosen = tuple[str, list[str]]  # what is taken for one side of the product, and its numbers


def _query(queries: list[list[str]], place: int) -> _Chosen:
    return f"the query of {_name(place)}", queries[place]


def _key(keys: list[list[str]], place: int) -> _Chosen:
    return f"the key of {_name(place)}", keys[place]


def _lines(one: _Chosen, other: _Chosen) -> tuple[str, ...]:
    return (
        f"On the asking side stands {one[0]}, ${vector(one[1])}$.",
        f"On the other side stands {other[0]}, ${vector(other[1])}$.",
        _product(one[1], other[1]),
    )


def _product(a: list[str], b: list[str]) -> str:
    return f"The score is ${products(a, b)} = {_sum(a, b)}$."


def _sum(a: list[str], b: list[str]) -> int:
    return sum(int(x) * int(y) for x, y in zip(a, b, strict=True))


def _name(place: int) -> str:
    return f"the {ORDINALS[place]} word"


def _feedback(given: Sentence, row: int) -> dict[str, str]:
    queries, keys = given.numerals(row)
    asking, asked = int(given.asking[row]), int(given.asked[row])
    i, j, one, other = asking + 1, asked + 1, _name(asking), _name(asked)
    return {
        "score-goes-the-other-way": (
            f"This is $q_{j} \\cdot k_{i} = {products(queries[asked], keys[asking])}$, with the "
            f"query of {other}. It decides how much {other} attends to {one}."
        ),
        "score-compares-two-queries": (
            f"This is $q_{i} \\cdot q_{j} = {products(queries[asking], queries[asked])}$. What "
            f"{other} asks for does not matter here; it is found by its key."
        ),
        "score-compares-two-keys": (
            f"This is $k_{i} \\cdot k_{j} = {products(keys[asking], keys[asked])}$. The one that "
            "attends asks with its query, not with its key."
        ),
        "score-stays-with-the-asking-word": (
            f"This is $q_{i} \\cdot k_{i} = {products(queries[asking], keys[asking])}$. It decides "
            f"how much {one} attends to itself."
        ),
    }
