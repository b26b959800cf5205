"""Questions about a mask that comes too late, after softmax."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention.engine import BoolArray, FloatArray, IntArray, causal_mask, masked, softmax
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import APPROX, ORDINALS, authored, comes_to, named, rounded
from attention.templates.share_lines import listed
from attention.templates.shares import LARGEST_WEIGHT, worth_asking
from attention.templates.solutions import Solution, Spoiled

COUNTS = (4, 5)  # of the words at level 1
MANY = 6  # words at level 2
TENTHS = (-15, 25)  # the scores, in tenths


@dataclass(frozen=True)
class LateRow:
    """One row of scores in tenths, shape (batch, n); `count` of them are there.

    `asking`, shape (batch,), is the place from 0 of the querying word, which has a word before it
    and one behind it.
    """

    tenths: IntArray
    count: IntArray
    asking: IntArray

    @property
    def there(self) -> BoolArray:
        """Which of the words are there, shape (batch, n)."""
        present: BoolArray = np.arange(self.tenths.shape[1]) < self.count[:, None]
        return present

    @property
    def visible(self) -> BoolArray:
        """Which of the words the querying one may see, shape (batch, n)."""
        seen: BoolArray = causal_mask(self.tenths.shape[1])[self.asking]
        return seen

    def numerals(self, row: int) -> list[str]:
        """The scores of one row."""
        return [authored(int(tenths), 1) for tenths in self.tenths[row, : self.count[row]]]


class LateMask(NumberTemplate[LateRow]):
    """What is left of the whole where hidden weights are set to 0 after softmax."""

    name = "attention.late_mask"
    levels = 2
    draws = 2 + MANY
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> LateRow:
        """Scores from −1.5 to 2.5, of a word in the midst of four or five; at level 2, of six."""
        fewest, most = COUNTS if level == 1 else (MANY, MANY)
        count = whole_numbers(words[:, 0], fewest, most)
        asking = whole_numbers(words[:, 1], 1, count - 2)
        return LateRow(whole_numbers(words[:, 2 : 2 + most], *TENTHS), count, asking)

    def worked(self, given: LateRow) -> Worked:
        """The sum of the weights in sight, and what comes of a mask that works otherwise."""
        there, visible = given.there, given.visible
        scores = given.tenths / 10
        weights = softmax(masked(scores, there))
        left = _sum(weights, visible)
        zeroed = softmax(masked(np.where(visible, scores, 0.0), there))
        itself = np.arange(scores.shape[1]) == given.asking[:, None]
        return Worked(
            key=left,
            wrong={
                "weights-are-whole-after-any-mask": np.ones_like(left),
                "sum-of-the-hidden-weights": _sum(weights, there & ~visible),
                "mask-sets-the-score-to-zero": _sum(zeroed, visible),
                "mask-hides-the-word-itself": _sum(weights, visible & ~itself),
                "softmax-shares-equally": (given.asking + 1) / given.count,
            },
            sound=worth_asking(weights, left) & (left <= LARGEST_WEIGHT),
        )

    def wording(self, given: LateRow, row: int, key: str) -> Wording:
        """A program masks too late; the sum of one row of its weights is asked for."""
        scores, asking = given.numerals(row), int(given.asking[row])
        size, asking_word = named(len(scores)), f"the {ORDINALS[asking]} word"
        each = [f"$s_{place} = {score}$" for place, score in enumerate(scores, start=1)]
        visible, total = _sums(scores, asking)
        return Wording(
            situation=(
                f"A text has {size} words. The scaled scores of {asking_word}'s query against all "
                f"{size} keys are {', '.join(each[:-1])} and {each[-1]}. A faulty program uses its "
                f"causal mask too late: it takes the softmax of all {size} scores and then sets "
                "the weights of hidden words to $0$. It changes nothing else. A calculator is "
                "welcome."
            ),
            question=(
                f"What do the weights of {asking_word} add up to in the end, rounded to two "
                "decimals?"
            ),
            blank=(
                f"Rounded to two decimals, the weights of {asking_word} add up to [[answer]] in "
                "the end."
            ),
            label="sum of the weights",
            feedback=_feedback(scores, asking),
            explanation=(
                f"Softmax shares out the whole among all {size} words; the sum of the "
                f"exponentials is ${_powers(scores)} {comes_to(total, 3)}$. The words in sight "
                f"have ${_powers(scores[: asking + 1])} {comes_to(visible, 3)}$ of it. What the "
                f"others got is thrown away and given to nobody, so "
                f"$\\frac{{{rounded(visible, 3)}}}{{{rounded(total, 3)}}} \\approx {key}$ is left. "
                "Had the mask come before softmax, the weights would add up to $1$."
            ),
        )

    def solution(self, given: LateRow, row: int) -> Solution:
        """The sum of all exponentials, the part in sight, and the share."""
        scores, asking = given.numerals(row), int(given.asking[row])
        seen, hidden = scores[: asking + 1], scores[asking + 1 :]
        told = _feedback(scores, asking) | _SOLUTION_FEEDBACK
        spoiled = {
            "weights-are-whole-after-any-mask": _lines(seen, seen),
            "mask-sets-the-score-to-zero": _lines([*seen, *["0"] * len(hidden)], seen),
            "softmax-with-base-two": _lines(scores, seen, base="2"),
            "sum-of-the-hidden-weights": _lines(scores, hidden),
            "mask-hides-the-word-itself": _lines(scores, seen[:-1]),
            "softmax-without-dividing": (*_lines(scores, seen)[:2], _undivided(seen)),
            "softmax-shares-equally": (*_lines(scores, seen)[:2], _equal(asking + 1, len(scores))),
        }
        return Solution(
            _lines(scores, seen),
            tuple(Spoiled(slug, lines, told[slug]) for slug, lines in spoiled.items()),
        )


def _sum(weights: FloatArray, counted: BoolArray) -> FloatArray:
    """The sum of those weights (batch, n) that are counted (batch, n): (batch,)."""
    total: FloatArray = np.where(counted, weights, 0.0).sum(axis=-1)
    return total


def _exponentials(scores: Sequence[str], base: str = "e") -> float:
    number = math.e if base == "e" else float(base)
    return math.fsum(number ** float(score) for score in scores)


def _sums(scores: list[str], asking: int) -> tuple[float, float]:
    """The exponentials in sight, and all of them, added up."""
    return _exponentials(scores[: asking + 1]), _exponentials(scores)


def _powers(scores: Sequence[str], base: str = "e") -> str:
    return " + ".join(f"{base}^{{{score}}}" for score in scores)


def _lines(scores: Sequence[str], counted: Sequence[str], base: str = "e") -> tuple[str, str, str]:
    """The lines of a solution that shares out among `scores` and adds up `counted`."""
    total, part = _exponentials(scores, base), _exponentials(counted, base)
    # Both sums are cut, so even an even share is only nearly so.
    sign = "=" if part == total else APPROX
    share = f"\\frac{{{rounded(part, 3)}}}{{{rounded(total, 3)}}} {sign} {rounded(part / total, 2)}"
    return (
        f"Softmax divides by ${_powers(scores, base)} {comes_to(total, 3)}$.",
        f"The words in sight have ${_powers(counted, base)} {comes_to(part, 3)}$ of it.",
        f"Their weights add up to ${share}$.",
    )


def _undivided(seen: Sequence[str]) -> str:
    return f"Their weights add up to ${rounded(_exponentials(seen), 2)}$."


def _equal(seen: int, count: int) -> str:
    return f"Their weights add up to $\\frac{{{seen}}}{{{count}}} {comes_to(seen / count, 2)}$."


_SOLUTION_FEEDBACK = {
    "weights-are-whole-after-any-mask": (
        "It adds up the words in sight only, as if the mask had come before softmax. This program "
        "takes the softmax of all the scores."
    ),
    "softmax-shares-equally": (
        "It counts the words in sight instead of weighing them. Equal weights need equal scores."
    ),
    "softmax-with-base-two": "It raises 2 to each score. The base of softmax is $e$.",
    "softmax-without-dividing": (
        "It takes the sum of the exponentials for the sum of the weights. Each of them still has "
        "to be divided by the sum over all words."
    ),
}


def _feedback(scores: list[str], asking: int) -> dict[str, str]:
    count, mine = len(scores), scores[asking]
    hidden = listed(scores[asking + 1 :]) if asking < count - 2 else f"${scores[-1]}$"
    return {
        "weights-are-whole-after-any-mask": (
            f"This would be so if the {asking + 1} words in sight shared out the whole. Here all "
            f"{count} words do, and nobody gets what the hidden ones lose."
        ),
        "sum-of-the-hidden-weights": (
            f"This is what the hidden words got for {hidden}. That part is thrown away; the "
            "question is what is left."
        ),
        "mask-sets-the-score-to-zero": (
            f"This puts scores of $0$ in place of {hidden} before softmax. The program takes the "
            "softmax of the scores as they are."
        ),
        "mask-hides-the-word-itself": (
            f"This leaves out the word itself and its score ${mine}$. A causal mask hides what "
            "comes later, and a word is not later than itself."
        ),
        "softmax-shares-equally": (
            f"This is $\\frac{{{asking + 1}}}{{{count}}}$, the part of the words that is in sight. "
            "Their weights are not equal, for their scores are not."
        ),
    }
