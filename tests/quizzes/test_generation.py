"""Filling a pool from a generator."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from quizzes.generation import (
    SEEDS_PER_VARIANT,
    Candidate,
    Form,
    PoolError,
    PoolVariant,
    fill_pool,
    fingerprint,
    form_of,
)
from quizzes.kinds import KINDS, kind
from quizzes.kinds.base import BodyError, JsonObject


def sums(seed: int) -> JsonObject:
    """A sum with ten different numbers in it."""
    digit = seed % 10
    return {
        "prompt": f"{digit} + 1 = [[answer]]",
        "blanks": {"answer": {"type": "number", "label": "the sum", "value": str(digit + 1)}},
    }


@dataclass(frozen=True)
class Sums:
    """A generator that makes a body from each seed its rule lets through."""

    make: Callable[[int], JsonObject | None] = sums
    name: str = "arithmetic.sum"
    version: int = 1
    pool_size: int = 10
    forms: tuple[Form, ...] = (Form("fill_in"),)
    asked: list[int] = field(default_factory=list)

    def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
        self.asked.extend(seeds)
        bodies = [(seed, self.make(seed)) for seed in seeds]
        return [None if body is None else Candidate(seed, body) for seed, body in bodies]


def failure(generator: Sums, size: int = 10, kind: str = "fill_in", shape: str = "") -> PoolError:
    with pytest.raises(PoolError) as error:
        fill_pool(generator, Form(kind, shape), size)
    assert error.value.generator == "arithmetic.sum"
    assert error.value.wanted == size
    assert str(error.value).startswith(f"arithmetic.sum: {error.value.reached} of {size} variants")
    return error.value


def test_a_pool_holds_the_first_distinct_variants_in_order_of_their_seeds() -> None:
    pool = fill_pool(Sums(), Form("fill_in"), 10)
    assert [variant.seed for variant in pool] == list(range(1, 11))
    assert len({variant.fingerprint for variant in pool}) == 10
    assert pool == fill_pool(Sums(), Form("fill_in"), 10)
    first = KINDS["fill_in"].validate(sums(1))
    assert pool[0] == PoolVariant(1, first, fingerprint(first.shown))


def test_rejected_seeds_and_repeated_variants_are_passed_over() -> None:
    odd = Sums(lambda seed: sums(seed // 2) if seed % 2 else None)
    assert [variant.seed for variant in fill_pool(odd, Form("fill_in"), 4)] == [1, 3, 5, 7]
    twice = Sums(lambda seed: sums(seed // 2))
    assert [variant.seed for variant in fill_pool(twice, Form("fill_in"), 4)] == [1, 2, 4, 6]


def test_a_pool_that_cannot_be_filled_says_how_far_it_came() -> None:
    generator = Sums()
    error = failure(generator, size=11)
    assert error.reached == 10
    assert generator.asked == list(range(1, 11 * SEEDS_PER_VARIANT + 1))
    assert failure(Sums(lambda seed: None)).reached == 0


def test_a_faulty_body_is_named_with_its_seed() -> None:
    error = failure(Sums(lambda seed: sums(seed) if seed < 4 else {"prompt": "?"}))
    assert error.reached == 3
    assert "seed 4 gave a faulty body" in error.reason
    assert "blanks: this field is required" in error.reason


def test_a_wrong_value_that_equals_the_key_stops_the_pool() -> None:
    def equal(seed: int) -> JsonObject:
        key = str(seed % 10)
        blank: JsonObject = {"type": "number", "label": "x", "value": key}
        blank["wrong"] = [{"value": key + ".0", "misconception": "added"}]
        return {"prompt": "[[answer]]", "blanks": {"answer": blank}}

    assert "would count as right" in failure(Sums(equal)).reason


def test_a_distractor_that_reads_as_the_key_stops_the_pool() -> None:
    def equal(seed: int) -> JsonObject:
        return {"prompt": "?", "options": [{"text": "0.5", "right": True}, {"text": "0.50"}]}

    generator = Sums(equal, forms=(Form("multiple_choice"),))
    assert "same as option 1" in failure(generator, kind="multiple_choice").reason


def test_a_crash_in_a_generator_is_reported_as_its_own() -> None:
    def crash(seed: int) -> JsonObject:
        raise ZeroDivisionError("division by zero")

    error = failure(Sums(crash))
    assert "raised ZeroDivisionError: division by zero" in error.reason
    assert isinstance(error.__cause__, ZeroDivisionError)


def test_a_form_the_generator_does_not_make_is_refused() -> None:
    assert "makes fill_in, not explanation" in failure(Sums(), kind="explanation").reason
    assert "makes fill_in, not fill_in drawing" in failure(Sums(), shape="drawing").reason


def test_a_form_is_written_without_what_is_usual_and_read_again() -> None:
    for form, body, named in [
        (Form("fill_in"), {}, "fill_in"),
        (Form("fill_in", level=2), {"level": 2}, "fill_in level 2"),
        (Form("ordering", "steps", 3), {"shape": "steps", "level": 3}, "ordering steps level 3"),
    ]:
        assert form.body == body
        assert form_of(form.kind, body) == form
        assert str(form) == named


@pytest.mark.parametrize("body", [{"level": "2"}, {"shape": 1}, {"prompt": "?"}])
def test_a_body_that_is_no_form_is_refused(body: JsonObject) -> None:
    with pytest.raises(BodyError, match="a shape and a level"):
        form_of("fill_in", body)


def test_a_generator_that_answers_for_other_seeds_is_refused() -> None:
    class Shifted(Sums):
        def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
            return [Candidate(seed + 1, sums(seed)) for seed in seeds]

    class Short(Sums):
        def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
            return super().draw(seeds[1:], form)

    for generator in (Shifted(), Short()):
        assert "one candidate each, in their order" in failure(generator).reason


def test_a_fingerprint_tells_what_is_displayed_and_nothing_else() -> None:
    shown = KINDS["fill_in"].validate(sums(1)).shown
    assert fingerprint(shown) == fingerprint(dict(reversed(shown.items())))
    assert fingerprint(shown) != fingerprint(KINDS["fill_in"].validate(sums(2)).shown)
    assert len(fingerprint(shown)) == 64


def test_the_kinds_are_found_by_name() -> None:
    assert set(KINDS) == {"multiple_choice", "fill_in", "ordering", "explanation"}
    assert kind("fill_in") is KINDS["fill_in"]
    with pytest.raises(LookupError, match="multiple_choice, fill_in, ordering, explanation"):
        kind("riddle")
