"""Questions about the tables that turn a word into its query, its key and its value."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import FloatArray, IntArray, blend
from attention.templates.bodies import Wording
from attention.templates.draws import Words, signed_digits, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, factor, products, vector
from attention.templates.solutions import Solution, Spoiled

SIZES = {1: 2, 2: 3}  # numbers in a word and in what is made of it, by level
LARGEST = {1: 5, 2: 4}  # of the numbers, either sign, by level
ROLES = ("query", "key", "value")


@dataclass(frozen=True)
class Projection:
    """A word (batch, d) and a table (batch, d, d), which makes role `ROLES[role]` of it.

    `asked`, shape (batch,), is the place of a number in what comes out.
    """

    word: IntArray
    table: IntArray
    role: IntArray
    asked: IntArray

    def through(self, table: IntArray) -> FloatArray:
        """The numbers of the words times a table: (batch, d, d) -> (batch, d)."""
        return blend(self.word[:, None], table)[:, 0]

    def numerals(self, row: int) -> tuple[list[str], list[list[str]]]:
        """Word and table of one row."""
        return [str(n) for n in self.word[row]], [
            [str(n) for n in line] for line in self.table[row]
        ]


class ProjectedNumber(NumberTemplate[Projection]):
    """One number of x W, where x is a row and stands on the left."""

    name = "attention.projected_number"
    levels = 2
    draws = 2 + 3 + 9
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Projection:
        """A word of two numbers and a table of four; at level 2, of three and nine."""
        size, largest = SIZES[level], LARGEST[level]
        digits = signed_digits(words[:, 2 : 2 + size + size**2], largest)
        return Projection(
            word=digits[:, :size],
            table=digits[:, size:].reshape(-1, size, size),
            role=whole_numbers(words[:, 0], 0, len(ROLES) - 1),
            asked=whole_numbers(words[:, 1], 0, size - 1),
        )

    def worked(self, given: Projection) -> Worked:
        """x times a column, and what comes of a row, one cell, another column, or x itself."""
        rows, asked = np.arange(len(given.asked)), given.asked
        other = (asked + 1) % given.word.shape[1]
        across = np.swapaxes(given.table, 1, 2)
        out, word = given.through(given.table), given.word.astype(float)
        return Worked(
            key=out[rows, asked],
            wrong={
                "projection-takes-the-row": given.through(across)[rows, asked],
                "projection-multiplies-place-by-place": (
                    word[rows, asked] * given.table[rows, asked, asked]
                ),
                "projection-takes-another-column": out[rows, other],
                "projection-hands-the-word-on": word[rows, asked],
            },
            sound=(given.table != across).any(axis=(1, 2)),
        )

    def wording(self, given: Projection, row: int, key: str) -> Wording:
        """A word is multiplied by one of the three tables; one number of the outcome is asked."""
        x, table = given.numerals(row)
        asked, role = int(given.asked[row]), ROLES[int(given.role[row])]
        letter, place = role[0], ORDINALS[asked]
        cells = " \\\\ ".join(" & ".join(line) for line in table)
        name = f"W_{letter.upper()}"
        return Wording(
            situation=(
                f"A word arrives as $x = {vector(x)}$. Its {role} is ${letter} = x {name}$, with "
                f"the table\n\n${name} = \\begin{{pmatrix}} {cells} \\end{{pmatrix}}$"
            ),
            question=f"What is the {place} number of the {role}?",
            blank=f"The {place} number of the {role} is [[answer]].",
            label=f"{place} number of the {role}",
            feedback=_feedback(given, row),
            explanation=(
                f"The {place} number of the {role} is made with the {place} column of the table, "
                f"${vector(_column(table, asked))}$. Multiply $x$ by this column, number by "
                f"number, and add the products: "
                f"${letter}_{asked + 1} = {products(x, _column(table, asked))} = {key}$."
            ),
        )

    def solution(self, given: Projection, row: int) -> Solution:
        """The numbers of the table that count, and the sum of the products."""
        x, table = given.numerals(row)
        asked, role = int(given.asked[row]), ROLES[int(given.role[row])]
        other, told = (asked + 1) % len(x), _feedback(given, row)
        sound = _column(table, asked)
        lines = _lines(x, sound, f"{ORDINALS[asked]} column", asked, role)
        chosen = {
            "projection-takes-the-row": (table[asked], f"{ORDINALS[asked]} row"),
            "projection-takes-another-column": (_column(table, other), f"{ORDINALS[other]} column"),
        }
        wrong = {
            slug: _lines(x, numbers, source, asked, role)
            for slug, (numbers, source) in chosen.items()
            if numbers != sound
        }
        # A mistake that ends in the right number is no wrong line.
        total, mine, cell = _sum(x, sound), int(x[asked]), int(sound[asked])
        start = f"The {ORDINALS[asked]} number of the {role} is"
        if mine * cell != total:
            one = f"{factor(x[asked])} \\cdot {factor(sound[asked])} = {mine * cell}"
            wrong["projection-multiplies-place-by-place"] = (lines[0], f"{start} ${one}$.")
        if mine != total:
            wrong["projection-hands-the-word-on"] = (lines[0], f"{start} ${mine}$.")
        return Solution(lines, tuple(Spoiled(slug, wrong[slug], told[slug]) for slug in wrong))


def _lines(x: list[str], numbers: list[str], source: str, asked: int, role: str) -> tuple[str, str]:
    product = f"{products(x, numbers)} = {_sum(x, numbers)}"
    return (
        f"The numbers to multiply $x$ by are ${vector(numbers)}$, the {source} of the table.",
        f"The {ORDINALS[asked]} number of the {role} is ${product}$.",
    )


def _sum(x: list[str], numbers: list[str]) -> int:
    return sum(int(a) * int(b) for a, b in zip(x, numbers, strict=True))


def _column(table: list[list[str]], place: int) -> list[str]:
    return [line[place] for line in table]


def _feedback(given: Projection, row: int) -> dict[str, str]:
    x, table = given.numerals(row)
    asked, role = int(given.asked[row]), ROLES[int(given.role[row])]
    other, place = (asked + 1) % len(x), ORDINALS[asked]
    return {
        "projection-takes-the-row": (
            f"This multiplies $x$ by the {place} row: ${products(x, table[asked])}$. The word "
            "stands on the left of the table, so it runs down a column."
        ),
        "projection-multiplies-place-by-place": (
            f"This is ${factor(x[asked])} \\cdot {factor(table[asked][asked])}$ alone. Every "
            f"number of the word has a share in every number of the {role}."
        ),
        "projection-takes-another-column": (
            f"This is made with the {ORDINALS[other]} column: "
            f"${products(x, _column(table, other))}$. It is the {ORDINALS[other]} number of the "
            f"{role}."
        ),
        "projection-hands-the-word-on": (
            f"This is the {place} number of $x$ itself. The {role} is what the table makes of it."
        ),
    }
