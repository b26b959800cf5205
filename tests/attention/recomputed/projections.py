"""What a table makes of a word, once more."""

from __future__ import annotations

import re
from fractions import Fraction

from tests.attention.recomputed.base import Number, Recomputed, place_of


def projected_number(prompt: str) -> Recomputed:
    (listed,) = re.findall(r"\$x = \(([^)]*)\)\$", prompt)
    (cells,) = re.findall(r"\\begin\{pmatrix\} (.*) \\end\{pmatrix\}", prompt)
    x = [Fraction(number) for number in listed.split(",")]
    table = [[Fraction(cell.strip()) for cell in line.split("&")] for line in cells.split("\\\\")]
    asked = place_of(re.findall(r"the (\w+) number of the", prompt, re.IGNORECASE)[0])
    size = range(len(x))
    out = [sum((x[i] * table[i][j] for i in size), Fraction(0)) for j in size]
    wrong: dict[str, Number | None] = {
        "projection-takes-the-row": sum((table[asked][i] * x[i] for i in size), Fraction(0)),
        "projection-multiplies-place-by-place": x[asked] * table[asked][asked],
        "projection-takes-another-column": out[(asked + 1) % len(x)],
        "projection-hands-the-word-on": x[asked],
    }
    return Recomputed(out[asked], wrong, 0)


RECOMPUTED = {"attention.projected_number": projected_number}
