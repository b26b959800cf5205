"""Multiple choice: one right option, or several to be chosen together."""

import re
from collections.abc import Iterator
from decimal import Decimal
from hashlib import blake2b
from typing import Annotated, Literal

from pydantic import Field

from quizzes.kinds.answers import only_field
from quizzes.kinds.base import (
    AnswerError,
    AnswerKey,
    BodyError,
    Foreseen,
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
from quizzes.kinds.likeness import reads_as
from quizzes.kinds.wire import Wire

EMPTY_ANSWER: JsonObject = {"choices": []}
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


class AuthoredOption(Diagnosis):
    """One option as its author wrote it."""

    text: RequiredMarkdown
    right: bool = False


class AuthoredBody(Strict):
    """A multiple-choice question as its author wrote it."""

    prompt: RequiredMarkdown
    options: Annotated[tuple[AuthoredOption, ...], Field(strict=False, min_length=2, max_length=10)]
    choose: Literal["one", "several"] = "one"
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
    several: bool = False

    def in_order(self, wire: Wire) -> list[ShownOption]:
        """The options as this draw shows them."""
        if not self.shuffle:
            return list(self.options)
        by_key = {option.key: option for option in self.options}
        return [by_key[key] for key in wire.shuffled(by_key)]


class Secret(Strict):
    """What grading reads: the right key or keys, and what each option says when it is chosen."""

    right: str | Annotated[tuple[str, ...], Field(strict=False)]
    options: dict[str, Diagnosis]
    explanation: str

    @property
    def rights(self) -> frozenset[str]:
        """The keys of the right options."""
        return frozenset([self.right] if isinstance(self.right, str) else self.right)


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
        several=authored.choose == "several",
    )
    rights = tuple(key for key in order if keyed[key].right)
    secret = Secret(
        right=rights if shown.several else rights[0],
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
        "multiple": question.several,
        "options": [
            {"id": wire.id_of(option.key), "text": option.text}
            for option in question.in_order(wire)
        ],
    }


def parse(shown: JsonObject, raw: object, wire: Wire, locale: str) -> JsonObject:
    """Read `{"choices": [id]}` into internal keys; raises AnswerError."""
    question = Shown.model_validate(shown)
    chosen = only_field(raw, "choices")
    if not isinstance(chosen, list):
        raise AnswerError("choices", "Send a list with the id of the chosen option.")
    if not chosen:
        amount = "at least one option" if question.several else "one option"
        raise AnswerError("choices", f"Choose {amount}.")
    if len(chosen) > 1 and not question.several:
        raise AnswerError("choices", "Choose only one option.")
    keys = {wire.id_of(option.key): option.key for option in question.options}
    found = [keys[one] for one in chosen if isinstance(one, str) and one in keys]
    if len(found) < len(chosen):
        raise AnswerError("choices", "This is not one of the options offered.")
    if len(set(found)) < len(found):
        raise AnswerError("choices", "Choose each option once.")
    return Parsed(choices=tuple(found)).model_dump(mode="json")


def grade(shown: JsonObject, secret: JsonObject, parsed: JsonObject) -> Outcome:
    """max(0, t/c − f/w) for t of c right and f of w wrong options; t/c where none is wrong.

    Of a question with one right option: 1 for that one, 0 for any other. Each chosen option is a
    part, with what it says.
    """
    key = Secret.model_validate(secret)
    choices = Parsed.model_validate(parsed).choices
    if isinstance(key.right, str):
        score = float(choices == (key.right,))
    else:
        score = _balanced(frozenset(choices), key.rights, frozenset(key.options) - key.rights)
    parts = []
    for choice in choices:
        said = key.options[choice]
        part_score = float(choice in key.rights)
        parts.append(Part(choice, part_score, said.feedback, said.misconception))
    return Outcome(score, tuple(parts))


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
                "right": option.key in key.rights,
                "chosen": option.key in choices,
                "feedback": key.options[option.key].feedback,
            }
            for option in Shown.model_validate(shown).in_order(wire)
        ],
        "explanation": key.explanation,
    }


def answer_key(shown: JsonObject, secret: JsonObject) -> AnswerKey:
    """Every option, the right ones first."""
    key = Secret.model_validate(secret)
    options = [
        Foreseen(
            part="",
            answer=option.text,
            right=option.key in key.rights,
            feedback=key.options[option.key].feedback,
            misconception=key.options[option.key].misconception,
        )
        for option in Shown.model_validate(shown).options
    ]
    options.sort(key=lambda option: not option.right)
    return AnswerKey(answers=tuple(options), explanation=key.explanation)


def _balanced(chosen: frozenset[str], right: frozenset[str], wrong: frozenset[str]) -> float:
    """Over the common denominator, so that choosing everything gives exactly 0."""
    hits, slips = len(chosen & right), len(chosen & wrong)
    if not wrong:
        return hits / len(right)
    return max(0, hits * len(wrong) - slips * len(right)) / (len(right) * len(wrong))


def _key(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


def _problems_across(body: object) -> Iterator[Problem]:
    """What is wrong between the options, as far as they can be read."""
    options = member(body, "options", list)
    if options is None:
        return
    right = [place for place, option in enumerate(options) if member(option, "right", bool)]
    if member(body, "choose", str) == "several":
        if not right:
            yield Problem(("options",), "expected at least one right option, found none")
    elif len(right) != 1:
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
    folded = reads_as(text)
    return Decimal(folded) if _PLAIN_NUMBER.fullmatch(folded) else folded
