"""Ordering questions for tests, and answers to them by their texts."""

import json
from collections.abc import Sequence

from quizzes.kinds import ordering as kind
from quizzes.kinds.base import JsonObject, Outcome, Sheet
from quizzes.kinds.wire import Wire

WIRE = Wire(7)


def body(*items: object, **fields: object) -> dict[str, object]:
    """A body; an item is a text or a mapping."""
    entries = [{"text": item} if isinstance(item, str) else item for item in items]
    return {"prompt": "Which comes first?", "items": entries, **fields}


def sheet_of(*items: object, **fields: object) -> Sheet:
    return kind.validate(body(*items, **fields))


def shown_lines(sheet: Sheet, wire: Wire = WIRE) -> list[dict[str, str]]:
    lines: list[dict[str, str]] = json.loads(json.dumps(kind.present(sheet.shown, wire)["items"]))
    return lines


def ids(sheet: Sheet, texts: Sequence[str], wire: Wire = WIRE) -> list[str]:
    """The wire ids of these texts; each of several that read the same is used once."""
    lines = shown_lines(sheet, wire)
    found = []
    for text in texts:
        line = next(line for line in lines if line["text"] == text)
        lines.remove(line)
        found.append(line["id"])
    return found


def parsed(sheet: Sheet, texts: Sequence[str], wire: Wire = WIRE) -> JsonObject:
    return kind.parse(sheet.shown, {"order": ids(sheet, texts, wire)}, wire, "en")


def outcome(sheet: Sheet, texts: Sequence[str]) -> Outcome:
    """The verdict on these texts in this order, under a draw that does not begin with them."""
    wire = next(
        wire
        for wire in map(Wire, range(200))
        if [line["text"] for line in shown_lines(sheet, wire)] != list(texts)
    )
    stored: JsonObject = json.loads(json.dumps(parsed(sheet, texts, wire)))
    return kind.grade(sheet.shown, sheet.secret, stored)


def score(sheet: Sheet, texts: Sequence[str]) -> float:
    reached = outcome(sheet, texts).score
    assert reached is not None
    return reached
