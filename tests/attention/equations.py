"""Reads the equations of a text and works out their sides, in plain Python."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

SPLIT = re.compile(r"(=|\\approx)")
# What stands for a number here: digits, the signs of arithmetic, e, roots, fractions, powers.
PLAIN = re.compile(r"(?:[\d.+\-/(){}^ e]|\\cdot|\\sqrt|\\frac)+")
OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def false_equations(text: str) -> list[str]:
    """The equations of a text whose two sides, both numbers, do not agree as displayed."""
    return [
        f"{left} {sign} {right}"
        for math_text in re.findall(r"\$([^$]+)\$", text)
        for left, sign, right in _equations(math_text)
        if not _agree(left, sign, right)
    ]


def equations(text: str) -> int:
    """How many equations of a text have a number on both sides."""
    return sum(len(list(_equations(one))) for one in re.findall(r"\$([^$]+)\$", text))


def _equations(math_text: str) -> Iterator[tuple[str, str, str]]:
    pieces = [piece.strip() for piece in SPLIT.split(math_text)]
    sides, signs = pieces[::2], pieces[1::2]
    for (left, right), sign in zip(pairwise(sides), signs, strict=True):
        if PLAIN.fullmatch(left) and PLAIN.fullmatch(right):
            yield left, sign, right


def _agree(left: str, sign: str, right: str) -> bool:
    """Equal, or as near as numbers with cut digits on either side can be."""
    one, other = value(left), value(right)
    if sign == "=":
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
    right_cut, left_cut = _decimals(right), _decimals(left)
    room = sum(0.5 * 10**-cut for cut in right_cut)
    if 3 in left_cut:  # exponentials and their sums are shown with three decimals
        room += 0.002 if max(right_cut, default=0) < 3 else 0.0005 * len(left_cut)
    return abs(one - other) <= room + 1e-9


def _decimals(side: str) -> list[int]:
    """How many decimals each number of a side has; 0 for a whole number."""
    return [len(cut) for cut in re.findall(r"\d+\.?(\d*)", side)]


def value(side: str) -> float:
    """What one side of an equation comes to; raises ValueError for what is no arithmetic."""
    text = side.replace("\\cdot", "*")
    while (
        (found := re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)) != text
        or (found := re.sub(r"\\sqrt\{([^{}]*)\}", r"((\1)**0.5)", text)) != text
        or (found := re.sub(r"\^\{([^{}]*)\}", r"**(\1)", text)) != text
    ):
        text = found
    text = text.replace("^", "**").replace("e", str(math.e))
    return _value(ast.parse(text.strip(), mode="eval").body)


def _value(node: ast.expr) -> float:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    raise ValueError(f"no arithmetic: {ast.dump(node)}")
