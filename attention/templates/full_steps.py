"""Questions about one whole step of attention, from a query to a number of the output."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from math import isqrt

import numpy as np

from attention.engine import FloatArray, IntArray, attention, blend, dot, softmax
from attention.templates.bodies import UnclearError, Wording
from attention.templates.draws import Words, signed_digits, whole_numbers
from attention.templates.full_step_lines import blended, powers, scores_line, shares, weights_of
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, chain, named, products, rounded, vector
from attention.templates.share_lines import listed
from attention.templates.shares import worth_asking
from attention.templates.solutions import Solution, Spoiled

COUNTS = {1: 2, 2: 3}  # words, by level
LENGTH = 4  # numbers in a query, a key and a value; its root is a whole number
LARGEST = 2  # of the numbers of the query, either sign
KEYS = (-1, 1)  # the numbers of the keys
VALUES = (-4, 6)  # the numbers of the values


@dataclass(frozen=True)
class Step:
    """A query (batch, d) and keys and values (batch, words, d).

    `asked`, shape (batch,), is the place of a coordinate of the output.
    """

    query: IntArray
    keys: IntArray
    values: IntArray
    asked: IntArray

    def asked_of(self, vectors: FloatArray | IntArray) -> FloatArray:
        """The asked coordinate of some vectors: (batch, words, d) -> (batch, words)."""
        rows = np.arange(len(self.asked))
        taken: FloatArray = np.moveaxis(vectors, 2, 1)[rows, self.asked].astype(float)
        return taken

    def blended(self, scores: FloatArray, vectors: IntArray) -> FloatArray:
        """The asked coordinate of vectors blended by the softmax of scores (batch, words)."""
        return self.asked_of(blend(softmax(scores)[:, None], vectors))[:, 0]


class FullStep(NumberTemplate[Step]):
    """One number of softmax(q K / √d) V."""

    name = "attention.full_step"
    levels = 2
    draws = 1 + LENGTH * (1 + 2 * COUNTS[2])
    decimals = 2
    tolerance = "0.02"

    def given(self, words: Words, level: int) -> Step:
        """Two words; at level 2, three. All lists hold four numbers."""
        count = COUNTS[level]
        ends = np.cumsum([LENGTH, count * LENGTH, count * LENGTH])
        query, keys, values, _ = np.split(words[:, 1:], ends, axis=1)
        return Step(
            query=signed_digits(query, LARGEST),
            keys=whole_numbers(keys, *KEYS).reshape(-1, count, LENGTH),
            values=whole_numbers(values, *VALUES).reshape(-1, count, LENGTH),
            asked=whole_numbers(words[:, 0], 0, LENGTH - 1),
        )

    def worked(self, given: Step) -> Worked:
        """The blend, and what comes of other scores, of other vectors, or of other weights."""
        query, keys, values = given.query[:, None], given.keys, given.values
        length = keys.shape[-1]
        _, weights, output = attention(query, keys, values)
        scores, mine = dot(query, keys), given.asked_of(values)
        best = scores.max(axis=-1, keepdims=True) == scores
        winner = np.where(best.sum(axis=-1) == 1, (mine * best).sum(axis=-1), np.nan)
        return Worked(
            key=given.asked_of(output)[:, 0],
            wrong={
                "scaling-left-out": given.blended(scores, values),
                "only-the-winner-counts": winner,
                "blend-of-the-keys": given.blended(scores / np.sqrt(length), keys),
                "score-uses-the-value": given.blended(dot(query, values) / np.sqrt(length), values),
                "blend-is-the-plain-mean": mine.mean(axis=-1),
                "scaling-by-the-length": given.blended(scores / length, values),
            },
            sound=(
                worth_asking(weights[:, 0], weights[:, 0].min(axis=-1))
                & (scores.max(axis=-1) >= -np.sqrt(length))
                & (scores.max(axis=-1) > scores.min(axis=-1))
                & (mine.max(axis=-1) > mine.min(axis=-1))
            ),
        )

    def wording(self, given: Step, row: int, key: str) -> Wording:
        """A query meets a few words; one coordinate of what attention returns is asked for."""
        case = _Case.of(given, row)
        table = "\n".join(
            f"| {ORDINALS[place]} | ${vector(k)}$ | ${vector(v)}$ |"
            for place, (k, v) in enumerate(zip(case.keys, case.values, strict=True))
        )
        worked = [
            f"$q \\cdot k_{place} = {products(case.query, k)} = {product}$"
            for place, (k, product) in enumerate(
                zip(case.keys, case.products, strict=True), start=1
            )
        ]
        weights = weights_of(case.scores)
        return Wording(
            situation=(
                f"A query $q = {vector(case.query)}$ meets {named(len(case.keys))} words.\n\n"
                f"| word | key | value |\n|---|---|---|\n{table}\n\n"
                "There is no mask. A calculator is welcome; keep four decimals of each weight."
            ),
            question=(
                f"What is the {case.place} of the output of scaled dot-product attention, rounded "
                "to two decimals?"
            ),
            blank=(
                f"Rounded to two decimals, the {case.place} of the output of scaled dot-product "
                "attention is [[answer]]."
            ),
            label=f"{case.place} of the output",
            feedback=_feedback(case),
            explanation=(
                f"The dot products are {', '.join(worked[:-1])} and {worked[-1]}. Divided by "
                f"$\\sqrt{{{case.length}}} = {case.root}$, they make the scores "
                f"{listed(case.scores)}. The sum of their exponentials is "
                f"${powers(case.scores)}$, and the weights are the shares in this sum, "
                f"{shares(case.scores)}. With them, blend the {case.place} of each "
                f"value: ${blended(weights, case.mine)}$."
            ),
        )

    def solution(self, given: Step, row: int) -> Solution:
        """The scores, the sum of their exponentials, the weights, and the blend."""
        case = _Case.of(given, row)
        sound = _lines(case, case.scores)
        key = blended(weights_of(case.scores), case.mine).split()[-1]
        told = _feedback(case) | _LINE_FEEDBACK
        by_value = [_quotient(p, case.root) for p in _dots(case.query, case.values)]
        makers = {
            "scaling-left-out": (case.products, ""),
            "scaling-by-the-length": ([_quotient(p, case.length) for p in case.products], ""),
            "score-uses-the-value": (by_value, ""),
            "softmax-with-base-two": (case.scores, "softmax-with-base-two"),
            "softmax-shares-equally": (case.scores, "softmax-shares-equally"),
            "softmax-without-dividing": (case.scores, "softmax-without-dividing"),
        }
        spoiled = []
        for slug, (scores, slip) in makers.items():
            try:
                lines = _lines(case, scores, slip)
            except UnclearError:  # a digit that is cut off decides: this mistake is not shown
                continue
            spoiled.append(Spoiled(slug, lines, told[slug]))
        for slug, end in _endings(case).items():
            line = f"The {case.place} of the output is ${end}$."
            # A mistake that ends in the right number is no wrong line.
            if end.split()[-1] != key:
                spoiled.append(Spoiled(slug, (*sound[:-1], line), told[slug]))
        return Solution(sound, tuple(spoiled))


@dataclass(frozen=True)
class _Case:
    """One row as numerals. `mine` and `of_keys` are the asked coordinate of values and keys."""

    query: list[str]
    keys: list[list[str]]
    values: list[list[str]]
    asked: int

    @classmethod
    def of(cls, given: Step, row: int) -> _Case:
        keys, values = (
            [[str(number) for number in numbers] for numbers in vectors[row]]
            for vectors in (given.keys, given.values)
        )
        return cls([str(n) for n in given.query[row]], keys, values, int(given.asked[row]))

    @property
    def length(self) -> int:
        return len(self.query)

    @property
    def root(self) -> int:
        return isqrt(self.length)

    @property
    def place(self) -> str:
        return f"{ORDINALS[self.asked]} coordinate"

    @property
    def products(self) -> list[str]:
        return _dots(self.query, self.keys)

    @property
    def scores(self) -> list[str]:
        return [_quotient(product, self.root) for product in self.products]

    @property
    def mine(self) -> list[str]:
        return [numbers[self.asked] for numbers in self.values]

    @property
    def of_keys(self) -> list[str]:
        return [numbers[self.asked] for numbers in self.keys]


def _dots(query: list[str], vectors: list[list[str]]) -> list[str]:
    return [str(sum(int(a) * int(b) for a, b in zip(query, v, strict=True))) for v in vectors]


def _quotient(product: str, divisor: int) -> str:
    """A quotient that ends after a few decimals, as a numeral: ("-6", 4) -> "-1.5"."""
    return f"{(Decimal(product) / divisor).normalize() + 0:f}"


def _lines(case: _Case, scores: list[str], slip: str = "") -> tuple[str, ...]:
    """The lines of a solution; raises UnclearError where a digit that is cut off decides."""
    weights = weights_of(scores, slip)
    return (
        scores_line(scores),
        f"The sum of the exponentials is ${powers(scores, slip)}$.",
        f"The weights are {shares(scores, slip)}.",
        f"The {case.place} of the output is ${blended(weights, case.mine)}$.",
    )


def _endings(case: _Case) -> dict[str, str]:
    """What the last line says by mistake, in math."""
    winner, mine = _winner(case), [int(number) for number in case.mine]
    ends = {"blend-ignores-the-weights": f"{chain(case.mine)} = {rounded(sum(mine), 2)}"}
    if winner is not None:
        ends["only-the-winner-counts"] = rounded(mine[winner], 2)
    with suppress(UnclearError):
        ends["blend-of-the-keys"] = blended(weights_of(case.scores), case.of_keys)
    return ends


def _winner(case: _Case) -> int | None:
    """The place of the one largest score."""
    scores = [Decimal(score) for score in case.scores]
    return scores.index(max(scores)) if scores.count(max(scores)) == 1 else None


_LINE_FEEDBACK = {
    "softmax-with-base-two": "It raises 2 to each score. The base of softmax is $e$.",
    "softmax-shares-equally": (
        "It gives every word the same weight. Softmax gives each word its own share of the sum."
    ),
    "softmax-without-dividing": (
        "It takes the exponentials for weights. Divided by their sum, they add up to 1."
    ),
    "blend-ignores-the-weights": (
        "It adds up the values as they are. Each of them counts by its weight."
    ),
}


def _feedback(case: _Case) -> dict[str, str]:
    told = {
        "scaling-left-out": (
            f"This takes the dot products for scores, {listed(case.products)}. Divide them by "
            f"$\\sqrt{{{case.length}}} = {case.root}$ before softmax."
        ),
        "blend-of-the-keys": (
            f"This blends the keys: their {case.place}s are {listed(case.of_keys)}. What is "
            "blended are the values."
        ),
        "score-uses-the-value": (
            f"This makes the scores with the values: the dot products would be "
            f"{listed(_dots(case.query, case.values))}. A score compares the query with the key."
        ),
        "blend-is-the-plain-mean": (
            f"This is the plain mean, $({chain(case.mine)}) / {len(case.mine)}$. Count each value "
            "by its weight."
        ),
        "scaling-by-the-length": (
            f"This divides the dot products by $d_k = {case.length}$. The divisor is its square "
            f"root, $\\sqrt{{{case.length}}} = {case.root}$."
        ),
    }
    winner = _winner(case)
    if winner is not None:
        told["only-the-winner-counts"] = (
            f"This is the value of the {ORDINALS[winner]} word alone, which has the highest score. "
            "The others have weights above zero and count too."
        )
    return told
