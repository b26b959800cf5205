"""Questions about how much of a text is in sight under a causal mask."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.solutions import Solution, Spoiled

FIRST = {1: (3, 40), 2: (3, 20)}  # words of the text, or of its first sentence, by level
SECOND = (4, 20)  # words of the second sentence at level 2


@dataclass(frozen=True)
class Sight:
    """Counts of words and places from 1, shapes (batch,).

    A text of `count` words begins with a sentence of `before` words (0 where the text is not
    divided), and word `place` of what follows is the querying one.
    """

    before: IntArray
    count: IntArray
    place: IntArray

    @property
    def asking(self) -> IntArray:
        """The place of the querying word in the whole text, from 1, shape (batch,)."""
        return self.before + self.place


class VisibleWords(NumberTemplate[Sight]):
    """How many words one word shares out its weight among."""

    name = "attention.visible_words"
    levels = 2
    draws = 3
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Sight:
        """A word in the midst of a text; at level 2, in the midst of its second sentence."""
        before = whole_numbers(words[:, 0], *FIRST[level])
        if level == 1:
            count = before + 2
            return Sight(np.zeros_like(count), count, whole_numbers(words[:, 1], 3, count - 1))
        second = whole_numbers(words[:, 1], *SECOND)
        return Sight(before, before + second, whole_numbers(words[:, 2], 2, second - 1))

    def worked(self, given: Sight) -> Worked:
        """The place itself, and what comes of a word that is left out, or a mask turned round."""
        asking, count = given.asking.astype(float), given.count.astype(float)
        return Worked(
            key=asking,
            wrong={
                "mask-stops-at-the-sentence": np.where(
                    given.before > 0, given.place.astype(float), np.nan
                ),
                "mask-hides-the-word-itself": asking - 1,
                "mask-is-forgotten": count,
                "mask-hides-the-past": count - asking + 1,
                "sight-counts-the-hidden": count - asking,
                "place-is-how-many-come-before": asking + 1,
            },
            sound=2 * asking != count + 1,
        )

    def wording(self, given: Sight, row: int, key: str) -> Wording:
        """A place in a text; the words in sight from there are asked for."""
        before, count, place = (int(n[row]) for n in (given.before, given.count, given.place))
        asking = before + place
        situation, which, where = f"A text has {count} words.", f"word number {place}", ""
        if before:
            situation = (
                f"A text has two sentences, the first of {before} words and the second of "
                f"{count - before}."
            )
            which = f"word number {place} of the second sentence"
            where = (
                f"Word number {place} of the second sentence is word number ${before} + {place} = "
                f"{asking}$ of the text, and the mask knows nothing of sentences. "
            )
        return Wording(
            situation=f"{situation} A model reads it with a causal mask.",
            question=f"Among how many words does {which} share out its weight?",
            blank=f"{which.capitalize()} shares out its weight among [[answer]] words.",
            label="words in sight",
            feedback=_feedback(before, count, place),
            explanation=(
                f"{where}The causal mask hides what comes later. In sight are the {asking - 1} "
                f"words before word number {asking} and this word itself: "
                f"${asking - 1} + 1 = {key}$."
            ),
        )

    def solution(self, given: Sight, row: int) -> Solution:
        """The place in the text if need be, what comes before, the word itself, what is behind."""
        before, count, place = (int(n[row]) for n in (given.before, given.count, given.place))
        told = _feedback(before, count, place)
        slips = [
            "place-is-how-many-come-before",
            "mask-hides-the-word-itself",
            "mask-is-forgotten",
            *(["mask-stops-at-the-sentence"] if before else []),
        ]
        return Solution(
            _lines(before, count, place, ""),
            tuple(Spoiled(slug, _lines(before, count, place, slug), told[slug]) for slug in slips),
        )


def _lines(before: int, count: int, place: int, slip: str) -> tuple[str, ...]:
    """The lines of a solution, with one mistake or ("") none."""
    asking, hidden = before + place, count - before - place
    first: tuple[str, ...] = ()
    if before:
        first = (f"Of the text, it is word number ${before} + {place} = {asking}$.",)
    if slip == "mask-stops-at-the-sentence":
        asking = place
        first = (f"Counting begins anew with each sentence, so it is word number ${place}$.",)
    earlier = asking if slip == "place-is-how-many-come-before" else asking - 1
    seen = earlier + 1
    itself = f"They are in sight, and so is the word itself: ${earlier} + 1 = {seen}$."
    if slip == "mask-hides-the-word-itself":
        seen = earlier
        itself = f"They are in sight, but the word itself is not: ${earlier}$."
    behind = f"What comes later is hidden, so the weight is shared out among ${seen}$."
    if slip == "mask-is-forgotten":
        behind = (
            f"What comes later is in sight as well, so the weight is shared out among "
            f"${seen} + {hidden} = {seen + hidden}$."
        )
    return (*first, f"Before it stand ${earlier}$ words.", itself, behind)


def _feedback(before: int, count: int, place: int) -> dict[str, str]:
    asking, hidden = before + place, count - before - place
    behind = "the word that follows" if hidden == 1 else f"the {hidden} words that follow"
    return {
        "mask-stops-at-the-sentence": (
            f"This counts within the second sentence only. A causal mask looks at places, not at "
            f"full stops, so the {before} words of the first sentence are in sight as well."
        ),
        "mask-hides-the-word-itself": (
            f"This counts the {asking - 1} words that come before. The word itself is in sight "
            "too, for it is not later than itself."
        ),
        "mask-is-forgotten": (
            f"This counts all {count} words of the text. The causal mask hides {behind}."
        ),
        "mask-hides-the-past": (
            "This counts the word and what comes behind it. The mask works the other way: the "
            "past is in sight, the future hidden."
        ),
        "sight-counts-the-hidden": (
            f"This counts {behind}. Those are the hidden ones; the question is what is in sight."
        ),
        "place-is-how-many-come-before": (
            f"This takes the place, {asking}, for the number of words that come before. "
            f"Places count from 1, so before word number {asking} there are {asking - 1}."
        ),
    }
