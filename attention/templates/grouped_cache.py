"""Questions about a cache whose keys and values several heads share."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray, kv_cache_bytes
from attention.templates.bodies import Wording
from attention.templates.draws import Words, one_of, whole_numbers
from attention.templates.numbers import NumberTemplate, Worked
from attention.templates.solutions import Solution, Spoiled

GROUPS = (2, 3, 4, 8)
IN_GROUP = (2, 3, 4, 6, 8)  # heads
PER_HEAD = (16, 32, 64, 128)  # numbers in a key
HUNDREDS = (1, 9)  # of words
LAYERS = (4, 6, 8, 12, 16)  # at level 2


@dataclass(frozen=True)
class GroupedCache:
    """What the size of a cache depends on, counts of shape (batch,); groups share heads evenly."""

    layers: IntArray
    heads: IntArray
    groups: IntArray
    per_head: IntArray
    words: IntArray


class GroupedCacheSize(NumberTemplate[GroupedCache]):
    """Numbers in a KV cache where each group of heads shares its keys and values."""

    name = "attention.grouped_cache"
    levels = 2
    draws = 5
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> GroupedCache:
        """One layer of 2 to 8 groups of 2 to 8 heads; at level 2, several layers."""
        groups = one_of(words[:, 0], GROUPS)
        layers = np.ones_like(groups) if level == 1 else one_of(words[:, 4], LAYERS)
        return GroupedCache(
            layers=layers,
            heads=groups * one_of(words[:, 1], IN_GROUP),
            groups=groups,
            per_head=one_of(words[:, 2], PER_HEAD),
            words=100 * whole_numbers(words[:, 3], *HUNDREDS),
        )

    def worked(self, given: GroupedCache) -> Worked:
        """2 · g · d_k · n a layer, and what comes of other lists that are kept, or other counts."""
        in_all = kv_cache_bytes(given.layers, given.groups, given.per_head, given.words, 1).astype(
            float
        )
        heads, groups = given.heads.astype(float), given.groups.astype(float)
        per_group = in_all / groups
        return Worked(
            key=in_all,
            wrong={
                "grouped-heads-keep-their-own": per_group * heads,
                "cache-stores-keys-only": in_all / 2,
                "groups-are-counted-by-their-size": per_group * heads / groups,
                "cache-stores-queries": in_all + per_group * heads / 2,
                "cache-belongs-to-one-layer": np.where(
                    given.layers > 1, in_all / given.layers, np.nan
                ),
                "grouped-heads-share-one-key": per_group,
            },
            sound=np.ones(len(in_all), dtype=np.bool_),
        )

    def wording(self, given: GroupedCache, row: int, key: str) -> Wording:
        """A model with grouped heads has read a text; the numbers in its cache are counted."""
        layers, heads, groups, per_head, words = _counts(given, row)
        where, whole = "An attention layer has", ""
        one_layer = 2 * groups * per_head * words
        factors = f"2 \\cdot {groups} \\cdot {per_head} \\cdot {words}"
        if layers > 1:
            where = f"A model has $L = {layers}$ attention layers, each with"
            whole = f" All layers keep ${layers} \\cdot {one_layer} = {key}$."
        return Wording(
            situation=(
                f"{where} $h = {heads}$ heads, divided into $g = {groups}$ groups. Each head "
                "makes queries of its own, but the heads of a group share their keys and values. "
                f"A key has $d_k = {per_head}$ numbers, and so has a value. The KV cache holds a "
                f"text of $n = {words}$ words. A calculator is welcome."
            ),
            question="How many numbers does the cache hold in all?",
            blank="In all, the cache holds [[answer]] numbers.",
            label="numbers in the cache",
            feedback=_feedback(layers, heads, groups),
            explanation=(
                "Each group keeps one key and one value for each word, whatever the number of "
                f"heads that use them: $2 \\cdot g \\cdot d_k \\cdot n = {factors} = {one_layer}$ "
                f"numbers in a layer.{whole} With keys and values for each head, it would be "
                f"{heads // groups} times as many."
            ),
        )

    def solution(self, given: GroupedCache, row: int) -> Solution:
        """The numbers in the keys of a word, those in its values, all words, all layers."""
        counts = _counts(given, row)
        layers, heads, groups, *_ = counts
        told = _feedback(layers, heads, groups) | {"cache-grows-with-the-square": _SQUARE}
        slips = [
            "grouped-heads-keep-their-own",
            "grouped-heads-share-one-key",
            "groups-are-counted-by-their-size",
            "cache-stores-keys-only",
            "cache-stores-queries",
            "cache-grows-with-the-square",
            *(["cache-belongs-to-one-layer"] if layers > 1 else []),
        ]
        return Solution(
            _lines(*counts, ""),
            tuple(Spoiled(slug, _lines(*counts, slug), told[slug]) for slug in slips),
        )


def _counts(given: GroupedCache, row: int) -> tuple[int, int, int, int, int]:
    """Layers, heads, groups, numbers per key and words of one row."""
    counts = (given.layers, given.heads, given.groups, given.per_head, given.words)
    layers, heads, groups, per_head, words = (int(count[row]) for count in counts)
    return layers, heads, groups, per_head, words


def _lines(
    layers: int, heads: int, groups: int, per_head: int, words: int, slip: str
) -> tuple[str, ...]:
    """The lines of a solution, with one mistake or ("") none."""
    keys = {
        "grouped-heads-keep-their-own": heads,
        "grouped-heads-share-one-key": 1,
        "groups-are-counted-by-their-size": heads // groups,
    }.get(slip, groups)
    of_keys = keys * per_head
    both, values = 2 * of_keys, f"The values take up as many: $2 \\cdot {of_keys} = {2 * of_keys}$."
    if slip == "cache-stores-keys-only":
        both, values = of_keys, f"The values are not kept, so it stays ${of_keys}$."
    elif slip == "cache-stores-queries":
        both = 2 * of_keys + heads * per_head
        values = (
            f"The values take up as many, and the queries of all heads are kept as well: "
            f"$2 \\cdot {of_keys} + {heads} \\cdot {per_head} = {both}$."
        )
    by = f"{words} \\cdot {words}" if slip == "cache-grows-with-the-square" else f"{words}"
    total = both * words * (words if slip == "cache-grows-with-the-square" else 1)
    lines = (
        f"The keys of a word in one layer take up ${keys} \\cdot {per_head} = {of_keys}$ numbers.",
        values,
        f"All {words} words take up ${by} \\cdot {both} = {total}$.",
    )
    if layers == 1:
        return lines
    if slip == "cache-belongs-to-one-layer":
        return (*lines, f"All {layers} layers use the same cache, so it stays ${total}$.")
    return (*lines, f"In {layers} layers, that makes ${layers} \\cdot {total} = {layers * total}$.")


_SQUARE = (
    "It counts every pair of words. The scores form a square, but what is kept are the keys and "
    "values, one of each for a word in a group."
)


def _feedback(layers: int, heads: int, groups: int) -> dict[str, str]:
    size = heads // groups
    return {
        "grouped-heads-keep-their-own": (
            f"This keeps a key and a value for each of the {heads} heads. The {size} heads of a "
            f"group share theirs, so only {groups} of each are kept."
        ),
        "cache-stores-keys-only": (
            "This makes room for the keys only. The values of earlier words are blended again at "
            "every step, so they are kept too."
        ),
        "groups-are-counted-by-their-size": (
            f"This divides the heads by the groups: $\\frac{{{heads}}}{{{groups}}} = {size}$. That "
            f"is how many heads share a key. There is one key for each of the {groups} groups."
        ),
        "cache-stores-queries": (
            f"This keeps the queries of the {heads} heads as well. No later word asks for an old "
            "query, so only keys and values are kept."
        ),
        "cache-belongs-to-one-layer": (
            f"This is the cache of a single layer. Each of the {layers} layers has keys and values "
            "of its own."
        ),
        "grouped-heads-share-one-key": (
            f"This keeps one key and one value for all heads of a layer. Each of the {groups} "
            "groups has its own."
        ),
    }
