"""What lesson files say, once read and checked: plain values that know no tables."""

from collections.abc import Iterable
from dataclasses import dataclass

from quizzes.kinds.base import JsonObject

SECTION_KINDS = ("why", "parts", "watch", "predict", "try", "check", "explain", "recap")


@dataclass(frozen=True)
class BankText:
    slug: str
    title: str


@dataclass(frozen=True)
class ConceptText:
    slug: str
    title: str


@dataclass(frozen=True)
class MisconceptionText:
    """A named wrong idea; `statement` and `correction` are Markdown source."""

    slug: str
    concept: str
    statement: str
    correction: str


@dataclass(frozen=True)
class UnitText:
    """A part of a path; `lessons` are slugs in reading order."""

    title: str
    lessons: tuple[str, ...]


@dataclass(frozen=True)
class PathText:
    slug: str
    title: str
    units: tuple[UnitText, ...]


@dataclass(frozen=True)
class Catalogue:
    """What the lessons of a subject refer to by slug, and the order in which they are read."""

    banks: tuple[BankText, ...] = ()
    concepts: tuple[ConceptText, ...] = ()
    misconceptions: tuple[MisconceptionText, ...] = ()
    paths: tuple[PathText, ...] = ()


@dataclass(frozen=True)
class StepText:
    """One stage of a section; `html` is finished and leaves the title out."""

    slug: str
    title: str
    html: str


@dataclass(frozen=True)
class PredictionText:
    """An ungraded commitment that opens `step`.

    `shown` is {"prompt", "options": [{"id", "text"}]}, `secret` is {"came_true", "outcome"}; texts
    are Markdown source, ids count from "1". `question` is the slug, in the lesson's bank, of the
    question as which it returns in review.
    """

    slug: str
    step: str
    shown: JsonObject
    secret: JsonObject
    question: str | None


@dataclass(frozen=True)
class QuestionText:
    """A question: a `body` that its kind has accepted, or a `generator` and the form asked of it.

    `line` is where it starts in its file.
    """

    slug: str
    kind: str
    concept: str
    body: JsonObject
    generator: str | None
    line: int


@dataclass(frozen=True)
class SectionText:
    """A section; in `html`, steps and questions stand as slots (see `split_slots`)."""

    slug: str
    title: str
    kind: str
    html: str
    steps: tuple[StepText, ...]
    predictions: tuple[PredictionText, ...]
    questions: tuple[QuestionText, ...]


@dataclass(frozen=True)
class LessonText:
    """A lesson; `summary` is Markdown source, `source_file` the name of its file in the folder.

    `scripts` and `styles` are static paths that its figures need.
    """

    slug: str
    title: str
    summary: str
    minutes: int
    bank: str
    sections: tuple[SectionText, ...]
    scripts: tuple[str, ...]
    styles: tuple[str, ...]
    source_file: str


@dataclass(frozen=True)
class Content:
    """All that one subject's content folder says.

    `folder` names it as "attention/content": its last two parts, the same on every machine.
    """

    catalogue: Catalogue
    lessons: tuple[LessonText, ...]
    folder: str

    def file(self, name: str) -> str:
        """Return what a file of the folder is called wherever it is named."""
        return f"{self.folder}/{name}"


@dataclass(frozen=True)
class ContentProblem:
    """Something an author must mend; `line` counts from 1."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class ContentError(ValueError):
    """A content folder with problems: all of them, in the order of files and lines."""

    def __init__(self, problems: Iterable[ContentProblem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda found: (found.file, found.line)))
        super().__init__("\n".join(str(problem) for problem in self.problems))
