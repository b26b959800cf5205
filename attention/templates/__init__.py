"""The generators that this subject brings, by name."""

from collections.abc import Mapping

from attention.templates.cache import CachedKeys
from attention.templates.scores import DotProduct
from attention.templates.softmax import SoftmaxWeight
from quizzes.generation import Generator

GENERATORS: Mapping[str, Generator] = {
    template.name: template for template in (DotProduct(), SoftmaxWeight(), CachedKeys())
}
