"""Questions about how far dot products spread, which is why they are scaled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.solutions import Solution, Spoiled

ROOTS = (3, 50)  # of the key length
SPREADS = (1, 5)  # the standard deviations of an entry at level 2


@dataclass(frozen=True)
class Entries:
    """The root of the key length and the standard deviations of query and key entries: (batch,)."""

    root: IntArray
    query: IntArray
    key: IntArray


class ProductSpread(NumberTemplate[Entries]):
    """The standard deviation of q·k; at level 1 there are 48 different questions."""

    name = "attention.product_spread"
    levels = 2
    pool_size = ROOTS[1] - ROOTS[0] + 1
    draws = 3
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Entries:
        """Entries that spread by 1; at level 2, by 1 to 5, otherwise in query and key."""
        root = whole_numbers(words[:, 0], *ROOTS)
        if level == 1:
            return Entries(root, np.ones_like(root), np.ones_like(root))
        one, other = (whole_numbers(words[:, place], *SPREADS) for place in (1, 2))
        return Entries(root, one, other)

    def worked(self, given: Entries) -> Worked:
        """√d for entries of 1, and what comes of d, 1, d² or 2√d."""
        root = given.root.astype(float)
        each = (given.query * given.key).astype(float)
        return Worked(
            key=root * each,
            wrong={
                "spread-grows-with-the-length": root**2 * each,
                "spread-stays-the-same": each,
                "spread-grows-with-the-square": root**4 * each,
                "spread-counts-both-vectors": 2 * root * each,
            },
            sound=np.ones(len(root), dtype=np.bool_),
        )

    def wording(self, given: Entries, row: int, key: str) -> Wording:
        """Random queries and keys; the spread of their dot products is asked for."""
        root, one, two = (int(n[row]) for n in (given.root, given.query, given.key))
        length, each = root**2, one * two
        entries = "standard deviation $1$, in queries and keys alike"
        if (one, two) != (1, 1):
            entries = f"standard deviation ${one}$ in queries and ${two}$ in keys"
        by = "" if each == 1 else f"{each} \\cdot "
        return Wording(
            situation=(
                f"Queries and keys have $d_k = {length}$ numbers each. The numbers are random and "
                f"independent, with mean $0$ and {entries}."
            ),
            question="What is the standard deviation of the dot products $q \\cdot k$?",
            blank="The dot products $q \\cdot k$ have a standard deviation of [[answer]].",
            label="standard deviation of the dot products",
            feedback=_feedback(length, root, each),
            explanation=(
                f"A product of two such numbers has the variance ${one}^2 \\cdot {two}^2 = "
                f"{each**2}$. Variances of independent numbers add up, so the sum of {length} "
                f"products has the variance ${length} \\cdot {each**2} = {length * each**2}$, and "
                f"the standard deviation is its root, $\\sqrt{{{length * each**2}}} = "
                f"{by}{root}{f' = {key}' if by else ''}$."
                + (f" That is $\\sqrt{{d_k}} = {key}$." if each == 1 else "")
            ),
        )

    def solution(self, given: Entries, row: int) -> Solution:
        """The variance of a product, that of the sum, and its root."""
        root, one, two = (int(n[row]) for n in (given.root, given.query, given.key))
        told = _SOLUTION_FEEDBACK
        spoiled = [Spoiled(slug, _lines(root, one, two, slug), told[slug]) for slug in told]
        return Solution(_lines(root, one, two, ""), tuple(spoiled))


def _lines(root: int, one: int, two: int, slip: str) -> tuple[str, str, str]:
    """The lines of a solution, with one mistake or ("") none."""
    length, variance = root**2, (one * two) ** 2
    first = f"A product of two numbers has the variance ${one}^2 \\cdot {two}^2 = {variance}$."
    if slip == "spread-counts-both-vectors":
        first = (
            f"A product of two numbers has the variance $(2 \\cdot {one} \\cdot {two})^2 = "
            f"{4 * variance}$."
        )
        variance *= 4
    total = length * variance
    second = (
        f"The sum of {length} products has the variance ${length} \\cdot {variance} = {total}$."
    )
    if slip == "spread-stays-the-same":
        total = variance
        second = f"The sum of {length} products has the same variance, ${total}$."
    elif slip == "spread-grows-with-the-length":
        total = length**2 * variance
        second = (
            f"The sum of {length} products has the variance ${length}^2 \\cdot {variance} = "
            f"{total}$."
        )
    last = f"\\sqrt{{{total}}} = {round(total**0.5)}"
    if slip == "spread-is-the-variance":
        last = f"{total}"
    return first, second, f"The standard deviation is ${last}$."


_SOLUTION_FEEDBACK = {
    "spread-counts-both-vectors": (
        "It counts the spread twice, once for the query and once for the key. The variance of a "
        "product of independent numbers with mean 0 is the product of their variances."
    ),
    "spread-stays-the-same": "It lets products cancel out. The variance grows with each of them.",
    "spread-grows-with-the-length": (
        "It lets all products pull in one direction. They are independent, so their variances add "
        "up, not their standard deviations."
    ),
    "spread-is-the-variance": "It gives the variance. The standard deviation is its root.",
}


def _feedback(length: int, root: int, each: int) -> dict[str, str]:
    return {
        "spread-grows-with-the-length": (
            f"This is ${length}$ times the spread of one product. It would be so if all products "
            "pulled in one direction; independent ones cancel out in part."
        ),
        "spread-stays-the-same": (
            f"This is the spread of a single product, ${each}$. Adding {length} of them makes the "
            "sum spread farther."
        ),
        "spread-grows-with-the-square": (
            f"This is ${length}^2$ times the spread of one product. Even the variance grows only "
            f"by the factor ${length}$."
        ),
        "spread-counts-both-vectors": (
            f"This is $2 \\cdot {root}$ times the spread of one product, as if query and key each "
            "brought a sum of their own. There is one sum, of products."
        ),
    }
