"""The computations that this subject's lessons call for their numbers, by name."""

from collections.abc import Mapping

from attention.computations.blends import BLEND
from attention.computations.counts import HEADS, PAIRS, ROOT, SIGHT
from attention.computations.lookups import LOOKUP, MULTIPLE, SENTENCE
from lessons.content import Computation

COMPUTATIONS: Mapping[str, Computation] = {
    computation.name: computation
    for computation in (BLEND, HEADS, LOOKUP, MULTIPLE, PAIRS, ROOT, SENTENCE, SIGHT)
}
