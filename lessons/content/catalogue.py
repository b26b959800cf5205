"""Reads catalogue.yaml: the banks, concepts, misconceptions and paths of a subject."""

from collections.abc import Callable
from typing import TypeVar

from lessons.content.fields import Fields
from lessons.content.names import Names
from lessons.content.report import Report
from lessons.content.texts import (
    BankText,
    Catalogue,
    ConceptText,
    MisconceptionText,
    PathText,
    UnitText,
)
from lessons.content.yaml_places import read_yaml

TITLE_LENGTH = 120

Entry = TypeVar("Entry")


def read_catalogue(source: str, report: Report, names: Names) -> Catalogue | None:
    """The catalogue, with its slugs added to `names`; None if it is no YAML mapping."""
    yaml = read_yaml(source, 1, report)
    if yaml is None:
        return None
    if not isinstance(yaml.value, dict):
        report.add(1, "expected a mapping with banks, concepts, misconceptions, paths")
        return None
    fields = Fields(yaml, (), report)
    fields.allow(["banks", "concepts", "misconceptions", "paths"])

    def named(
        key: str, scope: str, keys: list[str], read: Callable[[str, Fields, Names], Entry]
    ) -> tuple[Entry, ...]:
        found = []
        for entry in fields.entries(key, ["slug", *keys]):
            slug = entry.slug("slug")
            if slug:
                names.define(scope, slug, report.file, entry.line("slug"))
            found.append(read(slug, entry, names))
        return tuple(found)

    return Catalogue(
        banks=named("banks", "bank", ["title"], _bank),
        concepts=named("concepts", "concept", ["title"], _concept),
        misconceptions=named(
            "misconceptions",
            "misconception",
            ["concept", "statement", "correction"],
            _misconception,
        ),
        paths=named("paths", "path", ["title", "units"], _path),
    )


def _bank(slug: str, entry: Fields, names: Names) -> BankText:
    return BankText(slug, entry.title("title", limit=TITLE_LENGTH))


def _concept(slug: str, entry: Fields, names: Names) -> ConceptText:
    return ConceptText(slug, entry.title("title", limit=TITLE_LENGTH))


def _misconception(slug: str, entry: Fields, names: Names) -> MisconceptionText:
    concept = entry.slug("concept")
    if concept:
        names.mention("concept", concept, entry.report.file, entry.line("concept"))
    return MisconceptionText(
        slug, concept, entry.markdown("statement"), entry.markdown("correction")
    )


def _path(slug: str, entry: Fields, names: Names) -> PathText:
    title = entry.title("title", limit=TITLE_LENGTH)
    units = []
    for unit in entry.entries("units", ["title", "lessons"], at_least=1):
        lessons = unit.slugs("lessons")
        for lesson, line in lessons:
            names.mention("lesson", lesson, unit.report.file, line)
            names.define(f"lesson in path “{slug}”", lesson, unit.report.file, line)
        unit_title = unit.title("title", limit=TITLE_LENGTH)
        units.append(UnitText(unit_title, tuple(lesson for lesson, _ in lessons)))
    return PathText(slug, title, tuple(units))
