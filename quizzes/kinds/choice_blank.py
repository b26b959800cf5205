"""A blank with a drop-down list of its own."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from quizzes.kinds.base import Foreseen, JsonObject, Problem
from quizzes.kinds.blank import (
    BlankSheet,
    Entry,
    ShownBlank,
    Verdict,
    foreseen_right,
    foreseen_wrong,
)
from quizzes.kinds.bodies import Diagnosis, Line, Loc, Strict, Weight, read
from quizzes.kinds.entries import ParsedEntry, chosen_entry, entry_key, same_entries
from quizzes.kinds.wire import Wire


class AuthoredOption(Diagnosis):
    """One entry of the list. A list shows plain text only."""

    text: Line
    right: bool = False


class AuthoredChoice(Strict):
    """A drop-down blank as its author wrote it."""

    type: Literal["choice"]
    label: Line
    options: Annotated[tuple[AuthoredOption, ...], Field(strict=False, min_length=2, max_length=20)]
    weight: Weight = 1.0


class Key(Strict):
    """The key of a drop-down blank: the right entry, and what each one says when it is chosen."""

    right: str
    text: str
    options: dict[str, Diagnosis]


def validate(
    name: str, body: object, words: Sequence[Entry], loc: Loc, problems: list[Problem]
) -> BlankSheet | None:
    """Split an authored drop-down blank; None after adding to `problems` what is wrong with it."""
    blank = read(AuthoredChoice, body, loc, problems)
    if blank is None:
        return None
    found = _option_problems(blank, loc)
    problems.extend(found)
    if found:
        return None
    keyed = {entry_key(option.text, name): option for option in blank.options}
    right = next(key for key, option in keyed.items() if option.right)
    key = Key(
        right=right,
        text=keyed[right].text,
        options={
            key: Diagnosis(feedback=option.feedback, misconception=option.misconception)
            for key, option in keyed.items()
        },
    )
    entries = tuple(Entry(key=key, text=keyed[key].text) for key in sorted(keyed))
    shown = ShownBlank(name=name, input="choice", label=blank.label, entries=entries)
    return BlankSheet(shown, blank.weight, key.model_dump(mode="json"))


def parse(shown: ShownBlank, typed: str, wire: Wire, locale: str) -> JsonObject:
    """Read the id of an entry; raises AnswerError."""
    return chosen_entry(shown, typed, wire).model_dump(mode="json")


def grade(key: JsonObject, parsed: JsonObject) -> Verdict:
    """1 for the right entry, 0 for any other, with what the chosen one says."""
    blank = Key.model_validate(key)
    chosen = ParsedEntry.model_validate(parsed).entry
    said = blank.options[chosen]
    return Verdict(float(chosen == blank.right), said.feedback, said.misconception)


def expected(key: JsonObject) -> str:
    """The text of the right entry."""
    return Key.model_validate(key).text


def foreseen(shown: ShownBlank, key: JsonObject) -> Iterator[Foreseen]:
    """The right entry, then the others."""
    blank = Key.model_validate(key)
    yield foreseen_right(shown, blank.text)
    for entry in shown.entries:
        if entry.key != blank.right:
            yield foreseen_wrong(shown, entry.text, blank.options[entry.key])


def _option_problems(blank: AuthoredChoice, loc: Loc) -> list[Problem]:
    where = (*loc, "options")
    found = list(same_entries([option.text for option in blank.options], where, "text"))
    right = [place for place, option in enumerate(blank.options) if option.right]
    if len(right) != 1:
        found.append(Problem(where, f"expected exactly one right option, found {len(right)}"))
    found += [
        Problem((*where, place, "misconception"), "the right option shows no misconception")
        for place in right
        if blank.options[place].misconception
    ]
    return found
