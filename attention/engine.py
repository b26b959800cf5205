"""Every number of this subject: scores, weights, blends and the work a cache saves.

All functions are batch-first (any leading axes), compute in float64 and never change their
arguments. Source of the formulas: Vaswani et al. 2017, "Attention is all you need", sections 3.2.1
and 3.2.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


def dot(a: npt.ArrayLike, b: npt.ArrayLike) -> FloatArray:
    """Dot product over the last axis: (…, d) and (…, d) -> (…), with broadcasting."""
    left, right = _floats(a), _floats(b)
    if left.shape[-1] != right.shape[-1]:
        raise ValueError(f"vectors of {left.shape[-1]} and {right.shape[-1]} numbers do not match")
    product: FloatArray = (left * right).sum(axis=-1)
    return product


def scaled_scores(queries: npt.ArrayLike, keys: npt.ArrayLike) -> FloatArray:
    """Scores q·k/√d of every query against every key: (…, n, d) and (…, m, d) -> (…, n, m)."""
    q, k = _floats(queries), _floats(keys)
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"queries of {q.shape[-1]} and keys of {k.shape[-1]} numbers do not match")
    products: FloatArray = q @ np.swapaxes(k, -1, -2)
    scores: FloatArray = products / root(q.shape[-1])
    return scores


def root(numbers: npt.ArrayLike) -> FloatArray:
    """The divisor √d of a score, for counts d of numbers in a key, shapes (…)."""
    divisor: FloatArray = np.sqrt(np.asarray(numbers, dtype=np.float64))
    return divisor


def score_count(words: npt.ArrayLike) -> IntArray:
    """Scores that all words of a text make with one another, n², for counts of shapes (…)."""
    count: IntArray = np.asarray(words, dtype=np.int64) ** 2
    return count


def softmax(scores: npt.ArrayLike, axis: int = -1) -> FloatArray:
    """Weights e^s / Σe^s along `axis`; same shape as `scores`, each slice adds up to 1.

    The largest score is subtracted first, so large scores do not overflow. A score of −∞ gets the
    weight 0. Raises ValueError where a whole slice is −∞ or a score is NaN or +∞: no weights exist.
    """
    s = _floats(scores)
    top = s.max(axis=axis, keepdims=True)
    if not np.isfinite(top).all():
        raise ValueError("every slice needs a largest score that is finite")
    exponentials = np.exp(s - top)
    weights: FloatArray = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return weights


def causal_mask(size: int) -> BoolArray:
    """Mask (size, size), true where position i (row) may look at position j (column): j ≤ i."""
    mask: BoolArray = np.tri(size, dtype=np.bool_)
    return mask


def masked(scores: npt.ArrayLike, mask: npt.ArrayLike) -> FloatArray:
    """Scores with −∞ wherever `mask` (true = visible; broadcast to the scores) is false."""
    hidden: FloatArray = np.where(np.asarray(mask, dtype=np.bool_), _floats(scores), -np.inf)
    return hidden


def attention(
    queries: npt.ArrayLike,
    keys: npt.ArrayLike,
    values: npt.ArrayLike,
    mask: npt.ArrayLike | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Scaled dot-product attention: (scores, weights, output).

    Shapes: queries (…, n, d), keys (…, m, d), values (…, m, e), mask (…, n, m) with true = visible.
    Returns scores (…, n, m), −∞ where hidden; weights (…, n, m), rows adding up to 1; output
    (…, n, e). Raises ValueError if a row of the mask hides every key.
    """
    scores = scaled_scores(queries, keys)
    if mask is not None:
        scores = masked(scores, mask)
    weights = softmax(scores)
    return scores, weights, blend(weights, values)


def blend(weights: npt.ArrayLike, values: npt.ArrayLike) -> FloatArray:
    """Values added up by weight: (…, n, m) and (…, m, e) -> (…, n, e)."""
    output: FloatArray = _floats(weights) @ _floats(values)
    return output


def head_size(model_size: npt.ArrayLike, heads: npt.ArrayLike) -> IntArray:
    """Numbers per head, d_k = d_model / h, for counts of shapes (…) that broadcast.

    Raises ValueError where the heads do not share out the model's numbers evenly.
    """
    size, count = np.broadcast_arrays(
        np.asarray(model_size, dtype=np.int64), np.asarray(heads, dtype=np.int64)
    )
    if (count < 1).any() or (size < 1).any() or (size % count).any():
        raise ValueError("the numbers of a model are shared out evenly over at least one head")
    per_head: IntArray = size // count
    return per_head


