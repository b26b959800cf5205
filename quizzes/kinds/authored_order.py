"""What authors write for an ordering question, and the rules that follow from it."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field

from quizzes.kinds.base import Problem
from quizzes.kinds.bodies import Diagnosis, Markdown, RequiredMarkdown, Slug, Strict
from quizzes.kinds.likeness import reads_as
from quizzes.kinds.precedence import Before, among_classes, closure, total_order, unequal_twins

# Two items would give the key away: what they do not begin with would be the answer.
FEWEST_ITEMS, MOST_ITEMS = 3, 20
MOST_DISTRACTORS = 10


class AuthoredItem(Strict):
    """One item; `after` names the ids of items that must come before it."""

    text: RequiredMarkdown
    id: Slug = ""
    after: Annotated[tuple[Slug, ...], Field(strict=False)] | None = None


class AuthoredDistractor(Diagnosis):
    """An item that belongs nowhere in the order."""

    text: RequiredMarkdown


class AuthoredBody(Strict):
    """An ordering question as its author wrote it, its items in the right order."""

    prompt: RequiredMarkdown
    items: Annotated[
        tuple[AuthoredItem, ...],
        Field(strict=False, min_length=FEWEST_ITEMS, max_length=MOST_ITEMS),
    ]
    distractors: Annotated[
        tuple[AuthoredDistractor, ...], Field(strict=False, max_length=MOST_DISTRACTORS)
    ] = ()
    explanation: Markdown = ""


def rules(authored: AuthoredBody, problems: list[Problem]) -> Before:
    """What must come before what, after adding to `problems` the rules that make no sense."""
    items = authored.items
    classes = [reads_as(item.text) for item in items]
    if all(item.after is None for item in items):
        before = total_order(len(items))
    else:
        before = closure(_direct(items, problems))
        if problems:
            return before
    for first, second in unequal_twins(before, classes):
        message = (
            f"reads the same as item {first + 1}, so which is which? "
            "Let one of them come after the other"
        )
        problems.append(Problem(("items", second), message))
    before = among_classes(before, classes)
    if not any(before):
        problems.append(Problem(("items",), "expected items of which one comes before another"))
    return before


def _direct(items: Sequence[AuthoredItem], problems: list[Problem]) -> list[set[int]]:
    """For each item the places that its `after` names; only earlier ones, so there is no cycle."""
    place_of: dict[str, int] = {}
    for place, item in enumerate(items):
        if item.id and place_of.setdefault(item.id, place) != place:
            message = f"expected ids that differ: item {place_of[item.id] + 1} has this one"
            problems.append(Problem(("items", place, "id"), message))
    direct: list[set[int]] = []
    for place, item in enumerate(items):
        named: set[int] = set()
        for row, name in enumerate(item.after or ()):
            earlier = place_of.get(name)
            loc = ("items", place, "after", row)
            if earlier is None:
                problems.append(Problem(loc, f"no item has the id “{name}”"))
            elif earlier >= place:
                message = (
                    f"“{name}” does not stand before this item: items stand in a right order, "
                    "and none comes after itself"
                )
                problems.append(Problem(loc, message))
            else:
                named.add(earlier)
        direct.append(named)
    return direct


def distractor_problems(authored: AuthoredBody) -> Iterator[Problem]:
    """Distractors that nobody could tell from an item or from each other."""
    items = {reads_as(item.text): place for place, item in enumerate(authored.items)}
    seen: dict[str, int] = {}
    for place, distractor in enumerate(authored.distractors):
        text = reads_as(distractor.text)
        loc = ("distractors", place, "text")
        if text in items:
            yield Problem(loc, f"reads the same as item {items[text] + 1}, which belongs")
        if seen.setdefault(text, place) != place:
            yield Problem(loc, f"reads the same as distractor {seen[text] + 1}")
