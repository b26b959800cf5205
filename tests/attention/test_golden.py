"""The golden file that the browser is compared with says what the engine says today."""

from __future__ import annotations

import json
import math
from typing import Any

from lessons.content.numerals import fixed, plain
from tests.attention import golden


def assert_same(one: Any, other: Any) -> None:
    """Equal in everything; numbers to the last bits, in which processors differ."""
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, list):
        assert len(one) == len(other)
        for first, second in zip(one, other, strict=True):
            assert_same(first, second)
    elif isinstance(one, float):
        assert math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-14)
    else:
        assert one == other


def test_the_golden_file_holds_the_values_of_the_engine_for_all_four_figures() -> None:
    stored = json.loads(golden.FILE.read_text(encoding="utf-8"))
    assert_same(stored, json.loads(golden.golden_text()))
    sizes = {name: len(part["cases"]) for name, part in stored.items() if isinstance(part, dict)}
    assert sizes == {"attend": 128, "words": 6, "cache": 96}
    assert len(stored["stages"]) == 120


def test_the_golden_cases_meet_and_miss_every_goal_and_have_ties() -> None:
    stored = json.loads(golden.FILE.read_text(encoding="utf-8"))
    for part in (stored["attend"], stored["cache"]):
        for goal in part["goals"]:
            met = [goal["id"] in case["met"] for case in part["cases"]]
            assert any(met)
            assert not all(met)
    for name in ("leading", "nearest"):
        assert {len(case[name]) > 1 for case in stored["stages"]} >= {False}
    assert any(len(case["leading"]) > 1 for case in stored["stages"])


def test_halves_are_shown_away_from_zero_as_a_browser_shows_them() -> None:
    assert [fixed(number) for number in (0.125, -0.125, 0.375)] == ["0.13", "−0.13", "0.38"]
    assert [plain(number) for number in (0.125, -0.125, 2.5, 20, -0.0)] == [
        "0.13",
        "−0.13",
        "2.5",
        "20",
        "0",
    ]
