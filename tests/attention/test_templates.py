"""Generated questions: right numbers, clear options, named mistakes, the same everywhere."""

from __future__ import annotations

import hashlib
import json
import math
import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ruamel.yaml import YAML
from scipy import stats

import attention
from attention.templates import GENERATORS, base, cache, scores
from quizzes.generation import ROUNDING_BOUNDARY, ExplainsRejections, fill_pool
from quizzes.kinds import KINDS
from quizzes.kinds.wire import Wire
from tests.attention.recomputed import RECOMPUTED, shown_as

SEEDS = range(1, 501)
NAMES = sorted(GENERATORS)
CASES = [(name, kind) for name in NAMES for kind in GENERATORS[name].kinds]

Body = dict[str, Any]  # JSON


def bodies(name: str, kind: str, seeds: range = SEEDS) -> list[Body]:
    return [
        dict(candidate.body)
        for candidate in GENERATORS[name].draw(seeds, kind)
        if candidate is not None
    ]


def key_and_wrong(body: Body) -> tuple[str, dict[str, str]]:
    """Key and wrong values by misconception slug, in ASCII, whatever the kind."""
    if "options" in body:
        texts = {option.get("misconception", ""): option["text"] for option in body["options"]}
        plain = {slug: text.replace("−", "-") for slug, text in texts.items()}
        return plain.pop(""), plain
    answer = body["blanks"]["answer"]
    return answer["value"], {wrong["misconception"]: wrong["value"] for wrong in answer["wrong"]}


def gap(name: str) -> Decimal:
    template = GENERATORS[name]
    assert isinstance(template, base.Template)
    return base.MARGIN * Decimal(template.tolerance)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_most_seeds_make_a_question_and_its_body_is_valid(name: str, kind: str) -> None:
    drawn = bodies(name, kind)
    assert len(drawn) >= 0.85 * len(SEEDS)
    for body in drawn:
        KINDS[kind].validate(body)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_key_and_wrong_values_are_finite_and_far_enough_apart(name: str, kind: str) -> None:
    for body in bodies(name, kind):
        key, wrong = key_and_wrong(body)
        values = [Decimal(key), *map(Decimal, wrong.values())]
        assert len(wrong) >= 3
        assert all(value.is_finite() for value in values)
        assert all(abs(a - b) > gap(name) for i, a in enumerate(values) for b in values[:i]), body[
            "prompt"
        ]


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_an_independent_recomputation_agrees_on_key_and_every_wrong_value(
    name: str, kind: str
) -> None:
    drawn = bodies(name, kind, range(1, 201))
    for body in drawn:
        expected = RECOMPUTED[name](body["prompt"])
        key, wrong = key_and_wrong(body)
        assert key == shown_as(expected.key, expected.decimals)
        for slug, value in wrong.items():
            exact = expected.wrong[slug]
            assert exact is not None
            assert value == shown_as(exact, expected.decimals), (slug, body["prompt"])


@pytest.mark.parametrize("name", NAMES)
def test_a_blank_knows_every_wrong_value_that_can_be_told_apart(name: str) -> None:
    for body in bodies(name, "fill_in", range(1, 201)):
        key, wrong = key_and_wrong(body)
        expected = RECOMPUTED[name](body["prompt"])
        told = [Decimal(key), *map(Decimal, wrong.values())]
        for slug in expected.wrong.keys() - wrong.keys():
            value = expected.wrong[slug]
            if value is not None:
                near = Decimal(shown_as(value, expected.decimals))
                on_boundary = abs(float(value) * 10**expected.decimals % 1 - 0.5) < 1e-6
                assert on_boundary or any(abs(near - other) <= gap(name) for other in told)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_no_two_questions_of_a_pool_show_the_same_text(name: str, kind: str) -> None:
    drawn = bodies(name, kind, range(1, 2001))
    prompts = {body["prompt"] for body in drawn}
    shown = {
        (body["prompt"], *(option["text"] for option in body.get("options", ()))) for body in drawn
    }
    assert len(shown) == len(prompts), "the same numbers came with other options"
    assert len(prompts) >= GENERATORS[name].pool_size


