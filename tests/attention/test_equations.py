"""Every equation that an explanation, a feedback or a worked solution shows is true."""

from __future__ import annotations

import pytest

from quizzes.generation import Form
from tests.attention.drawn import FORMS, bodies
from tests.attention.equations import equations, false_equations, value
from tests.attention.texts import texts_of


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        ("2 \\cdot (-3) + 4", -2.0),
        ("\\frac{6}{\\sqrt{9}}", 2.0),
        ("\\frac{e^{0.5}}{e^{0.5}}", 1.0),
        ("3^2 \\cdot 2^{-1}", 4.5),
        ("1 / (2 + 2)", 0.25),
    ],
)
def test_a_side_is_worked_out(side: str, expected: float) -> None:
    assert value(side) == pytest.approx(expected)


def test_a_false_equation_is_found_among_true_ones() -> None:
    text = "So $2 \\cdot 3 = 6$ and $q \\cdot k = 2 + 2 = 5$, but $\\frac{1}{3} \\approx 0.34$."
    assert false_equations(text) == ["2 + 2 = 5", "\\frac{1}{3} \\approx 0.34"]
    assert equations(text) == 3


@pytest.mark.parametrize(("name", "form"), FORMS)
def test_every_equation_that_a_learner_is_shown_is_true(name: str, form: Form) -> None:
    """In a solution too: the wrong line computes the wrong thing, but it computes it right."""
    counted = 0
    for body in bodies(name, form)[:100]:
        for key in ("explanation", "feedback", "text"):
            for text in texts_of(body, key):
                counted += equations(text)
                assert false_equations(text) == [], body["prompt"]
    assert counted >= 100
