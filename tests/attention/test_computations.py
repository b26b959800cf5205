"""The numbers that lessons call for are the engine's, and what is not given rightly is refused."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pytest

from attention.computations import COMPUTATIONS
from attention.computations.base import Values
from lessons.content import ParamsError

Json = Any
CONTENT = Path(__file__).parents[2] / "attention" / "content"


def values(name: str, **params: Json) -> dict[str, Json]:
    return dict(COMPUTATIONS[f"attention.{name}"].values(params))


def test_a_lookup_gives_products_scores_and_weights() -> None:
    keys = {"snow": [2, 0], "gate": [1, 1]}
    found = values("lookup", queries={"it": [1, 2], "snow": [1, -1]}, keys=keys)
    scores = [2 / math.sqrt(2), 3 / math.sqrt(2)]
    assert found["scores.it"] == pytest.approx(scores)
    assert found["scores"][0] == found["scores.it"]
    assert found["product.it.gate"] == 3
    assert found["query.snow"] == [1, -1]
    share = math.exp(scores[1]) / (math.exp(scores[0]) + math.exp(scores[1]))
    assert found["weight.it.gate"] == pytest.approx(share)


def test_a_blend_gives_the_output_and_what_is_taken_for_it() -> None:
    found = values("blend", words=["a", "b", "c"], weights=[0.5, 0.3], values=[10, 20, 5])
    wanted = {
        "given": 0.8,
        "rest": 0.2,
        "whole": 1,
        "output": 12,
        "winner": 10,
        "mean": 35 / 3,
        "sum": 35,
        "without-last": 11,
        "weight.c": 0.2,
        "value.b": 20,
        "term.b": 6,
    }
    assert {name: found[name] for name in wanted} == pytest.approx(wanted)


def test_counts_multiples_and_turned_sentences() -> None:
    assert values("pairs", words=100_000)["scores"] == 10_000_000_000
    assert values("heads", model=512, heads=8) == {"heads": 8, "size": 64, "all": 512}
    assert values("root", numbers=64)["root"] == 8
    assert values("multiple", of=[1, -2], by=-1) == {"before": [1, -2], "after": [-1, 2]}
    sight = values("sight", words=8, place=3)
    assert sight == pytest.approx(
        {
            "words": 8,
            "seen": 3,
            "others": 2,
            "hidden": 5,
            "from-here": 6,
            "share": 0.375,
            "whole": 1,
        }
    )
    turned = values("sentence", words=["a", "b"], scores=[[1, 2], [3, 4]])
    assert turned["reversed"] == [[4, 3], [2, 1]]
    assert turned["scores.b"] == [3, 4]


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("lookup", {"queries": {"a": [1]}, "keys": {"a": [1, 2]}}, "equally long"),
        (
            "blend",
            {"words": ["a", "b"], "weights": [0.4, 0.5], "values": [1, 2]},
            "must add up to 1",
        ),
        ("blend", {"words": ["a", "b", "c"], "weights": [0.4], "values": [1, 2, 3]}, "left out"),
        ("blend", {"words": ["a", "b"], "weights": [0.4], "values": [1]}, "equally long"),
        ("heads", {"model": 10, "heads": 3}, "evenly"),
        ("sight", {"words": 3, "place": 4}, "from 1 to 3"),
        ("sentence", {"words": ["a", "b"], "scores": [[1, 2]]}, "2 rows"),
        ("pairs", {"words": 0}, "greater"),
        ("root", {"numbers": 4, "of": 2}, "permitted"),
    ],
)
def test_parameters_that_give_no_numbers_are_refused(
    name: str, params: dict[str, Json], message: str
) -> None:
    with pytest.raises(ParamsError, match=message):
        values(name, **params)


def test_the_description_of_lesson_files_lists_every_computation_with_its_parameters() -> None:
    text = (CONTENT.parents[1] / "docs" / "lesson-format.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(attention\.[a-z]+)` \| (.*?) \|", text, re.MULTILINE))
    assert rows.keys() == COMPUTATIONS.keys()
    for name, row in rows.items():
        computation = COMPUTATIONS[name]
        assert isinstance(computation, Values)
        assert re.findall(r"`([a-z]+)`", row) == list(computation.params.model_fields)


def test_every_set_of_values_in_the_lessons_is_used() -> None:
    for path in sorted(CONTENT.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        sets = re.findall(r"^```values (\S+)$", text, re.MULTILINE)
        assert sets
        assert [name for name in sets if f"{{{{{name}." not in text] == []


def test_no_number_that_a_learner_has_to_type_was_typed_by_an_author() -> None:
    for path in sorted(CONTENT.glob("*.md")):
        keys = re.findall(r'^    value: "(.*)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
        assert keys
        assert [key for key in keys if not key.startswith("{{")] == []
