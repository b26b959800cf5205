"""Things to choose for a blank: their keys, and reading the one that was chosen."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from quizzes.kinds.base import AnswerError, Problem
from quizzes.kinds.blank import ShownBlank
from quizzes.kinds.bodies import Loc, Strict
from quizzes.kinds.likeness import reads_as
from quizzes.kinds.wire import Wire


class ParsedEntry(Strict):
    """A chosen entry: its text as it stood, and its internal key."""

    raw: str
    entry: str


def entry_key(text: str, group: str = "") -> str:
    """The key of an entry: it says what the entry reads as, and to which blank it belongs."""
    return blake2b(f"{group}\n{reads_as(text)}".encode(), digest_size=6).hexdigest()


def chosen_entry(shown: ShownBlank, wire_id: str, wire: Wire) -> ParsedEntry:
    """The entry of that public id; raises AnswerError."""
    key = wire.key_of(wire_id, [entry.key for entry in shown.entries])
    for entry in shown.entries:
        if entry.key == key:
            return ParsedEntry(raw=entry.text, entry=entry.key)
    raise AnswerError(f"blanks.{shown.name}", "Choose one of those offered for this blank.")


def same_entries(texts: Sequence[str], loc: Loc, *step: str) -> Iterator[Problem]:
    """A problem for every text that reads the same as an earlier one of the list at `loc`."""
    seen: dict[str, int] = {}
    for place, text in enumerate(texts):
        first = seen.setdefault(reads_as(text), place)
        if first != place:
            message = f"expected texts that differ: this reads the same as number {first + 1}"
            yield Problem((*loc, place, *step), message)
