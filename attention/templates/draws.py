"""Random words from seeds, and whole numbers from random words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from attention.engine import IntArray

Words = npt.NDArray[np.uint64]


def raw_words(seeds: Sequence[int], count: int) -> Words:
    """`count` random 64-bit words for each seed, shape (seeds, count).

    NumPy promises the stream of raw words for all time, and of nothing that is built on it.
    """
    words: Words = np.empty((len(seeds), count), dtype=np.uint64)
    for row, seed in enumerate(seeds):
        words[row] = np.random.PCG64(seed).random_raw(count)
    return words


def whole_numbers(words: Words, low: int | IntArray, high: int | IntArray) -> IntArray:
    """Whole numbers from low to high, both included, one per word and all but equally likely."""
    span = np.asarray(high, dtype=np.int64) - low + 1
    numbers: IntArray = ((words >> np.uint64(32)).astype(np.int64) * span >> 32) + low
    return numbers


def signed_digits(words: Words, largest: int) -> IntArray:
    """Whole numbers from −largest to largest without 0, one per word."""
    size = whole_numbers(words, 1, 2 * largest)
    digits: IntArray = np.where(size > largest, largest - size, size)
    return digits


def one_of(words: Words, choices: Sequence[int]) -> IntArray:
    """One of some whole numbers per word, all but equally likely."""
    chosen: IntArray = np.array(choices, dtype=np.int64)[whole_numbers(words, 0, len(choices) - 1)]
    return chosen
