"""Measures a generator: what its seeds give, and every rule of the pool that it breaks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from quizzes.canonical import digest
from quizzes.chi_square import tail
from quizzes.displayed_values import collisions, not_finite
from quizzes.generation import (
    ROUNDING_BOUNDARY,
    SEEDS_PER_VARIANT,
    Candidate,
    DrawError,
    Form,
    Generator,
    PoolError,
    draw,
    fill_pool,
    fingerprint,
    reasons,
)
from quizzes.kinds import KINDS
from quizzes.kinds.base import BodyError, Sheet
from quizzes.kinds.wire import SEED_BITS, Wire

LEAST_ACCEPTED = 0.1  # of the seeds: a generator that rejects more should draw better
LEAST_P = 1e-4  # of the places of the right option, if all are equally likely
LEAST_PER_PLACE = 5  # right options expected in each place; with fewer, chi-square says nothing
DRAWN_AGAIN = 50  # seeds, one at a time
NO_REASON = "no reason given"
_BATCH = 256  # seeds

# The rules, by the names under which a broken one is reported.
DRAW, REPEAT, FINITE, COLLISION = "draw", "repeat", "finite", "collision"
BODY, KEY, ACCEPTANCE, POOL, PLACE = "body", "key", "acceptance", "pool", "place"


@dataclass(frozen=True)
class Fault:
    """A broken rule: how often, and the first case."""

    rule: str
    count: int
    example: str


@dataclass(frozen=True)
class Check:
    """What the seeds 1…`seeds` of one generator give in one form.

    `rejections` counts seeds by reason, `distinct` counts different fingerprints, and
    `pool_reached` is how many variants a pool of `pool_size` got. `place_p` is the chance of
    places of the right option at least as uneven as these; None where there is no such option.
    """

    generator: str
    version: int
    form: Form
    seeds: int
    accepted: int
    rejections: Mapping[str, int]
    distinct: int
    pool_size: int
    pool_reached: int
    place_p: float | None
    faults: tuple[Fault, ...]

    @property
    def acceptance(self) -> float:
        """The share of seeds that make a question, 0–1."""
        return self.accepted / self.seeds

    @property
    def on_boundary(self) -> int:
        """Seeds rejected because of a rounding boundary."""
        return self.rejections.get(ROUNDING_BOUNDARY, 0)

    def broken(self, rule: str) -> int:
        """How often a rule is broken."""
        return sum(fault.count for fault in self.faults if fault.rule == rule)


@dataclass(frozen=True)
class _Case:
    """One case of a broken rule."""

    rule: str
    example: str


def check(generator: Generator, form: Form, seeds: int) -> Check:
    """Draw the seeds 1…`seeds` (at least one) and hold what comes to every rule."""
    cases: list[_Case] = []
    candidates, rejections = _draw_all(generator, form, seeds, cases)
    cases += _drawn_otherwise(generator, form, candidates)
    sheets = _sheets(form.kind, candidates, cases)
    accepted = len(candidates)
    if accepted < LEAST_ACCEPTED * seeds:
        cases.append(_Case(ACCEPTANCE, f"{accepted} of {seeds} seeds make a question"))
    reached = generator.pool_size
    if cases or len(sheets) < reached or seeds > SEEDS_PER_VARIANT * reached:
        # Else the pool has just been seen: it is the first so many of these seeds.
        reached = _pool_reached(generator, form, cases)
    place_p = _place_p(generator.name, form.kind, sheets)
    if place_p is not None and place_p <= LEAST_P:
        cases.append(_Case(PLACE, f"the right option keeps to some places, p = {place_p:.1e}"))
    return Check(
        generator=generator.name,
        version=generator.version,
        form=form,
        seeds=seeds,
        accepted=accepted,
        rejections=rejections,
        distinct=len(sheets),
        pool_size=generator.pool_size,
        pool_reached=reached,
        place_p=place_p,
        faults=_faults(cases),
    )


def _draw_all(
    generator: Generator, form: Form, seeds: int, cases: list[_Case]
) -> tuple[list[Candidate], dict[str, int]]:
    """The candidates, and how many seeds were rejected for which reason."""
    candidates: list[Candidate] = []
    rejections: Counter[str] = Counter()
    for start in range(1, seeds + 1, _BATCH):
        batch = range(start, min(start + _BATCH, seeds + 1))
        try:
            drawn = draw(generator, form, batch)
            rejected = [seed for seed, made in zip(batch, drawn, strict=True) if made is None]
            rejections.update(why or NO_REASON for why in reasons(generator, form, rejected))
        except DrawError as error:
            cases.append(_Case(DRAW, str(error)))
            continue
        candidates += [candidate for candidate in drawn if candidate is not None]
    return candidates, dict(rejections)


def _drawn_otherwise(
    generator: Generator, form: Form, candidates: Sequence[Candidate]
) -> Iterator[_Case]:
    """Seeds that give another body when they are drawn alone, and later."""
    step = max(1, len(candidates) // DRAWN_AGAIN)
    for candidate in candidates[::step]:
        try:
            (again,) = draw(generator, form, [candidate.seed])
        except DrawError as error:
            yield _Case(DRAW, str(error))
            continue
        if again != candidate:
            yield _Case(REPEAT, f"seed {candidate.seed} gave another body when drawn alone")


def _sheets(kind: str, candidates: Sequence[Candidate], cases: list[_Case]) -> dict[str, Sheet]:
    """The sound and distinct ones of the bodies, by fingerprint."""
    sheets: dict[str, Sheet] = {}
    for candidate in candidates:
        found = list(_broken_by(candidate))
        cases += found
        if found:
            continue
        try:
            sheet = KINDS[kind].validate(candidate.body)
        except BodyError as error:
            cases.append(_Case(BODY, f"seed {candidate.seed}: {error}"))
            continue
        first = sheets.setdefault(fingerprint(sheet.shown), sheet)
        if digest(first.secret) != digest(sheet.secret):
            example = f"seed {candidate.seed} shows what an earlier seed shows, with another key"
            cases.append(_Case(KEY, example))
    return sheets


def _broken_by(candidate: Candidate) -> Iterator[_Case]:
    for value in not_finite(candidate.body)[:1]:
        yield _Case(FINITE, f"seed {candidate.seed}: {value}")
    for pair in collisions(candidate.body)[:1]:
        yield _Case(COLLISION, f"seed {candidate.seed}: {pair}")


def _pool_reached(generator: Generator, form: Form, cases: list[_Case]) -> int:
    try:
        return len(fill_pool(generator, form, generator.pool_size))
    except PoolError as error:
        cases.append(_Case(POOL, f"{error.reached} of {error.wanted} variants: {error.reason}"))
        return error.reached


def _place_p(name: str, kind: str, sheets: Mapping[str, Sheet]) -> float | None:
    """Chi-square of the places in which learners meet the right option, one draw per variant."""
    places: Counter[tuple[int, int]] = Counter()
    for mark, sheet in sheets.items():
        seed = int.from_bytes(blake2b(f"{name} {mark}".encode(), digest_size=8).digest())
        place = _place_of_right(kind, sheet, Wire(seed >> (64 - SEED_BITS)))
        if place is not None:
            places[place] += 1
    statistic, degrees = 0.0, 0
    for options in {options for options, _ in places}:
        counts = [places[options, place] for place in range(options)]
        expected = sum(counts) / options
        if expected >= LEAST_PER_PLACE:
            statistic += sum((count - expected) ** 2 / expected for count in counts)
            degrees += options - 1
    return tail(statistic, degrees) if degrees else None


def _place_of_right(kind: str, sheet: Sheet, wire: Wire) -> tuple[int, int] | None:
    """How many options a draw shows, and the place of the right one; None if there is no such."""
    shown = KINDS[kind].present(sheet.shown, wire)
    options = shown.get("options")
    if not isinstance(options, list) or shown.get("multiple"):
        return None
    for place, option in enumerate(options):
        if isinstance(option, dict):
            raw = {"choices": [option.get("id")]}
            parsed = KINDS[kind].parse(sheet.shown, raw, wire, "")
            if KINDS[kind].grade(sheet.shown, sheet.secret, parsed).score == 1:
                return len(options), place
    return None


def _faults(cases: Sequence[_Case]) -> tuple[Fault, ...]:
    """One fault per broken rule, with the count and the first of its cases."""
    first: dict[str, str] = {}
    for case in cases:
        first.setdefault(case.rule, case.example)
    counts = Counter(case.rule for case in cases)
    return tuple(Fault(rule, counts[rule], example) for rule, example in first.items())
