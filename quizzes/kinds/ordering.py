"""Ordering: items to put in order, totally or as far as they depend on each other."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import Annotated

from pydantic import Field

from quizzes.kinds.authored_order import AuthoredBody, distractor_problems, rules
from quizzes.kinds.base import (
    AnswerError,
    AnswerKey,
    BodyError,
    Foreseen,
    Json,
    JsonObject,
    Outcome,
    Part,
    Problem,
    Sheet,
)
from quizzes.kinds.bodies import Diagnosis, Strict, read
from quizzes.kinds.likeness import reads_as
from quizzes.kinds.order_answers import read_order
from quizzes.kinds.order_starts import starts
from quizzes.kinds.precedence import (
    Before,
    agreement,
    among_classes,
    neighbours,
    total_order,
)
from quizzes.kinds.wire import Wire

EMPTY_ANSWER: JsonObject = {"positions": {}}


class ShownItem(Strict):
    """An item or distractor under its internal key, which never goes over the wire.

    What stands before the dot of a key is the same for items that read the same.
    """

    key: str
    text: str


class Shown(Strict):
    """What presenting may read: everything to sort, by key, and orders to begin with.

    The right order is not in it, so orders that are no solution are kept here to choose from.
    """

    prompt: str
    items: Annotated[tuple[ShownItem, ...], Field(strict=False)]
    leave_out: bool
    starts: tuple[Annotated[tuple[int, ...], Field(strict=False)], ...] = Field(strict=False)

    def in_order(self, wire: Wire) -> list[ShownItem]:
        """The items as this draw shows them at first."""
        chosen = wire.shuffled(str(number) for number in range(len(self.starts)))[0]
        return [self.items[at] for at in self.starts[int(chosen)]]


class Secret(Strict):
    """What grading reads: a right order, the rules it follows from, and what distractors say."""

    order: Annotated[tuple[str, ...], Field(strict=False)]
    before: tuple[Annotated[tuple[int, ...], Field(strict=False)], ...] = Field(strict=False)
    distractors: dict[str, Diagnosis]
    explanation: str

    @property
    def rules(self) -> Before:
        """Which places must come before which."""
        return tuple(frozenset(found) for found in self.before)

    def places(self, keys: Sequence[str]) -> list[int]:
        """The items of an answer by their places in the right order, without distractors.

        Of items that read the same, the first in the answer is taken for the first in the order.
        """
        free: dict[str, list[int]] = {}
        for place, key in reversed(list(enumerate(self.order))):
            free.setdefault(_class(key), []).append(place)
        return [free[_class(key)].pop() for key in keys if key not in self.distractors]


class Parsed(Strict):
    """The answer by internal keys."""

    order: Annotated[tuple[str, ...], Field(strict=False)]


def validate(body: object) -> Sheet:
    """Split an authored body; raises BodyError."""
    problems: list[Problem] = []
    authored = read(AuthoredBody, body, (), problems)
    if authored is None:
        raise BodyError(problems)
    before = rules(authored, problems)
    problems.extend(distractor_problems(authored))
    if problems:
        raise BodyError(problems)
    texts = [item.text for item in authored.items]
    texts += [distractor.text for distractor in authored.distractors]
    keys = _keys(texts)
    order, others = keys[: len(authored.items)], keys[len(authored.items) :]
    secret = Secret(
        order=tuple(order),
        before=tuple(tuple(sorted(found)) for found in before),
        distractors={
            key: Diagnosis(feedback=entry.feedback, misconception=entry.misconception)
            for key, entry in zip(others, authored.distractors, strict=True)
        },
        explanation=authored.explanation,
    )
    by_key = dict(zip(keys, texts, strict=True))
    shown = Shown(
        prompt=authored.prompt,
        items=tuple(ShownItem(key=key, text=by_key[key]) for key in sorted(by_key)),
        leave_out=bool(authored.distractors),
        starts=_starts(sorted(by_key), secret),
    )
    return Sheet(shown=shown.model_dump(mode="json"), secret=secret.model_dump(mode="json"))


def present(shown: JsonObject, wire: Wire) -> JsonObject:
    """The prompt and the items as they stand at first, under this draw's ids.

    `leave_out` says that some of them may not belong in the order.
    """
    question = Shown.model_validate(shown)
    return {
        "kind": "ordering",
        "prompt": question.prompt,
        "leave_out": question.leave_out,
        "items": [_line(wire, item.key, item.text) for item in question.in_order(wire)],
    }


def parse(shown: JsonObject, raw: object, wire: Wire, locale: str) -> JsonObject:
    """Read `{"order": [id]}` or `{"positions": {id: number}}`; raises AnswerError.

    The items as they stood at first are no answer.
    """
    question = Shown.model_validate(shown)
    start = {wire.id_of(item.key): item.key for item in question.in_order(wire)}
    ids = read_order(raw, list(start), leave_out=question.leave_out)
    order = tuple(start[one] for one in ids)
    if [_class(key) for key in order] == [_class(key) for key in start.values()]:
        raise AnswerError("order", "Put the items in order first: nothing was moved yet.")
    return Parsed(order=order).model_dump(mode="json")


def grade(shown: JsonObject, secret: JsonObject, parsed: JsonObject) -> Outcome:
    """max(0, (C − D)/P − k/n): C of P constrained pairs are right, k distractors, n items.

    A missing item counts in D with every pair it is in. Each item is a part, scored by the share
    of its own pairs that are right, and so is each distractor that was used.
    """
    key = Secret.model_validate(secret)
    answer = Parsed.model_validate(parsed).order
    places = key.places(answer)
    found = agreement(key.rules, places)
    used = [one for one in answer if one in key.distractors]
    score = max(0.0, found.share - len(used) / len(key.order))
    missing = [place for place in range(len(key.order)) if place not in places]
    parts = [
        Part(key.order[place], _part_score(found.kept[place], found.constrained[place]), "", "")
        for place in places
    ]
    parts += [Part(key.order[place], 0.0, "", "") for place in missing]
    parts += [
        Part(one, 0.0, key.distractors[one].feedback, key.distractors[one].misconception)
        for one in used
    ]
    return Outcome(score, tuple(parts))


def reveal(
    shown: JsonObject, secret: JsonObject, parsed: JsonObject, outcome: Outcome, wire: Wire
) -> JsonObject:
    """The answer with what each item is to the next one, what is missing, and a right order.

    `next` is "follows", "gap", "swapped", "free" (see precedence.Neighbours) or "" where no other
    item follows; `one_order` says that the order shown is the only right one.
    """
    key = Secret.model_validate(secret)
    answer = Parsed.model_validate(parsed).order
    texts = {item.key: item.text for item in Shown.model_validate(shown).items}
    places = key.places(answer)
    to_next: list[str] = [
        neighbours(key.rules, one, following) for one, following in pairwise(places)
    ]
    relations = iter([*to_next, ""])
    entries: list[Json] = []
    for one in answer:
        said = key.distractors.get(one)
        entries.append(
            _line(wire, one, texts[one])
            | {
                "belongs": said is None,
                "next": next(relations) if said is None else "",
                "feedback": said.feedback if said else "",
            }
        )
    missing = [one for place, one in enumerate(key.order) if place not in places]
    return {
        "answer": entries,
        "missing": [_line(wire, one, texts[one]) for one in missing],
        "order": [_line(wire, one, texts[one]) for one in key.order],
        "one_order": _is_total(key),
        "explanation": key.explanation,
    }


def answer_key(shown: JsonObject, secret: JsonObject) -> AnswerKey:
    """A right order by its places, and what does not belong in it."""
    key = Secret.model_validate(secret)
    texts = {item.key: item.text for item in Shown.model_validate(shown).items}
    placed = [
        Foreseen(part=str(place), answer=texts[one], right=True)
        for place, one in enumerate(key.order, start=1)
    ]
    others = [
        Foreseen(
            "", texts[one], right=False, feedback=said.feedback, misconception=said.misconception
        )
        for one, said in key.distractors.items()
    ]
    return AnswerKey((*placed, *others), key.explanation, is_only=_is_total(key))


def _line(wire: Wire, key: str, text: str) -> JsonObject:
    return {"id": wire.id_of(key), "text": text}


def _part_score(kept: int, constrained: int) -> float:
    return kept / constrained if constrained else 1.0


def _is_total(key: Secret) -> bool:
    classes = [_class(one) for one in key.order]
    return key.rules == among_classes(total_order(len(classes)), classes)


def _class(key: str) -> str:
    return key.partition(".")[0]


def _keys(texts: Sequence[str]) -> list[str]:
    """A key that says what a text reads as, and which of its like it is."""
    seen: Counter[str] = Counter()
    keys = []
    for text in texts:
        name = blake2b(reads_as(text).encode(), digest_size=6).hexdigest()
        keys.append(f"{name}.{seen[name]}")
        seen[name] += 1
    return keys


def _starts(keys: Sequence[str], key: Secret) -> tuple[tuple[int, ...], ...]:
    at = {one: index for index, one in enumerate(keys)}
    found = starts(keys, key.rules, key.places)
    return tuple(tuple(at[one] for one in order) for order in found)
