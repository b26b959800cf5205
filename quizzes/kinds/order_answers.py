"""Reading the two forms of an ordering answer: a list of ids, or a position typed for each id."""

from collections.abc import Sequence

from quizzes.kinds.answers import only_field
from quizzes.kinds.base import AnswerError
from quizzes.text import fold

_UNKNOWN = "This question has no such item."
_UNANSWERED = "Put the items in order first."


def read_order(raw: object, ids: Sequence[str], *, leave_out: bool) -> list[str]:
    """The ids in the order of the answer; raises AnswerError.

    `ids` are those of the items as they stand on the page. `leave_out` allows an answer without
    some of them.
    """
    if isinstance(raw, dict) and "positions" in raw:
        return _by_position(only_field(raw, "positions"), ids, leave_out=leave_out)
    return _listed(only_field(raw, "order"), ids, leave_out=leave_out)


def _listed(order: object, ids: Sequence[str], *, leave_out: bool) -> list[str]:
    if not isinstance(order, list):
        raise AnswerError("order", "Send a list with the ids of the items in your order.")
    if not order:
        raise AnswerError("order", _UNANSWERED)
    listed = [one for one in order if isinstance(one, str) and one in ids]
    if len(listed) < len(order):
        raise AnswerError("order", _UNKNOWN)
    if len(set(listed)) < len(listed):
        raise AnswerError("order", "Put each item in one place: one of them is there twice.")
    if len(listed) < len(ids) and not leave_out:
        missing = ", ".join(str(at) for at, one in enumerate(ids, start=1) if one not in listed)
        raise AnswerError("order", f"Put every item in order; missing from the list: {missing}.")
    return listed


def _by_position(typed: object, ids: Sequence[str], *, leave_out: bool) -> list[str]:
    if not isinstance(typed, dict):
        raise AnswerError("positions", "Send the position of each item under its id.")
    if not set(typed) <= set(ids):
        raise AnswerError("positions", _UNKNOWN)
    holders: dict[int, str] = {}
    for at, one in enumerate(ids, start=1):
        position = _position(typed.get(one, ""), one, at, len(ids))
        if position is None and not leave_out:
            raise AnswerError(f"positions.{one}", f"Item {at} of the list has no position yet.")
        if position in holders:
            first = ids.index(holders[position]) + 1
            message = f"Items {first} and {at} of the list both have position {position}."
            raise AnswerError(f"positions.{one}", message)
        if position is not None:
            holders[position] = one
    if not holders:
        raise AnswerError("positions", _UNANSWERED)
    return [holders[position] for position in sorted(holders)]


def _position(typed: object, one: str, at: int, count: int) -> int | None:
    """The whole number that was typed for the item at that place of the page; None for nothing."""
    field = f"positions.{one}"
    if not isinstance(typed, str):
        raise AnswerError(field, "Send each position as text, as it was typed.")
    digits = fold(typed)
    if not digits:
        return None
    if digits.isdecimal() and len(digits) <= 3 and 1 <= int(digits) <= count:
        return int(digits)
    message = f"Write a whole number from 1 to {count} as the position of item {at} of the list."
    raise AnswerError(field, message)
