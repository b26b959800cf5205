"""A blank that takes a word or a few, with answers it accepts and wrong ones it knows."""

import html
import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from quizzes.kinds.base import Foreseen, JsonObject, Problem
from quizzes.kinds.blank import (
    BlankSheet,
    Entry,
    ShownBlank,
    Verdict,
    foreseen_right,
    foreseen_wrong,
)
from quizzes.kinds.bodies import Diagnosis, Line, Loc, Strict, Weight, read, refuse
from quizzes.kinds.wire import Wire
from quizzes.text import Accents, Case, fold

# Tags that format; tokens such as <s> or <pad> are answers a learner may well have to type.
_MARKUP = re.compile(
    r"</?(a|b|i|u|em|strong|p|br|span|div|sub|sup|font|code|pre|li|ul|ol|small|tt)\b[^>]*>",
    re.IGNORECASE,
)


def _typeable(answer: str) -> str:
    if _MARKUP.search(answer) or html.unescape(answer) != answer:
        raise refuse("expected plain text: nobody types these tags or entities")
    return answer


Answer = Annotated[Line, AfterValidator(_typeable)]
Answers = Annotated[tuple[Answer, ...], Field(strict=False, min_length=1, max_length=50)]


class WrongText(Diagnosis):
    """Wrong answers that say something about who typed them."""

    accept: Answers


class Key(Strict):
    """The key of a text blank."""

    accept: Answers
    case: Case = "fold"
    accents: Accents = "keep"
    wrong: Annotated[tuple[WrongText, ...], Field(strict=False, max_length=20)] = ()

    def fold(self, text: str) -> str:
        """The form in which this blank compares texts."""
        return fold(text, case=self.case, accents=self.accents)


class AuthoredText(Key):
    """A text blank as its author wrote it."""

    type: Literal["text"]
    label: Line
    weight: Weight = 1.0


class Parsed(Strict):
    """The text as typed."""

    raw: str


def validate(
    name: str, body: object, words: Sequence[Entry], loc: Loc, problems: list[Problem]
) -> BlankSheet | None:
    """Split an authored text blank; None after adding to `problems` what is wrong with it."""
    blank = read(AuthoredText, body, loc, problems)
    if blank is None:
        return None
    found = list(_overlaps(blank, loc))
    problems.extend(found)
    shown = ShownBlank(name=name, input="text", label=blank.label)
    key = blank.model_dump(mode="json", include=set(Key.model_fields))
    return None if found else BlankSheet(shown, blank.weight, key)


def parse(shown: ShownBlank, typed: str, wire: Wire, locale: str) -> JsonObject:
    """Keep the text as typed."""
    return Parsed(raw=typed).model_dump(mode="json")


def grade(key: JsonObject, parsed: JsonObject) -> Verdict:
    """1 for an accepted answer; else 0, with what the known wrong answer says."""
    blank = Key.model_validate(key)
    typed = blank.fold(Parsed.model_validate(parsed).raw)
    if typed in map(blank.fold, blank.accept):
        return Verdict(1.0)
    for wrong in blank.wrong:
        if typed in map(blank.fold, wrong.accept):
            return Verdict(0.0, wrong.feedback, wrong.misconception)
    return Verdict(0.0)


def expected(key: JsonObject) -> str:
    """The first accepted answer."""
    return Key.model_validate(key).accept[0]


def foreseen(shown: ShownBlank, key: JsonObject) -> Iterator[Foreseen]:
    """Every accepted answer, then every known wrong one."""
    blank = Key.model_validate(key)
    for answer in blank.accept:
        yield foreseen_right(shown, answer)
    for wrong in blank.wrong:
        for answer in wrong.accept:
            yield foreseen_wrong(shown, answer, wrong)


def _overlaps(blank: Key, loc: Loc) -> Iterator[Problem]:
    """Wrong answers that count as right, or that two entries claim."""
    right = {blank.fold(answer): answer for answer in blank.accept}
    seen: dict[str, int] = {}
    for place, wrong in enumerate(blank.wrong):
        for row, answer in enumerate(wrong.accept):
            where = (*loc, "wrong", place, "accept", row)
            folded = blank.fold(answer)
            if folded in right:
                yield Problem(where, f"{answer} would count as right: see {right[folded]}")
            first = seen.setdefault(folded, place)
            if first != place:
                message = f"expected wrong answers that differ: entry {first + 1} has this one"
                yield Problem(where, message)
