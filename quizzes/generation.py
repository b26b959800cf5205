"""What a generator is, what it can be asked for, and how a pool of checked variants is filled."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from quizzes.canonical import digest
from quizzes.kinds import KINDS
from quizzes.kinds.base import BodyError, JsonObject, Problem, Sheet

SEEDS_PER_VARIANT = 100  # a generator that needs more than this is told so instead of waited for
_BATCH = 256  # seeds

Answer = TypeVar("Answer")

ROUNDING_BOUNDARY = "on a rounding boundary"  # the reason that checks count by itself


@dataclass(frozen=True)
class Form:
    """What is asked of a generator: a kind, one of its shapes of that kind, and how hard, from 1.

    The shape "" is the usual one of its kind.
    """

    kind: str
    shape: str = ""
    level: int = 1

    def __str__(self) -> str:
        named = f"{self.kind} {self.shape}" if self.shape else self.kind
        return f"{named} level {self.level}" if self.level > 1 else named

    @property
    def body(self) -> JsonObject:
        """The form beside its kind as an author writes it: what is usual is left out."""
        written: JsonObject = {"shape": self.shape} if self.shape else {}
        return written | {"level": self.level} if self.level > 1 else written


def form_of(kind: str, body: JsonObject) -> Form:
    """The form that the body of a generated question asks for; raises BodyError."""
    shape, level = body.get("shape", ""), body.get("level", 1)
    if body.keys() - {"shape", "level"} or not isinstance(shape, str) or not isinstance(level, int):
        message = f"a generated question has a shape and a level, not {body}"
        raise BodyError([Problem((), message)])
    return Form(kind, shape, level)


@dataclass(frozen=True)
class Candidate:
    """A complete authored body of the asked kind, and the seed it came from."""

    seed: int
    body: JsonObject


class Generator(Protocol):
    """Makes bodies from seeds: a pure function of name, version, seed and form."""

    @property
    def name(self) -> str:
        """Subject and topic, such as "attention.dot_product"."""

    @property
    def version(self) -> int:
        """Raised whenever any seed gives another body than before."""

    @property
    def pool_size(self) -> int:
        """How many distinct variants of each form it promises."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """Everything it can make."""

    def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
        """One candidate per seed, None for a seed that gives no good question."""


@runtime_checkable
class ExplainsRejections(Protocol):
    """What a generator may do besides: say why it rejects a seed."""

    def reasons(self, seeds: Sequence[int], form: Form) -> list[str]:
        """One reason per seed in a few words, the same for like cases; "" for an accepted seed."""


@dataclass(frozen=True)
class PoolVariant:
    """One checked variant; no two of a pool have one fingerprint."""

    seed: int
    sheet: Sheet
    fingerprint: str


class PoolError(ValueError):
    """A pool that cannot be filled: which generator, how far it came, and what it ran into."""

    def __init__(self, generator: str, reached: int, wanted: int, reason: str) -> None:
        self.generator = generator
        self.reached = reached
        self.wanted = wanted
        self.reason = reason
        super().__init__(f"{generator}: {reached} of {wanted} variants: {reason}")


class DrawError(ValueError):
    """A generator that raises, or that does not answer for each of its seeds."""


def fingerprint(shown: JsonObject) -> str:
    """What tells two variants apart: the SHA-256 (hex) of everything that is displayed."""
    return digest(shown)


def fill_pool(generator: Generator, form: Form, size: int) -> list[PoolVariant]:
    """The first `size` distinct variants of the seeds 1, 2, 3….

    Every body is checked by its kind. Raises PoolError, also for whatever the generator itself
    raises, so that a fault in it stops the loading and never a learner.
    """
    if form not in generator.forms:
        reason = f"it makes {', '.join(map(str, generator.forms))}, not {form}"
        raise PoolError(generator.name, 0, size, reason)
    pool: dict[str, PoolVariant] = {}
    last = SEEDS_PER_VARIANT * size
    for start in range(1, last + 1, _BATCH):
        seeds = range(start, min(start + _BATCH, last + 1))
        for candidate in _drawn(generator, form, seeds, len(pool), size):
            sheet = _checked(generator, form, candidate, len(pool), size)
            mark = fingerprint(sheet.shown)
            pool.setdefault(mark, PoolVariant(candidate.seed, sheet, mark))
            if len(pool) == size:
                return list(pool.values())
    raise PoolError(generator.name, len(pool), size, f"{last} seeds gave no more")


def draw(generator: Generator, form: Form, seeds: Sequence[int]) -> list[Candidate | None]:
    """What a generator makes of some seeds.

    Raises DrawError, also for whatever the generator itself raises.
    """
    drawn = _asked(generator.draw, seeds, form)
    if len(drawn) != len(seeds) or any(
        candidate is not None and candidate.seed != seed
        for candidate, seed in zip(drawn, seeds, strict=True)
    ):
        reason = f"seeds {seeds[0]}–{seeds[-1]} did not give one candidate each, in their order"
        raise DrawError(reason)
    return drawn


def reasons(generator: Generator, form: Form, seeds: Sequence[int]) -> list[str]:
    """Why a generator rejects these seeds, "" where it does not say.

    Raises DrawError, also for whatever the generator itself raises.
    """
    if not seeds or not isinstance(generator, ExplainsRejections):
        return [""] * len(seeds)
    given = _asked(generator.reasons, seeds, form)
    if len(given) != len(seeds):
        raise DrawError(f"seeds {seeds[0]}–{seeds[-1]} did not give one reason each")
    return given


def _asked(
    answer: Callable[[Sequence[int], Form], list[Answer]], seeds: Sequence[int], form: Form
) -> list[Answer]:
    try:
        return answer(seeds, form)
    except Exception as error:
        reason = f"seeds {seeds[0]}–{seeds[-1]} raised {type(error).__name__}: {error}"
        raise DrawError(reason) from error


def _drawn(
    generator: Generator, form: Form, seeds: Sequence[int], reached: int, wanted: int
) -> list[Candidate]:
    """What these seeds give, without the rejected ones."""
    try:
        drawn = draw(generator, form, seeds)
    except DrawError as error:
        raise PoolError(generator.name, reached, wanted, str(error)) from error.__cause__
    return [candidate for candidate in drawn if candidate is not None]


def _checked(
    generator: Generator, form: Form, candidate: Candidate, reached: int, wanted: int
) -> Sheet:
    try:
        return KINDS[form.kind].validate(candidate.body)
    except BodyError as error:
        reason = f"seed {candidate.seed} gave a faulty body: {error}"
        raise PoolError(generator.name, reached, wanted, reason) from error
