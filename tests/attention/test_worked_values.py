"""The templates compute the values that are pinned for them, right and wrong."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from attention import engine
from attention.templates.blending import Blend, OutputCoordinate
from attention.templates.cache import CachedKeys, Lengths
from attention.templates.concatenation import ConcatenatedEntry, Outputs
from attention.templates.full_steps import FullStep, Step
from attention.templates.grouped_cache import GroupedCache, GroupedCacheSize
from attention.templates.head_divisors import HeadDivisor, ModelHeads
from attention.templates.heads import HeadSize, Sizes
from attention.templates.late_mask import LateMask, LateRow
from attention.templates.masking import CausalWeight, Row
from attention.templates.matrix import Matrix, MatrixCell
from attention.templates.memory import Cache, CacheBytes
from attention.templates.numbers import Worked
from attention.templates.projection_tables import Layers, ProjectionWeights
from attention.templates.savings import SavedKeys
from attention.templates.scaling import Products, ScaledWeight
from attention.templates.visibility import Sight, VisibleWords
from attention.templates.visible_pairs import Grid, VisiblePairs


def whole(*numbers: int) -> npt.NDArray[np.int64]:
    return np.array(numbers, dtype=np.int64)


def rounded(worked: Worked, row: int, places: int) -> dict[str, float]:
    """The key, under "", and every wrong value, rounded."""
    values = {"": worked.key, **worked.wrong}
    return {slug: round(float(numbers[row]), places) + 0 for slug, numbers in values.items()}


def test_golden_weights_with_scaling_and_its_wrong_turns() -> None:
    """Dot products 6, 3, −3 of keys with nine numbers."""
    thrice = np.tile(whole(6, 3, -3), (3, 1))
    worked = ScaledWeight().worked(Products(thrice, whole(3, 3, 3), whole(0, 1, 2)))
    expected = {
        "": [0.705, 0.259, 0.035],
        "scaling-left-out": [0.952, 0.047, 0.000],
        "scaling-by-the-length": [0.480, 0.344, 0.176],
        "scaling-after-softmax": [0.317, 0.016, 0.000],
        "softmax-is-a-plain-share": [1, 0.5, -0.5],
        "softmax-shares-equally": [0.333, 0.333, 0.333],
    }
    for place in range(3):
        assert rounded(worked, place, 3) == {slug: row[place] for slug, row in expected.items()}


def test_golden_blend_of_three_values_by_rounded_weights() -> None:
    output = engine.blend([[0.705, 0.259, 0.035]], [[4.0, 0.0], [0.0, 2.0], [10.0, 10.0]])
    assert output.round(2).tolist() == [[3.17, 0.87]]


def test_golden_output_of_a_whole_step_and_its_wrong_turns() -> None:
    """The same scores from dot products 6, 3, −3 with nine numbers, and the same values."""
    query = np.tile(whole(1, 0, 0, 0, 0, 0, 0, 0, 0), (2, 1))
    keys, values = np.zeros((2, 2, 3, 9), dtype=np.int64)
    keys[..., :2] = [[6, 1], [3, 4], [-3, -2]]
    values[..., :2] = [[4, 0], [0, 2], [10, 10]]
    worked = FullStep().worked(Step(query, keys, values, whole(0, 1)))
    assert rounded(worked, 0, 2) == {
        "": 3.17,
        "scaling-left-out": 3.81,
        "only-the-winner-counts": 4,
        "blend-of-the-keys": 4.91,
        "score-uses-the-value": 9.0,
        "blend-is-the-plain-mean": 4.67,
        "scaling-by-the-length": 3.68,
    }
    assert rounded(worked, 1, 2) == {
        "": 0.87,
        "scaling-left-out": 0.1,
        "only-the-winner-counts": 0,
        "blend-of-the-keys": 1.67,
        "score-uses-the-value": 8.6,
        "blend-is-the-plain-mean": 4,
        "scaling-by-the-length": 2.45,
    }


def test_golden_coordinate_of_an_output_and_its_wrong_turns() -> None:
    """The same values with the weights 0.7, 0.25 and 0.05."""
    values, keys = [[[4, 0], [0, 2], [10, 10]]], [[[1, 2], [-1, 3], [2, -2]]]
    given = Blend(np.array([[14, 5, 1]]), np.array(keys), np.array(values), whole(0))
    assert rounded(OutputCoordinate().worked(given), 0, 2) == {
        "": 3.3,
        "only-the-winner-counts": 4,
        "blend-is-the-plain-mean": 4.67,
        "blend-ignores-the-weights": 14,
        "blend-of-the-keys": 0.55,
        "blend-takes-the-other-coordinate": 1.0,
    }


def test_two_equal_largest_weights_have_no_winner() -> None:
    values = np.array([[[4, 0], [0, 2], [10, 10]]])
    given = Blend(np.array([[8, 8, 4]]), values, values, whole(0))
    assert np.isnan(OutputCoordinate().worked(given).wrong["only-the-winner-counts"][0])


def test_golden_causal_weights_and_their_wrong_turns() -> None:
    """Scores 2, 1, −1; the second word asks for the first and for itself."""
    tenths = np.tile(whole(20, 10, -10, 0, 0), (2, 1))
    worked = CausalWeight().worked(Row(tenths, whole(3, 3), whole(1, 1), whole(0, 1)))
    assert rounded(worked, 0, 3) == {
        "": 0.731,
        "mask-is-forgotten": 0.705,
        "mask-sets-the-score-to-zero": 0.665,
        "mask-hides-the-word-itself": 1,
        "mask-hides-the-past": 0,
        "softmax-shares-equally": 0.5,
    }
    assert rounded(worked, 1, 3) == {
        "": 0.269,
        "mask-is-forgotten": 0.259,
        "mask-sets-the-score-to-zero": 0.245,
        "mask-hides-the-word-itself": 0,
        "mask-hides-the-past": 0.881,
        "softmax-shares-equally": 0.5,
    }


def test_golden_sums_of_the_weights_that_a_late_mask_leaves() -> None:
    """Scores 2, 1, −1; the second word asks. The weights are .705, .259 and .035."""
    worked = LateMask().worked(LateRow(np.array([[20, 10, -10]]), whole(3), whole(1)))
    assert rounded(worked, 0, 3) == {
        "": 0.965,
        "weights-are-whole-after-any-mask": 1,
        "sum-of-the-hidden-weights": 0.035,
        "mask-sets-the-score-to-zero": 0.91,
        "mask-hides-the-word-itself": 0.705,
        "softmax-shares-equally": 0.667,
    }


def test_golden_words_in_sight_of_the_fifth_of_eight() -> None:
    """Once in a text that is not divided, once as word 2 after a sentence of 3."""
    worked = VisibleWords().worked(Sight(whole(0, 3), whole(8, 8), whole(5, 2)))
    expected = {
        "": 5,
        "mask-hides-the-word-itself": 4,
        "mask-is-forgotten": 8,
        "mask-hides-the-past": 4,
        "sight-counts-the-hidden": 3,
        "place-is-how-many-come-before": 6,
    }
    assert rounded(worked, 1, 0) == expected | {"mask-stops-at-the-sentence": 2}
    assert np.isnan(worked.wrong["mask-stops-at-the-sentence"][0])


def test_golden_cells_in_sight_and_their_wrong_turns() -> None:
    """Four words in one head, and five in two."""
    worked = VisiblePairs().worked(Grid(whole(4, 5), whole(1, 2)))
    assert worked.key.tolist() == [10, 30]
    assert worked.wrong["mask-is-forgotten"].tolist() == [16, 50]
    assert worked.wrong["mask-hides-the-word-itself"].tolist() == [6, 20]
    assert worked.wrong["mask-shows-only-the-neighbour"].tolist() == [7, 18]
    assert worked.wrong["mask-hides-exactly-half"][0] == 8
    assert worked.wrong["heads-split-the-words"][1] == 15
    assert np.isnan(worked.wrong["mask-hides-exactly-half"][1])
    assert np.isnan(worked.wrong["heads-split-the-words"][0])


def test_golden_head_of_a_model_of_512_numbers_with_eight_heads() -> None:
    """The base model of Vaswani et al. 2017; 1024 is a square, 512 is not."""
    worked = HeadSize().worked(Sizes(whole(512, 1024), whole(8, 16)))
    assert worked.key.tolist() == [64, 64]
    assert worked.wrong["head-gets-every-number"].tolist() == [512, 1024]
    assert worked.wrong["head-size-is-multiplied"].tolist() == [4096, 16384]
    assert worked.wrong["head-size-is-the-head-count"].tolist() == [8, 16]
    assert np.isnan(worked.wrong["head-size-is-a-square-root"][0])
    assert worked.wrong["head-size-is-a-square-root"][1] == 32


def test_golden_divisor_in_a_head_of_a_model_of_512_numbers_with_eight_heads() -> None:
    worked = HeadDivisor().worked(ModelHeads(whole(512), whole(8)))
    assert rounded(worked, 0, 2) == {
        "": 8,
        "head-gets-every-number": 22.63,
        "scaling-by-the-length": 64,
        "head-size-is-the-head-count": 2.83,
        "divisor-is-shared-out": 2.83,
        "head-size-is-divided-twice": 8,
        "scaling-counts-both-vectors": 11.31,
    }


def test_golden_weights_in_the_projections_of_512_numbers_and_eight_heads() -> None:
    worked = ProjectionWeights().worked(Layers(whole(512, 512), whole(8, 8), whole(1, 6)))
    expected = {
        "": 1_048_576,
        "projections-forget-the-output": 786_432,
        "projections-of-one-head": 360_448,
        "head-gets-every-number": 8_388_608,
        "projections-share-one-table": 524_288,
        "projections-are-one-table": 262_144,
    }
    in_six = {slug: 6 * value for slug, value in expected.items()}
    assert np.isnan(worked.wrong["projections-serve-all-layers"][0])
    assert rounded(worked, 1, 0) == in_six | {"projections-serve-all-layers": 1_048_576}
    assert {slug: worked.wrong[slug][0] for slug in expected if slug} | {
        "": worked.key[0]
    } == expected


def test_golden_entry_of_two_heads_end_to_end_and_its_wrong_turns() -> None:
    """Number 6 of (1, 2, 3, 4) and (5, 8, 7, 0)."""
    given = Outputs(np.array([[[1, 2, 3, 4], [5, 8, 7, 0]]]), whole(5))
    assert rounded(ConcatenatedEntry().worked(given), 0, 2) == {
        "": 8,
        "heads-are-interleaved": 7,
        "heads-are-added": 10,
        "heads-are-averaged": 5,
        "heads-are-multiplied": 16,
        "entry-counts-from-zero": 7,
    }


def test_golden_cache_of_twelve_layers_and_its_wrong_turns() -> None:
    """12 layers, 12 heads of 64 numbers, 1024 words, 2 bytes: 37,748,736 bytes."""
    given = Cache(whole(12), whole(12), whole(64), whole(1024), whole(2))
    assert rounded(CacheBytes().worked(given), 0, 3) == {
        "": 36,
        "cache-stores-queries": 54,
        "cache-stores-keys-only": 18,
        "cache-belongs-to-one-layer": 3,
        "cache-belongs-to-one-head": 3,
        "cache-grows-with-the-square": 576,
    }


def test_golden_work_of_a_prompt_of_ten_words_and_four_more() -> None:
    given = Lengths(whole(10), whole(4))
    assert rounded(CachedKeys().worked(given), 0, 0) == {
        "": 13,
        "cache-still-recomputes": 46,
        "cache-gets-the-prompt-free": 4,
        "cache-multiplies-prompt-and-output": 40,
        "cache-ends-with-the-prompt": 10,
    }
    assert rounded(SavedKeys().worked(given), 0, 0) == {
        "": 33,
        "saving-is-all-the-work": 46,
        "saving-is-what-is-left": 13,
        "saving-starts-with-the-first-step": 40,
        "saving-ends-with-the-prompt": 30,
    }


def test_golden_cache_of_32_heads_in_8_groups_and_its_wrong_turns() -> None:
    """One layer of 128 numbers per key and 8192 words: 16,777,216 numbers."""
    given = GroupedCache(whole(1), whole(32), whole(8), whole(128), whole(8192))
    worked = GroupedCacheSize().worked(given)
    assert worked.key.tolist() == [2**24]
    assert worked.wrong["grouped-heads-keep-their-own"].tolist() == [2**26]
    assert worked.wrong["cache-stores-keys-only"].tolist() == [2**23]
    assert worked.wrong["groups-are-counted-by-their-size"].tolist() == [2**23]
    assert worked.wrong["cache-stores-queries"].tolist() == [2**24 + 2**25]
    assert worked.wrong["grouped-heads-share-one-key"].tolist() == [2**21]
    assert np.isnan(worked.wrong["cache-belongs-to-one-layer"][0])


def test_a_cache_of_a_large_model_is_counted_without_overflow() -> None:
    """32 layers of 32 heads of 128 numbers of 2 bytes and 4096 words: 2 GiB."""
    assert engine.kv_cache_bytes(32, 32, 128, 4096, 2) == 2**31
    both = engine.kv_cache_bytes([32, 1], [32, 1], 128, 4096, [2, 4])
    assert both.tolist() == [2**31, 2 * 128 * 4096 * 4]


@pytest.mark.parametrize("counts", [(0, 1, 1, 1, 1), (1, 1, 1, 1, -2)])
def test_a_cache_has_one_of_everything_at_least(counts: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="at least one of everything"):
        engine.kv_cache_bytes(*counts)


@pytest.mark.parametrize(("model", "heads"), [(10, 3), (8, 0), (0, 1), (4, 8)])
def test_heads_share_the_numbers_out_evenly_or_not_at_all(model: int, heads: int) -> None:
    with pytest.raises(ValueError, match="shared out evenly"):
        engine.head_size(model, heads)


def test_each_head_attends_on_its_own_slice_and_the_outputs_stand_side_by_side() -> None:
    rng = np.random.default_rng(7)
    q, k, v = rng.normal(size=(2, 4, 6)), rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 9))
    mask = rng.random((2, 4, 5)) < 0.7
    mask[..., 0] = True
    scores, weights, output = engine.multi_head(q, k, v, 3, mask)
    assert (scores.shape, weights.shape) == ((2, 3, 4, 5), (2, 3, 4, 5))
    for head in range(3):
        of_key, of_value = slice(2 * head, 2 * head + 2), slice(3 * head, 3 * head + 3)
        alone = engine.attention(q[..., of_key], k[..., of_key], v[..., of_value], mask)
        np.testing.assert_allclose(scores[:, head], alone[0], rtol=1e-12)
        np.testing.assert_allclose(weights[:, head], alone[1], rtol=1e-12)
        np.testing.assert_allclose(output[..., of_value], alone[2], rtol=1e-12)


def test_one_head_is_plain_attention() -> None:
    rng = np.random.default_rng(8)
    q, k, v = rng.normal(size=(3, 4, 6))
    one, plain = engine.multi_head(q, k, v, 1), engine.attention(q, k, v)
    for many, single in zip((one[0][0], one[1][0], one[2]), plain, strict=True):
        np.testing.assert_allclose(many, single, rtol=1e-12)


def test_vectors_that_the_heads_cannot_share_are_refused() -> None:
    with pytest.raises(ValueError, match="shared out evenly"):
        engine.multi_head(np.ones((2, 6)), np.ones((2, 6)), np.ones((2, 5)), 2)


def test_golden_cell_of_a_matrix_and_its_wrong_turns() -> None:
    """Row 1, column 3 of the scores (2, 1, −1), (0, 1, 2), (1, 1, 0)."""
    scores = np.array([[[2, 1, -1], [0, 1, 2], [1, 1, 0]]])
    worked = MatrixCell().worked(Matrix(scores, 0, whole(0), whole(2)))
    assert rounded(worked, 0, 3) == {
        "": 0.035,
        "softmax-down-the-column": 0.042,
        "softmax-over-the-whole-matrix": 0.013,
        "matrix-cell-is-transposed": 0.422,
        "softmax-is-a-plain-share": -0.5,
        "softmax-shares-equally": 0.333,
    }
