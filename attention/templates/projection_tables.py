"""Questions about how many learned numbers the tables of a layer hold."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray, head_size
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.heads import MODEL
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.solutions import Solution, Spoiled

PER_HEAD = (4, 24)  # numbers in a key of one head
HEADS = (2, 12)
LAYERS = (2, 24)  # at level 2


@dataclass(frozen=True)
class Layers:
    """Numbers per word, heads that share them out evenly, and layers, shapes (batch,)."""

    model: IntArray
    heads: IntArray
    layers: IntArray


class ProjectionWeights(NumberTemplate[Layers]):
    """Weights in the four tables of multi-head attention; at level 1 there are 231 questions."""

    name = "attention.projection_weights"
    levels = 2
    draws = 3
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Layers:
        """2 to 12 heads of 4 to 24 numbers in one layer; at level 2, in several."""
        heads = whole_numbers(words[:, 0], *HEADS)
        model = whole_numbers(words[:, 1], *PER_HEAD) * heads
        layers = np.ones_like(heads) if level == 1 else whole_numbers(words[:, 2], *LAYERS)
        return Layers(model, heads, layers)

    def worked(self, given: Layers) -> Worked:
        """4 d² a layer, and what comes of tables that are forgotten, too small or too large."""
        d, heads, layers = (n.astype(float) for n in (given.model, given.heads, given.layers))
        of_head = head_size(given.model, given.heads).astype(float)
        square = d**2
        return Worked(
            key=4 * square * layers,
            wrong={
                "projections-serve-all-layers": np.where(layers > 1, 4 * square, np.nan),
                "projections-forget-the-output": 3 * square * layers,
                "projections-of-one-head": (3 * d * of_head + square) * layers,
                "head-gets-every-number": 4 * heads * square * layers,
                "projections-share-one-table": 2 * square * layers,
                "projections-are-one-table": square * layers,
            },
            sound=np.ones(len(d), dtype=np.bool_),
        )

    def wording(self, given: Layers, row: int, key: str) -> Wording:
        """A model of some size; the numbers in its tables are counted."""
        d, heads, layers = (int(n[row]) for n in (given.model, given.heads, given.layers))
        where, each, end = "a layer of multi-head attention", "", ""
        if layers > 1:
            where, each = f"$L = {layers}$ layers of multi-head attention", " In one layer,"
            end = f" In all layers that makes ${layers} \\cdot {4 * d * d} = {key}$."
        tables = f"4 \\cdot {MODEL}^2 = 4 \\cdot {d}^2 = {4 * d * d}"
        return Wording(
            situation=(
                f"A model describes each word by ${MODEL} = {d}$ numbers. It has {where} with "
                f"$h = {heads}$ heads{' each' if layers > 1 else ''}, which share these numbers "
                "out evenly. Apart from its tables, the attention has learned nothing. A "
                "calculator is welcome."
            ),
            question="How many learned numbers do the tables of the attention hold in all?",
            blank="In all, the tables of the attention hold [[answer]] learned numbers.",
            label="learned numbers in all the tables",
            feedback=_feedback(d, heads, layers),
            explanation=(
                f"In one head, $W_Q$ has ${d} \\cdot {d // heads}$ numbers, so all {heads} heads "
                f"together have ${d} \\cdot {d} = {d * d}$, and as many again in $W_K$ and in "
                f"$W_V$. The outputs of the heads, side by side, are {d} numbers, which "
                f"$W_O$ turns into {d} others with ${d} \\cdot {d}$ more.{each or ' Together:'} "
                f"{'that is ' if each else ''}${tables}$.{end}"
            ),
        )

    def solution(self, given: Layers, row: int) -> Solution:
        """The tables for queries, those for keys and values, the output, and the layers."""
        d, heads, layers = (int(n[row]) for n in (given.model, given.heads, given.layers))
        told = _feedback(d, heads, layers)
        slips = [
            "projections-of-one-head",
            "head-gets-every-number",
            "projections-share-one-table",
            "projections-forget-the-output",
            *(["projections-serve-all-layers"] if layers > 1 else []),
        ]
        return Solution(
            _lines(d, heads, layers, ""),
            tuple(Spoiled(slug, _lines(d, heads, layers, slug), told[slug]) for slug in slips),
        )


def _lines(d: int, heads: int, layers: int, slip: str) -> tuple[str, ...]:
    """The lines of a solution, with one mistake or ("") none."""
    queries, product, joined = d * d, f"{d} \\cdot {d}", d
    if slip == "projections-of-one-head":
        queries, product = d * (d // heads), f"{d} \\cdot {d // heads}"
    elif slip == "head-gets-every-number":
        queries, product = heads * d * d, f"{heads} \\cdot {d} \\cdot {d}"
        joined = heads * d
    three = 3 * queries
    others = f"Keys and values need as many each: $3 \\cdot {queries} = {three}$ so far."
    if slip == "projections-share-one-table":
        three = queries
        others = f"The same tables make keys and values, so there are ${three}$ so far."
    total = three + joined * d
    output = (
        f"Turning the joined outputs, {joined} numbers, into {d} takes "
        f"${three} + {joined} \\cdot {d} = {total}$ in all."
    )
    if slip == "projections-forget-the-output":
        total = three
        output = f"The joined outputs are left as they are, so it stays ${total}$."
    lines = (f"Making queries for all heads takes ${product} = {queries}$ numbers.", others, output)
    if layers == 1:
        return lines
    if slip == "projections-serve-all-layers":
        return (*lines, f"The {layers} layers use the same tables, so it stays ${total}$.")
    return (*lines, f"In {layers} layers there are ${layers} \\cdot {total} = {layers * total}$.")


def _feedback(d: int, heads: int, layers: int) -> dict[str, str]:
    by = f"{layers} \\cdot " if layers > 1 else ""
    return {
        "projections-serve-all-layers": (
            f"This counts one layer. Each of the {layers} layers has learned tables of its own."
        ),
        "projections-forget-the-output": (
            f"This is ${by}3 \\cdot {d}^2$ and leaves out $W_O$, the table that mixes what the "
            "heads have found."
        ),
        "projections-of-one-head": (
            f"This counts the queries, keys and values of a single head. All {heads} heads have "
            "tables of their own."
        ),
        "head-gets-every-number": (
            f"This gives each of the {heads} heads tables of ${d} \\cdot {d}$. A head makes keys "
            f"of only $\\frac{{{d}}}{{{heads}}} = {d // heads}$ numbers, so its tables are smaller."
        ),
        "projections-share-one-table": (
            f"This is ${by}2 \\cdot {d}^2$ and lets queries, keys and values come from the same "
            "tables. Each of the three has tables of its own."
        ),
        "projections-are-one-table": (
            f"This is ${by}{d}^2$, a single table. There are four kinds: $W_Q$, $W_K$, $W_V$ and "
            "$W_O$."
        ),
    }
