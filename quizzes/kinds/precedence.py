"""Which items must come before which, and how far an order keeps to that."""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

# For every item, by its place in the authored order, the places of those that must come before it.
Before = tuple[frozenset[int], ...]

# What one item of an answer is to the next one: they belong side by side; the right way round, but
# something belongs in between; the wrong way round; or they may stand either way.
Neighbours = Literal["follows", "gap", "swapped", "free"]


def total_order(count: int) -> Before:
    """Everything that stands earlier comes before."""
    return tuple(frozenset(range(place)) for place in range(count))


def closure(after: Sequence[Collection[int]]) -> Before:
    """The transitive closure of direct rules, each of which names earlier places only."""
    before: list[frozenset[int]] = []
    for direct in after:
        before.append(frozenset(direct).union(*(before[place] for place in direct)))
    return tuple(before)


def among_classes(before: Before, classes: Sequence[Hashable]) -> Before:
    """The same without the pairs of one class: nobody can tell those apart."""
    return tuple(
        frozenset(earlier for earlier in found if classes[earlier] != classes[place])
        for place, found in enumerate(before)
    )


def unequal_twins(before: Before, classes: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of one class of which the earlier one could not always be taken for the first.

    Without such pairs, the first of a class in an answer may be taken for the first in the right
    order and so on: exchanging two of them never makes more pairs concordant.
    """
    count = len(classes)
    later = [
        frozenset(place for place in range(count) if one in before[place]) for one in range(count)
    ]
    first: dict[Hashable, int] = {}
    found = []
    for place, name in enumerate(classes):
        twin = first.get(name)
        if twin is not None and not (
            before[twin] <= before[place] | {place} and later[place] <= later[twin] | {twin}
        ):
            found.append((twin, place))
        first[name] = place
    return found


@dataclass(frozen=True)
class Agreement:
    """How many constrained pairs there are, and how many of them an order has the right way round.

    `kept` and `constrained` count for each item the pairs it is in; a pair with a missing item is
    not kept.
    """

    kept: tuple[int, ...]
    constrained: tuple[int, ...]

    @property
    def pairs(self) -> int:
        """All constrained pairs, P."""
        return sum(self.constrained) // 2

    @property
    def share(self) -> float:
        """(C − D)/P with the C kept pairs and the D others, between -1 and 1."""
        return (sum(self.kept) - self.pairs) / self.pairs


def agreement(before: Before, order: Sequence[int]) -> Agreement:
    """Compare an order of (some of) the items with the rules, in O(n²)."""
    position = {place: at for at, place in enumerate(order)}
    nowhere = len(order)
    kept, constrained = [0] * len(before), [0] * len(before)
    for later, earlier_ones in enumerate(before):
        for earlier in earlier_ones:
            is_kept = position.get(earlier, nowhere) < position.get(later, -1)
            for place in (earlier, later):
                constrained[place] += 1
                kept[place] += is_kept
    return Agreement(tuple(kept), tuple(constrained))


def neighbours(before: Before, one: int, following: int) -> Neighbours:
    """What the item is to the one that follows it in an answer, in O(n)."""

    def something_between(low: int, high: int) -> bool:
        return any(low in before[place] for place in before[high])

    if something_between(one, following):
        return "gap"
    if one in before[following]:
        return "follows"
    if following in before[one] or something_between(following, one):
        return "swapped"
    return "free"
