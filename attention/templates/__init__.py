"""The generators that this subject brings, by name."""

from collections.abc import Mapping

from attention.templates.blending import OutputCoordinate
from attention.templates.cache import CachedKeys
from attention.templates.cached_steps import CachedStepProducts
from attention.templates.concatenation import ConcatenatedEntry
from attention.templates.contributions import LargestContribution
from attention.templates.cross import CrossTable
from attention.templates.full_steps import FullStep
from attention.templates.gaps import WeightRatio
from attention.templates.grouped_cache import GroupedCacheSize
from attention.templates.head_divisors import HeadDivisor
from attention.templates.heads import HeadSize
from attention.templates.late_mask import LateMask
from attention.templates.masking import CausalWeight
from attention.templates.matching import BestKey
from attention.templates.matrix import MatrixCell
from attention.templates.memory import CacheBytes
from attention.templates.padding import PaddedWeight
from attention.templates.pairs import PairScore
from attention.templates.projection_tables import ProjectionWeights
from attention.templates.projections import ProjectedNumber
from attention.templates.rescaling import MultipliedQuery, ShiftedScores
from attention.templates.savings import SavedKeys
from attention.templates.scaled_scores import ScaledScore
from attention.templates.scaling import ScaledWeight
from attention.templates.scores import DotProduct
from attention.templates.softmax import SoftmaxWeight
from attention.templates.spread import ProductSpread
from attention.templates.visibility import VisibleWords
from attention.templates.visible_pairs import VisiblePairs
from quizzes.generation import Generator

GENERATORS: Mapping[str, Generator] = {
    template.name: template
    for template in (
        ProjectedNumber(),
        DotProduct(),
        PairScore(),
        BestKey(),
        ScaledScore(),
        ScaledWeight(),
        SoftmaxWeight(),
        WeightRatio(),
        ShiftedScores(),
        MultipliedQuery(),
        ProductSpread(),
        MatrixCell(),
        CrossTable(),
        OutputCoordinate(),
        LargestContribution(),
        FullStep(),
        CausalWeight(),
        PaddedWeight(),
        VisibleWords(),
        VisiblePairs(),
        LateMask(),
        HeadSize(),
        HeadDivisor(),
        ProjectionWeights(),
        ConcatenatedEntry(),
        CachedKeys(),
        CachedStepProducts(),
        SavedKeys(),
        CacheBytes(),
        GroupedCacheSize(),
    )
}
