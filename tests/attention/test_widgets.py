"""Figures show the engine's numbers in accessible HTML, and refuse what they cannot draw."""

from __future__ import annotations

import json
import math
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import engine
from attention.widgets import plane, query
from lessons.content import WidgetError
from tests.attention.figures import (
    EXAMPLES,
    IDS,
    KEYS,
    QUERY,
    RUN,
    SCORES,
    WORDS,
    Params,
    render,
    stages,
    text_of,
)


class Checker(HTMLParser):
    """Collects what a strict policy or a screen reader would stumble over."""

    VOID = {"rect", "circle", "path", "line"}

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.open: list[str] = []
        self.images = 0
        self.titled = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.faults += [f"{tag} {name}" for name in given if name == "style" or name[:2] == "on"]
        if tag == "script" and given.get("type") != "application/json":
            self.faults.append("script")
        if tag == "th" and given.get("scope") not in ("row", "col"):
            self.faults.append("th without scope")
        if tag == "svg":
            self.images += "aria-hidden" not in given
            if "aria-hidden" not in given and given.get("role") != "img":
                self.faults.append("svg without role")
        self.titled += tag == "title"
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> out of order")


@pytest.mark.parametrize(("name", "params"), EXAMPLES, ids=IDS)
def test_figures_are_well_formed_without_inline_code_and_with_named_images(
    name: str, params: Params
) -> None:
    html = render(name, params)
    checker = Checker()
    checker.feed(html)
    assert checker.faults == []
    assert checker.open == []
    assert checker.images == checker.titled
    assert html.count("<table") == html.count("<caption>")


@pytest.mark.parametrize(("name", "params"), EXAMPLES, ids=IDS)
def test_a_figure_is_the_same_each_time(name: str, params: Params) -> None:
    assert render(name, params) == render(name, json.loads(json.dumps(params)))


def test_words_are_escaped_wherever_they_stand() -> None:
    evil = "<b>&\"'"
    for name, params in EXAMPLES:
        text = (
            json.dumps(params).replace('"snow"', json.dumps(evil)).replace('"a"', json.dumps(evil))
        )
        html = render(name, json.loads(text.replace('"so"', json.dumps(evil))))
        assert "<b>" not in html
        assert "&lt;b&gt;" in html or "snow" not in json.dumps(params)


def test_the_json_of_a_query_cannot_end_its_script() -> None:
    params = {**QUERY, "query": "</script><b>"}
    html = render("attention.query", params)
    script = html.split('<script type="application/json">')[1].split("</script>")[0]
    assert "<" not in script
    assert json.loads(script)["query"] == "</script><b>"
    assert json.loads(script)["goals"][0] == QUERY["goals"][0]


def test_bars_show_the_weights_of_the_engine_and_nothing_for_a_hidden_word() -> None:
    shown = text_of(render(*EXAMPLES[0]))
    weights = engine.softmax([2.12, 0.0])
    assert f"a −∞ 0 b 2.12 {weights[0]:.2f} c 0.00 {weights[1]:.2f}" in shown


def test_stages_show_each_computation_and_only_up_to_the_asked_one() -> None:
    assert "snow (2, 0) (1, 4)" in text_of(render("attention.stages", stages("vectors")))
    assert "Mira (−2, 1) 1·(−2) + 2·1 0" in text_of(render("attention.stages", stages("scores")))
    assert "gate (1, 1) 3 2.12" in text_of(render("attention.stages", stages("scaled")))
    _, weights, output = engine.attention(
        [[1, 2]], [key["k"] for key in KEYS], [key["v"] for key in KEYS]
    )
    weighed = text_of(render("attention.stages", stages("weights")))
    assert f"gate 3 2.12 {weights[0][1]:.2f}" in weighed
    blended = text_of(render("attention.stages", stages("output")))
    assert f"({output[0][0]:.2f}, {output[0][1]:.2f})" in blended
    for earlier in ("vectors", "scores", "scaled"):
        assert "weight" not in render("attention.stages", stages(earlier))


