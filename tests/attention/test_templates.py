"""Generated questions: right numbers, clear options, named mistakes, the same everywhere."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from scipy import stats

from attention.templates import GENERATORS, cache, numbers, scores
from quizzes.generation import ROUNDING_BOUNDARY, Form
from quizzes.kinds import KINDS
from quizzes.kinds.wire import Wire
from tests.attention.drawn import NUMBERS, SEEDS, Body, bodies, known_misconceptions, number_forms
from tests.attention.recomputed import RECOMPUTED, shown_as

CASES = [(name, form) for name in NUMBERS for form in number_forms(name)]
CHOICE, BLANK = Form("multiple_choice"), Form("fill_in")


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
    assert isinstance(template, numbers.NumberTemplate)
    return numbers.MARGIN * Decimal(template.tolerance)


@pytest.mark.parametrize(("name", "form"), CASES)
def test_most_seeds_make_a_question_and_its_body_is_valid(name: str, form: Form) -> None:
    drawn = bodies(name, form)
    assert len(drawn) >= 0.5 * SEEDS
    for body in drawn:
        KINDS[form.kind].validate(body)


@pytest.mark.parametrize(("name", "form"), CASES)
def test_key_and_wrong_values_are_finite_and_far_enough_apart(name: str, form: Form) -> None:
    for body in bodies(name, form):
        key, wrong = key_and_wrong(body)
        values = [Decimal(key), *map(Decimal, wrong.values())]
        assert len(wrong) >= 3
        assert all(value.is_finite() for value in values)
        assert all(abs(a - b) > gap(name) for i, a in enumerate(values) for b in values[:i]), body[
            "prompt"
        ]


@pytest.mark.parametrize(("name", "form"), CASES)
def test_an_independent_recomputation_agrees_on_key_and_every_wrong_value(
    name: str, form: Form
) -> None:
    drawn = bodies(name, form, 200)
    for body in drawn:
        expected = RECOMPUTED[name](body["prompt"])
        key, wrong = key_and_wrong(body)
        assert key == shown_as(expected.key, expected.decimals)
        for slug, value in wrong.items():
            exact = expected.wrong[slug]
            assert exact is not None
            assert value == shown_as(exact, expected.decimals), (slug, body["prompt"])


@pytest.mark.parametrize("name", NUMBERS)
def test_a_blank_knows_every_wrong_value_that_can_be_told_apart(name: str) -> None:
    for body in bodies(name, BLANK, 200):
        key, wrong = key_and_wrong(body)
        expected = RECOMPUTED[name](body["prompt"])
        told = [Decimal(key), *map(Decimal, wrong.values())]
        for slug in expected.wrong.keys() - wrong.keys():
            value = expected.wrong[slug]
            if value is not None:
                near = Decimal(shown_as(value, expected.decimals))
                on_boundary = abs(float(value) * 10**expected.decimals % 1 - 0.5) < 1e-6
                assert on_boundary or any(abs(near - other) <= gap(name) for other in told)


@pytest.mark.parametrize(("name", "form"), CASES)
def test_no_two_questions_of_a_pool_show_the_same_text(name: str, form: Form) -> None:
    drawn = bodies(name, form)
    prompts = {body["prompt"] for body in drawn}
    shown = {
        (body["prompt"], *(option["text"] for option in body.get("options", ()))) for body in drawn
    }
    assert len(shown) == len(prompts), "the same numbers came with other options"


def test_the_first_500_seeds_of_the_large_templates_hardly_ever_repeat() -> None:
    large = (
        "dot_product",
        "scaled_weight",
        "softmax_weight",
        "output_coordinate",
        "causal_weight",
    )
    for name in large:
        drawn = bodies(f"attention.{name}", CHOICE)
        assert len({body["prompt"] for body in drawn}) >= 0.99 * len(drawn)


def test_cached_keys_states_what_its_space_holds() -> None:
    prompts = {body["prompt"] for body in bodies("attention.cached_keys", BLANK, 3000)}
    assert len(prompts) == cache.SPACE
    assert GENERATORS["attention.cached_keys"].pool_size == cache.SPACE == 147


@pytest.mark.parametrize("name", NUMBERS)
def test_the_place_of_the_key_is_uniform_as_written_and_as_shuffled(name: str) -> None:
    written, shuffled = Counter[int](), Counter[int]()
    by_prompt = {body["prompt"]: body for body in bodies(name, CHOICE, 3000)}
    for number, body in enumerate(by_prompt.values()):
        texts = [option["text"] for option in body["options"]]
        key = next(option["text"] for option in body["options"] if option.get("right"))
        written[texts.index(key)] += 1
        keys = [str(place) for place in range(len(texts))]
        seed = int.from_bytes(hashlib.sha256(str(number).encode()).digest()[:8], "big") >> 1
        shuffled[Wire(seed).shuffled(keys).index(str(texts.index(key)))] += 1
    for counts in (written, shuffled):
        assert stats.chisquare([counts[place] for place in range(4)]).pvalue > 0.001


@pytest.mark.parametrize(("name", "form"), CASES)
def test_option_texts_differ_and_exactly_one_is_right(name: str, form: Form) -> None:
    if form.kind != "multiple_choice":
        assert all(body["prompt"].count("[[answer]]") == 1 for body in bodies(name, form))
        return
    for body in bodies(name, form):
        assert len({option["text"] for option in body["options"]}) == 4
        assert sum(option.get("right", False) for option in body["options"]) == 1


@pytest.mark.parametrize(("name", "form"), CASES)
def test_every_mistake_is_in_the_catalogue_and_explained_with_the_questions_own_numbers(
    name: str, form: Form
) -> None:
    for body in bodies(name, form)[:100]:
        key, wrong = key_and_wrong(body)
        assert set(wrong) <= known_misconceptions()
        assert re.search(rf"(= |\\approx ){re.escape(key)}\$", body["explanation"])
        feedback = json.dumps(body, ensure_ascii=False).count('"feedback"')
        assert feedback == len(wrong)


@pytest.mark.parametrize("name", NUMBERS)
def test_typing_the_key_is_right_and_typing_a_wrong_value_names_its_misconception(
    name: str,
) -> None:
    kind, wire = KINDS["fill_in"], Wire(7)
    for body in bodies(name, BLANK)[:40]:
        sheet = kind.validate(body)
        key, wrong = key_and_wrong(body)
        for typed, slug in [(key, ""), *((value, slug) for slug, value in wrong.items())]:
            raw = {"blanks": {"answer": typed.replace("-", "−")}}
            parsed = kind.parse(sheet.shown, raw, wire, "en")
            outcome = kind.grade(sheet.shown, sheet.secret, parsed)
            assert outcome.score == (0.0 if slug else 1.0)
            assert outcome.parts[0].misconception == slug


def test_no_weight_of_a_softmax_question_is_above_97_percent() -> None:
    for body in bodies("attention.softmax_weight", BLANK):
        listed = [float(s) for s in re.findall(r"\$s_\d = (-?[\d.]+)\$", body["prompt"])]
        weights = [math.exp(s) for s in listed]
        assert max(weights) / sum(weights) <= 0.97 + 1e-12


def test_values_on_a_rounding_boundary_are_not_displayed() -> None:

    values = np.array([0.125, 0.125 + 4e-10, 0.125 + 4e-9, -0.005, 0.12, np.nan, np.inf])
    assert numbers.display_units(values, 2) == [None, None, 13, None, 12, None, None]
    assert numbers.display_units(np.array([-7.0, 0.0, 0.5]), 0) == [-7, 0, None]


def test_a_wrong_value_equal_to_the_key_is_dropped() -> None:
    """The fault to avoid: q·q = 5 offered beside the key q·k = 5."""
    for body in bodies("attention.dot_product", BLANK, 3000):
        recomputed = RECOMPUTED["attention.dot_product"](body["prompt"])
        if recomputed.wrong["score-of-the-query-with-itself"] == recomputed.key:
            assert "score-of-the-query-with-itself" not in key_and_wrong(body)[1]
            return
    pytest.fail("no seed showed the case")


def test_the_reason_tells_a_boundary_from_a_key_that_is_no_number() -> None:
    class Odd(scores.DotProduct):
        def worked(self, given: scores.Vectors) -> numbers.Worked:
            found = super().worked(given)
            return replace(found, key=np.array([0.5, np.nan, 3.0]), sound=np.array([1, 1, 0]) > 0)

    reasons = Odd().reasons([1, 2, 3], BLANK)
    assert reasons == [ROUNDING_BOUNDARY, numbers.NOT_FINITE, numbers.OUT_OF_RANGE]
    assert Odd().draw([1, 2, 3], BLANK) == [None, None, None]
