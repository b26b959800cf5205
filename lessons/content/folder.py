"""Reads a whole content folder: the catalogue, every lesson, and what they say of each other."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from lessons.content.catalogue import read_catalogue
from lessons.content.computing import Computation
from lessons.content.lesson import lesson_text, read_front_matter, read_sections
from lessons.content.names import Names
from lessons.content.reading import Reading
from lessons.content.report import Report
from lessons.content.source import read_source
from lessons.content.texts import Catalogue, Content, ContentError, ContentProblem, LessonText
from lessons.content.value_slots import fill_values
from lessons.content.widgets import Widget
from quizzes.generation import Generator
from quizzes.kinds.base import Kind

CATALOGUE_FILE = "catalogue.yaml"


def load_folder(
    folder: Path,
    *,
    kinds: Mapping[str, Kind],
    generators: Mapping[str, Generator],
    widgets: Mapping[str, Widget],
    computations: Mapping[str, Computation],
) -> Content:
    """Everything that `catalogue.yaml` and the `*.md` files of a folder say.

    Raises ContentError with every problem of every file.
    """
    names = Names()
    problems: list[ContentProblem] = []
    report = Report(str(folder / CATALOGUE_FILE))
    source = read_source(folder / CATALOGUE_FILE, report)
    catalogue = read_catalogue(source, report, names) if source is not None else None
    problems += report.problems

    lessons = []
    for path in sorted(folder.glob("*.md")):
        report = Report(str(path))
        lesson = _read_lesson(
            path, Reading(report, names, "", kinds, generators, widgets, computations)
        )
        problems += report.problems
        if lesson:
            lessons.append(lesson)
        elif all(name.slug != path.stem for name in names.defined if name.scope == "lesson"):
            # A lesson that cannot be read is not reported as missing from the paths as well.
            names.define("lesson", path.stem, report.file, 1)

    problems += names.duplicates()
    # Without a catalogue every mention would dangle.
    problems += names.dangling() if catalogue is not None else []
    if problems:
        raise ContentError(problems)
    name = "/".join(folder.resolve().parts[-2:]).lstrip("/")
    return Content(catalogue or Catalogue(), tuple(lessons), name)


def _read_lesson(path: Path, reading: Reading) -> LessonText | None:
    source = read_source(path, reading.report)
    front = read_front_matter(source, reading) if source is not None else None
    if source is None or front is None:
        return None
    reading = replace(reading, bank=front.bank)
    filled = fill_values(source, front.body_line, reading)
    sections = read_sections(filled, front.body_line, reading)
    return lesson_text(front, sections, reading.used.values(), path.name)
