"""Questions about which word contributes most to the output."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import hypot

import numpy as np

from attention.engine import FloatArray, IntArray, dot
from attention.templates.bodies import Wording, capital
from attention.templates.draws import Words, one_of, signed_digits, whole_numbers
from attention.templates.numerals import ORDINALS, authored, comes_to, rounded, vector
from attention.templates.orders import Order
from attention.templates.places import NOWHERE, PlaceTemplate, Ranked, winners
from attention.templates.solutions import Solution, Spoiled

PARTS = 20  # of the whole that is shared out: weights are multiples of 0.05
COUNTS = {1: 3, 2: 4}  # words, by level
# Values at level 1, whose lengths are whole numbers; at level 2 their coordinates are any.
LEGS = ((3, 4), (4, 3), (6, 8), (8, 6), (5, 12), (12, 5), (0, 2), (2, 0), (0, 7), (9, 0))
LARGEST = 7  # of the coordinates at level 2, either sign
SPLITS = {
    count: [shares for shares in combinations(range(1, PARTS), count) if sum(shares) == PARTS]
    for count in COUNTS.values()
}  # the ways to share out the whole in parts that all differ


@dataclass(frozen=True)
class Blended:
    """Weights in twentieths (batch, n), all different, and values (batch, n, 2)."""

    twentieths: IntArray
    values: IntArray

    @property
    def lengths(self) -> FloatArray:
        """The lengths of the values, (batch, n)."""
        lengths: FloatArray = np.sqrt(dot(self.values, self.values))
        return lengths

    @property
    def contributions(self) -> FloatArray:
        """The lengths of the values times their weights, (batch, n)."""
        return self.twentieths / PARTS * self.lengths

    def only(self, row: int) -> Blended:
        """One row as a batch of its own."""
        return Blended(self.twentieths[row : row + 1], self.values[row : row + 1])

    def numerals(self, row: int) -> tuple[list[str], list[list[str]]]:
        """Weights and values of one row."""
        weights = [authored(int(share) * 100 // PARTS, 2) for share in self.twentieths[row]]
        return weights, [[str(number) for number in value] for value in self.values[row]]


class LargestContribution(PlaceTemplate[Blended]):
    """The word whose weight times the length of its value is largest, not its weight alone."""

    name = "attention.largest_contribution"
    levels = 2
    draws = 1 + 4 + 3 * 4
    apart = 0.05

    def given(self, words: Words, level: int) -> Blended:
        """Three words; at level 2 four, whose values have lengths with decimals.

        The largest weight goes to the shortest value, or it would win most of the time.
        """
        count = COUNTS[level]
        splits = np.array(SPLITS[count])
        shares = splits[whole_numbers(words[:, 0], 0, len(splits) - 1)]
        shares = np.take_along_axis(shares, words[:, 1 : 1 + count].argsort(axis=-1), axis=-1)
        values = _legs(words[:, 5:], count) if level == 1 else _any(words[:, 5:], count)
        batch = np.arange(len(words))
        heaviest, shortest = shares.argmax(axis=-1), dot(values, values).argmin(axis=-1)
        moved = values[batch, heaviest]
        values[batch, heaviest] = values[batch, shortest]
        values[batch, shortest] = moved
        return Blended(shares, values)

    def ranked(self, given: Blended) -> Ranked:
        """Contributions, and who wins by weight or by length alone."""
        heaviest = given.twentieths.argmax(axis=-1)
        return Ranked(
            values=given.contributions,
            wrong={
                "largest-weight-contributes-most": heaviest,
                "longest-value-contributes-most": winners(given.lengths, self.apart),
            },
            sound=given.contributions.argmax(axis=-1) != heaviest,
        )

    def names(self, given: Blended, row: int) -> list[str]:
        """The words by their ordinals."""
        return [_name(place) for place in range(given.twentieths.shape[1])]

    def wording(self, given: Blended, row: int, winner: str) -> Wording:
        """A table of weights and values; the largest contribution is asked for."""
        weights, values = given.numerals(row)
        table = "\n".join(
            f"| {ORDINALS[place]} | ${weight}$ | ${vector(value)}$ |"
            for place, (weight, value) in enumerate(zip(weights, values, strict=True))
        )
        return Wording(
            situation=(
                "A query gives these words their weights.\n\n"
                f"| word | weight | value |\n|---|---|---|\n{table}\n\n"
                "What a word contributes to the output is its value times its weight, and the "
                "length of that vector says how much it is."
            ),
            question="Which word contributes most?",
            feedback=_FEEDBACK,
            explanation=f"{_worked(given, row)} The largest contribution is that of {winner}.",
        )

    def order(self, given: Blended, row: int) -> Order:
        """The words by contribution."""
        return Order(
            question="Put the words in order by how much they contribute, the largest first.",
            names=self.names(given, row),
            values=given.only(row).contributions[0].tolist(),
            apart=self.apart,
            explanation=_worked(given, row),
        )

    def solution(self, given: Blended, row: int) -> Solution:
        """A line for each contribution and one for the winner."""
        weights, values = given.numerals(row)
        sound = [_contribution(w, v, "") for w, v in zip(weights, values, strict=True)]
        lines = _lines(sound)
        spoiled = []
        for place, (weight, value) in enumerate(zip(weights, values, strict=True)):
            for slug, told in _LINE_FEEDBACK.items():
                wrong = _contribution(weight, value, slug)
                others = _lines([*sound[:place], wrong, *sound[place + 1 :]])
                if others:
                    spoiled.append(Spoiled(slug, others, told))
        for slug, places in self.ranked(given.only(row)).wrong.items():
            if places[0] != NOWHERE:
                end = _CONCLUSIONS[slug].format(capital(_name(int(places[0]))))
                spoiled.append(Spoiled(slug, (*lines[:-1], end), _FEEDBACK[slug]))
        return Solution(lines, tuple(spoiled))


_CONCLUSIONS = {
    "largest-weight-contributes-most": "{} contributes most, for it has the largest weight.",
    "longest-value-contributes-most": "{} contributes most, for it has the longest value.",
}
_FEEDBACK = {
    "largest-weight-contributes-most": (
        "This word has the largest weight, but its value is short. Weight and length count "
        "together."
    ),
    "longest-value-contributes-most": (
        "This word has the longest value, but its weight is small. Weight and length count "
        "together."
    ),
}
_LINE_FEEDBACK = {
    "contribution-forgets-the-weight": (
        "It takes the length of the value as it is. What arrives in the output is that length "
        "times the weight."
    ),
    "length-adds-the-coordinates": (
        "It adds up the coordinates. The length of a vector is the root of the sum of their "
        "squares."
    ),
}


def _legs(words: Words, count: int) -> IntArray:
    """Values whose lengths are whole numbers, (batch, count, 2)."""
    legs = np.array(LEGS)[whole_numbers(words[:, :count], 0, len(LEGS) - 1)]
    signs = one_of(words[:, count : 3 * count], (-1, 1)).reshape(-1, count, 2)
    values: IntArray = legs * signs
    return values


def _any(words: Words, count: int) -> IntArray:
    """Values of any whole coordinates but 0, (batch, count, 2)."""
    return signed_digits(words[:, : 2 * count], LARGEST).reshape(-1, count, 2)


def _contribution(weight: str, value: list[str], slip: str) -> tuple[str, float]:
    """The end of an equation about one contribution, and its value."""
    one, other = (int(number) for number in value)
    length, share = hypot(one, other), float(weight)
    root = f"\\sqrt{{{abs(one)}^2 + {abs(other)}^2}}"
    if slip == "contribution-forgets-the-weight":
        return f"{root} {comes_to(length, 2)}", length
    if slip == "length-adds-the-coordinates":
        added = share * (abs(one) + abs(other))
        return f"{weight} \\cdot ({abs(one)} + {abs(other)}) {comes_to(added, 2)}", added
    return f"{weight} \\cdot {root} {comes_to(share * length, 2)}", share * length


def _lines(contributions: list[tuple[str, float]]) -> tuple[str, ...]:
    """The lines of a solution; none where the two largest are too close."""
    values = [value for _, value in contributions]
    best = int(winners(np.array([values]), LargestContribution.apart)[0])
    if best == NOWHERE:
        return ()
    return (
        *(
            f"The contribution of {_name(place)} is ${shown}$."
            for place, (shown, _) in enumerate(contributions)
        ),
        f"{capital(_name(best))} contributes most, with ${rounded(values[best], 2)}$.",
    )


def _worked(given: Blended, row: int) -> str:
    weights, values = given.numerals(row)
    shown = [f"${_contribution(w, v, '')[0]}$" for w, v in zip(weights, values, strict=True)]
    return f"The contributions are {', '.join(shown[:-1])} and {shown[-1]}."


def _name(place: int) -> str:
    return f"the {ORDINALS[place]} word"
