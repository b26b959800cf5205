"""Small content folders for tests, written out from texts."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lessons.content import (
    Computed,
    Content,
    ContentError,
    ParamsError,
    WidgetError,
    load_folder,
)
from quizzes.generation import Candidate, Form
from quizzes.kinds import KINDS
from quizzes.kinds.base import Json

CATALOGUE = """\
banks:
  - {slug: kettles, title: Kettles}
concepts:
  - {slug: heat, title: Heat}
misconceptions:
  - slug: steam-is-smoke
    concept: heat
    statement: Steam is a kind of smoke.
    correction: Steam is water.
paths:
  - slug: kitchen
    title: The kitchen
    units:
      - {title: Boiling, lessons: [kettle]}
"""

FRONT = """\
---
lesson: kettle
title: The kettle
summary: What a kettle does, and *why*.
minutes: 5
bank: kettles
---
"""

# A lesson's own text starts here: the front matter takes seven lines, the heading two.
BODY_LINE = 10
HEADING = "## Why it matters {#why kind=why}\n\n"


@dataclass(frozen=True)
class Bars:
    """A widget that wants a list of numbers."""

    name: str = "kettle.bars"
    scripts: tuple[str, ...] = ("kettle/bars.js",)
    styles: tuple[str, ...] = ("kettle/bars.css",)

    def render(self, params: Mapping[str, Json]) -> str:
        heights = params.get("heights")
        if not isinstance(heights, list):
            raise WidgetError(((("heights",), "expected a list"),))
        wrong = [at for at, height in enumerate(heights) if not isinstance(height, int)]
        if wrong:
            raise WidgetError(tuple((("heights", at), "expected a number") for at in wrong))
        return f"<p>{heights}</p>"


@dataclass(frozen=True)
class Counting:
    """A generator that only has a name."""

    name: str = "kettle.count"
    version: int = 1
    pool_size: int = 3
    forms: tuple[Form, ...] = (Form("fill_in"), Form("fill_in", "lid"), Form("fill_in", "lid", 2))

    def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
        return [None for _ in seeds]


class Product:
    """A computation of whole numbers: what they make when multiplied, and themselves."""

    name = "maths.product"

    def values(self, params: Mapping[str, Json]) -> Mapping[str, Computed]:
        factors = params.get("of")
        if not isinstance(factors, list):
            raise ParamsError(((("of",), "expected a list"),))
        numbers = [factor for factor in factors if isinstance(factor, int)]
        return {"all": math.prod(numbers), "half": math.prod(numbers) / 2, "of": [*numbers]}


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write the files, and the usual catalogue where none is given."""
    for name, text in {"catalogue.yaml": CATALOGUE, **files}.items():
        raw = text if isinstance(text, bytes) else text.encode()
        (folder / name).write_bytes(raw)
    return folder


def load(folder: Path) -> Content:
    bars, counting, product = Bars(), Counting(), Product()
    return load_folder(
        folder,
        kinds=KINDS,
        generators={counting.name: counting},
        widgets={bars.name: bars},
        computations={product.name: product},
    )


def load_body(folder: Path, body: str) -> Content:
    """Load a folder whose one lesson has this text in its one section."""
    return load(write(folder, {"kettle.md": FRONT + HEADING + body}))


def faults(folder: Path, files: Mapping[str, str | bytes]) -> list[tuple[str, int, str]]:
    """The file, line and message of every problem of a folder with these files."""
    try:
        load(write(folder, files))
    except ContentError as error:
        return [(Path(one.file).name, one.line, one.message) for one in error.problems]
    return []


def body_faults(folder: Path, body: str) -> list[tuple[int, str]]:
    """The line within `body` (from 1) and the message of every problem."""
    found = faults(folder, {"kettle.md": FRONT + HEADING + body})
    return [(line - BODY_LINE + 1, message) for _, line, message in found]
