"""What a question kind is: six pure functions, one value, and what passes between them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from quizzes.kinds.wire import Wire

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
JsonObject = dict[str, Json]


@dataclass(frozen=True)
class Sheet:
    """An authored body, split by who may read it.

    `shown` is all that presenting and parsing may read; `secret` holds the key, the feedback,
    the explanation and the misconceptions, and only grading and revealing read it.
    """

    shown: JsonObject
    secret: JsonObject


@dataclass(frozen=True)
class Problem:
    """One fault of an authored body: where it is, and what was expected there."""

    loc: tuple[str | int, ...]
    message: str

    def __str__(self) -> str:
        place = ".".join(str(step) for step in self.loc)
        return f"{place}: {self.message}" if place else self.message


class BodyError(ValueError):
    """An authored body that cannot become a question, with every problem found in it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


class AnswerError(ValueError):
    """A raw answer that cannot be read: it is refused and not stored, and never counts as wrong.

    `field` says where in the raw answer ("choices", "blanks.total"); `message` is for the learner
    and repeats nothing that was sent.
    """

    def __init__(self, field: str, message: str) -> None:
        self.field = field
        self.message = message
        super().__init__(f"{field}: {message}" if field else message)


@dataclass(frozen=True)
class Part:
    """The verdict on one part of an answer: a chosen option or a blank.

    `name` is the option's internal key or the blank's name, `score` lies in 0–1, `feedback` is
    Markdown source or "", `misconception` is a slug or "".
    """

    name: str
    score: float
    feedback: str
    misconception: str


@dataclass(frozen=True)
class Outcome:
    """The verdict on an answer: a score in 0–1, or None while a free explanation waits for one."""

    score: float | None
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Foreseen:
    """An answer that the author foresaw, right or wrong, to a question or to one part of it.

    `part` is the label of a blank or a place in an order, or ""; `answer` is Markdown source unless
    it `is_plain`; `feedback` is Markdown source or "", `misconception` a slug or "".
    """

    part: str
    answer: str
    right: bool
    feedback: str = ""
    misconception: str = ""
    is_plain: bool = False


@dataclass(frozen=True)
class RubricLine:
    """A point by which a free text is rated, as Markdown source, and its weight in the score."""

    point: str
    weight: float


@dataclass(frozen=True)
class AnswerKey:
    """Everything secret of a question, for those who check it; `explanation` is Markdown source.

    `is_only` says that nothing else counts as right than what is listed.
    """

    answers: tuple[Foreseen, ...]
    explanation: str
    rubric: tuple[RubricLine, ...] = ()
    is_only: bool = True


class Kind(Protocol):
    """One kind of question. A module with this value and these six functions is one."""

    # The raw answer of a form in which nothing was entered: its one field and the field's shape.
    EMPTY_ANSWER: JsonObject

    def validate(self, body: object) -> Sheet:
        """Split an authored body into what is shown and what is secret.

        Raises BodyError with every problem found.
        """

    def present(self, shown: JsonObject, wire: Wire) -> JsonObject:
        """What a learner gets before answering. Nothing secret is within reach here."""

    def parse(self, shown: JsonObject, raw: object, wire: Wire, locale: str) -> JsonObject:
        """Read a raw answer into JSON with internal keys and the raw text.

        `locale` ("de", "en-GB" or "") settles how a typed number is meant. Raises AnswerError.
        """

    def grade(self, shown: JsonObject, secret: JsonObject, parsed: JsonObject) -> Outcome:
        """Score what `parse` returned."""

    def reveal(
        self,
        shown: JsonObject,
        secret: JsonObject,
        parsed: JsonObject,
        outcome: Outcome,
        wire: Wire,
    ) -> JsonObject:
        """What a learner gets after answering, with the key and the explanation."""

    def answer_key(self, shown: JsonObject, secret: JsonObject) -> AnswerKey:
        """The right answers, and the wrong ones with what each is told. Not for learners."""
