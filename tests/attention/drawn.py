"""Bodies that the templates draw, each form once for all tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

import attention
from attention.templates import GENERATORS
from attention.templates.base import WRONG_LINE, Template
from attention.templates.numbers import NumberTemplate
from attention.templates.places import PlaceTemplate
from quizzes.generation import Form

Body = dict[str, Any]  # JSON

SEEDS = 500
CATALOGUE = Path(attention.__file__).parent / "content" / "catalogue.yaml"
NAMES = sorted(GENERATORS)
NUMBERS = [name for name in NAMES if isinstance(GENERATORS[name], NumberTemplate)]
PLACES = [name for name in NAMES if isinstance(GENERATORS[name], PlaceTemplate)]
FORMS = [(name, form) for name in NAMES for form in GENERATORS[name].forms]
WRONG_LINES = [(name, form) for name, form in FORMS if form.shape == WRONG_LINE]
ORDERS = [(name, form) for name, form in FORMS if form.kind == "ordering"]


@cache
def bodies(name: str, form: Form, count: int = SEEDS) -> list[Body]:
    """The bodies that the seeds 1 to `count` make."""
    drawn = GENERATORS[name].draw(range(1, count + 1), form)
    return [dict(candidate.body) for candidate in drawn if candidate is not None]


@cache
def known_misconceptions() -> frozenset[str]:
    """The slugs of the catalogue, read once."""
    catalogue = YAML(typ="safe").load(CATALOGUE.read_text(encoding="utf-8"))
    return frozenset(misconception["slug"] for misconception in catalogue["misconceptions"])


def number_forms(name: str) -> list[Form]:
    """The forms in which a number is chosen or typed."""
    kinds = ("multiple_choice", "fill_in")
    return [form for form in GENERATORS[name].forms if form.kind in kinds and not form.shape]


def levels(name: str) -> range:
    """The levels of a template."""
    return range(1, max(form.level for form in GENERATORS[name].forms) + 1)


def template_of(name: str) -> Template[Any, Any]:
    """The template of this name."""
    template = GENERATORS[name]
    assert isinstance(template, Template)
    return template
