"""Questions about attention from one text to another."""

from __future__ import annotations

from dataclasses import dataclass

from attention.engine import IntArray
from attention.templates.bodies import Wording
from attention.templates.draws import Words, one_of, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.solutions import Solution, Spoiled

WORDS = {1: (3, 20), 2: (21, 90)}  # in either text, by level
PER_KEY = (16, 32, 64, 128)  # numbers in a key


@dataclass(frozen=True)
class Texts:
    """Words that ask, words that are asked, and numbers in a key, shapes (batch,)."""

    asking: IntArray
    asked: IntArray
    per_key: IntArray


class CrossTable(NumberTemplate[Texts]):
    """Cells in the table of scores of one text's queries and another's keys."""

    name = "attention.cross_table"
    levels = 2
    draws = 3
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Texts:
        """Two texts of 3 to 20 words; at level 2, of 21 to 90."""
        asking, asked = (whole_numbers(words[:, place], *WORDS[level]) for place in (0, 1))
        return Texts(asking, asked, one_of(words[:, 2], PER_KEY))

    def worked(self, given: Texts) -> Worked:
        """n·m, and what comes of one text alone, of key lengths, and of adding."""
        n, m = given.asking.astype(float), given.asked.astype(float)
        return Worked(
            key=n * m,
            wrong={
                "cross-table-leaves-out-the-original": n**2,
                "cross-table-adds-the-texts": n + m,
                "cross-table-leaves-out-the-translation": m**2,
                "cross-table-joins-the-texts": (n + m) ** 2,
                "cross-table-counts-numbers": n * given.per_key,
            },
            sound=n != m,
        )

    def wording(self, given: Texts, row: int, key: str) -> Wording:
        """A translator looks from what it has written to the original."""
        n, m, per_key = (int(counts[row]) for counts in (given.asking, given.asked, given.per_key))
        return Wording(
            situation=(
                f"A model translates a sentence of $m = {m}$ words and has written $n = {n}$ words "
                "of the translation. In cross-attention, each of the words it has written asks the "
                f"words of the original. Queries and keys have $d_k = {per_key}$ numbers each."
            ),
            question="How many scores does a single head compute for the words written so far?",
            blank="For the words written so far, a single head computes [[answer]] scores.",
            label="scores in one head",
            feedback=_feedback(n, m, per_key),
            explanation=(
                f"The queries come from the translation and make {n} rows. The keys come from the "
                f"original and make {m} columns. Each query meets each key once: "
                f"$n \\cdot m = {n} \\cdot {m} = {key}$. How many numbers a key has says how much "
                "work one score is, not how many there are."
            ),
        )

    def solution(self, given: Texts, row: int) -> Solution:
        """The rows, the columns, and the cells."""
        n, m, per_key = (int(counts[row]) for counts in (given.asking, given.asked, given.per_key))
        told = _feedback(n, m, per_key)
        lines = _lines(n, m)
        wrong = {
            "cross-table-leaves-out-the-translation": _lines(m, m),
            "cross-table-leaves-out-the-original": _lines(n, n),
            "cross-table-counts-numbers": _lines(n, per_key),
            "cross-table-adds-the-texts": (*lines[:2], f"{_LAST} ${n} + {m} = {n + m}$."),
        }
        return Solution(lines, tuple(Spoiled(slug, wrong[slug], told[slug]) for slug in wrong))


_LAST = "The number of scores is"


def _lines(rows: int, columns: int) -> tuple[str, ...]:
    return (
        f"The rows of the table belong to the queries; their number is ${rows}$.",
        f"The columns of the table belong to the keys; their number is ${columns}$.",
        f"{_LAST} ${rows} \\cdot {columns} = {rows * columns}$.",
    )


def _feedback(n: int, m: int, per_key: int) -> dict[str, str]:
    return {
        "cross-table-leaves-out-the-original": (
            f"This is ${n} \\cdot {n}$, the translation asking itself. In cross-attention the keys "
            f"are those of the original, and there are {m} of them."
        ),
        "cross-table-adds-the-texts": (
            f"This is ${n} + {m}$, all the words of both texts. A score belongs to a pair: one "
            "word that asks and one that is asked."
        ),
        "cross-table-leaves-out-the-translation": (
            f"This is ${m} \\cdot {m}$, the original asking itself. In cross-attention the queries "
            f"are those of the translation, and there are {n} of them."
        ),
        "cross-table-joins-the-texts": (
            f"This takes both texts for one text of ${n} + {m} = {n + m}$ words, in which every "
            "word asks every word. Here only the translation asks, and only the original is asked."
        ),
        "cross-table-counts-numbers": (
            f"This is ${n} \\cdot {per_key}$, the numbers in all queries. Each query makes one "
            "score with each key, however many numbers they have."
        ),
    }