def test_the_first_500_seeds_of_the_large_templates_hardly_ever_repeat() -> None:
    small = {"attention.cached_keys", "attention.head_size", "attention.cache_bytes"}
    for name in set(NAMES) - small:
        drawn = bodies(name, "multiple_choice")
        assert len({body["prompt"] for body in drawn}) >= 0.99 * len(drawn)


def test_cached_keys_states_what_its_space_holds() -> None:
    prompts = {
        body["prompt"] for body in bodies("attention.cached_keys", "fill_in", range(1, 3001))
    }
    assert len(prompts) == cache.SPACE
    assert GENERATORS["attention.cached_keys"].pool_size == cache.SPACE == 147


@pytest.mark.parametrize("name", NAMES)
def test_the_place_of_the_key_is_uniform_as_written_and_as_shuffled(name: str) -> None:
    written, shuffled = Counter[int](), Counter[int]()
    by_prompt = {body["prompt"]: body for body in bodies(name, "multiple_choice", range(1, 3001))}
    for number, body in enumerate(by_prompt.values()):
        texts = [option["text"] for option in body["options"]]
        key = next(option["text"] for option in body["options"] if option.get("right"))
        written[texts.index(key)] += 1
        keys = [str(place) for place in range(len(texts))]
        seed = int.from_bytes(hashlib.sha256(str(number).encode()).digest()[:8], "big") >> 1
        shuffled[Wire(seed).shuffled(keys).index(str(texts.index(key)))] += 1
    for counts in (written, shuffled):
        assert stats.chisquare([counts[place] for place in range(4)]).pvalue > 0.001


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_option_texts_differ_and_exactly_one_is_right(name: str, kind: str) -> None:
    if kind != "multiple_choice":
        assert all(body["prompt"].count("[[answer]]") == 1 for body in bodies(name, kind))
        return
    for body in bodies(name, kind):
        assert len({option["text"] for option in body["options"]}) == 4
        assert sum(option.get("right", False) for option in body["options"]) == 1


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_every_mistake_is_in_the_catalogue_and_explained_with_the_questions_own_numbers(
    name: str, kind: str
) -> None:
    path = Path(attention.__file__).parent / "content" / "catalogue.yaml"
    catalogue = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    known = {misconception["slug"] for misconception in catalogue["misconceptions"]}
    for body in bodies(name, kind, range(1, 101)):
        key, wrong = key_and_wrong(body)
        assert set(wrong) <= known
        assert re.search(rf"(= |\\approx ){re.escape(key)}\$", body["explanation"])
        feedback = json.dumps(body, ensure_ascii=False).count('"feedback"')
        assert feedback == len(wrong)


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_text_outside_math_has_no_hyphen_for_a_minus_and_math_is_closed(
    name: str, kind: str
) -> None:
    for body in bodies(name, kind, range(1, 101)):
        texts = [body["prompt"], body["explanation"]]
        texts += [option["text"] for option in body.get("options", ())]
        for text in texts:
            pieces = text.split("$")
            assert len(pieces) % 2 == 1
            assert not re.search(r"-\d", " ".join(pieces[::2]))


@pytest.mark.parametrize("name", NAMES)
def test_typing_the_key_is_right_and_typing_a_wrong_value_names_its_misconception(
    name: str,
) -> None:
    kind, wire = KINDS["fill_in"], Wire(7)
    for body in bodies(name, "fill_in", range(1, 41)):
        sheet = kind.validate(body)
        key, wrong = key_and_wrong(body)
        for typed, slug in [(key, ""), *((value, slug) for slug, value in wrong.items())]:
            raw = {"blanks": {"answer": typed.replace("-", "−")}}
            parsed = kind.parse(sheet.shown, raw, wire, "en")
            outcome = kind.grade(sheet.shown, sheet.secret, parsed)
            assert outcome.score == (0.0 if slug else 1.0)
            assert outcome.parts[0].misconception == slug


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_every_generator_fills_the_pool_it_promises(name: str, kind: str) -> None:
    generator = GENERATORS[name]
    assert len(fill_pool(generator, kind, generator.pool_size)) == generator.pool_size