def multi_head(
    queries: npt.ArrayLike,
    keys: npt.ArrayLike,
    values: npt.ArrayLike,
    heads: int,
    mask: npt.ArrayLike | None = None,
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Attention in `heads` heads side by side, before the last projection.

    Queries (…, n, d), keys (…, m, d) and values (…, m, e) are cut into `heads` equal slices of
    their last axis. Returns scores and weights (…, heads, n, m), and the heads' outputs next to
    one another, (…, n, e). `mask` (…, n, m) is the same for every head. Raises ValueError where d
    or e cannot be cut evenly, or a row of the mask hides every key.
    """
    q, k, v = (_split(_floats(rows), heads) for rows in (queries, keys, values))
    over_heads = None if mask is None else np.asarray(mask, dtype=np.bool_)[..., None, :, :]
    scores, weights, output = attention(q, k, v, over_heads)
    side_by_side = np.moveaxis(output, -3, -2)
    joined: FloatArray = side_by_side.reshape(*side_by_side.shape[:-2], -1)
    return scores, weights, joined


def _split(rows: FloatArray, heads: int) -> FloatArray:
    """Slices of the last axis as an axis of their own: (…, n, d) -> (…, heads, n, d / heads)."""
    per_head = int(head_size(rows.shape[-1], heads))
    slices: FloatArray = np.moveaxis(rows.reshape(*rows.shape[:-1], heads, per_head), -2, -3)
    return slices


@dataclass(frozen=True)
class CacheTrace:
    """Rows of K (and just as many of V) computed at each step, shapes (…, steps).

    A step chooses one new word. Where the batch mixes lengths, steps past a text's end hold 0.
    """

    without_cache: IntArray
    with_cache: IntArray


def kv_cache_trace(prompt: npt.ArrayLike, generate: npt.ArrayLike) -> CacheTrace:
    """Rows of K computed per generated word, for one head of one layer.

    `prompt` and `generate` are counts of words, at least 1 each, shapes (…) that broadcast.
    Without a cache, step t (from 1) computes the keys of all prompt + t − 1 words so far; with one,
    the first step computes the prompt's keys and each later step only that of the newest word.
    The last generated word is never looked at, so its key is not computed. Raises ValueError for
    counts below 1.
    """
    p, g = np.broadcast_arrays(
        np.asarray(prompt, dtype=np.int64), np.asarray(generate, dtype=np.int64)
    )
    if (p < 1).any() or (g < 1).any():
        raise ValueError("prompt and generated text have at least one word each")
    step = np.arange(int(g.max()), dtype=np.int64)
    running = step < g[..., None]
    without: IntArray = np.where(running, p[..., None] + step, 0)
    cached: IntArray = np.where(running, np.where(step == 0, p[..., None], 1), 0)
    return CacheTrace(without_cache=without, with_cache=cached)


def kv_cache_bytes(
    layers: npt.ArrayLike,
    heads: npt.ArrayLike,
    per_head: npt.ArrayLike,
    words: npt.ArrayLike,
    number_bytes: npt.ArrayLike,
) -> IntArray:
    """Bytes that the keys and values of a text take up: 2 · layers · heads · d_k · words · bytes.

    All five are counts of at least 1, of shapes (…) that broadcast; `per_head` is d_k, the numbers
    in one key (and in one value), and `number_bytes` what one number takes. Raises ValueError for
    counts below 1.
    """
    counts = [
        np.asarray(count, dtype=np.int64)
        for count in (layers, heads, per_head, words, number_bytes)
    ]
    if any((count < 1).any() for count in counts):
        raise ValueError("a cache has at least one of everything that it counts")
    in_all: IntArray = 2 * counts[0] * counts[1] * counts[2] * counts[3] * counts[4]
    return in_all


def _floats(values: npt.ArrayLike) -> FloatArray:
    """The values as a float64 array with at least one axis; lists and integers are fine."""
    array: FloatArray = np.atleast_1d(np.asarray(values, dtype=np.float64))
    return array
