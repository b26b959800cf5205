"""Questions about dividing dot products before softmax."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from attention.engine import IntArray, softmax
from attention.templates.bodies import Wording
from attention.templates.draws import Words, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.numerals import ORDINALS, chain, named
from attention.templates.share_lines import SHARE_FEEDBACK, listed, share_lines
from attention.templates.shares import picked, ratio, shared_out, worth_asking
from attention.templates.solutions import Solution, Spoiled

COUNTS = {1: 3, 2: 4}  # of the keys, by level
ROOTS = (4, 5, 8)  # of the key lengths 16, 25 and 64: every score ends after three decimals
LOWEST, HIGHEST = -2, 3  # of the scores, after the division


@dataclass(frozen=True)
class Products:
    """Dot products of a query with a few keys, shape (batch, n), as whole numbers.

    `root`, shape (batch,), is the square root of the key length; `asked` is an index.
    """

    products: IntArray
    root: IntArray
    asked: IntArray


class ScaledWeight(NumberTemplate[Products]):
    """One weight, from dot products that must be divided by √d_k first."""

    name = "attention.scaled_weight"
    levels = 2
    draws = 2 + COUNTS[2]
    decimals = 2
    tolerance = "0.006"

    def given(self, words: Words, level: int) -> Products:
        """Dot products whose scores lie between −2 and 3, for keys of 16, 25 or 64 numbers."""
        root = np.array(ROOTS)[whole_numbers(words[:, 0], 0, len(ROOTS) - 1)]
        count = COUNTS[level]
        asked = whole_numbers(words[:, 1], 0, count - 1)
        bounds = (LOWEST * root[:, None], HIGHEST * root[:, None])
        return Products(whole_numbers(words[:, 2 : 2 + count], *bounds), root, asked)

    def worked(self, given: Products) -> Worked:
        """The weight, and what comes of no division, a wrong one, or one that is too late."""
        products = given.products.astype(float)
        root = given.root[:, None]
        weights = softmax(products / root)
        weight = picked(weights, given.asked)
        unscaled = picked(softmax(products), given.asked)
        return Worked(
            key=weight,
            wrong={
                "scaling-left-out": unscaled,
                "scaling-by-the-length": picked(softmax(products / root**2), given.asked),
                "scaling-after-softmax": unscaled / given.root,
                "softmax-is-a-plain-share": ratio(
                    picked(products, given.asked), products.sum(axis=-1)
                ),
                "softmax-shares-equally": np.full_like(weight, 1 / products.shape[1]),
            },
            sound=worth_asking(weights, weight),
        )

    def wording(self, given: Products, row: int, key: str) -> Wording:
        """A query has its dot products with three keys; one weight is asked for."""
        root, asked = int(given.root[row]), int(given.asked[row])
        asked_key = f"the {ORDINALS[asked]} key"
        products = [str(product) for product in given.products[row]]
        scores = [_quotient(product, root) for product in products]
        given_as = [f"$q \\cdot k_{n} = {product}$" for n, product in enumerate(products, start=1)]
        divided = [
            f"$\\frac{{{p}}}{{{root}}} = {s}$" for p, s in zip(products, scores, strict=True)
        ]
        return Wording(
            situation=(
                f"The dot products of a query with {named(len(products))} keys are "
                f"{', '.join(given_as[:-1])} and {given_as[-1]}. Query and keys have "
                f"$d_k = {root**2}$ numbers each. A calculator is welcome."
            ),
            question=(
                f"Which weight does scaled dot-product attention give {asked_key}, rounded to two "
                "decimals?"
            ),
            blank=(
                f"Scaled dot-product attention gives {asked_key} a weight of [[answer]], rounded "
                "to two decimals."
            ),
            label=f"weight of {asked_key}",
            feedback=_feedback(products, root, asked),
            explanation=(
                f"Divide by $\\sqrt{{d_k}} = \\sqrt{{{root**2}}} = {root}$ first. The scores are "
                f"{', '.join(divided[:-1])} and {divided[-1]}. "
                f"{shared_out(scores, asked, asked_key, key)}"
            ),
        )

    def solution(self, given: Products, row: int) -> Solution:
        """The scores, the sum of their exponentials, and the share."""
        root, asked = int(given.root[row]), int(given.asked[row])
        products = [str(product) for product in given.products[row]]
        told = _feedback(products, root, asked)
        scores = [_quotient(product, root) for product in products]
        others = {
            "scaling-left-out": products,
            "scaling-by-the-length": [_quotient(product, root**2) for product in products],
        }
        spoiled = [
            Spoiled(slug, (_first(wrong), *share_lines(wrong, asked)), told[slug])
            for slug, wrong in others.items()
        ]
        for slug, feedback in SHARE_FEEDBACK.items():
            lines = share_lines(scores, asked, slug)
            if all(lines):
                spoiled.append(Spoiled(slug, (_first(scores), *lines), feedback))
        return Solution((_first(scores), *share_lines(scores, asked)), tuple(spoiled))


def _first(scores: list[str]) -> str:
    return f"The scores are {listed(scores)}."


def _quotient(product: str, divisor: int) -> str:
    """A quotient that ends after a few decimals, as a numeral: ("-6", 4) -> "-1.5"."""
    return f"{(Decimal(product) / divisor).normalize() + 0:f}"


def _feedback(products: list[str], root: int, asked: int) -> dict[str, str]:
    mine, length = products[asked], root**2
    return {
        "scaling-left-out": (
            f"This is the softmax of the dot products as they stand, {listed(products)}. Divide "
            f"each by $\\sqrt{{{length}}} = {root}$ before softmax."
        ),
        "scaling-by-the-length": (
            f"This divides the dot products by $d_k = {length}$. The divisor is its square root, "
            f"$\\sqrt{{{length}}} = {root}$."
        ),
        "scaling-after-softmax": (
            f"This takes softmax of the dot products first and divides the weight by ${root}$ "
            "afterwards. Such weights no longer add up to 1."
        ),
        "softmax-is-a-plain-share": (
            f"This is the dot product over the sum of all {named(len(products))}, "
            f"${mine} / ({chain(products)})$. Softmax shares out the exponentials of the scores."
        ),
        "softmax-shares-equally": (
            f"This is $\\frac{{1}}{{{len(products)}}}$, the same for every key. Equal weights need "
            "equal scores."
        ),
    }
