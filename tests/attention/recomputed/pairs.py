"""The score of one word with another, once more."""

from __future__ import annotations

import re

from tests.attention.recomputed.base import Number, Recomputed, place_of


def pair_score(prompt: str) -> Recomputed:
    rows = re.findall(r"\| \w+ \| \$\(([^)]*)\)\$ \| \$\(([^)]*)\)\$ \|", prompt)
    queries, keys = ([[int(n) for n in row[at].split(",")] for row in rows] for at in (0, 1))
    asking, asked = (
        place_of(ordinal) if ordinal else None
        for ordinal in re.findall(
            r"much the (\w+) word attends to (?:the (\w+) word|them)", prompt
        )[0]
    )
    assert asking is not None

    def product(a: list[int], b: list[int]) -> int:
        return sum(x * y for x, y in zip(a, b, strict=True))

    mine, my_key = queries[asking], keys[asking]
    ranked = tuple(product(mine, key) for key in keys)
    if asked is None:  # an ordering asks about all of them
        return Recomputed(max(ranked), {}, 0, ranked=ranked)
    theirs, their_key = queries[asked], keys[asked]
    wrong: dict[str, Number | None] = {
        "score-goes-the-other-way": product(theirs, my_key),
        "score-compares-two-queries": product(mine, theirs),
        "score-compares-two-keys": product(my_key, their_key),
        "score-stays-with-the-asking-word": ranked[asking],
    }
    slips: dict[str, Number] = {
        "score-drops-the-signs": product([abs(n) for n in mine], [abs(n) for n in their_key]),
        "score-is-the-first-product": mine[0] * their_key[0],
    }
    return Recomputed(ranked[asked], wrong, 0, slips, ranked)


RECOMPUTED = {"attention.pair_score": pair_score}
