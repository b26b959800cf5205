"""Questions about weights under a causal mask."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import BoolArray, FloatArray, IntArray, causal_mask, masked, softmax
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, authored, named
from attention.templates.share_lines import SHARE_FEEDBACK, listed, share_lines
from attention.templates.shares import picked, shared_out, worth_asking
from attention.templates.solutions import Solution, Spoiled

COUNTS = (4, 5)  # of the words at level 1
MANY = 6  # words at level 2
TENTHS = (-15, 25)  # the scores, in tenths


@dataclass(frozen=True)
class Row:
    """One row of scores in tenths, shape (batch, n); `count` of them are there.

    `asking` and `asked` are places from 0, shape (batch,): the querying word, which has a word
    before it and one behind it, and the word whose weight is asked for, which it may see.
    """

    tenths: IntArray
    count: IntArray
    asking: IntArray
    asked: IntArray

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


class CausalWeight(NumberTemplate[Row]):
    """One weight in a row of scores of which the later ones must be hidden."""

    name = "attention.causal_weight"
    version = 2
    levels = 2
    draws = 3 + MANY
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Row:
        """Scores from −1.5 to 2.5, of a word in the midst of four or five; at level 2, of six."""
        fewest, most = COUNTS if level == 1 else (MANY, MANY)
        count = whole_numbers(words[:, 0], fewest, most)
        asking = whole_numbers(words[:, 1], 1, count - 2)
        asked = whole_numbers(words[:, 2], 0, asking)
        return Row(whole_numbers(words[:, 3 : 3 + most], *TENTHS), count, asking, asked)

    def worked(self, given: Row) -> Worked:
        """The weight, and what comes of no mask, a mask of zeros, or one in the wrong place."""
        there, visible = given.there, given.visible
        scores = given.tenths / 10
        itself = np.arange(scores.shape[1]) == given.asking[:, None]
        weights = softmax(masked(scores, visible))
        weight = picked(weights, given.asked)
        zeroed = np.where(visible, scores, 0.0)
        return Worked(
            key=weight,
            wrong={
                "mask-is-forgotten": _weight(scores, there, given.asked),
                "mask-sets-the-score-to-zero": _weight(zeroed, there, given.asked),
                "mask-hides-the-word-itself": _weight(scores, visible & ~itself, given.asked),
                "mask-hides-the-past": _weight(scores, there & (~visible | itself), given.asked),
                "softmax-shares-equally": 1 / visible.sum(axis=-1),
            },
            sound=worth_asking(weights, weight),
        )

    def wording(self, given: Row, row: int, key: str) -> Wording:
        """A word in the midst of a text has a score for every word; one weight is asked for."""
        count, asking, asked = (
            int(numbers[row]) for numbers in (given.count, given.asking, given.asked)
        )
        scores = [authored(int(tenths), 1) for tenths in given.tenths[row, :count]]
        listed = [f"$s_{place} = {score}$" for place, score in enumerate(scores, start=1)]
        asking_word, size = f"the {ORDINALS[asking]} word", named(count)
        asked_word = "itself" if asked == asking else f"the {ORDINALS[asked]} word"
        hidden = [f"$s_{place}$" for place in range(asking + 2, count + 1)]
        drop_out = (
            f"The score {hidden[0]} of the later word turns into $-\\infty$ and drops"
            if len(hidden) == 1
            else f"The scores {_and(hidden)} of later words turn into $-\\infty$ and drop"
        )
        return Wording(
            situation=(
                f"A text has {size} words. The scaled scores of {asking_word}'s query against "
                f"all {size} keys, before any mask, are {', '.join(listed[:-1])} and "
                f"{listed[-1]}. The model uses a causal mask. A calculator is welcome."
            ),
            question=f"Which weight does {asking_word} give {asked_word}, rounded to two decimals?",
            blank=(
                f"Rounded to two decimals, {asking_word} gives {asked_word} a weight of [[answer]]."
            ),
            label=f"weight that {asking_word} gives {asked_word}",
            feedback=_feedback(scores, asking, asked),
            explanation=(
                f"{asking_word.capitalize()} sees itself and what comes before it. {drop_out} out "
                f"of the sum. {shared_out(scores[: asking + 1], asked, _name(asked), key)}"
            ),
        )

    def solution(self, given: Row, row: int) -> Solution:
        """The scores in sight, the sum of their exponentials, and the share."""
        count, asking, asked = (
            int(numbers[row]) for numbers in (given.count, given.asking, given.asked)
        )
        scores = [authored(int(tenths), 1) for tenths in given.tenths[row, :count]]
        seen, told = scores[: asking + 1], _feedback(scores, asking, asked)
        others = {
            "mask-is-forgotten": (scores, asked),
            "mask-sets-the-score-to-zero": ([*seen, *["0"] * (count - asking - 1)], asked),
        }
        if asked < asking:
            others["mask-hides-the-word-itself"] = (seen[:-1], asked)
        else:
            others["mask-hides-the-past"] = (scores[asking:], 0)
        spoiled = [
            Spoiled(slug, (_in_sight(wrong), *share_lines(wrong, place)), told[slug])
            for slug, (wrong, place) in others.items()
            if len(wrong) > 1
        ]
        for slug, feedback in SHARE_FEEDBACK.items():
            lines = share_lines(seen, asked, slug)
            if all(lines):
                spoiled.append(Spoiled(slug, (_in_sight(seen), *lines), feedback))
        return Solution((_in_sight(seen), *share_lines(seen, asked)), tuple(spoiled))


def _in_sight(scores: list[str]) -> str:
    return f"The scores to share out are {listed(scores)}."


def _and(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _weight(scores: FloatArray, seen: BoolArray, asked: IntArray) -> FloatArray:
    """The asked weight (batch,) if only some words (batch, n) are seen."""
    return picked(softmax(masked(scores, seen)), asked)


def _name(place: int) -> str:
    return f"the {ORDINALS[place]} word"


def _feedback(scores: list[str], asking: int, asked: int) -> dict[str, str]:
    later = len(scores) - asking - 1
    behind = "the word that follows" if later == 1 else f"the {later} words that follow"
    return {
        "mask-is-forgotten": (
            f"This is the share among all {len(scores)} words. The causal mask hides {behind}, so "
            f"only $s_1$ to $s_{asking + 1}$ are shared out."
        ),
        "mask-sets-the-score-to-zero": (
            f"This puts a score of $0$ in place of {behind}. A score of zero still earns "
            "$e^0 = 1$ in the sum; only $-\\infty$ hides a word."
        ),
        "mask-hides-the-word-itself": (
            f"This leaves out {_name(asking)} itself and its score $s_{asking + 1} = "
            f"{scores[asking]}$. A causal mask hides what comes later, and a word is not later "
            "than itself."
        ),
        "mask-hides-the-past": (
            f"This hides what comes before {_name(asking)} and shares out the rest. The causal "
            "mask works the other way: the past is visible, the future hidden."
        ),
        "softmax-shares-equally": (
            f"This is $\\frac{{1}}{{{asking + 1}}}$, the same for each of the {asking + 1} visible "
            "words. Equal weights need equal scores."
        ),
    }