def test_a_causal_grid_marks_hidden_cells_and_its_rows_add_up_to_one() -> None:
    html = render("attention.grid", {"words": ["a", "b", "c"], "scores": SCORES, "causal": True})
    assert html.count('class="attn-hidden"') == 3
    rows = re.findall(r"<tr><th scope=\"row\".*?</tr>", html)
    for row in rows:
        cells = re.findall(r">(\d\.\d\d)<", row)
        assert sum(map(float, cells)) == pytest.approx(1, abs=0.011)


def test_cache_figures_show_the_totals_of_the_engine() -> None:
    html = render("attention.cache", {"prompt": 10, "words": list("abcd"), "show": "both"})
    assert re.findall(r"in all (\d+)", text_of(html)) == ["46", "13"]
    for show, boxes in (("without", 46), ("with", 13)):
        one = render("attention.cache", {"prompt": 10, "words": list("abcd"), "show": show})
        assert one.count('class="attn-row-k"') == boxes + 1  # one more in the legend


REFUSED: list[tuple[str, Params, tuple[str | int, ...], str]] = [
    ("attention.bars", {"words": ["a", "b"], "scores": [1]}, (), "as many scores"),
    ("attention.bars", {"words": ["a", "b"], "scores": [1, 2], "hidden": [2]}, (), "from 0 to 1"),
    ("attention.bars", {"words": ["a", "b"], "scores": [1, 2], "hidden": [0, 1]}, (), "visible"),
    ("attention.bars", {"words": ["a", "b"], "scores": [1, math.nan]}, ("scores", 1), "number"),
    ("attention.bars", {"words": ["a", "b"], "scores": [1, "2"]}, ("scores", 1), "number"),
    ("attention.bars", {"words": ["a", "b"], "scores": [1, True]}, ("scores", 1), "number"),
    (
        "attention.bars",
        {"words": ["a", "b"], "scores": [1, 2], "color": 1},
        ("color",),
        "permitted",
    ),
    ("attention.grid", {"words": ["a", "b"], "scores": [[1, 2], [1]], "causal": True}, (), "row 1"),
    ("attention.words", {**WORDS, "start": 3}, (), "start goes from 0 to 2, not 3"),
    ("attention.words", {**WORDS, "start": -1}, (), "start goes from 0 to 2"),
    ("attention.words", {**WORDS, "heads": []}, ("heads",), "at least 1"),
    ("attention.words", {**WORDS, "heads": WORDS["heads"][:1] * 2}, (), "a name of its own"),
    (
        "attention.words",
        {**WORDS, "heads": [{"name": "one", "scores": SCORES[:2]}]},
        (),
        "head one: 3 words need 3 rows of scores, not 2",
    ),
    (
        "attention.words",
        {**WORDS, "heads": [{"name": "one", "scores": [[0, 0, 0], [0, 0], [0, 0, 0]]}]},
        (),
        "head one: row 1 of scores must hold 3 numbers, not 2",
    ),
    ("attention.words", {**WORDS, "causal": "yes"}, ("causal",), "boolean"),
    ("attention.cache", {"prompt": 0, "words": ["a"], "show": "with"}, ("prompt",), "greater"),
    ("attention.cache", {"prompt": 1, "words": ["a"], "show": "none"}, ("show",), "without"),
    (
        "attention.generation",
        {**RUN, "goals": [{"id": "x", "say": "s", "saved": 10, "equal": True}]},
        ("goals", 0),
        "one of saved, times and equal",
    ),
    (
        "attention.generation",
        {**RUN, "goals": [{"id": "x", "say": "s", "saved": 26}]},
        (),
        "goal x cannot be reached with a prompt of 1 to 12 words and 1 to 3 words written",
    ),
    (
        "attention.generation",
        {**RUN, "goals": [{"id": "x", "say": "s", "saved": 11}]},
        (),
        "goal x is already reached by the first run",
    ),
    ("attention.generation", {**RUN, "goals": RUN["goals"][:1] * 2}, (), "an id of its own"),
    ("attention.steps", stages("vectors"), (), "a stage after vectors"),
    (
        "attention.steps",
        {**stages("output"), "keys": [KEYS[0], KEYS[0]]},
        (),
        "every key needs a word of its own",
    ),
    ("attention.stages", {**stages("scores"), "q": [1, 2, 3]}, (), "equally long"),
    ("attention.stages", {**stages("scores"), "show": "all"}, ("show",), "vectors"),
    ("attention.query", {**QUERY, "q": [4, 0]}, ("q", 0), "less than or equal to 3"),
    ("attention.query", {**QUERY, "q": [1]}, ("q",), "at least 2"),
    (
        "attention.query",
        {**QUERY, "keys": [QUERY["keys"][0]] * 2},
        (),
        "a word of its own",
    ),
    (
        "attention.query",
        {**QUERY, "goals": [{"id": "x", "say": "s", "word": "snow"}]},
        ("goals", 0),
        "either word and min",
    ),
    (
        "attention.query",
        {**QUERY, "goals": [{"id": "x", "say": "s", "word": "Snow", "min": 0.5}]},
        (),
        "no key has the word 'Snow'",
    ),
    (
        "attention.query",
        {**QUERY, "goals": [{"id": "x", "say": "s", "any": 0.9999999}]},
        (),
        "goal x cannot be reached",
    ),
    (
        "attention.query",
        {**QUERY, "goals": [{"id": "x", "say": "s", "word": "gate", "min": 0.3}]},
        (),
        "already reached",
    ),
]


