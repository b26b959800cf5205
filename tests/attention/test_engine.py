"""The engine agrees with loops and SciPy, keeps its invariances and hits the pinned values."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import pytest
import scipy.special
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attention import engine

moderate = st.floats(-30, 30, allow_nan=False)
score_rows = hnp.arrays(
    np.float64, st.tuples(st.integers(1, 3), st.integers(1, 6)), elements=moderate
)


def loop_attention(
    queries: npt.NDArray[np.float64],
    keys: npt.NDArray[np.float64],
    values: npt.NDArray[np.float64],
    mask: npt.NDArray[np.bool_],
) -> list[list[float]]:
    """Reference written with loops and math only; rows of the output."""
    rows = []
    for i, q in enumerate(queries):
        exponentials = []
        for j, k in enumerate(keys):
            score = math.fsum(a * b for a, b in zip(q, k, strict=True)) / math.sqrt(len(q))
            exponentials.append(math.exp(score) if mask[i][j] else 0.0)
        total = math.fsum(exponentials)
        rows.append(
            [
                math.fsum(e / total * v[c] for e, v in zip(exponentials, values, strict=True))
                for c in range(values.shape[1])
            ]
        )
    return rows


Problem = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.float64]]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    n, d, e = draw(st.integers(1, 5)), draw(st.integers(1, 4)), draw(st.integers(1, 3))
    small = st.floats(-3, 3, allow_nan=False)
    return (
        draw(hnp.arrays(np.float64, (n, d), elements=small)),
        draw(hnp.arrays(np.float64, (n, d), elements=small)),
        draw(hnp.arrays(np.float64, (n, e), elements=small)),
    )


@settings(max_examples=60)
@given(score_rows)
def test_softmax_agrees_with_scipy(scores: npt.NDArray[np.float64]) -> None:
    for axis in (0, 1):
        np.testing.assert_allclose(
            engine.softmax(scores, axis=axis),
            scipy.special.softmax(scores, axis=axis),
            rtol=1e-12,
            atol=1e-300,
        )


@settings(max_examples=60)
@given(score_rows, moderate)
def test_adding_a_constant_to_all_scores_changes_no_weight(
    scores: npt.NDArray[np.float64], shift: float
) -> None:
    np.testing.assert_allclose(
        engine.softmax(scores + shift), engine.softmax(scores), rtol=1e-11, atol=1e-300
    )


@settings(max_examples=60)
@given(problems())
def test_attention_agrees_with_plain_loops_with_and_without_a_mask(problem: Problem) -> None:
    n = len(problem[0])
    for mask in (np.ones((n, n), dtype=np.bool_), engine.causal_mask(n)):
        output = engine.attention(*problem, mask)[2]
        np.testing.assert_allclose(output, loop_attention(*problem, mask), rtol=1e-9, atol=1e-12)


@settings(max_examples=60)
@given(problems(), st.data())
def test_permuting_the_keys_permutes_the_weights_and_keeps_the_output(
    problem: Problem, data: st.DataObject
) -> None:
    q, k, v = problem
    order = data.draw(st.permutations(range(len(k))))
    _, weights, output = engine.attention(q, k, v)
    _, moved_weights, moved_output = engine.attention(q, k[order], v[order])
    np.testing.assert_allclose(moved_weights, weights[:, order], rtol=1e-10, atol=1e-300)
    np.testing.assert_allclose(moved_output, output, rtol=1e-9, atol=1e-12)


@settings(max_examples=60)
@given(problems())
def test_a_causal_row_never_sees_the_future(problem: Problem) -> None:
    q, k, v = problem
    mask = engine.causal_mask(len(q))
    scores, weights, output = engine.attention(q, k, v, mask)
    assert (weights[~mask] == 0).all()
    assert np.isneginf(scores[~mask]).all()
    changed = k.copy(), v.copy()
    for array in changed:
        array[-1] += 7
    np.testing.assert_array_equal(engine.attention(q, *changed, mask)[2][:-1], output[:-1])


@settings(max_examples=60)
@given(problems())
def test_one_query_at_a_time_over_cached_keys_gives_the_same_output(problem: Problem) -> None:
    q, k, v = problem
    whole = engine.attention(q, k, v, engine.causal_mask(len(q)))[2]
    for i in range(len(q)):
        step = engine.attention(q[i : i + 1], k[: i + 1], v[: i + 1])[2]
        np.testing.assert_allclose(step[0], whole[i], rtol=1e-9, atol=1e-12)


def test_a_batch_gives_what_its_members_give_alone() -> None:
    rng = np.random.default_rng(4)
    q, k, v = rng.normal(size=(3, 7, 4, 2))
    together = engine.attention(q, k, v, engine.causal_mask(4))
    for b in range(7):
        alone = engine.attention(q[b], k[b], v[b], engine.causal_mask(4))
        for many, one in zip(together, alone, strict=True):
            np.testing.assert_allclose(many[b], one, rtol=1e-12)


def test_large_scores_do_not_overflow() -> None:
    np.testing.assert_allclose(engine.softmax([1000.0, 999.0]), [0.731059, 0.268941], atol=1e-6)


@pytest.mark.parametrize(
    "scores", [[-np.inf, -np.inf], [np.nan, 0.0], [np.inf, 0.0]], ids=["hidden", "nan", "infinite"]
)
def test_scores_without_weights_are_refused(scores: list[float]) -> None:
    with pytest.raises(ValueError, match="largest score"):
        engine.softmax(scores)


def test_vectors_of_different_lengths_are_refused_instead_of_broadcast() -> None:
    with pytest.raises(ValueError, match="do not match"):
        engine.dot([1.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="do not match"):
        engine.scaled_scores([[1.0]], [[1.0, 2.0]])


@pytest.mark.parametrize(("prompt", "generate"), [(0, 3), (3, 0), (-1, 2)])
def test_a_trace_needs_a_prompt_and_a_generated_word(prompt: int, generate: int) -> None:
    with pytest.raises(ValueError, match="at least one word"):
        engine.kv_cache_trace(prompt, generate)


# Golden values of the design. Comparisons allow half a unit in the last printed place.


def near(actual: npt.NDArray[np.float64], expected: list[float], places: int = 3) -> None:
    np.testing.assert_allclose(actual, expected, rtol=0, atol=0.5001 * 10**-places)


def test_golden_weights_of_three_scaled_scores_and_their_wrong_turns() -> None:
    raw, root = np.array([6.0, 3.0, -3.0]), 3.0
    # A query (1, 0, …) of nine numbers meets keys whose first number is the score.
    query, keys = np.eye(1, 9), np.zeros((3, 9))
    keys[:, 0] = raw
    scores, weights, _ = engine.attention(query, keys, keys)
    near(scores[0], [2, 1, -1])
    near(weights[0], [0.705, 0.259, 0.035])
    near(engine.softmax(raw), [0.952, 0.047, 0.000])
    near(engine.softmax(raw / 9), [0.480, 0.344, 0.176])
    near(raw / raw.sum(), [1, 0.5, -0.5])
    near(engine.softmax(raw) / root, [0.317, 0.016, 0.000])


def test_golden_blend_of_values() -> None:
    values = np.array([[4.0, 0.0], [0.0, 2.0], [10.0, 10.0]])
    keys = np.array([[2.0], [1.0], [-1.0]])
    _, weights, output = engine.attention([[1.0]], keys, values)
    near(output[0], [3.17, 0.87], places=2)
    np.testing.assert_array_equal(values[weights[0].argmax()], [4, 0])
    near(values.mean(axis=0), [4.67, 4.0], places=2)


def test_golden_causal_row_and_the_masked_score_of_zero() -> None:
    scores = np.array([[2.0, 1.0, -1.0]] * 3)
    weights = engine.softmax(engine.masked(scores, engine.causal_mask(3)))
    near(weights[1], [0.731, 0.269, 0])
    near(engine.softmax(np.where(engine.causal_mask(3), scores, 0.0))[1], [0.665, 0.245, 0.090])


def test_golden_cell_of_a_matrix_by_row_by_column_and_as_a_whole() -> None:
    matrix = np.array([[2.0, 1.0, -1.0], [0.0, 1.0, 2.0], [1.0, 1.0, 0.0]])
    near(engine.softmax(matrix)[0, 2], [0.035])
    near(engine.softmax(matrix, axis=0)[0, 2], [0.042])
    near(engine.softmax(matrix.ravel())[2], [0.013])


def test_golden_dot_product_and_its_wrong_turns() -> None:
    q, k, v = np.array([2.0, 1.0]), np.array([1.0, 3.0]), np.array([4.0, -2.0])
    assert engine.dot(q, k) == 5
    assert engine.dot(q, v) == 6
    assert q.sum() + k.sum() == 7
    assert engine.dot(q, q) == 5


def test_golden_doubled_query() -> None:
    near(engine.softmax([1.0, 0.0])[0], [0.731])
    near(engine.softmax([2.0, 0.0])[0], [0.881])


def test_golden_cache_of_a_prompt_of_ten_and_four_generated_words() -> None:
    trace = engine.kv_cache_trace(10, 4)
    assert trace.with_cache.tolist() == [10, 1, 1, 1]
    assert trace.without_cache.tolist() == [10, 11, 12, 13]
    assert trace.with_cache.sum() == 13
    assert trace.without_cache.sum() == 46


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(1, 50), st.integers(1, 20)), min_size=1, max_size=6))
def test_cache_totals_match_their_closed_forms(sizes: list[tuple[int, int]]) -> None:
    p, g = np.array(sizes).T
    trace = engine.kv_cache_trace(p, g)
    np.testing.assert_array_equal(trace.with_cache.sum(axis=-1), p + g - 1)
    np.testing.assert_array_equal(trace.without_cache.sum(axis=-1), g * p + g * (g - 1) // 2)
