"""Every rule for generators is broken once by a generator made for it, and found."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import StringIO
from typing import Any

import pytest
import scipy.stats
from django.core.management import CommandError, call_command

from quizzes.chi_square import tail
from quizzes.displayed_values import collisions, not_finite
from quizzes.generation import ROUNDING_BOUNDARY, Candidate, Form
from quizzes.generator_checks import (
    ACCEPTANCE,
    BODY,
    COLLISION,
    DRAW,
    FINITE,
    KEY,
    NO_REASON,
    PLACE,
    POOL,
    REPEAT,
    Check,
    check,
)
from quizzes.kinds.base import JsonObject
from quizzes.management.commands import check_generators
from quizzes.registry import generators

SEEDS = 200


def blank(seed: int, **changes: Any) -> JsonObject:
    """A sum; `changes` go into its blank."""
    answer: JsonObject = {"type": "number", "label": "the sum", "value": str(seed + 1), **changes}
    return {"prompt": f"{seed} + 1 = [[answer]]", "blanks": {"answer": answer}}


def choice(seed: int, *texts: str, **changes: Any) -> JsonObject:
    """The first of the texts is right."""
    texts = texts or (str(seed + 1), str(seed), str(seed - 1), str(-seed - 9))
    options = [{"text": text, "right": place == 0} for place, text in enumerate(texts)]
    return {"prompt": f"{seed} + 1 = ?", "options": options, **changes}


@dataclass(frozen=True)
class Sums:
    """A generator that makes a body from each seed its rule lets through."""

    make: Callable[[int], JsonObject | None] = blank
    forms: tuple[Form, ...] = (Form("fill_in"),)
    pool_size: int = 50
    name: str = "arithmetic.sum"
    version: int = 3

    def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
        bodies = [(seed, self.make(seed)) for seed in seeds]
        return [None if body is None else Candidate(seed, body) for seed, body in bodies]


def checked(generator: Sums, seeds: int = SEEDS) -> Check:
    return check(generator, generator.forms[0], seeds)


def rules(found: Check) -> dict[str, int]:
    return {fault.rule: fault.count for fault in found.faults}


def test_a_sound_generator_has_no_faults_and_is_measured() -> None:
    found = checked(Sums(lambda seed: blank(seed // 2)))
    assert found.faults == ()
    assert (found.generator, found.version, found.form) == ("arithmetic.sum", 3, Form("fill_in"))
    assert (found.accepted, found.acceptance, found.distinct) == (200, 1.0, 101)
    assert (found.pool_reached, found.pool_size) == (50, 50)
    assert (found.place_p, found.rejections) == (None, {})


def test_the_place_of_the_right_option_is_measured_as_learners_meet_it() -> None:
    """The right option is written first each time; the draw shuffles."""
    found = checked(Sums(choice, forms=(Form("multiple_choice"),)), 400)
    assert found.faults == ()
    assert found.place_p is not None
    assert 1e-4 < found.place_p <= 1


def test_a_right_option_that_keeps_its_place_is_found() -> None:
    fixed = Sums(lambda seed: choice(seed, shuffle=False), forms=(Form("multiple_choice"),))
    found = checked(fixed)
    assert rules(found) == {PLACE: 1}
    assert found.place_p == pytest.approx(scipy.stats.chisquare([200, 0, 0, 0]).pvalue)


def test_places_are_compared_among_questions_with_as_many_options() -> None:
    def two_or_four(seed: int) -> JsonObject:
        texts = ("yes", "no") if seed % 2 else ("one", "two", "three", "four")
        return choice(seed, *texts, shuffle=False)

    statistic = sum(
        scipy.stats.chisquare(counts).statistic for counts in ([100, 0], [100, 0, 0, 0])
    )
    found = checked(Sums(two_or_four, forms=(Form("multiple_choice"),)))
    assert found.place_p == pytest.approx(scipy.stats.chi2.sf(statistic, 1 + 3))


def test_too_few_variants_and_several_right_options_have_no_place_to_measure() -> None:
    few = Sums(lambda seed: choice(seed % 8), forms=(Form("multiple_choice"),), pool_size=8)
    assert (checked(few).place_p, checked(few).faults) == (None, ())
    several = Sums(lambda seed: choice(seed, choose="several"), forms=(Form("multiple_choice"),))
    assert (checked(several).place_p, checked(several).faults) == (None, ())


def test_a_generator_that_rejects_nearly_everything_is_found() -> None:
    found = checked(Sums(lambda seed: None if seed % 11 else blank(seed), pool_size=5))
    assert rules(found) == {ACCEPTANCE: 1}
    assert found.rejections == {NO_REASON: 182}


def test_a_pool_that_falls_short_is_found_with_what_it_reached() -> None:
    found = checked(Sums(lambda seed: blank(seed % 30)))
    assert rules(found) == {POOL: 1}
    assert (found.pool_reached, found.distinct) == (30, 30)
    assert "30 of 50 variants" in found.faults[0].example


def test_values_that_collide_at_the_displayed_precision_are_found() -> None:
    def alike(seed: int) -> JsonObject:
        near = f"{seed + 1}.004" if seed % 4 == 0 else f"{seed + 2}"
        return blank(seed, decimals=2, wrong=[{"value": f"{seed + 5}"}, {"value": near}])

    found = checked(Sums(alike))
    assert found.broken(COLLISION) == 50
    assert found.faults[0].example == "seed 4: 5 and 5.004"


def test_options_that_read_the_same_are_found() -> None:
    found = checked(
        Sums(lambda s: choice(s, "0.5", "1", "$0.50$"), forms=(Form("multiple_choice"),))
    )
    assert found.broken(COLLISION) == SEEDS
    assert found.faults[0].example == "seed 1: 0.5 and $0.50$"


def test_values_that_are_no_numbers_are_found() -> None:
    found = checked(Sums(lambda seed: choice(seed, "1", "nan"), forms=(Form("multiple_choice"),)))
    assert found.broken(FINITE) == SEEDS
    found = checked(Sums(lambda seed: blank(seed, value="inf" if seed == 7 else "1")))
    assert found.broken(FINITE) == 1
    assert found.faults[0].example == "seed 7: inf"


def test_a_faulty_body_is_found_with_its_seed() -> None:
    found = checked(Sums(lambda seed: blank(seed) if seed != 60 else {"prompt": "?"}))
    assert rules(found) == {BODY: 1}
    assert found.faults[0].example.startswith("seed 60: ")


def test_one_question_with_two_keys_is_found() -> None:
    found = checked(Sums(lambda seed: blank(seed % 100, value=str(seed))))
    assert rules(found) == {KEY: 100}
    assert "seed 101 " in found.faults[0].example


def test_a_generator_that_raises_is_found_and_the_other_seeds_still_count() -> None:
    def crash(seed: int) -> JsonObject:
        return blank(1 // (seed - 300) + seed)

    found = checked(Sums(crash), 600)
    assert rules(found) == {DRAW: 1}
    assert "ZeroDivisionError" in found.faults[0].example
    assert found.accepted == 600 - 256


def test_a_generator_that_answers_for_other_seeds_is_found() -> None:
    class Shifted(Sums):
        def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
            return super().draw([seed + 1 for seed in seeds], form)

    assert DRAW in rules(checked(Shifted()))


def test_a_generator_with_a_memory_is_found() -> None:
    @dataclass(frozen=True)
    class Forgetful(Sums):
        calls: list[int] = field(default_factory=list)

        def draw(self, seeds: Sequence[int], form: Form) -> list[Candidate | None]:
            self.calls.append(1)
            later = len(self.calls) > 1
            return [
                Candidate(seed, blank(seed, label="later" if later else "now")) for seed in seeds
            ]

    assert rules(checked(Forgetful())) == {REPEAT: 50}


def test_reasons_are_counted_and_rounding_boundaries_by_themselves() -> None:
    class Explained(Sums):
        def reasons(self, seeds: Sequence[int], form: Form) -> list[str]:
            return ["too dull" if seed % 2 else ROUNDING_BOUNDARY for seed in seeds]

    found = checked(Explained(lambda seed: None if seed % 4 < 2 else blank(seed)))
    assert found.rejections == {"too dull": 50, ROUNDING_BOUNDARY: 50}
    assert (found.on_boundary, found.faults) == (50, ())


def test_reasons_that_fail_are_a_fault_of_the_generator() -> None:
    class Silent(Sums):
        def reasons(self, seeds: Sequence[int], form: Form) -> list[str]:
            return []

    class Broken(Sums):
        def reasons(self, seeds: Sequence[int], form: Form) -> list[str]:
            raise KeyError(seeds[0])

    for kind in (Silent, Broken):
        found = checked(kind(lambda seed: None if seed == 300 else blank(seed)), 400)
        assert rules(found) == {DRAW: 1}


@pytest.mark.parametrize(
    ("body", "pairs"),
    [
        (choice(1, "1/2", "50 %"), ["1/2 and 50 %"]),
        (choice(1, "−3", "-3.0", "+3"), ["−3 and -3.0"]),
        (choice(1, "Q", "q"), []),
        (blank(1, atol="0.5", wrong=[{"value": "2.5"}, {"value": "2.6"}]), ["2 and 2.5"]),
        (blank(1, wrong=[{"value": "3.0"}, {"value": "3"}]), ["3.0 and 3"]),
        (blank(1, decimals=1, wrong=[{"value": "3.01"}, {"value": "3.04"}]), ["3.01 and 3.04"]),
        (blank(1, rtol="0.5", wrong=[{"value": "3"}]), ["2 and 3"]),
        (blank(1, wrong=[{"value": "3"}, {"value": "four"}, {}]), []),
        ({"prompt": "?"}, []),
        ({"options": "none", "blanks": {"a": 1, "b": {"type": "text", "accept": ["x"]}}}, []),
    ],
)
def test_collisions_are_told_as_pairs(body: JsonObject, pairs: list[str]) -> None:
    assert collisions(body) == pairs


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("$nan$", True),
        ("This is $-inf$.", True),
        ("NaN", True),
        ("Infinity", True),
        ("The infimum $\\inf A$ of a banana", False),
        ("−∞", False),
        ("12", False),
    ],
)
def test_what_is_no_finite_number_is_told_from_words(text: str, found: bool) -> None:
    assert not_finite(choice(1, "1", text)) == ([text] if found else [])


def test_numbers_of_a_body_are_looked_at_as_well() -> None:
    assert not_finite({"weight": float("inf"), "rows": [{"x": float("nan")}, 3, True, None]}) == [
        "inf",
        "nan",
    ]


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 9, 30, 200])
@pytest.mark.parametrize("statistic", [0.0, 1e-9, 0.3, 1.0, 3.84, 9.9, 40.0, 250.0, 900.0])
def test_the_tail_of_chi_square_agrees_with_scipy(statistic: float, degrees: int) -> None:
    expected = scipy.stats.chi2.sf(statistic, degrees)
    assert tail(statistic, degrees) == pytest.approx(expected, rel=1e-9, abs=1e-280)


@pytest.mark.parametrize(
    ("statistic", "degrees"), [(1.0, 0), (-1.0, 2), (float("nan"), 2), (float("inf"), 2)]
)
def test_chi_square_refuses_what_has_no_tail(statistic: float, degrees: int) -> None:
    with pytest.raises(ValueError, match="degree of freedom"):
        tail(statistic, degrees)


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("check_generators", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("name", sorted(generators()))
def test_an_installed_generator_has_no_faults(name: str) -> None:
    """One test for each, so that they run side by side. Pools are filled and bodies validated."""
    lines = run("--seeds", "500", "--only", name).splitlines()
    assert lines[-1] == "1 templates, 0 faults"
    assert len(lines) == 1 + len(generators()[name].forms) + 1
    assert len({len(line) for line in lines[:-1]}) == 1


def test_one_generator_can_be_checked_by_name() -> None:
    lines = run("--seeds", "50", "--only", "attention.cached_keys").splitlines()
    assert lines[-1] == "1 templates, 0 faults"
    assert all(line.startswith("attention.cached_keys") for line in lines[1:-1])
    with pytest.raises(CommandError, match=r"unknown generator 'attention\.cache'"):
        run("--only", "attention.cache")


def test_a_fault_is_listed_and_ends_the_command_with_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    short = {"arithmetic.sum": Sums(lambda seed: blank(seed % 30))}
    monkeypatch.setattr(check_generators, "generators", lambda: short)
    out = StringIO()
    with pytest.raises(CommandError, match="1 templates, 1 faults"):
        call_command("check_generators", "--seeds", "40", stdout=out)
    assert "arithmetic.sum fill_in: pool, 1 times; first: 30 of 50 variants" in out.getvalue()
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("check_generators", "--seeds", "40", "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert (report["seeds"], report["templates"], report["faults"]) == (40, 1, 1)
    (row,) = report["checks"]
    assert (row["generator"], row["acceptance"], row["pool_reached"]) == ("arithmetic.sum", 1, 30)
    assert row["faults"][0]["rule"] == POOL


@pytest.mark.parametrize("seeds", ["0", "-3", "many"])
def test_the_command_wants_at_least_one_seed(seeds: str) -> None:
    with pytest.raises(CommandError, match="whole number"):
        run(f"--seeds={seeds}")
