"""A blank that takes a word of the question's word bank."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from quizzes.kinds.base import AnswerError, Foreseen, Json, JsonObject, Problem
from quizzes.kinds.blank import (
    BlankSheet,
    Entry,
    ShownBlank,
    Verdict,
    foreseen_right,
    foreseen_wrong,
)
from quizzes.kinds.bodies import Diagnosis, Line, Loc, Strict, Weight, member, read
from quizzes.kinds.entries import ParsedEntry, chosen_entry, entry_key, same_entries
from quizzes.kinds.wire import Wire

MOST_WORDS = 30

Words = Annotated[tuple[Line, ...], Field(strict=False, min_length=1, max_length=MOST_WORDS)]


class AuthoredBank(Strict):
    """A word bank as its author wrote it; with `reuse`, a word may fill several blanks."""

    words: Annotated[tuple[Line, ...], Field(strict=False, min_length=2, max_length=MOST_WORDS)]
    reuse: bool = False


class ShownBank(Strict):
    """What presenting and parsing may read of a word bank; the words by key."""

    words: Annotated[tuple[Entry, ...], Field(strict=False)]
    reuse: bool


class WrongWords(Diagnosis):
    """Words that say something about who chose them."""

    accept: Words


class AuthoredBankBlank(Strict):
    """A blank of a word bank as its author wrote it."""

    type: Literal["bank"]
    label: Line
    accept: Words
    wrong: Annotated[tuple[WrongWords, ...], Field(strict=False, max_length=MOST_WORDS)] = ()
    weight: Weight = 1.0


class Key(Strict):
    """The key of a bank blank, its words by internal key."""

    accept: Annotated[tuple[str, ...], Field(strict=False)]
    text: str
    wrong: dict[str, Diagnosis]


def read_bank(body: object, problems: list[Problem]) -> ShownBank | None:
    """The word bank of an authored body, None where there is none or it is at fault.

    A bank from which no blank draws is one of the `problems`, and so are blanks without a bank.
    """
    blanks = list((member(body, "blanks", dict) or {}).values())
    is_used = any(member(blank, "type", str) == "bank" for blank in blanks)
    written = member(body, "bank", object)
    if written is None:
        if is_used:
            problems.append(Problem(("bank",), "expected a bank with words: a blank draws from it"))
        return None
    if not is_used:
        problems.append(Problem(("bank",), "no blank has the type bank"))
    bank = read(AuthoredBank, written, ("bank",), problems)
    if bank is None:
        return None
    problems.extend(same_entries(bank.words, ("bank", "words")))
    if not bank.reuse and not _has_words_enough(blanks):
        message = "no way to fill every blank rightly with each word once (reuse: true allows it)"
        problems.append(Problem(("bank", "words"), message))
    by_key = {entry_key(word): word for word in bank.words}
    words = tuple(Entry(key=key, text=by_key[key]) for key in sorted(by_key))
    return ShownBank(words=words, reuse=bank.reuse)


def refuse_twice(bank: ShownBank, parsed: Mapping[str, Json]) -> None:
    """Raise AnswerError where the answers by blank use a word twice that is there once."""
    words = {word.key for word in bank.words}
    used: set[Json] = set()
    for name, answer in parsed.items():
        word = answer.get("entry") if isinstance(answer, dict) else None
        if word not in words:
            continue
        if word in used and not bank.reuse:
            message = "Use each word once: the word in this blank stands in an earlier one too."
            raise AnswerError(f"blanks.{name}", message)
        used.add(word)


def validate(
    name: str, body: object, words: Sequence[Entry], loc: Loc, problems: list[Problem]
) -> BlankSheet | None:
    """Split an authored bank blank; None after adding to `problems` what is wrong with it."""
    blank = read(AuthoredBankBlank, body, loc, problems)
    if blank is None:
        return None
    found = list(_word_problems(blank, words, loc))
    problems.extend(found)
    key = Key(
        accept=tuple(map(entry_key, blank.accept)),
        text=blank.accept[0],
        wrong={
            entry_key(word): Diagnosis(feedback=wrong.feedback, misconception=wrong.misconception)
            for wrong in blank.wrong
            for word in wrong.accept
        },
    )
    shown = ShownBlank(name=name, input="bank", label=blank.label, entries=tuple(words))
    return None if found else BlankSheet(shown, blank.weight, key.model_dump(mode="json"))


def parse(shown: ShownBlank, typed: str, wire: Wire, locale: str) -> JsonObject:
    """Read the id of a word; raises AnswerError."""
    return chosen_entry(shown, typed, wire).model_dump(mode="json")


def grade(key: JsonObject, parsed: JsonObject) -> Verdict:
    """1 for an accepted word; else 0, with what the known wrong word says."""
    blank = Key.model_validate(key)
    chosen = ParsedEntry.model_validate(parsed).entry
    if chosen in blank.accept:
        return Verdict(1.0)
    said = blank.wrong.get(chosen, Diagnosis())
    return Verdict(0.0, said.feedback, said.misconception)


def expected(key: JsonObject) -> str:
    """The first accepted word."""
    return Key.model_validate(key).text


def foreseen(shown: ShownBlank, key: JsonObject) -> Iterator[Foreseen]:
    """Every accepted word, then every wrong one that says something."""
    blank = Key.model_validate(key)
    texts = {entry.key: entry.text for entry in shown.entries}
    for word in blank.accept:
        yield foreseen_right(shown, texts[word])
    for word, said in blank.wrong.items():
        yield foreseen_wrong(shown, texts[word], said)


def _has_words_enough(blanks: Iterable[object]) -> bool:
    """Whether every bank blank can have an accepted word of its own (augmenting paths)."""
    accepted = [
        [entry_key(word) for word in member(blank, "accept", list) or () if isinstance(word, str)]
        for blank in blanks
        if member(blank, "type", str) == "bank"
    ]
    holder: dict[str, int] = {}

    def place(blank: int, tried: set[str]) -> bool:
        for word in accepted[blank]:
            if word not in tried:
                tried.add(word)
                if word not in holder or place(holder[word], tried):
                    holder[word] = blank
                    return True
        return False

    return all(place(blank, set()) for blank, words in enumerate(accepted) if words)


def _word_problems(blank: AuthoredBankBlank, words: Sequence[Entry], loc: Loc) -> Iterator[Problem]:
    """Words that are not in the bank, and wrong ones that count as right or stand twice."""
    offered = {word.key for word in words}
    seen = dict.fromkeys(map(entry_key, blank.accept), "would count as right")
    places = [((*loc, "accept", row), word) for row, word in enumerate(blank.accept)]
    for place, wrong in enumerate(blank.wrong):
        for row, word in enumerate(wrong.accept):
            where = (*loc, "wrong", place, "accept", row)
            places.append((where, word))
            if said := seen.get(entry_key(word)):
                yield Problem(where, f"{word} {said}")
            seen[entry_key(word)] = "stands in another entry too"
    for where, word in places:
        if words and entry_key(word) not in offered:
            yield Problem(where, f"{word} is not among the words of the bank")
