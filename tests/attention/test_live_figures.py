"""Figures that ask before each stage and count word by word: still, they say all of their start."""

from __future__ import annotations

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from attention.widgets.steps import ORDER
from lessons.content import WidgetError
from tests.attention.figures import render, stages, text_of


def test_each_stage_stands_behind_its_question_and_shows_what_the_still_figure_shows() -> None:
    html = render("attention.steps", stages("output"))
    assert html.count("<details") == 4
    for show in ORDER:
        assert render("attention.stages", stages(show)) in html
    assert "What is the dot product of “gate”, divided by √2?" in html
    assert "weights" not in re.sub(
        r"<script.*?</script>", "", render("attention.steps", stages("scaled"))
    )


def test_a_run_shows_the_totals_of_the_engine_and_can_be_set_from_the_json() -> None:
    html = render("attention.generation", {"prompt": 10, "words": list("abcd")})
    told = "4 words written: 46 rows of K computed without a cache, 13 with one, 33 saved."
    assert told in text_of(html)
    settings_of = json.loads(re.findall(r'json">(.*?)</script>', html)[0])
    assert settings_of == {"prompt": 10, "words": list("abcd"), "goals": [], "longest": 12}


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 12), st.integers(2, 8), st.integers(1, 120))
def test_goals_of_a_run_that_load_can_be_reached_by_its_two_inputs(
    prompt: int, most: int, saved: int
) -> None:
    def saves(first: int, words: int) -> int:
        """Counted word by word, with the rows that are thrown away."""
        kept = fresh = 0
        for step in range(words):
            fresh += first + step
            kept += first if step == 0 else 1
        return fresh - kept

    runs = [saves(p, g) for p in range(1, 13) for g in range(1, most + 1)]
    wanted = max(runs) >= saved > saves(prompt, most)
    goals = [{"id": "x", "say": "s", "saved": saved}]
    params = {"prompt": prompt, "words": list("abcdefgh")[:most], "goals": goals}
    try:
        render("attention.generation", params)
    except WidgetError:
        assert not wanted
    else:
        assert wanted
