"""Questions about turning scores into weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import BoolArray, FloatArray, IntArray, masked, softmax
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, authored, chain, factor, named
from attention.templates.share_lines import SHARE_FEEDBACK, share_lines
from attention.templates.shares import picked, ratio, shared_out, worth_asking
from attention.templates.solutions import Solution, Spoiled

COUNTS = (3, 4)  # of the keys at level 1
MANY = 5  # keys at level 2
TENTHS = (-20, 30)  # the scores, in tenths


@dataclass(frozen=True)
class Scores:
    """Scores in tenths, shape (batch, n); `count` of them are there, `asked` is an index."""

    tenths: IntArray
    count: IntArray
    asked: IntArray

    @property
    def there(self) -> BoolArray:
        """Which of the scores are there, shape (batch, n)."""
        present: BoolArray = np.arange(self.tenths.shape[1]) < self.count[:, None]
        return present

    def asked_of(self, values: FloatArray) -> FloatArray:
        """The asked one of the values of each row: (batch, n) -> (batch,)."""
        return picked(values, self.asked)


class SoftmaxWeight(NumberTemplate[Scores]):
    """One weight of a softmax over a few scores."""

    name = "attention.softmax_weight"
    levels = 2
    draws = 2 + MANY
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Scores:
        """Three or four scores with one decimal, from −2 to 3; at level 2, five."""
        fewest, most = COUNTS if level == 1 else (MANY, MANY)
        count = whole_numbers(words[:, 0], fewest, most)
        asked = whole_numbers(words[:, 1], 0, count - 1)
        return Scores(whole_numbers(words[:, 2 : 2 + most], *TENTHS), count, asked)

    def worked(self, given: Scores) -> Worked:
        """The weight, and what comes of plain shares, half a softmax, equal shares or base 2."""
        there = given.there
        scores = masked(given.tenths / 10, there)
        weights = softmax(scores)
        score = given.asked_of(scores)
        total = np.where(there, given.tenths, 0).sum(axis=-1) / 10
        largest = scores.max(axis=-1)
        weight = given.asked_of(weights)
        return Worked(
            key=weight,
            wrong={
                "softmax-is-a-plain-share": ratio(score, total),
                "softmax-without-dividing": np.exp(score),
                "softmax-divides-by-the-largest": ratio(score, largest),
                "softmax-shares-equally": 1 / given.count,
                "softmax-with-base-two": given.asked_of(softmax(scores * np.log(2))),
            },
            sound=worth_asking(weights, weight),
        )

    def wording(self, given: Scores, row: int, key: str) -> Wording:
        """A query has its scores against a few keys; one weight is asked for."""
        asked = int(given.asked[row])
        asked_key = f"the {ORDINALS[asked]} key"
        tenths = [int(number) for number in given.tenths[row, : given.count[row]]]
        scores = [authored(number, 1) for number in tenths]
        listed = [f"$s_{place} = {score}$" for place, score in enumerate(scores, start=1)]
        return Wording(
            situation=(
                f"The scaled scores of a query against {named(len(scores))} keys "
                f"are {', '.join(listed[:-1])} and {listed[-1]}. A calculator is welcome."
            ),
            question=f"Which weight does softmax give {asked_key}, rounded to two decimals?",
            blank=f"Softmax gives {asked_key} a weight of [[answer]], rounded to two decimals.",
            label=f"weight of {asked_key}",
            feedback=_feedback(scores, tenths, asked),
            explanation=shared_out(scores, asked, asked_key, key),
        )

    def solution(self, given: Scores, row: int) -> Solution:
        """The sum of the exponentials, and the share."""
        asked, count = int(given.asked[row]), int(given.count[row])
        scores = [authored(int(tenths), 1) for tenths in given.tenths[row, :count]]
        found = {slug: share_lines(scores, asked, slug) for slug in SHARE_FEEDBACK}
        return Solution(
            share_lines(scores, asked),
            tuple(
                Spoiled(slug, lines, SHARE_FEEDBACK[slug])
                for slug, lines in found.items()
                if all(lines)
            ),
        )


def _feedback(scores: list[str], tenths: list[int], asked: int) -> dict[str, str]:
    mine, largest = scores[asked], authored(max(tenths), 1)
    return {
        "softmax-is-a-plain-share": (
            f"This is the score over the sum of the scores, ${mine} / ({chain(scores)})$. "
            "Softmax shares out the exponentials of the scores."
        ),
        "softmax-without-dividing": (
            f"This is $e^{{{mine}}}$ alone. Divide it by the sum of all the exponentials, so that "
            "the weights add up to 1."
        ),
        "softmax-divides-by-the-largest": (
            f"This is the score over the largest score, ${factor(mine)} / {factor(largest)}$. "
            "Softmax divides exponentials by their sum."
        ),
        "softmax-shares-equally": (
            f"This is $\\frac{{1}}{{{len(scores)}}}$, the same for every key. Equal weights need "
            "equal scores."
        ),
        "softmax-with-base-two": (
            f"This raises 2 to each score, starting from $2^{{{mine}}}$. The base of softmax is "
            "$e \\approx 2.718$."
        ),
    }
