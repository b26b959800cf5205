"""What all templates share: the forms they offer, and the way from seeds to bodies.

A template turns random words into given numbers and works out the answer for a whole batch. Then
it words one variant at a time, in the form that is asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from attention.templates.bodies import UnclearError, Wording
from attention.templates.draws import Words, raw_words
from attention.templates.orders import Order, order_body
from attention.templates.solutions import Solution, wrong_line_body
from quizzes.generation import Candidate, Form
from quizzes.kinds.base import JsonObject

Given = TypeVar("Given")
Answer = TypeVar("Answer")
Maker = Callable[[Given, int, Answer], JsonObject]  # of the body of one row

OUT_OF_RANGE = "outside the template's range"
WRONG_LINE = "wrong_line"  # the shape that shows a worked solution and asks which line is wrong


class Template(ABC, Generic[Given, Answer]):
    """A generator of questions about one formula: a pure function of name, version, seed, form."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    pool_size: ClassVar[int] = 200
    levels: ClassVar[int] = 1
    draws: ClassVar[int]  # random words that the given numbers are made of

    @abstractmethod
    def given(self, words: Words, level: int) -> Given:
        """The given numbers, exactly as displayed, from words of shape (batch, draws)."""

    @abstractmethod
    def answers(self, given: Given) -> Sequence[Answer | str]:
        """The answer of each row of the batch, or the reason to reject the row."""

    @abstractmethod
    def text(self, given: Given, row: int, answer: Answer) -> Wording:
        """The text of one row of the batch, around its answer."""

    @property
    @abstractmethod
    def usual_shapes(self) -> Mapping[str, Maker[Given, Answer]]:
        """How to make the body of one row, by kind. A maker may raise UnclearError."""

    def solution(self, given: Given, row: int) -> Solution:
        """One row worked out line by line, and the mistakes that can be made in each line.

        A template that defines this is also asked in the shape `wrong_line`.
        """
        raise NotImplementedError

    def order(self, given: Given, row: int) -> Order:
        """What one row has to put in order. A template that defines this is also an ordering."""
        raise NotImplementedError

    @property
    def forms(self) -> tuple[Form, ...]:
        """Every kind and shape at every level."""
        return tuple(
            Form(kind, shape, level)
            for kind, shape in self._makers
            for level in range(1, self.levels + 1)
        )

    def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
        """One candidate per seed, None where a seed makes no clear question.

        Raises ValueError for a form that this template does not offer.
        """
        return [
            None if isinstance(made, str) else Candidate(seed, made)
            for seed, made in zip(seeds, self._made(seeds, form), strict=True)
        ]

    def reasons(self, seeds: Sequence[int], form: Form) -> list[str]:
        """Why each seed makes no question, "" where it makes one.

        Raises ValueError for a form that this template does not offer.
        """
        return [made if isinstance(made, str) else "" for made in self._made(seeds, form)]

    def _made(self, seeds: Sequence[int], form: Form) -> Iterator[JsonObject | str]:
        """For each seed a body, or the reason to reject it."""
        if form not in self.forms:
            raise ValueError(f"{self.name} makes {', '.join(map(str, self.forms))}, not {form}")
        if not seeds:
            return
        make = self._makers[form.kind, form.shape]
        given = self.given(raw_words(seeds, self.draws), form.level)
        for row, answer in enumerate(self.answers(given)):
            if isinstance(answer, str):
                yield answer
                continue
            try:
                yield make(given, row, answer)
            except UnclearError as unclear:
                yield unclear.reason

    @property
    def _makers(self) -> Mapping[tuple[str, str], Maker[Given, Answer]]:
        """How to make the body of one row, by kind and shape."""
        makers = {(kind, ""): maker for kind, maker in self.usual_shapes.items()}
        if _defines(self, "solution"):
            makers["multiple_choice", WRONG_LINE] = self._wrong_line
        if _defines(self, "order"):
            makers["ordering", ""] = self._order
        return makers

    def _wrong_line(self, given: Given, row: int, answer: Answer) -> JsonObject:
        return wrong_line_body(self.text(given, row, answer), self.solution(given, row))

    def _order(self, given: Given, row: int, answer: Answer) -> JsonObject:
        return order_body(self.text(given, row, answer), self.order(given, row))


def _defines(template: Template[Given, Answer], method: str) -> bool:
    return getattr(type(template), method) is not getattr(Template, method)
