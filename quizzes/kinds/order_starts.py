"""Orders in which an ordering question may first stand on a page: wrong, and not nearly right."""

from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice

from quizzes.kinds.precedence import Before, agreement
from quizzes.kinds.wire import Wire

STARTS = 48
# So many are looked at where most orders that the rules leave are nearly right.
CANDIDATES = 240

Places = Callable[[Sequence[str]], list[int]]


def starts(keys: Sequence[str], rules: Before, places: Places) -> list[tuple[str, ...]]:
    """Up to 48 different orders of the keys, none of them a solution.

    `places` returns the items of an order by their places in the right one, without distractors:
    taking those out solves nothing. Nor does exchanging two items, wherever the rules leave orders
    of which that is true: a single rule can always be kept by one exchange.
    """
    far: dict[tuple[str, ...], None] = {}
    near: dict[tuple[str, ...], None] = {}
    for order in _wrong_orders(keys, rules, places):
        (near if is_one_swap_away(rules, places(order)) else far)[order] = None
        if len(far) == STARTS:
            break
    return list(far or near)[:STARTS]


def is_one_swap_away(rules: Before, order: Sequence[int]) -> bool:
    """Whether exchanging two items solves a wrong order, in O(n³).

    That has to put the first wrong pair right, so one of that pair is exchanged.
    """
    for item in _wrong_pair(rules, order):
        for other in order:
            exchanged = {item: other, other: item}
            if _is_solved(rules, [exchanged.get(one, one) for one in order]):
                return True
    return False


def _wrong_orders(keys: Sequence[str], rules: Before, places: Places) -> Iterator[tuple[str, ...]]:
    """Orders in which some pair is the wrong way round.

    The reverse of a solution is one, so there are at least as many as solutions.
    """
    orders = (tuple(Wire(number).shuffled(keys)) for number in count())
    wrong = (order for order in orders if not _is_solved(rules, places(order)))
    return islice(wrong, CANDIDATES)


def _is_solved(rules: Before, order: Sequence[int]) -> bool:
    return agreement(rules, order).share == 1


def _wrong_pair(rules: Before, order: Sequence[int]) -> tuple[int, int]:
    at = {place: index for index, place in enumerate(order)}
    return next(
        (earlier, later)
        for later, found in enumerate(rules)
        for earlier in found
        if at[earlier] > at[later]
    )
