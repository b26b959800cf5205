"""Questions about how much of the matrix a causal mask leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.solutions import Solution, Spoiled

COUNTS = (4, 80)  # words
HEADS = (2, 12)  # at level 2


@dataclass(frozen=True)
class Grid:
    """Words of a text and heads that look at it, shapes (batch,)."""

    count: IntArray
    heads: IntArray


class VisiblePairs(NumberTemplate[Grid]):
    """The cells that a causal mask leaves in sight; at level 1 there are 77 different questions."""

    name = "attention.visible_pairs"
    levels = 2
    pool_size = COUNTS[1] - COUNTS[0] + 1
    draws = 2
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Grid:
        """4 to 80 words and one head; at level 2, 2 to 12 heads."""
        count = whole_numbers(words[:, 0], *COUNTS)
        heads = np.ones_like(count) if level == 1 else whole_numbers(words[:, 1], *HEADS)
        return Grid(count, heads)

    def worked(self, given: Grid) -> Worked:
        """n(n + 1)/2 for each head, and what comes of other ways to cut the square."""
        n, heads = given.count.astype(float), given.heads.astype(float)
        in_sight = n * (n + 1) / 2
        return Worked(
            key=heads * in_sight,
            wrong={
                "heads-split-the-words": np.where(heads > 1, in_sight, np.nan),
                "mask-is-forgotten": heads * n**2,
                "mask-hides-the-word-itself": heads * n * (n - 1) / 2,
                # Nobody takes a number with a half for a count.
                "mask-hides-exactly-half": np.where(n % 2 == 0, heads * n**2 / 2, np.nan),
                "mask-shows-only-the-neighbour": heads * (2 * n - 1),
            },
            sound=np.ones(len(n), dtype=np.bool_),
        )

    def wording(self, given: Grid, row: int, key: str) -> Wording:
        """A matrix of scores; the cells in sight are counted."""
        n, heads = int(given.count[row]), int(given.heads[row])
        sum_of_rows = f"1 + 2 + \\dots + {n} = \\frac{{{n} \\cdot {n + 1}}}{{2}}"
        matrix = "The scores of all words against all words form a square."
        where, each, end = "the square", "", ""
        if heads > 1:
            matrix = (
                f"In each of $h = {heads}$ heads, the scores of all words against all words form "
                "a square."
            )
            where, each = "the squares", " in each head"
            end = f" In all heads, that makes ${heads} \\cdot {n * (n + 1) // 2} = {key}$."
        return Wording(
            situation=f"A text has $n = {n}$ words. {matrix} A causal mask is used.",
            question=f"How many cells of {where} are not hidden{' in all' if heads > 1 else ''}?",
            blank=(
                f"Of the cells of {where}, [[answer]] are not hidden"
                f"{' in all' if heads > 1 else ''}."
            ),
            label="cells in sight",
            feedback=_feedback(n, heads),
            explanation=(
                "The first word sees itself alone, and each further word sees one more than the "
                f"word before it. So the rows have ${sum_of_rows} = {n * (n + 1) // 2}$ cells in "
                f"sight{each}.{end}"
            ),
        )

    def solution(self, given: Grid, row: int) -> Solution:
        """The first row, the last row, their sum with all between, and the heads if several."""
        n, heads = int(given.count[row]), int(given.heads[row])
        told = _feedback(n, heads)
        sums = _sums(n)
        spoiled = [
            Spoiled(slug, _lines(*lines, heads), told[slug]) for slug, lines in sums.items() if slug
        ]
        sound = _lines(*sums[""], heads)
        if heads > 1:
            shared = f"The heads share these cells, so there are ${n * (n + 1) // 2}$ in all."
            slug = "heads-split-the-words"
            spoiled.append(Spoiled(slug, (*sound[:-1], shared), told[slug]))
        return Solution(sound, tuple(spoiled))


def _sums(n: int) -> Mapping[str, tuple[str, str, str, int]]:
    """What the first and the last row hold, the sum of all in math and its value, by mistake."""
    up_to = f"1 + 2 + \\dots + {n}"
    found = {
        "": ("1", _grows(n, 1), f"{up_to} = \\frac{{{n} \\cdot {n + 1}}}{{2}}", n * (n + 1) // 2),
        "mask-hides-the-word-itself": (
            "0",
            _grows(n, 0),
            f"0 + 1 + \\dots + {n - 1} = \\frac{{{n} \\cdot {n - 1}}}{{2}}",
            n * (n - 1) // 2,
        ),
        "mask-shows-only-the-neighbour": (
            "1",
            "Each further word sees itself and the word just before it, so the last one sees $2$.",
            f"1 + {n - 1} \\cdot 2",
            2 * n - 1,
        ),
        "mask-is-forgotten": ("1", _grows(n, 1), f"{n} \\cdot {n}", n * n),
    }
    if n % 2 == 0:
        found["mask-hides-exactly-half"] = (
            "1",
            _grows(n, 1),
            f"{up_to} = \\frac{{{n} \\cdot {n}}}{{2}}",
            n * n // 2,
        )
    return found


def _grows(n: int, first: int) -> str:
    return (
        "Each further word sees one more, so the last one sees "
        f"${first} + {n - 1} = {first + n - 1}$."
    )


def _lines(first: str, last: str, sum_of_rows: str, value: int, heads: int) -> tuple[str, ...]:
    """The lines of a solution."""
    lines = (
        f"The first word sees ${first}$ of the words.",
        last,
        f"All rows together have ${sum_of_rows} = {value}$ cells in sight.",
    )
    if heads == 1:
        return lines
    return (*lines, f"In ${heads}$ heads there are ${heads} \\cdot {value} = {heads * value}$.")


def _feedback(n: int, heads: int) -> dict[str, str]:
    by = f"{heads} \\cdot " if heads > 1 else ""
    return {
        "heads-split-the-words": (
            f"This counts the cells of one head for all {heads}. Every head has a square of its "
            "own over the whole text."
        ),
        "mask-is-forgotten": (
            f"This is ${by}{n} \\cdot {n}$, every cell, hidden or not. Only the last word sees all "
            f"{n} words."
        ),
        "mask-hides-the-word-itself": (
            f"This is ${by}{n} \\cdot {n - 1} / 2$ and leaves out the {n} cells of the diagonal. "
            "Every word sees itself."
        ),
        "mask-hides-exactly-half": (
            f"This is ${by}{n} \\cdot {n} / 2$, half of the square. The diagonal is in sight as a "
            "whole, so a little more than half is."
        ),
        "mask-shows-only-the-neighbour": (
            "This gives each word only itself and the word just before it, and the first one only "
            "itself. The mask leaves everything that came before in sight."
        ),
    }