def test_no_weight_of_a_softmax_question_is_above_97_percent() -> None:
    for body in bodies("attention.softmax_weight", "fill_in"):
        listed = [float(s) for s in re.findall(r"\$s_\d = (-?[\d.]+)\$", body["prompt"])]
        weights = [math.exp(s) for s in listed]
        assert max(weights) / sum(weights) <= 0.97 + 1e-12


def test_values_on_a_rounding_boundary_are_not_displayed() -> None:

    values = np.array([0.125, 0.125 + 4e-10, 0.125 + 4e-9, -0.005, 0.12, np.nan, np.inf])
    assert base.display_units(values, 2) == [None, None, 13, None, 12, None, None]
    assert base.display_units(np.array([-7.0, 0.0, 0.5]), 0) == [-7, 0, None]


def test_a_wrong_value_equal_to_the_key_is_dropped() -> None:
    """The fault to avoid: q·q = 5 offered beside the key q·k = 5."""
    for body in bodies("attention.dot_product", "fill_in", range(1, 3001)):
        recomputed = RECOMPUTED["attention.dot_product"](body["prompt"])
        if recomputed.wrong["score-of-the-query-with-itself"] == recomputed.key:
            assert "score-of-the-query-with-itself" not in key_and_wrong(body)[1]
            return
    pytest.fail("no seed showed the case")


def test_drawing_seeds_one_by_one_gives_what_drawing_them_together_gives() -> None:
    for name, kind in CASES:
        together = GENERATORS[name].draw(range(1, 21), kind)
        assert together == [GENERATORS[name].draw([seed], kind)[0] for seed in range(1, 21)]
        assert GENERATORS[name].draw([], kind) == []


@pytest.mark.parametrize(("name", "kind"), CASES)
def test_a_seed_has_a_reason_exactly_where_it_makes_no_question(name: str, kind: str) -> None:
    template = GENERATORS[name]
    assert isinstance(template, ExplainsRejections)
    drawn, reasons = template.draw(SEEDS, kind), template.reasons(SEEDS, kind)
    assert [candidate is None for candidate in drawn] == [reason != "" for reason in reasons]
    assert set(reasons) <= {"", base.OUT_OF_RANGE, base.TOO_ALIKE, ROUNDING_BOUNDARY}


def test_the_reason_tells_a_boundary_from_a_key_that_is_no_number() -> None:
    class Odd(scores.DotProduct):
        def worked(self, given: scores.Vectors) -> base.Worked:
            found = super().worked(given)
            return replace(found, key=np.array([0.5, np.nan, 3.0]), sound=np.array([1, 1, 0]) > 0)

    reasons = Odd().reasons([1, 2, 3], "fill_in")
    assert reasons == [ROUNDING_BOUNDARY, base.NOT_FINITE, base.OUT_OF_RANGE]
    assert Odd().draw([1, 2, 3], "fill_in") == [None, None, None]


def test_a_kind_that_is_not_offered_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'explanation'"):
        GENERATORS["attention.dot_product"].draw([1], "explanation")


def test_two_processes_with_different_hash_seeds_draw_the_same_questions() -> None:
    script = (
        "import hashlib, json\n"
        "from attention.templates import GENERATORS\n"
        "drawn = [[c and c.body for c in g.draw(range(1, 201), k)]\n"
        "         for _, g in sorted(GENERATORS.items()) for k in g.kinds]\n"
        "print(hashlib.sha256(json.dumps(drawn).encode()).hexdigest())\n"
    )
    root = Path(attention.__file__).parents[1]
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=root,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(digests) == 1
