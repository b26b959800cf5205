"""Questions about weights in a text that has been filled up with empty places."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import BoolArray, FloatArray, IntArray, masked, softmax
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, authored, named
from attention.templates.share_lines import SHARE_FEEDBACK, listed, share_lines
from attention.templates.shares import picked, shared_out, worth_asking
from attention.templates.solutions import Solution, Spoiled

WORDS = {1: 3, 2: 4}  # of the text, by level
PADS = {1: (1, 2), 2: (2, 3)}  # empty places, by level
TENTHS = (-10, 25)  # the scores, in tenths


@dataclass(frozen=True)
class Padded:
    """One query's scores in tenths with `words` words, and behind them with empty places.

    `tenths` has shape (batch, places); of the empty places, `pads`, shape (batch,), are there.
    `asked`, shape (batch,), is the place of a word.
    """

    tenths: IntArray
    words: int
    pads: IntArray
    asked: IntArray

    @property
    def there(self) -> BoolArray:
        """Which of the places are there, shape (batch, places)."""
        present: BoolArray = np.arange(self.tenths.shape[1]) < self.words + self.pads[:, None]
        return present

    @property
    def is_word(self) -> BoolArray:
        """Which of the places hold a word, shape (places,)."""
        holds: BoolArray = np.arange(self.tenths.shape[1]) < self.words
        return holds

    def numerals(self, row: int) -> list[str]:
        """The scores of one row, those of the words first."""
        count = self.words + int(self.pads[row])
        return [authored(int(tenths), 1) for tenths in self.tenths[row, :count]]


class PaddedWeight(NumberTemplate[Padded]):
    """One weight in a row of scores of which those of empty places must be hidden."""

    name = "attention.padded_weight"
    levels = 2
    draws = 2 + WORDS[2] + PADS[2][1]
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Padded:
        """Three words and one or two empty places; at level 2, four and two or three."""
        count, (fewest, most) = WORDS[level], PADS[level]
        return Padded(
            tenths=whole_numbers(words[:, 2 : 2 + count + most], *TENTHS),
            words=count,
            pads=whole_numbers(words[:, 0], fewest, most),
            asked=whole_numbers(words[:, 1], 0, count - 1),
        )

    def worked(self, given: Padded) -> Worked:
        """The share among the words, and what comes of no mask, of zeros, or of equal shares."""
        scores, asked = given.tenths / 10, given.asked
        weights = softmax(masked(scores, given.is_word))
        weight = picked(weights, asked)
        zeroed = np.where(given.is_word, scores, 0.0)
        return Worked(
            key=weight,
            wrong={
                "padding-is-attended-to": _weight(scores, given.there, asked),
                "padding-scores-zero": _weight(zeroed, given.there, asked),
                "softmax-shares-equally": np.full_like(weight, 1 / given.words),
                "padding-takes-an-equal-share": 1 / (given.words + given.pads),
                "softmax-with-base-two": picked(
                    softmax(masked(scores * np.log(2), given.is_word)), asked
                ),
            },
            sound=worth_asking(weights, weight),
        )

    def wording(self, given: Padded, row: int, key: str) -> Wording:
        """A short text in a batch with longer ones; one weight is asked for."""
        scores, count, asked = given.numerals(row), given.words, int(given.asked[row])
        names = [ORDINALS[place] for place in range(count)] + ["empty"] * (len(scores) - count)
        table = "\n".join(
            f"| {name} | ${score}$ |" for name, score in zip(names, scores, strict=True)
        )
        empty = len(scores) - count
        places = "one empty place" if empty == 1 else f"{named(empty)} empty places"
        hidden = f"The {named(empty)} empty places get a score of $-\\infty$ and drop out"
        if empty == 1:
            hidden = "The empty place gets a score of $-\\infty$ and drops out"
        one = _name(asked)
        return Wording(
            situation=(
                f"A text of {named(count)} words is read together with longer ones, so it is "
                f"filled up with {places}. A query has these scaled scores with all places, before "
                f"any mask.\n\n| place | score |\n|---|---|\n{table}\n\nA padding mask hides "
                "what is empty. No other mask is used. A calculator is welcome."
            ),
            question=f"Which weight does {one} get, rounded to two decimals?",
            blank=f"Rounded to two decimals, {one} gets a weight of [[answer]].",
            label=f"weight of {one}",
            feedback=_feedback(scores, count, asked),
            explanation=(f"{hidden} of the sum. {shared_out(scores[:count], asked, one, key)}"),
        )

    def solution(self, given: Padded, row: int) -> Solution:
        """The scores to share out, the sum of their exponentials, and the share."""
        scores, count, asked = given.numerals(row), given.words, int(given.asked[row])
        seen, told = scores[:count], _feedback(scores, count, asked)
        others = {
            "padding-is-attended-to": scores,
            "padding-scores-zero": [*seen, *["0"] * (len(scores) - count)],
        }
        spoiled = [
            Spoiled(slug, (_first(wrong), *share_lines(wrong, asked)), told[slug])
            for slug, wrong in others.items()
        ]
        for slug, feedback in SHARE_FEEDBACK.items():
            lines = share_lines(seen, asked, slug)
            if all(lines):
                spoiled.append(Spoiled(slug, (_first(seen), *lines), feedback))
        return Solution((_first(seen), *share_lines(seen, asked)), tuple(spoiled))


def _weight(scores: FloatArray, seen: BoolArray, asked: IntArray) -> FloatArray:
    """The asked weight (batch,) if only some places (batch, places) are seen."""
    return picked(softmax(masked(scores, seen)), asked)


def _first(scores: list[str]) -> str:
    return f"The scores to share out are {listed(scores)}."


def _name(place: int) -> str:
    return f"the {ORDINALS[place]} word"


def _feedback(scores: list[str], count: int, asked: int) -> dict[str, str]:
    empty = len(scores) - count
    place, its = ("the empty place", "its") if empty == 1 else ("the empty places", "their")
    return {
        "padding-is-attended-to": (
            f"This is the share among all {len(scores)} places. Nothing stands in {place}, so the "
            f"mask hides {its} {'score' if empty == 1 else 'scores'}, {_shown(scores[count:])}."
        ),
        "padding-scores-zero": (
            f"This puts a score of $0$ in {place}. A score of zero still earns $e^0 = 1$ in the "
            "sum; only $-\\infty$ hides a place."
        ),
        "softmax-shares-equally": (
            f"This is $\\frac{{1}}{{{count}}}$, the same for every word. Equal weights need equal "
            "scores."
        ),
        "padding-takes-an-equal-share": (
            f"This is $\\frac{{1}}{{{len(scores)}}}$, the same for every place, with a word or "
            "without. Hidden places get nothing, and words share by their scores."
        ),
        "softmax-with-base-two": (
            f"This shares out powers of 2, such as $2^{{{scores[asked]}}}$. The base of softmax is "
            "$e$."
        ),
    }


def _shown(scores: list[str]) -> str:
    return f"${scores[0]}$" if len(scores) == 1 else listed(scores)
