"""From lesson files to rows: everything is validated first, then written in one transaction."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path as FilePath
from typing import Any, TypeVar

from django.apps import apps
from django.db import models, transaction
from django.urls import reverse

from lessons.content import (
    CATALOGUE_FILE,
    Content,
    ContentError,
    ContentProblem,
    LessonText,
    SectionText,
    load_folder,
)
from lessons.models import (
    Lesson,
    Path,
    PathLesson,
    Prediction,
    Section,
    SectionQuestion,
    Step,
)
from lessons.registry import computations, widgets
from quizzes.canonical import digest
from quizzes.generation import PoolError, form_of
from quizzes.kinds import KINDS
from quizzes.models import Bank, Concept, Misconception, Question
from quizzes.models.content import Origin
from quizzes.registry import generators
from quizzes.services import QuestionSource, generated_pool, misconceptions_of, publish

_Row = TypeVar("_Row", bound=models.Model)


@dataclass
class LoadReport:
    """What a load changed, as lines to print; and how much it read."""

    changes: list[str] = field(default_factory=list)
    lessons: int = 0
    questions: int = 0

    def note(self, changed: bool, line: str) -> None:
        """Keep the line if something changed."""
        if changed:
            self.changes.append(line)


def content_folders() -> list[FilePath]:
    """Return the folders with lesson files of the installed apps."""
    found = (FilePath(config.path) / "content" for config in apps.get_app_configs())
    return [folder for folder in found if (folder / CATALOGUE_FILE).is_file()]


def read_content(folders: Iterable[FilePath]) -> list[Content]:
    """Read and validate lesson files. Raises ContentError with every problem as file:line."""
    contents: list[Content] = []
    problems: list[ContentProblem] = []
    for folder in folders:
        content = load_folder(
            folder,
            kinds=KINDS,
            generators=generators(),
            widgets=widgets(),
            computations=computations(),
        )
        problems += _pool_problems(folder, content)
        contents.append(content)
    if problems:
        raise ContentError(problems)
    return contents


def _pool_problems(folder: FilePath, content: Content) -> Iterator[ContentProblem]:
    """Fill every pool that the lessons ask for, and check what its variants name."""
    known = {idea.slug for idea in content.catalogue.misconceptions}
    for lesson in content.lessons:
        file = str(folder / lesson.source_file)
        for question in (q for section in lesson.sections for q in section.questions):
            if not question.generator:
                continue
            try:
                form = form_of(question.kind, question.body)
                pool = generated_pool(question.generator, form)
            except PoolError as problem:
                yield ContentProblem(file, question.line, str(problem))
                continue
            for slug in sorted(misconceptions_of(pool) - known):
                message = f"{question.generator} names the misconception “{slug}”, which the "
                yield ContentProblem(file, question.line, message + "catalogue does not have")


@transaction.atomic
def load_lessons(
    contents: Sequence[Content], *, now: datetime, complete: bool = True
) -> LoadReport:
    """Write validated content; a second time changes nothing.

    `complete` says that this is all there is: what is not in it is retired.
    """
    report = LoadReport()
    for content in contents:
        _load_catalogue(content, report)
    kept_questions: set[int] = set()
    for content in contents:
        for text in content.lessons:
            file = content.file(text.source_file)
            kept_questions |= _load_lesson(text, file, now, report)
    for content in contents:
        _load_paths(content, report)
    if complete:
        gone = Question.objects.filter(origin=Origin.FILE).exclude(id__in=kept_questions)
        _retire(gone, now, report)
        slugs = [text.slug for content in contents for text in content.lessons]
        _retire(Lesson.objects.exclude(slug__in=slugs), now, report)
    return report


def _load_catalogue(content: Content, report: LoadReport) -> None:
    catalogue, origin = content.catalogue, {"source_file": content.file(CATALOGUE_FILE)}
    for bank in catalogue.banks:
        _keep(Bank, {"slug": bank.slug}, {"title": bank.title} | origin, report)
    for concept in catalogue.concepts:
        _keep(Concept, {"slug": concept.slug}, {"title": concept.title} | origin, report)
    concepts = {concept.slug: concept for concept in Concept.objects.all()}
    for idea in catalogue.misconceptions:
        values = {
            "concept": concepts[idea.concept],
            "statement": idea.statement,
            "correction": idea.correction,
            **origin,
        }
        _keep(Misconception, {"slug": idea.slug}, values, report)


def _load_paths(content: Content, report: LoadReport) -> None:
    lessons = {lesson.slug: lesson for lesson in Lesson.objects.all()}
    for text in content.catalogue.paths:
        described = {"title": text.title, "source_file": content.file(CATALOGUE_FILE)}
        path = _keep(Path, {"slug": text.slug}, described, report)
        wanted = [(unit.title, slug) for unit in text.units for slug in unit.lessons]
        for position, (unit_title, slug) in enumerate(wanted, start=1):
            values = {"unit": unit_title, "position": position}
            _keep(PathLesson, {"path": path, "lesson": lessons[slug]}, values, report)
        left, _ = path.places.exclude(lesson__slug__in=[slug for _, slug in wanted]).delete()
        report.note(left > 0, f"path {text.slug}: {left} lessons taken out")


def _load_lesson(text: LessonText, file: str, now: datetime, report: LoadReport) -> set[int]:
    """Write one lesson; return the ids of its questions."""
    report.lessons += 1
    bank = Bank.objects.get(slug=text.bank)
    questions = _load_questions(text, file, bank, now, report)
    origin_hash = _meaning(text)
    lesson = Lesson.objects.filter(slug=text.slug).first()
    if lesson and lesson.origin_hash == origin_hash and lesson.retired_at is None:
        _keep(Lesson, {"slug": text.slug}, {"source_file": file}, report)
        return {question.id for question in questions.values()}
    values = {
        "title": text.title,
        "summary": text.summary,
        "minutes": text.minutes,
        "scripts": list(text.scripts),
        "styles": list(text.styles),
        "origin_hash": origin_hash,
        "source_file": file,
        "retired_at": None,
    }
    lesson = _keep(Lesson, {"slug": text.slug}, values, report)
    for position, section in enumerate(text.sections, start=1):
        _load_section(lesson, section, position, questions, now, report)
    kept = [section.slug for section in text.sections]
    _retire(lesson.sections.exclude(slug__in=kept), now, report)
    _load_predictions(lesson, text, questions, report)
    return {question.id for question in questions.values()}


def _meaning(text: LessonText) -> str:
    """Return a hash of the lesson, whatever its file is called and on which lines things stand."""
    bare = asdict(text)
    del bare["source_file"]
    for section in bare["sections"]:
        for question in section["questions"]:
            del question["line"]
    return digest(bare)


def _load_questions(
    text: LessonText, file: str, bank: Bank, now: datetime, report: LoadReport
) -> dict[str, Question]:
    concepts = {concept.slug: concept for concept in Concept.objects.all()}
    questions: dict[str, Question] = {}
    for section in text.sections:
        for written in section.questions:
            source = QuestionSource(
                slug=written.slug,
                kind=written.kind,
                concept=written.concept,
                body=written.body,
                generator=written.generator or "",
                source_title=text.title,
                source_path=reverse("lessons:lesson", args=[text.slug]),
                source_anchor=section.slug,
                source_file=file,
            )
            question, changed = publish(
                bank=bank,
                concept=concepts[written.concept],
                source=source,
                origin=Origin.FILE,
                now=now,
            )
            report.note(changed, f"question {text.bank}/{written.slug}")
            report.questions += 1
            questions[written.slug] = question
    return questions


def _load_section(
    lesson: Lesson,
    text: SectionText,
    position: int,
    questions: Mapping[str, Question],
    now: datetime,
    report: LoadReport,
) -> None:
    values = {
        "title": text.title,
        "kind": text.kind,
        "position": position,
        "html": text.html,
        "retired_at": None,
    }
    section = _keep(Section, {"lesson": lesson, "slug": text.slug}, values, report)
    steps: dict[str, Step] = {}
    for number, written in enumerate(text.steps, start=1):
        values = {
            "title": written.title,
            "position": number,
            "html": written.html,
            "retired_at": None,
        }
        key = {"section": section, "slug": written.slug}
        steps[written.slug] = _keep(Step, key, values, report)
    _retire(section.steps.exclude(slug__in=list(steps)), now, report)
    for number, asked in enumerate(text.questions, start=1):
        place = {"section": section, "question": questions[asked.slug]}
        _keep(SectionQuestion, place, {"position": number}, report)
    asked_here = [questions[asked.slug].id for asked in text.questions]
    section.places.exclude(question__in=asked_here).delete()


def _load_predictions(
    lesson: Lesson, text: LessonText, questions: Mapping[str, Question], report: LoadReport
) -> None:
    """Put each prediction before its step; one that moved takes its guesses along."""
    steps = {
        (step.section.slug, step.slug): step
        for step in Step.objects.filter(section__lesson=lesson).select_related("section")
    }
    wanted = {
        guess.slug: (guess, steps[section.slug, guess.step])
        for section in text.sections
        for guess in section.predictions
    }
    there = Prediction.objects.filter(step__section__lesson=lesson)
    by_slug = {row.slug: row for row in there.select_related("step__section")}
    for slug, row in by_slug.items():
        if slug not in wanted or row.step != wanted[slug][1]:
            _take_out(row, moves=slug in wanted, report=report)
    for slug, (guess, step) in wanted.items():
        values = {
            "step": step,
            "shown": guess.shown,
            "secret": guess.secret,
            "question": questions.get(guess.question or ""),
        }
        if slug in by_slug:
            _keep(Prediction, {"pk": by_slug[slug].pk}, values, report)
        else:
            Prediction.objects.create(slug=slug, **values)
            report.note(True, f"new prediction {slug}")


def _take_out(prediction: Prediction, *, moves: bool, report: LoadReport) -> None:
    """Free the step of a prediction, unless the step is gone too: they come back together."""
    step = prediction.step
    if step is None or not (moves or step.retired_at is step.section.retired_at is None):
        return
    prediction.step = None
    prediction.save(update_fields=["step"])
    report.note(not moves, f"prediction {prediction} taken out")


def _keep(
    model: type[_Row], key: Mapping[str, Any], values: Mapping[str, Any], report: LoadReport
) -> _Row:
    """Make the row or bring it up to date, noting it only if something differs."""
    row = model._default_manager.filter(**key).first()
    if row is None:
        row = model._default_manager.create(**key, **values)
        report.note(True, f"new {model._meta.verbose_name} {row}")
        return row
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    if changed:
        for name in changed:
            setattr(row, name, values[name])
        row.save(update_fields=changed)
        report.note(True, f"changed {model._meta.verbose_name} {row}: {', '.join(changed)}")
    return row


def _retire(rows: models.QuerySet[Any], now: datetime, report: LoadReport) -> None:
    """Mark what the files no longer hold; what learners did with it stays."""
    for row in rows.filter(retired_at=None):
        row.retired_at = now
        row.save(update_fields=["retired_at"])
        report.note(True, f"retired {row._meta.verbose_name} {row}")
