"""Fill in: blanks in a text, each with a number, a word, or one of the things it offers."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from quizzes.kinds import bank_blank, choice_blank, number_blank, text_blank
from quizzes.kinds.answers import only_field, typed_text
from quizzes.kinds.bank_blank import ShownBank, read_bank, refuse_twice
from quizzes.kinds.base import (
    AnswerError,
    AnswerKey,
    BodyError,
    Json,
    JsonObject,
    Outcome,
    Part,
    Problem,
    Sheet,
)
from quizzes.kinds.blank import BlankSheet, BlankType, Entry, ShownBlank
from quizzes.kinds.bodies import NAME, Markdown, RequiredMarkdown, Strict, Weight, member, read
from quizzes.kinds.wire import Wire

EMPTY_ANSWER: JsonObject = {"blanks": {}}
MOST_BLANKS = 20
TYPED_LENGTH = 200

BLANK_TYPES: Mapping[str, BlankType] = {
    "number": number_blank,
    "text": text_blank,
    "choice": choice_blank,
    "bank": bank_blank,
}

_MARK = re.compile(rf"\[\[({NAME})\]\]")


class AuthoredBody(Strict):
    """A fill-in question as its author wrote it; each type of blank reads its own blanks."""

    prompt: RequiredMarkdown
    blanks: Annotated[dict[str, object], Field(min_length=1, max_length=MOST_BLANKS)]
    bank: object = None  # see bank_blank
    explanation: Markdown = ""


class Shown(Strict):
    """What presenting may read; the blanks in order of appearance."""

    prompt: str
    blanks: Annotated[tuple[ShownBlank, ...], Field(strict=False)]
    bank: ShownBank | None = None


class SecretBlank(Strict):
    """The weight of a blank in the score, and its key as its type keeps it."""

    weight: Weight
    key: dict[str, Any]


class Secret(Strict):
    """What grading reads: the blanks by name."""

    blanks: dict[str, SecretBlank]
    explanation: str


class Parsed(Strict):
    """The answer to each blank by name, as its type reads it."""

    blanks: dict[str, dict[str, Any]]


def validate(body: object) -> Sheet:
    """Split an authored body; raises BodyError."""
    problems: list[Problem] = []
    authored = read(AuthoredBody, body, (), problems)
    bank = read_bank(body, problems)
    words = bank.words if bank else ()
    sheets = _blank_sheets(member(body, "blanks", dict) or {}, words, problems)
    problems.extend(_mark_problems(body))
    if authored is None or problems:
        raise BodyError(problems)
    names = _MARK.findall(authored.prompt)
    shown = Shown(
        prompt=authored.prompt,
        blanks=tuple(sheets[name].shown for name in names),
        bank=bank,
    )
    secret = Secret(
        blanks={
            name: SecretBlank(weight=sheets[name].weight, key=sheets[name].key) for name in names
        },
        explanation=authored.explanation,
    )
    return Sheet(shown=shown.model_dump(mode="json"), secret=secret.model_dump(mode="json"))


def present(shown: JsonObject, wire: Wire) -> JsonObject:
    """The prompt with its `[[name]]` marks, and the blanks in order of appearance.

    A blank that offers something has `options`; a word bank stands beside the blanks as `bank`.
    """
    question = Shown.model_validate(shown)
    blanks: list[Json] = []
    for blank in question.blanks:
        presented: JsonObject = {"name": blank.name, "input": blank.input, "label": blank.label}
        if blank.entries:
            presented["options"] = _offered(blank.entries, wire)
        blanks.append(presented)
    found: JsonObject = {"kind": "fill_in", "prompt": question.prompt, "blanks": blanks}
    if question.bank:
        words = _offered(question.bank.words, wire)
        found["bank"] = {"words": words, "reuse": question.bank.reuse}
    return found


def parse(shown: JsonObject, raw: object, wire: Wire, locale: str) -> JsonObject:
    """Read `{"blanks": {name: text}}`; raises AnswerError at the first blank that is at fault.

    Of a blank with options, the text is the id of one.
    """
    typed = only_field(raw, "blanks")
    if not isinstance(typed, dict):
        raise AnswerError("blanks", "Send the typed text of each blank under its name.")
    question = Shown.model_validate(shown)
    blanks = question.blanks
    if not set(typed) <= {blank.name for blank in blanks}:
        raise AnswerError("blanks", "This question has no blank of that name.")
    parsed = {
        blank.name: _parse_blank(blank, typed.get(blank.name, ""), wire, locale) for blank in blanks
    }
    if question.bank:
        refuse_twice(question.bank, parsed)
    return Parsed(blanks=parsed).model_dump(mode="json")


def grade(shown: JsonObject, secret: JsonObject, parsed: JsonObject) -> Outcome:
    """The weighted mean of the blanks' scores, Σ wᵢ fᵢ / Σ wᵢ, and a part for each blank."""
    keys = Secret.model_validate(secret).blanks
    answers = Parsed.model_validate(parsed).blanks
    parts = []
    reached = 0.0
    for blank in Shown.model_validate(shown).blanks:
        verdict = BLANK_TYPES[blank.input].grade(keys[blank.name].key, answers[blank.name])
        reached += keys[blank.name].weight * verdict.score
        parts.append(Part(blank.name, verdict.score, verdict.feedback, verdict.misconception))
    whole = sum(key.weight for key in keys.values())
    return Outcome(min(1.0, reached / whole), tuple(parts))


