"""Questions about one cell of a whole matrix of weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import FloatArray, IntArray, softmax
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, authored, chain, named
from attention.templates.share_lines import SHARE_FEEDBACK, listed, share_lines
from attention.templates.shares import ratio, shared_out, worth_asking
from attention.templates.solutions import Solution, Spoiled

SIZES = {1: 3, 2: 4}  # words, by level
WHOLE = (-1, 3)  # the scores at level 1
TENTHS = (-10, 20)  # the scores at level 2, in tenths
DECIMALS = {1: 0, 2: 1}  # of the scores, by level


@dataclass(frozen=True)
class Matrix:
    """Scores in units of their last decimal, shape (batch, n, n): queries in rows, keys in columns.

    `row` and `column`, shape (batch,), are the places of the asked cell, never on the diagonal.
    """

    units: IntArray
    decimals: int
    row: IntArray
    column: IntArray

    @property
    def scores(self) -> FloatArray:
        """The scores, shape (batch, n, n)."""
        return self.units / 10.0**self.decimals

    def cell(self, matrices: FloatArray) -> FloatArray:
        """The asked cell of each matrix: (batch, n, n) -> (batch,)."""
        found: FloatArray = matrices[np.arange(len(matrices)), self.row, self.column]
        return found

    def numerals(self, row: int) -> list[list[str]]:
        """The scores of one matrix of the batch."""
        return [[authored(int(n), self.decimals) for n in line] for line in self.units[row]]


class MatrixCell(NumberTemplate[Matrix]):
    """The weight in one cell, from the scores of all words against all words."""

    name = "attention.matrix_cell"
    levels = 2
    draws = 2 + SIZES[2] ** 2
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Matrix:
        """Whole scores of three words; at level 2, scores with a decimal of four."""
        size = SIZES[level]
        row = whole_numbers(words[:, 0], 0, size - 1)
        column = (row + whole_numbers(words[:, 1], 1, size - 1)) % size
        bounds = WHOLE if level == 1 else TENTHS
        units = whole_numbers(words[:, 2 : 2 + size**2], *bounds).reshape(-1, size, size)
        return Matrix(units, DECIMALS[level], row, column)

    def worked(self, given: Matrix) -> Worked:
        """The share within its row, and that in the column, in the matrix, of the mirrored cell."""
        scores = given.scores
        batch, size, _ = scores.shape
        weights = softmax(scores)
        whole = softmax(scores.reshape(batch, -1)).reshape(scores.shape)
        key = given.cell(weights)
        rows = weights[np.arange(batch), given.row]
        return Worked(
            key=key,
            wrong={
                "softmax-down-the-column": given.cell(softmax(scores, axis=1)),
                "matrix-cell-is-transposed": given.cell(np.swapaxes(weights, 1, 2)),
                "softmax-over-the-whole-matrix": given.cell(whole),
                "softmax-is-a-plain-share": given.cell(
                    ratio(scores, np.broadcast_to(scores.sum(axis=2, keepdims=True), scores.shape))
                ),
                "softmax-shares-equally": np.full_like(key, 1 / size),
            },
            sound=worth_asking(rows, key),
        )

    def wording(self, given: Matrix, row: int, key: str) -> Wording:
        """A table of scores; one weight is asked for."""
        asking, asked = int(given.row[row]), int(given.column[row])
        scores = given.numerals(row)
        words = ORDINALS[: len(scores)]
        head = f"| | {' | '.join(f'{word} key' for word in words)} |"
        rule = f"|---|{'---|' * len(words)}"
        table = "\n".join(
            f"| {word} query | {' | '.join(f'${score}$' for score in line)} |"
            for word, line in zip(words, scores, strict=True)
        )
        asking_word, asked_word = f"the {ORDINALS[asking]} word", f"the {ORDINALS[asked]} word"
        return Wording(
            situation=(
                f"The scaled scores of {named(len(words))} words against one another are in this "
                f"table.\n\n{head}\n{rule}\n{table}\n\nThere is no mask. A calculator is welcome."
            ),
            question=f"Which weight does {asking_word} give {asked_word}, rounded to two decimals?",
            blank=(
                f"Rounded to two decimals, {asking_word} gives {asked_word} a weight of [[answer]]."
            ),
            label=f"weight that {asking_word} gives {asked_word}",
            feedback=_feedback(scores, asking, asked),
            explanation=(
                f"Each word shares out its own weight, so only the row of the "
                f"{ORDINALS[asking]} query counts: {listed(scores[asking])}. "
                f"{shared_out(scores[asking], asked, f'the {ORDINALS[asked]} key', key)}"
            ),
        )

    def solution(self, given: Matrix, row: int) -> Solution:
        """Which scores are shared out, their sum, and the share."""
        asking, asked = int(given.row[row]), int(given.column[row])
        scores = given.numerals(row)
        told = _feedback(scores, asking, asked)
        mine = scores[asking]
        column = [line[asked] for line in scores]
        flat = [score for line in scores for score in line]
        others = {
            "softmax-down-the-column": (column, asking),
            "matrix-cell-is-transposed": (scores[asked], asking),
            "softmax-over-the-whole-matrix": (flat, asking * len(scores) + asked),
        }
        spoiled = [
            Spoiled(slug, (_first(shared), *share_lines(shared, place)), told[slug])
            for slug, (shared, place) in others.items()
        ]
        for slug, feedback in SHARE_FEEDBACK.items():
            lines = share_lines(mine, asked, slug)
            if all(lines):
                spoiled.append(Spoiled(slug, (_first(mine), *lines), feedback))
        return Solution((_first(mine), *share_lines(mine, asked)), tuple(spoiled))


def _first(shared: list[str]) -> str:
    return f"The scores that share out the weight are {listed(shared)}."


def _feedback(scores: list[list[str]], asking: int, asked: int) -> dict[str, str]:
    row, column = scores[asking], [line[asked] for line in scores]
    return {
        "softmax-down-the-column": (
            f"This is the share within the column, {listed(column)}. Those scores belong to "
            "different queries; a query shares out its weight along its own row."
        ),
        "matrix-cell-is-transposed": (
            f"This is the weight that the {ORDINALS[asked]} word gives the {ORDINALS[asking]} "
            "word. Rows are queries, columns are keys."
        ),
        "softmax-over-the-whole-matrix": (
            f"This is the share among all {len(scores) ** 2} scores. Each row adds up to 1 by "
            "itself."
        ),
        "softmax-is-a-plain-share": (
            f"This is the score over the sum of its row, ${row[asked]} / ({chain(row)})$. Softmax "
            "shares out the exponentials of the scores."
        ),
        "softmax-shares-equally": (
            f"This is $\\frac{{1}}{{{len(scores)}}}$, the same for every key. Equal weights need "
            "equal scores."
        ),
    }
