"""Reads one lesson file: front matter, then sections of prose and directives."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from lessons.content.blocks import (
    Block,
    Directive,
    Heading,
    Prose,
    indented_directives,
    split_blocks,
    split_front_matter,
)
from lessons.content.directives import read_prediction, read_question, read_step
from lessons.content.fields import Fields
from lessons.content.figures import FIGURES
from lessons.content.names import SLUG, SLUG_RULE
from lessons.content.reading import Reading
from lessons.content.report import listing, unknown
from lessons.content.slots import slot
from lessons.content.texts import (
    SECTION_KINDS,
    LessonText,
    PredictionText,
    QuestionText,
    SectionText,
    StepText,
)
from lessons.content.value_slots import DIRECTIVE as VALUES
from lessons.content.widgets import Widget
from lessons.content.yaml_places import read_yaml
from quizzes import markdown

TITLE_LENGTH = 200
MAX_MINUTES = 600

DIRECTIVES = (*FIGURES, "step", "prediction", "question", VALUES)

_HEADING = re.compile(r"(?P<title>.+?)\s+\{#(?P<slug>[^\s}]*)\s+kind=(?P<kind>[^\s}]*)\s*\}")


@dataclass
class _Section:
    """A section while it is being read."""

    line: int
    slug: str
    title: str
    kind: str
    html: list[str] = field(default_factory=list)
    steps: list[StepText] = field(default_factory=list)
    predictions: list[tuple[PredictionText, int]] = field(default_factory=list)
    questions: list[QuestionText] = field(default_factory=list)

    def text(self) -> SectionText:
        return SectionText(
            self.slug,
            self.title,
            self.kind,
            "\n".join(self.html),
            tuple(self.steps),
            tuple(prediction for prediction, _ in self.predictions),
            tuple(self.questions),
        )


@dataclass(frozen=True)
class FrontMatter:
    """What stands above a lesson's first section; the text itself starts at `body_line`."""

    slug: str
    title: str
    summary: str
    minutes: int
    bank: str
    body_line: int


def read_front_matter(source: str, reading: Reading) -> FrontMatter | None:
    """The front matter of a lesson, with its slug and bank noted; None if it has none."""
    report = reading.report
    cut = split_front_matter(source, report)
    yaml = read_yaml(cut[0], 2, report) if cut else None
    if cut is None or yaml is None:
        return None
    if not isinstance(yaml.value, dict):
        report.add(2, "expected a mapping: lines of “key: value”")
        return None
    fields = Fields(yaml, (), report)
    fields.allow(["lesson", "title", "summary", "minutes", "bank"])
    bank = fields.slug("bank")
    reading.mention("bank", bank, fields.line("bank"))
    slug = fields.slug("lesson")
    if slug:
        reading.names.define("lesson", slug, report.file, fields.line("lesson"))
    return FrontMatter(
        slug=slug,
        title=fields.title("title", limit=TITLE_LENGTH),
        summary=fields.markdown("summary"),
        minutes=fields.whole("minutes", 1, MAX_MINUTES),
        bank=bank,
        body_line=cut[1],
    )


def read_sections(source: str, body_line: int, reading: Reading) -> tuple[SectionText, ...]:
    """The sections of a lesson whose text starts at `body_line`."""
    report = reading.report
    sections: list[_Section] = []
    for block in split_blocks(source, body_line, report):
        if isinstance(block, Heading):
            sections.append(_read_heading(block, reading))
        elif sections:
            _read_block(block, sections[-1], reading)
        else:
            report.add(block.line, "expected a section heading (##) before any text")
            # What stands here is still read, so that all of its problems are found at once.
            _read_block(block, _Section(block.line, "", "", ""), reading)
    if not sections:
        report.add(body_line, "expected at least one section (##)")
    for section in sections:
        _check_predictions(section, reading)
    return tuple(section.text() for section in sections)


def _read_heading(heading: Heading, reading: Reading) -> _Section:
    report = reading.report
    found = _HEADING.fullmatch(heading.text)
    if found is None:
        wanted = f"expected “## Title {{#slug kind=…}}”; kinds {listing(SECTION_KINDS)}"
        report.add(heading.line, wanted)
        return _Section(heading.line, "", heading.text, "")
    slug, title, kind = found["slug"], found["title"], found["kind"]
    if kind not in SECTION_KINDS:
        report.add(heading.line, unknown("section kind", kind, SECTION_KINDS))
    if len(title) > TITLE_LENGTH:
        report.add(heading.line, f"expected a title of at most {TITLE_LENGTH} characters")
    if SLUG.fullmatch(slug):
        reading.names.define(f"section of {report.file}", slug, report.file, heading.line)
    else:
        report.add(heading.line, f"expected {SLUG_RULE}, not “{slug}”")
    return _Section(heading.line, slug, title, kind)


def _read_block(block: Block, section: _Section, reading: Reading) -> None:
    if isinstance(block, Prose):
        section.html.append(_read_prose(block, reading))
    elif isinstance(block, Directive):
        _read_directive(block, section, reading)


def _read_prose(prose: Prose, reading: Reading) -> str:
    for line, name in indented_directives(prose, DIRECTIVES):
        reading.report.add(line, f"expected the directive “{name}” at the left margin")
    problems = markdown.problems(prose.text)
    for problem in problems:
        reading.report.add(prose.line + problem.line - 1, problem.message)
    return "" if problems else markdown.render(prose.text)


def _read_directive(directive: Directive, section: _Section, reading: Reading) -> None:
    if directive.name in FIGURES:
        section.html.append(FIGURES[directive.name](directive, reading))
    elif directive.name == "step":
        step = read_step(directive, reading)
        if step:
            section.steps.append(step)
            section.html.append(slot("step", step.slug))
    elif directive.name == "prediction":
        prediction = read_prediction(directive, reading)
        if prediction:
            section.predictions.append((prediction, directive.line))
    elif directive.name == "question":
        question = read_question(directive, reading)
        if question:
            section.questions.append(question)
            section.html.append(slot("question", question.slug))
    elif directive.name != VALUES:  # these have been computed before
        reading.report.add(directive.line, unknown("directive", directive.name, DIRECTIVES))


def _check_predictions(section: _Section, reading: Reading) -> None:
    steps = [step.slug for step in section.steps]
    opened: dict[str, int] = {}
    for prediction, line in section.predictions:
        if prediction.step and prediction.step not in steps:
            message = unknown("step of this section", prediction.step, filter(None, steps))
            reading.report.add(line, f"prediction opens an {message}")
        elif prediction.step in opened:
            first = opened[prediction.step]
            reading.report.add(
                line, f"step “{prediction.step}” already has a prediction, on line {first}"
            )
        opened.setdefault(prediction.step, line)
    order = [steps.index(step) for step in opened if step in steps]
    if order != sorted(order):
        line = section.predictions[0][1]
        reading.report.add(line, "expected predictions in the order of the steps they open")


def lesson_text(
    front: FrontMatter,
    sections: tuple[SectionText, ...],
    widgets: Iterable[Widget],
    file: str,
) -> LessonText:
    """The lesson as one value."""
    used = list(widgets)
    return LessonText(
        slug=front.slug,
        title=front.title,
        summary=front.summary,
        minutes=front.minutes,
        bank=front.bank,
        sections=sections,
        scripts=tuple(dict.fromkeys(path for widget in used for path in widget.scripts)),
        styles=tuple(dict.fromkeys(path for widget in used for path in widget.styles)),
        source_file=file,
    )
