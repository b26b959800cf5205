"""Questions about the memory that a KV cache takes up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.engine import IntArray, kv_cache_bytes
from attention.templates.bodies import Wording
from attention.templates.draws import Words, one_of
from attention.templates.numbers import NumberTemplate, Worked

MEBIBYTE = 2**20  # bytes

MODEL = "d_{\\text{model}}"

# Every key and every wrong value is a whole number of MiB for any choice of these.
LAYERS = (4, 8, 12, 16, 24, 32)
HEADS = (4, 8, 12, 16)
PER_HEAD = (64, 128)  # numbers in a key
WORDS = (1024, 2048, 4096, 8192)
NUMBER_BYTES = (2, 4)
CHOICES = (LAYERS, HEADS, PER_HEAD, WORDS, NUMBER_BYTES)


@dataclass(frozen=True)
class Cache:
    """What the size of a cache depends on, counts of shape (batch,)."""

    layers: IntArray
    heads: IntArray
    per_head: IntArray
    words: IntArray
    number_bytes: IntArray
    gives_model_size: bool = False  # instead of the numbers per head


class CacheBytes(NumberTemplate[Cache]):
    """The size of a KV cache in MiB; there are 384 different questions at each level."""

    name = "attention.cache_bytes"
    levels = 2
    draws = len(CHOICES)
    decimals = 0
    tolerance = "0"

    def given(self, words: Words, level: int) -> Cache:
        """A model of everyday size, and a text of 1024 to 8192 words.

        At level 2, what is known is the size of the model, and the size of a head follows.
        """
        layers, heads, per_head, texts, number_bytes = (
            one_of(words[:, place], choices) for place, choices in enumerate(CHOICES)
        )
        return Cache(layers, heads, per_head, texts, number_bytes, gives_model_size=level == 2)

    def worked(self, given: Cache) -> Worked:
        """The size, and that with queries, without values, of one layer, of one head, of n²."""
        in_all = kv_cache_bytes(
            given.layers, given.heads, given.per_head, given.words, given.number_bytes
        )
        size = in_all / MEBIBYTE
        return Worked(
            key=size,
            wrong={
                "cache-stores-queries": size * 3 / 2,
                "cache-stores-keys-only": size / 2,
                "cache-belongs-to-one-layer": size / given.layers,
                "cache-belongs-to-one-head": size / given.heads,
                "cache-grows-with-the-square": size / given.per_head * given.words,
            },
            sound=np.ones(len(size), dtype=np.bool_),
        )

    def wording(self, given: Cache, row: int, key: str) -> Wording:
        """A model and a text, and how large the cache is in the end."""
        layers, heads, per_head, words, number_bytes = (
            int(counts[row])
            for counts in (
                given.layers,
                given.heads,
                given.per_head,
                given.words,
                given.number_bytes,
            )
        )
        factors = f"{layers} \\cdot {heads} \\cdot {per_head} \\cdot {words} \\cdot {number_bytes}"
        in_all = kv_cache_bytes(layers, heads, per_head, words, number_bytes)
        sizes, first = f"A key has $d_k = {per_head}$ numbers, and so has a value.", ""
        if given.gives_model_size:
            model = heads * per_head
            sizes = f"The heads share out the ${MODEL} = {model}$ numbers of a word evenly."
            first = f"A head has $d_k = \\frac{{{model}}}{{{heads}}} = {per_head}$ numbers. "
        return Wording(
            situation=(
                f"A model has $L = {layers}$ layers with $h = {heads}$ heads each. {sizes} "
                "A number takes "
                f"$b = {number_bytes}$ bytes. The model keeps a KV cache and has read a text of "
                f"$n = {words}$ words."
            ),
            question="How large is the cache, in MiB? One MiB is $2^{20}$ bytes.",
            blank="The cache takes up [[answer]] MiB. One MiB is $2^{20}$ bytes.",
            label="size of the cache in MiB",
            feedback=_feedback(layers, heads, per_head, words, factors),
            explanation=(
                f"{first}A key and a value are kept for each word, in each head of each layer: "
                f"$2 \\cdot L \\cdot h \\cdot d_k \\cdot n \\cdot b = 2 \\cdot {factors} = "
                f"{in_all}$ bytes, and $\\frac{{{in_all}}}{{2^{{20}}}} = {key}$."
            ),
        )


def _feedback(layers: int, heads: int, per_head: int, words: int, factors: str) -> dict[str, str]:
    return {
        "cache-stores-queries": (
            f"This is $3 \\cdot {factors}$ bytes: it keeps queries as well. No later word asks "
            "for an old query, so only keys and values are kept."
        ),
        "cache-stores-keys-only": (
            f"This is ${factors}$ bytes, room for the keys only. The values of earlier words are "
            "blended again at every step, so they are kept too."
        ),
        "cache-belongs-to-one-layer": (
            f"This is the cache of a single layer. Each of the {layers} layers has keys and "
            "values of its own."
        ),
        "cache-belongs-to-one-head": (
            f"This is the cache of a single head in each layer. All {heads} heads have keys and "
            "values of their own."
        ),
        "cache-grows-with-the-square": (
            f"This has ${words} \\cdot {words}$ where ${per_head} \\cdot {words}$ belongs. The "
            f"scores form a square, but they are not kept; a word adds {per_head} numbers to the "
            f"keys of a head, however long the text is."
        ),
    }
