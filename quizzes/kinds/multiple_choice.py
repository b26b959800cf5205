"""Multiple choice with one right option."""

import re
from collections.abc import Iterator
from decimal import Decimal
from hashlib import blake2b
from typing import Annotated

from pydantic import Field

from quizzes.kinds.answers import only_field
from quizzes.kinds.base import (
    AnswerError,
    BodyError,
    JsonObject,
    Outcome,
    Part,
    Problem,
    Sheet,
)
from quizzes.kinds.bodies import (
    Diagnosis,
    Markdown,
    RequiredMarkdown,
    Strict,
    member,
    read,
)
from quizzes.kinds.wire import Wire
from quizzes.text import fold

_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


class AuthoredOption(Diagnosis):
    """One option as its author wrote it."""

    text: RequiredMarkdown
    right: bool = False


class AuthoredBody(Strict):
    """A multiple-choice question as its author wrote it."""

    prompt: RequiredMarkdown
    options: Annotated[tuple[AuthoredOption, ...], Field(strict=False, min_length=2, max_length=10)]
    shuffle: bool = True
    explanation: Markdown = ""


class ShownOption(Strict):
    """An option under its internal key, which never goes over the wire."""

    key: str
    text: str


class Shown(Strict):
    """What presenting may read. The stored order is the author's only if nothing is shuffled."""

    prompt: str
    options: Annotated[tuple[ShownOption, ...], Field(strict=False)]
    shuffle: bool

    def in_order(self, wire: Wire) -> list[ShownOption]:
        """The options as this draw shows them."""
        if not self.shuffle:
            return list(self.options)
        by_key = {option.key: option for option in self.options}
        return [by_key[key] for key in wire.shuffled(by_key)]


class Secret(Strict):
    """What grading reads: the right key, and what each option says when it is chosen."""

    right: str
    options: dict[str, Diagnosis]
    explanation: str


class Parsed(Strict):
    """The chosen options by internal key."""

    choices: Annotated[tuple[str, ...], Field(strict=False)]


def validate(body: object) -> Sheet:
    """Split an authored body; raises BodyError."""
    problems: list[Problem] = []
    authored = read(AuthoredBody, body, (), problems)
    problems.extend(_problems_across(body))
    if authored is None or problems:
        raise BodyError(problems)
    keyed = {_key(option.text): option for option in authored.options}
    # A key says what the option says, so sorting by it hides where the author put the right one.
    order = sorted(keyed) if authored.shuffle else list(keyed)
    shown = Shown(
        prompt=authored.prompt,
        options=tuple(ShownOption(key=key, text=keyed[key].text) for key in order),
        shuffle=authored.shuffle,
    )
    secret = Secret(
        right=next(key for key, option in keyed.items() if option.right),
        options={
            key: Diagnosis(feedback=option.feedback, misconception=option.misconception)
            for key, option in keyed.items()
        },
        explanation=authored.explanation,
    )
    return Sheet(shown=shown.model_dump(mode="json"), secret=secret.model_dump(mode="json"))


def present(shown: JsonObject, wire: Wire) -> JsonObject:
    """The prompt and the options in this draw's order, under this draw's ids."""
    question = Shown.model_validate(shown)
    return {
        "kind": "multiple_choice",
        "prompt": question.prompt,
        "multiple": False,
        "options": [
            {"id": wire.id_of(option.key), "text": option.text}
            for option in question.in_order(wire)
        ],
    }


def parse(shown: JsonObject, raw: object, wire: Wire, locale: str) -> JsonObject:
    """Read `{"choices": [id]}` into internal keys; raises AnswerError."""
    chosen = only_field(raw, "choices")
    if not isinstance(chosen, list):
        raise AnswerError("choices", "Send a list with the id of the chosen option.")
    if not chosen:
        raise AnswerError("choices", "Choose one option.")
    if len(chosen) > 1:
        raise AnswerError("choices", "Choose only one option.")
    wire_id = chosen[0]
    keys = [option.key for option in Shown.model_validate(shown).options]
    key = wire.key_of(wire_id, keys) if isinstance(wire_id, str) else None
    if key is None:
        raise AnswerError("choices", "This is not one of the options offered.")
    return Parsed(choices=(key,)).model_dump(mode="json")


def grade(shown: JsonObject, secret: JsonObject, parsed: JsonObject) -> Outcome:
    """1 for the right option, 0 for any other, with what the chosen one says."""
    key = Secret.model_validate(secret)
    (choice,) = Parsed.model_validate(parsed).choices
    score = 1.0 if choice == key.right else 0.0
    said = key.options[choice]
    return Outcome(score, (Part(choice, score, said.feedback, said.misconception),))


def reveal(
    shown: JsonObject, secret: JsonObject, parsed: JsonObject, outcome: Outcome, wire: Wire
) -> JsonObject:
    """The options again, in the order they were shown, with the right one and what each says."""
    key = Secret.model_validate(secret)
    choices = Parsed.model_validate(parsed).choices
    return {
        "options": [
            {
                "id": wire.id_of(option.key),
                "text": option.text,
                "right": option.key == key.right,
                "chosen": option.key in choices,
                "feedback": key.options[option.key].feedback,
            }
            for option in Shown.model_validate(shown).in_order(wire)
        ],
        "explanation": key.explanation,
    }


def _key(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


def _problems_across(body: object) -> Iterator[Problem]:
    """What is wrong between the options, as far as they can be read."""
    options = member(body, "options", list)
    if options is None:
        return
    right = [place for place, option in enumerate(options) if member(option, "right", bool)]
    if len(right) != 1:
        yield Problem(("options",), f"expected exactly one right option, found {len(right)}")
    for place in right:
        if member(options[place], "misconception", str):
            loc = ("options", place, "misconception")
            yield Problem(loc, "the right option shows no misconception")
    seen: dict[str | Decimal, int] = {}
    for place, option in enumerate(options):
        text = member(option, "text", str)
        if text is None:
            continue
        first = seen.setdefault(_reading(text), place)
        if first != place:
            message = f"expected options that differ: this reads the same as option {first + 1}"
            yield Problem(("options", place, "text"), message)


def _reading(text: str) -> str | Decimal:
    """What a reader takes an option for: 0.5 and 0.50 are one number, but Q and q are two."""
    folded = fold(text, case="exact")
    return Decimal(folded) if _PLAIN_NUMBER.fullmatch(folded) else folded