def reveal(
    shown: JsonObject, secret: JsonObject, parsed: JsonObject, outcome: Outcome, wire: Wire
) -> JsonObject:
    """Each blank with what was typed, what was expected and what that answer is told."""
    key = Secret.model_validate(secret)
    answers = Parsed.model_validate(parsed).blanks
    parts = {part.name: part for part in outcome.parts}
    return {
        "blanks": [
            {
                "name": blank.name,
                "typed": answers[blank.name]["raw"],
                "right": parts[blank.name].score == 1,
                "expected": BLANK_TYPES[blank.input].expected(key.blanks[blank.name].key),
                "feedback": parts[blank.name].feedback,
            }
            for blank in Shown.model_validate(shown).blanks
        ],
        "explanation": key.explanation,
    }


def answer_key(shown: JsonObject, secret: JsonObject) -> AnswerKey:
    """For each blank the answers that are foreseen, right ones first."""
    key = Secret.model_validate(secret)
    foreseen = [
        one
        for blank in Shown.model_validate(shown).blanks
        for one in BLANK_TYPES[blank.input].foreseen(blank, key.blanks[blank.name].key)
    ]
    return AnswerKey(answers=tuple(foreseen), explanation=key.explanation)


def _offered(entries: Sequence[Entry], wire: Wire) -> list[Json]:
    texts = {entry.key: entry.text for entry in entries}
    return [{"id": wire.id_of(key), "text": texts[key]} for key in wire.shuffled(texts)]


def _parse_blank(blank: ShownBlank, typed: object, wire: Wire, locale: str) -> JsonObject:
    text = typed_text(
        typed, field=f"blanks.{blank.name}", most=TYPED_LENGTH, unanswered="Fill in this blank."
    )
    return BLANK_TYPES[blank.input].parse(blank, text, wire, locale)


def _blank_sheets(
    blanks: Mapping[object, object], words: Sequence[Entry], problems: list[Problem]
) -> dict[str, BlankSheet]:
    """The blanks that are sound, by name; what is wrong with the others goes to `problems`."""
    sheets = {}
    for name, blank in blanks.items():
        if not isinstance(name, str):
            continue  # reported with the body
        if not re.fullmatch(NAME, name):
            message = "expected a name of letters, digits, - and _ that starts with a letter"
            problems.append(Problem(("blanks", name), message))
        blank_type = BLANK_TYPES.get(member(blank, "type", str) or "")
        if blank_type is None:
            message = f"expected one of {', '.join(BLANK_TYPES)}"
            problems.append(Problem(("blanks", name, "type"), message))
            continue
        sheet = blank_type.validate(name, blank, words, ("blanks", name), problems)
        if sheet is not None:
            sheets[name] = sheet
    return sheets


def _mark_problems(body: object) -> Iterator[Problem]:
    """Blanks without a mark in the prompt, and marks without a blank, as far as both are there."""
    prompt, blanks = member(body, "prompt", str), member(body, "blanks", dict)
    if prompt is None or blanks is None:
        return
    marks = Counter(_MARK.findall(prompt))
    for name, times in marks.items():
        if name not in blanks:
            yield Problem(("prompt",), f"[[{name}]] has no blank under blanks")
        if times > 1:
            yield Problem(("prompt",), f"expected [[{name}]] once, found it {times} times")
    for name in blanks:
        if isinstance(name, str) and name not in marks:
            yield Problem(("blanks", name), f"expected [[{name}]] in the prompt")
