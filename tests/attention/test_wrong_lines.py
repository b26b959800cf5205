"""Worked solutions of which one line is wrong."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from scipy import stats

from attention.templates.bodies import UnclearError, Wording
from attention.templates.draws import raw_words
from attention.templates.solutions import (
    NO_MISTAKE,
    Solution,
    Spoiled,
    wrong_line,
    wrong_line_body,
)
from quizzes.generation import Form
from quizzes.kinds import KINDS
from tests.attention.drawn import NUMBERS, WRONG_LINES, bodies, template_of
from tests.attention.recomputed import RECOMPUTED, shown_as

SOUND = ("One half is $0.5$.", "Twice that is $1$.")
TEXT = Wording("There is a half.", "What is twice that?", {}, "Twice a half is $1$.")
LINES = 1000  # seeds drawn where every line is to be met often
WORDS = ["first", "second", "third", "fourth", "fifth", "sixth"]


def spoiled(*lines: str) -> Spoiled:
    return Spoiled("doubling", lines, "It goes wrong.")


def last_number(line: str) -> str:
    """The number at the end of a line, in math or not."""
    return re.findall(r"-?\d+(?:\.\d+)?", line)[-1]


def test_the_wrong_line_is_the_first_that_differs() -> None:
    assert wrong_line(SOUND, spoiled("One half is $0.2$.", "Twice that is $0.4$.")) == 0
    assert wrong_line(SOUND, spoiled(SOUND[0], "Twice that is $2$.")) == 1


def test_a_mistake_that_changes_nothing_in_the_end_is_none() -> None:
    assert wrong_line(SOUND, spoiled("One half is $0.50$.", SOUND[1])) is None
    assert wrong_line(SOUND, spoiled(*SOUND)) is None
    assert wrong_line(SOUND, spoiled(SOUND[0], "The answer is the first of these, $1$.")) is None
    assert wrong_line(SOUND, spoiled("A half is $0.5$.", "The answer is $1.0$.")) is None


def test_a_solution_with_a_line_too_many_is_a_fault() -> None:
    with pytest.raises(ValueError, match="longer"):
        wrong_line(SOUND, spoiled(*SOUND, "And so on."))


def test_a_solution_that_cannot_go_wrong_in_some_line_is_not_asked_about() -> None:
    with pytest.raises(UnclearError, match=NO_MISTAKE):
        wrong_line_body(TEXT, Solution(SOUND, (spoiled(SOUND[0], "Twice that is $2$."),)))


def test_the_explanation_names_the_line_and_what_it_does_wrong() -> None:
    first = spoiled("One half is $0.2$.", "Twice that is $0.4$.")
    second = spoiled(SOUND[0], "Twice that is $2$.")
    body: Any = wrong_line_body(TEXT, Solution(SOUND, (first, second)))
    KINDS["multiple_choice"].validate(body)
    (right,) = (place for place, one in enumerate(body["options"]) if one.get("right"))
    shown = (first, second)[right]
    assert tuple(one["text"] for one in body["options"]) == shown.lines
    assert body["explanation"] == (
        f"The {WORDS[right]} line is wrong. It goes wrong.\n\nTwice a half is $1$."
    )


@pytest.mark.parametrize(("name", "form"), WRONG_LINES)
def test_every_line_is_the_wrong_one_equally_often(name: str, form: Form) -> None:
    counts = Counter[int]()
    by_prompt = {body["prompt"]: body for body in bodies(name, form, LINES)}
    for body in by_prompt.values():
        counts[[bool(one.get("right")) for one in body["options"]].index(True)] += 1
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name, form in WRONG_LINES if name in NUMBERS]
)
def test_a_solution_ends_where_the_recomputed_formula_ends(name: str, form: Form) -> None:
    """The sound one in the key, a spoiled one in the value of its misconception."""
    template = template_of(name)
    seeds = [
        candidate.seed for candidate in template.draw(range(1, 201), form) if candidate is not None
    ]
    given = template.given(raw_words(seeds, template.draws), form.level)
    for row, answer in enumerate(template.answers(given)):
        assert not isinstance(answer, str)
        expected = RECOMPUTED[name](template.text(given, row, answer).prompt)
        solution = template.solution(given, row)
        assert last_number(solution.sound[-1]) == shown_as(expected.key, expected.decimals)
        for one in solution.spoiled:
            values = expected.wrong | expected.slips
            value = values[one.misconception]
            assert value is not None
            assert last_number(one.lines[-1]) == shown_as(value, expected.decimals), one


@pytest.mark.parametrize(
    ("name", "form"), [(name, form) for name, form in WRONG_LINES if name in NUMBERS]
)
def test_a_last_line_that_gives_the_right_number_is_not_called_wrong(name: str, form: Form) -> None:
    """As "the score is the first of these, −5" would be, where −5 is right."""
    ends = 0
    for body in bodies(name, form, LINES):
        last = body["options"][-1]
        if last.get("right"):
            key = RECOMPUTED[name](body["prompt"].rpartition("\n\nHere is")[0])
            assert last_number(last["text"]) != shown_as(key.key, key.decimals), body["prompt"]
            ends += 1
    assert ends > 50
