"""Questions about how the outputs of several heads come together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention.engine import FloatArray, IntArray
from attention.templates.bodies import Wording
from attention.templates.draws import Words, one_of, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, chain, factor, named, vector
from attention.templates.solutions import Solution, Spoiled

LENGTH = 4  # numbers in the output of a head
HEADS = {1: 2, 2: 3}  # by level
BOUNDS = (-6, 9)  # of the numbers


@dataclass(frozen=True)
class Outputs:
    """The outputs of the heads for one word, shape (batch, heads, 4).

    `place`, shape (batch,), is the place from 0 in the joined list that is asked for.
    """

    numbers: IntArray
    place: IntArray

    @property
    def heads(self) -> int:
        """How many heads there are."""
        return int(self.numbers.shape[1])


class ConcatenatedEntry(NumberTemplate[Outputs]):
    """One entry of the list that the outputs of all heads make, end to end."""

    name = "attention.concatenated_entry"
    levels = 2
    draws = 1 + HEADS[2] * LENGTH
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Outputs:
        """Two heads; at level 2, three. The mean of what they have at one place is whole.

        The place is neither the first of all, where taking turns makes no difference, nor the last
        of a head, behind which its numbers end.
        """
        heads = HEADS[level]
        places = [place for place in range(1, heads * LENGTH) if place % LENGTH < LENGTH - 1]
        numbers = whole_numbers(words[:, 1 : 1 + heads * LENGTH], *BOUNDS)
        numbers = numbers.reshape(-1, heads, LENGTH)
        numbers[:, -1] -= numbers.sum(axis=1) % heads
        return Outputs(numbers, one_of(words[:, 0], places))

    def worked(self, given: Outputs) -> Worked:
        """The entry, and what comes of heads that are mixed otherwise, or of counting from 0."""
        there = np.take_along_axis(given.numbers, given.place[:, None, None] % LENGTH, axis=2)
        end_to_end = given.numbers.reshape(len(there), -1)
        taking_turns = np.swapaxes(given.numbers, 1, 2).reshape(len(there), -1)
        return Worked(
            key=_at(end_to_end, given.place),
            wrong={
                "heads-are-interleaved": _at(taking_turns, given.place),
                "heads-are-added": there.sum(axis=(1, 2)).astype(float),
                "heads-are-averaged": there.mean(axis=(1, 2)),
                "heads-are-multiplied": there.prod(axis=(1, 2)).astype(float),
                "entry-counts-from-zero": _at(end_to_end, given.place + 1),
            },
            sound=np.ones(len(there), dtype=np.bool_),
        )

    def wording(self, given: Outputs, row: int, key: str) -> Wording:
        """Heads hand over their outputs; one entry of the concatenation is asked for."""
        numbers, place = _rows(given, row), int(given.place[row])
        head = place // LENGTH
        table = "\n".join(
            f"- {ORDINALS[one]} head: ${vector(output)}$" for one, output in enumerate(numbers)
        )
        return Wording(
            situation=(
                f"For one word, {named(given.heads)} heads of an attention layer return these "
                f"outputs:\n\n{table}\n\nThey are concatenated in this order, before the table "
                "$W_O$ is used."
            ),
            question=f"What is number {place + 1} of the resulting list, counting from 1?",
            blank=f"Counting from 1, number {place + 1} of the resulting list is [[answer]].",
            label=f"number {place + 1} of the list",
            feedback=_feedback(numbers, place),
            explanation=(
                "Concatenating lays the outputs end to end and changes none of their numbers. "
                f"The {ORDINALS[head]} head fills the places {head * LENGTH + 1} to "
                f"{(head + 1) * LENGTH}, so number {place + 1} of the list is number "
                f"{_within(place, head)} of this head: $o_{{{place + 1}}} = {key}$."
            ),
        )

    def solution(self, given: Outputs, row: int) -> Solution:
        """The places that the head fills, the number within the head, and what stands there."""
        numbers, place = _rows(given, row), int(given.place[row])
        head, own = divmod(place, LENGTH)
        told = _feedback(numbers, place)
        turn, other = place % given.heads, place // given.heads
        where = (_end_to_end(head), _number(place, head, _within(place, head)))
        stands = f"What stands there is ${numbers[head][own]}$."
        spoiled = {
            "heads-are-interleaved": (
                f"The heads take turns, number by number, so place {place + 1} belongs to the "
                f"{ORDINALS[turn]} head.",
                _number(place, turn, str(other + 1)),
                f"What stands there is ${numbers[turn][other]}$.",
            ),
            "entry-counts-from-zero": (
                where[0],
                _number(place, head, f"${place + 1} - {head * LENGTH} + 1 = {own + 2}$"),
                f"What stands there is ${numbers[head][own + 1]}$.",
            ),
            **{
                slug: (*where, f"What all heads have there goes together: ${ending}$.")
                for slug, ending in _mixed([output[own] for output in numbers]).items()
            },
        }
        return Solution(
            (*where, stands),
            tuple(Spoiled(slug, lines, told[slug]) for slug, lines in spoiled.items()),
        )


def _at(lists: IntArray, places: IntArray) -> FloatArray:
    """The number at one place per row: (batch, n) and (batch,) -> (batch,)."""
    found: FloatArray = lists[np.arange(len(lists)), places].astype(float)
    return found


def _rows(given: Outputs, row: int) -> list[list[str]]:
    """The outputs of one row as numerals."""
    return [[str(number) for number in output] for output in given.numbers[row]]


def _end_to_end(head: int) -> str:
    return (
        f"The heads stand end to end, so the {ORDINALS[head]} one fills the places "
        f"{head * LENGTH + 1} to {(head + 1) * LENGTH}."
    )


def _within(place: int, head: int) -> str:
    before = head * LENGTH
    return f"${place + 1} - {before} = {place + 1 - before}$"


def _number(place: int, head: int, own: str) -> str:
    return f"Place {place + 1} is that of number {own} of the {ORDINALS[head]} head."


def _mixed(there: Sequence[str]) -> dict[str, str]:
    """The sum, the mean and the product of the numbers that all heads have at one place."""
    numbers = [int(number) for number in there]
    total, product = sum(numbers), int(np.prod(numbers))
    factors = " \\cdot ".join(factor(number) for number in there)
    return {
        "heads-are-added": f"{chain(there)} = {total}",
        "heads-are-averaged": f"\\frac{{{chain(there)}}}{{{len(there)}}} = {total // len(there)}",
        "heads-are-multiplied": f"{factors} = {product}",
    }


def _feedback(numbers: list[list[str]], place: int) -> dict[str, str]:
    head, own = divmod(place, LENGTH)
    turn, other = place % len(numbers), place // len(numbers)
    mixed = _mixed([output[own] for output in numbers])
    return {
        "heads-are-interleaved": (
            f"This lets the heads take turns and finds number {other + 1} of the {ORDINALS[turn]} "
            "head. The output of each head stays in one piece."
        ),
        "heads-are-added": (
            f"This adds up what all heads have at place {own + 1}: ${mixed['heads-are-added']}$. "
            "The outputs are laid end to end, so each number keeps a place of its own."
        ),
        "heads-are-averaged": (
            f"This is the mean of what all heads have at place {own + 1}: "
            f"${mixed['heads-are-averaged']}$. The outputs are laid end to end; mixing them is "
            "left to $W_O$."
        ),
        "heads-are-multiplied": (
            f"This multiplies what all heads have at place {own + 1}: "
            f"${mixed['heads-are-multiplied']}$. The outputs are laid end to end, and no number "
            "meets another."
        ),
        "entry-counts-from-zero": (
            f"This is number {place + 2}, the one behind. Counting from 1, number {place + 1} is "
            f"number {own + 1} of the {ORDINALS[head]} head."
        ),
    }