@pytest.mark.parametrize(("name", "params", "loc", "message"), REFUSED)
def test_parameters_that_cannot_be_drawn_are_refused_with_place_and_reason(
    name: str, params: Params, loc: tuple[str | int, ...], message: str
) -> None:
    with pytest.raises(WidgetError) as caught:
        render(name, params)
    assert any(place == loc and message in text for place, text in caught.value.problems), (
        caught.value.problems
    )


def test_every_problem_is_told_at_once() -> None:
    with pytest.raises(WidgetError) as caught:
        render("attention.bars", {"words": ["a"], "scores": ["x"], "wide": True})
    assert len(caught.value.problems) == 3


coordinate = st.integers(-30, 30).map(lambda tenths: tenths / 10)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(coordinate, coordinate), min_size=2, max_size=5),
    st.floats(0.05, 0.99),
    st.data(),
)
def test_goals_that_load_can_be_reached_by_dragging(
    keys: list[tuple[float, float]], share: float, data: st.DataObject
) -> None:
    words = [f"w{place}" for place in range(len(keys))]
    goal = data.draw(
        st.sampled_from([{"word": "w0", "min": share}, {"any": share}, {"zero": True}])
    )
    params = {
        "query": "it",
        "q": [0.3, -0.7],
        "keys": [{"word": w, "k": list(k)} for w, k in zip(words, keys, strict=True)],
        "goals": [{"id": "x", "say": "s", **goal}],
    }
    checked = query.Goal.model_validate(params["goals"][0])
    grid = [(x / 10, y / 10) for x in range(-30, 31) for y in range(-30, 31)]
    weights = query.attend(np.array(grid), [list(k) for k in keys])[1]
    reached = checked.met(np.array(grid), weights, words)
    try:
        render("attention.query", params)
    except WidgetError as error:
        assert ("cannot be reached" in str(error)) == (not reached.any())  # noqa: PT017
    else:
        assert reached.any()
        assert np.abs(np.array(grid)[reached]).max() <= 3


def test_labels_of_a_figure_do_not_cover_each_other() -> None:
    points = [(80.0, 0.0), (40.0, -40.0), (-80.0, -40.0), (40.0, 40.0), (40.0, 0.0)]
    places = plane.place_labels(["snow", "gate", "Mira", "dug", "it"], points, "q", (40.0, -80.0))
    boxes = [place.box for place in places]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


@pytest.mark.parametrize(
    ("largest", "limit"), [(0.0, 3.0), (3.0, 3.0), (3.2, 4.0), (4.5, 6.0), (20.0, 20.0)]
)
def test_squared_paper_reaches_past_every_point(largest: float, limit: float) -> None:
    assert plane.limit_for([(largest, -largest)]) == limit
