"""What holds for every form of every template."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import attention
from attention.templates import GENERATORS
from quizzes import markdown
from quizzes.generation import ExplainsRejections, Form
from tests.attention.drawn import FORMS, NAMES, bodies, known_misconceptions
from tests.attention.texts import texts_of


@pytest.mark.parametrize("name", NAMES)
def test_every_template_offers_two_ways_to_answer(name: str) -> None:
    assert len({(form.kind, form.shape) for form in GENERATORS[name].forms}) >= 2


@pytest.mark.parametrize("name", NAMES)
def test_every_template_promises_a_pool_worth_having(name: str) -> None:
    """That each form fills it is what check_generators looks at."""
    assert GENERATORS[name].pool_size >= 30


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_text_outside_math_has_no_hyphen_for_a_minus_and_no_braces_and_math_is_closed(
    name: str, form: Form
) -> None:
    for body in bodies(name, form)[:100]:
        for key in ("prompt", "explanation", "text", "feedback"):
            for text in texts_of(body, key):
                pieces = text.split("$")
                assert len(pieces) % 2 == 1
                assert not re.search(r"-\d|[{}]", " ".join(pieces[::2]))


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_every_misconception_is_in_the_catalogue(name: str, form: Form) -> None:
    for body in bodies(name, form):
        assert set(texts_of(body, "misconception")) <= known_misconceptions()


def test_drawing_seeds_one_by_one_gives_what_drawing_them_together_gives() -> None:
    for name, form in FORMS:
        together = GENERATORS[name].draw(range(1, 21), form)
        assert together == [GENERATORS[name].draw([seed], form)[0] for seed in range(1, 21)]
        assert GENERATORS[name].draw([], form) == []


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_a_seed_has_a_reason_exactly_where_it_makes_no_question(name: str, form: Form) -> None:
    template = GENERATORS[name]
    assert isinstance(template, ExplainsRejections)
    seeds = range(1, 101)
    drawn, reasons = template.draw(seeds, form), template.reasons(seeds, form)
    assert [candidate is None for candidate in drawn] == [reason != "" for reason in reasons]
    assert all(len(reason) <= 60 for reason in reasons)


@pytest.mark.parametrize(
    "form", [Form("explanation"), Form("fill_in", "wrong_line"), Form("fill_in", level=9)]
)
def test_a_form_that_is_not_offered_is_refused_by_name(form: Form) -> None:
    for ask in (
        GENERATORS["attention.dot_product"].draw,
        GENERATORS["attention.dot_product"].reasons,
    ):
        with pytest.raises(ValueError, match=f"not {form}$"):
            ask([1], form)


def test_two_processes_with_different_hash_seeds_draw_the_same_questions() -> None:
    script = (
        "import hashlib, json\n"
        "from attention.templates import GENERATORS\n"
        "drawn = [[c and c.body for c in g.draw(range(1, 51), f)]\n"
        "         for _, g in sorted(GENERATORS.items()) for f in g.forms]\n"
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


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_every_text_is_markdown_that_can_be_rendered(name: str, form: Form) -> None:
    for body in bodies(name, form)[:20]:
        for key in ("prompt", "explanation", "text", "feedback"):
            for text in texts_of(body, key):
                assert not markdown.problems(text)
