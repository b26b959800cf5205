"""Explanation: free text that waits for a rating against a rubric."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field, TypeAdapter

from quizzes.kinds.answers import only_field, typed_text
from quizzes.kinds.base import (
    AnswerError,
    AnswerKey,
    BodyError,
    Foreseen,
    Json,
    JsonObject,
    Outcome,
    Problem,
    RubricLine,
    Sheet,
)
from quizzes.kinds.bodies import Markdown, RequiredMarkdown, Strict, Weight, read
from quizzes.kinds.wire import Wire
from quizzes.text import fold

EMPTY_ANSWER: JsonObject = {"text": ""}
TEXT_LENGTH = 20_000
_UNANSWERED = "Write your explanation first."


class AuthoredPoint(Strict):
    """One thing a good explanation says, and its weight in the score."""

    point: RequiredMarkdown
    weight: Weight = 1.0


class AuthoredBody(Strict):
    """An explanation question as its author wrote it."""

    prompt: RequiredMarkdown
    starter: Markdown = ""
    model_answer: RequiredMarkdown
    rubric: Annotated[tuple[AuthoredPoint, ...], Field(strict=False, min_length=1, max_length=20)]
    explanation: Markdown = ""


class Shown(Strict):
    """What presenting may read."""

    prompt: str
    starter: str


class RubricPoint(AuthoredPoint):
    """A point under the key by which a rating names it."""

    key: str


class Secret(Strict):
    """What the learner sees after committing to a text."""

    model_answer: str
    rubric: Annotated[tuple[RubricPoint, ...], Field(strict=False)]
    explanation: str


class Parsed(Strict):
    """The text as typed."""

    text: str


_RUBRIC = TypeAdapter(Annotated[tuple[RubricPoint, ...], Field(strict=False)])


def validate(body: object) -> Sheet:
    """Split an authored body; raises BodyError."""
    problems: list[Problem] = []
    authored = read(AuthoredBody, body, (), problems)
    if authored is None:
        raise BodyError(problems)
    shown = Shown(prompt=authored.prompt, starter=authored.starter)
    secret = Secret(
        model_answer=authored.model_answer,
        rubric=tuple(
            RubricPoint(key=f"point-{place}", point=entry.point, weight=entry.weight)
            for place, entry in enumerate(authored.rubric, start=1)
        ),
        explanation=authored.explanation,
    )
    return Sheet(shown=shown.model_dump(mode="json"), secret=secret.model_dump(mode="json"))


def present(shown: JsonObject, wire: Wire) -> JsonObject:
    """The prompt, and what stands in the box to begin with."""
    question = Shown.model_validate(shown)
    return {"kind": "explanation", "prompt": question.prompt, "starter": question.starter}


def parse(shown: JsonObject, raw: object, wire: Wire, locale: str) -> JsonObject:
    """Read `{"text": text}`; raises AnswerError, also where nothing but the starter is there."""
    text = typed_text(
        only_field(raw, "text"), field="text", most=TEXT_LENGTH, unanswered=_UNANSWERED
    )
    if fold(text) == fold(Shown.model_validate(shown).starter):
        raise AnswerError("text", _UNANSWERED)
    return Parsed(text=text).model_dump(mode="json")


def grade(shown: JsonObject, secret: JsonObject, parsed: JsonObject) -> Outcome:
    """Pending: a text is rated by somebody who has read it."""
    return Outcome(None, ())


def reveal(
    shown: JsonObject, secret: JsonObject, parsed: JsonObject, outcome: Outcome, wire: Wire
) -> JsonObject:
    """The text beside the model answer, and the rubric to rate it by."""
    key = Secret.model_validate(secret).model_dump(mode="json")
    return {"text": Parsed.model_validate(parsed).text, **key}


def answer_key(shown: JsonObject, secret: JsonObject) -> AnswerKey:
    """The model answer, and the rubric."""
    key = Secret.model_validate(secret)
    return AnswerKey(
        answers=(Foreseen(part="", answer=key.model_answer, right=True),),
        explanation=key.explanation,
        rubric=tuple(RubricLine(entry.point, entry.weight) for entry in key.rubric),
        is_only=False,
    )


def share(rubric: Json, covered_keys: Iterable[str]) -> float:
    """The score of a text that covers these points: their part of the rubric's whole weight.

    `rubric` is the list under "rubric" in what `reveal` returns. A point counts once. Raises
    AnswerError for a key that the rubric does not have.
    """
    weights = {point.key: point.weight for point in _RUBRIC.validate_python(rubric)}
    covered = set(covered_keys)
    if not covered <= set(weights):
        raise AnswerError("covered", "The rubric has no such point.")
    reached = sum(weight for key, weight in weights.items() if key in covered)
    return min(1.0, reached / sum(weights.values()))
