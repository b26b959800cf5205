"""Questions about what happens to a weight when all scores are shifted or multiplied."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import FloatArray, IntArray, softmax
from attention.templates.bodies import Wording
from attention.templates.draws import Words, one_of, signed_digits, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, authored, chain, named
from attention.templates.share_lines import SHARE_FEEDBACK, listed, share_lines
from attention.templates.shares import picked, ratio, shared_out, worth_asking
from attention.templates.solutions import Solution, Spoiled

COUNTS = {1: 3, 2: 4}  # keys, by level
TENTHS = (-10, 20)  # the scores, in tenths
LARGEST_SHIFT = 20  # of what is added, in tenths, either sign
FACTORS = {1: (2,), 2: (3, 4)}  # of the query, by level
FIFTHS = {1: (-5, 7), 2: (-3, 4)}  # the scores that are multiplied, by level


@dataclass(frozen=True)
class Changed:
    """Scores in tenths (batch, n), the place of the asked key, and what changes all of them.

    `change` is what is added, in tenths, or the factor of the query; both shapes are (batch,).
    """

    tenths: IntArray
    asked: IntArray
    change: IntArray

    @property
    def scores(self) -> FloatArray:
        """The scores before the change, shape (batch, n)."""
        return self.tenths / 10

    def numerals(self, row: int) -> list[str]:
        """The scores of one row before the change."""
        return [authored(int(number), 1) for number in self.tenths[row]]


class ShiftedScores(NumberTemplate[Changed]):
    """The weight after the same number is added to every score."""

    name = "attention.shifted_scores"
    levels = 2
    draws = 2 + COUNTS[2]
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Changed:
        """Scores of three or four keys, and a shift of 0.5 to 2, up or down."""
        count = COUNTS[level]
        shift = signed_digits(words[:, 0], LARGEST_SHIFT)
        shift = np.where(np.abs(shift) < 5, shift * 5, shift)
        asked = whole_numbers(words[:, 1], 0, count - 1)
        return Changed(whole_numbers(words[:, 2 : 2 + count], *TENTHS), asked, shift)

    def worked(self, given: Changed) -> Worked:
        """The old weight, and what comes of a shift that does reach the weight."""
        scores, shift = given.scores, given.change / 10
        weights = softmax(scores)
        weight = picked(weights, given.asked)
        only = np.arange(scores.shape[1]) == given.asked[:, None]
        shifted = scores + shift[:, None]
        return Worked(
            key=weight,
            wrong={
                "shift-scales-the-weight": weight * np.exp(shift),
                "shift-reaches-one-score": picked(
                    softmax(np.where(only, shifted, scores)), given.asked
                ),
                "softmax-is-a-plain-share": ratio(
                    picked(shifted, given.asked), shifted.sum(axis=-1)
                ),
                "shift-adds-to-the-weight": weight + shift,
                "softmax-shares-equally": np.full_like(weight, 1 / scores.shape[1]),
            },
            sound=worth_asking(weights, weight),
        )

    def wording(self, given: Changed, row: int, key: str) -> Wording:
        """All scores of a query get the same number added; one weight is asked for."""
        asked = int(given.asked[row])
        scores, new = given.numerals(row), _shifted(given, row)
        shift = authored(int(given.change[row]), 1)
        asked_key = f"the {ORDINALS[asked]} key"
        return Wording(
            situation=(
                f"The scaled scores of a query against {named(len(scores))} keys are "
                f"{listed(scores)}. Now ${shift}$ is added to each of them. A calculator is "
                "welcome."
            ),
            question=f"Which weight does {asked_key} get now, rounded to two decimals?",
            blank=f"Rounded to two decimals, {asked_key} now gets a weight of [[answer]].",
            label=f"weight of {asked_key}",
            feedback=_shift_feedback(shift, new[asked], new, asked_key),
            explanation=(
                f"Every exponential is multiplied by $e^{{{shift}}}$, and so is their sum, so the "
                "shares stay what they were and the old scores will do. "
                f"{shared_out(scores, asked, asked_key, key)}"
            ),
        )

    def solution(self, given: Changed, row: int) -> Solution:
        """The new scores, their sum, and the share."""
        asked = int(given.asked[row])
        old, new = given.numerals(row), _shifted(given, row)
        shift = authored(int(given.change[row]), 1)
        told = _shift_feedback(shift, new[asked], new, f"the {ORDINALS[asked]} key")
        one = [*old[:asked], new[asked], *old[asked + 1 :]]
        first = _scores_line(new)
        spoiled = [
            Spoiled(
                "shift-reaches-one-score",
                (_scores_line(one), *share_lines(one, asked)),
                told["shift-reaches-one-score"],
            ),
            Spoiled(
                "shift-scales-the-weight",
                (first, *share_lines(new, asked, added=old)),
                "It adds up the exponentials of the old scores. The sum grows or shrinks with "
                "every one of its terms.",
            ),
        ]
        return Solution((first, *share_lines(new, asked)), (*spoiled, *_share_slips(new, asked)))


class MultipliedQuery(NumberTemplate[Changed]):
    """The weight after the query, and with it every score, is multiplied."""

    name = "attention.multiplied_query"
    levels = 2
    draws = 2 + COUNTS[2]
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Changed:
        """A doubled query and three keys; at level 2, three or four times and four keys."""
        count = COUNTS[level]
        fifths = whole_numbers(words[:, 2 : 2 + count], *FIFTHS[level])
        asked = whole_numbers(words[:, 1], 0, count - 1)
        return Changed(2 * fifths, asked, one_of(words[:, 0], FACTORS[level]))

    def worked(self, given: Changed) -> Worked:
        """The share of the multiplied scores, and what comes of acting on the weight instead."""
        scores, times = given.scores, given.change
        before = picked(softmax(scores), given.asked)
        weights = softmax(scores * times[:, None])
        weight = picked(weights, given.asked)
        return Worked(
            key=weight,
            wrong={
                "longer-query-changes-nothing": before,
                "longer-query-scales-the-weight": before * times,
                "longer-query-raises-the-weight-to-a-power": before**times,
                "longer-query-makes-scores-smaller": picked(
                    softmax(scores / times[:, None]), given.asked
                ),
            },
            sound=worth_asking(weights, weight),
        )

    def wording(self, given: Changed, row: int, key: str) -> Wording:
        """A query is multiplied; one weight is asked for."""
        asked, times = int(given.asked[row]), int(given.change[row])
        scores, new = given.numerals(row), _multiplied(given, row)
        asked_key = f"the {ORDINALS[asked]} key"
        return Wording(
            situation=(
                f"The scaled scores of a query against {named(len(scores))} keys are "
                f"{listed(scores)}. Then every number of the query is multiplied by ${times}$; the "
                "keys stay as they are. A calculator is welcome."
            ),
            question=f"Which weight does {asked_key} get now, rounded to two decimals?",
            blank=f"Rounded to two decimals, {asked_key} now gets a weight of [[answer]].",
            label=f"weight of {asked_key}",
            feedback=_multiplied_feedback(times),
            explanation=(
                f"A query that is {times} times as long makes every score {times} times as large: "
                f"{listed(new)}. {shared_out(new, asked, asked_key, key)}"
            ),
        )

    def solution(self, given: Changed, row: int) -> Solution:
        """The new scores, their sum, and the share."""
        asked, times = int(given.asked[row]), int(given.change[row])
        old, new, told = given.numerals(row), _multiplied(given, row), _multiplied_feedback(times)
        spoiled = [
            Spoiled(slug, (_scores_line(scores), *share_lines(scores, asked)), told[slug])
            for slug, scores in (
                ("longer-query-changes-nothing", old),
                ("longer-query-makes-scores-smaller", _divided(given, row)),
            )
            if scores
        ]
        return Solution(
            (_scores_line(new), *share_lines(new, asked)), (*spoiled, *_share_slips(new, asked))
        )


def _shifted(given: Changed, row: int) -> list[str]:
    return [authored(int(n), 1) for n in given.tenths[row] + given.change[row]]


def _multiplied(given: Changed, row: int) -> list[str]:
    return [authored(int(n), 1) for n in given.tenths[row] * given.change[row]]


def _divided(given: Changed, row: int) -> list[str]:
    """The scores divided instead, where they still end after one decimal."""
    tenths, times = given.tenths[row], given.change[row]
    return [] if (tenths % times).any() else [authored(int(n), 1) for n in tenths // times]


def _scores_line(scores: list[str]) -> str:
    return f"The new scores are {listed(scores)}."


def _share_slips(scores: list[str], asked: int) -> list[Spoiled]:
    """What goes wrong between the new scores and the weight."""
    found = ((slug, share_lines(scores, asked, slug)) for slug in SHARE_FEEDBACK)
    return [
        Spoiled(slug, (_scores_line(scores), *lines), SHARE_FEEDBACK[slug])
        for slug, lines in found
        if all(lines)
    ]


def _shift_feedback(shift: str, mine: str, new: list[str], asked_key: str) -> dict[str, str]:
    return {
        "shift-scales-the-weight": (
            f"This is the old weight times $e^{{{shift}}}$. The sum below it is multiplied by the "
            "same number, so nothing is left of it."
        ),
        "shift-reaches-one-score": (
            f"This adds ${shift}$ to the score of {asked_key} only. The other scores are shifted "
            "as well."
        ),
        "softmax-is-a-plain-share": (
            f"This is the new score over the sum of the new scores, ${mine} / ({chain(new)})$. "
            "Softmax shares out the exponentials of the scores."
        ),
        "shift-adds-to-the-weight": (
            f"This adds ${shift}$ to the weight itself. Then the weights would no longer add up "
            "to 1."
        ),
        "softmax-shares-equally": (
            f"This is $\\frac{{1}}{{{len(new)}}}$, the same for every key. Adding a number to "
            "every score leaves the gaps between them as they are."
        ),
    }


def _multiplied_feedback(times: int) -> dict[str, str]:
    return {
        "longer-query-changes-nothing": (
            "These are the scores as they were before. A longer query points the same way, but "
            "its dot products are larger, and so are the gaps between them."
        ),
        "longer-query-scales-the-weight": (
            f"This is ${times}$ times the weight of before. All weights together stay 1, so they "
            "cannot all grow alike."
        ),
        "longer-query-raises-the-weight-to-a-power": (
            f"This is the weight of before to the power ${times}$. The exponentials do become "
            "powers, but then they are divided by their new sum."
        ),
        "longer-query-makes-scores-smaller": (
            f"This divides the scores by ${times}$ instead of multiplying them."
        ),
    }
