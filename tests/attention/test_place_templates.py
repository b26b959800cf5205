"""Questions about which of several things wins, and orderings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from attention.templates.bodies import UnclearError, Wording
from attention.templates.orders import TOO_CLOSE, Order, order_body
from attention.templates.places import NOWHERE, winners
from quizzes.generation import Form
from tests.attention.drawn import ORDERS, PLACES, Body, bodies, levels
from tests.attention.recomputed import PLACES as RECOMPUTED_PLACES
from tests.attention.recomputed import RECOMPUTED

TEXT = Wording("Three pots.", "Which is the largest?", {}, "The second.")
CHOICES = [
    (name, Form("multiple_choice", level=level)) for name in PLACES for level in levels(name)
]


def right_place(body: Body) -> int:
    """The place of the option that is right."""
    return [bool(option.get("right")) for option in body["options"]].index(True)


def test_the_winner_is_the_one_largest_value_and_nan_never_wins() -> None:
    values = np.array([[1.0, 3.0, 2.0], [np.nan, -2.0, -1.0], [2.0, 2.0, 1.0], [1.0, 1.2, 0.0]])
    assert winners(values, 0.5).tolist() == [1, 2, NOWHERE, NOWHERE]
    assert winners(values, 0.1).tolist() == [1, 2, NOWHERE, 1]


def test_an_order_begins_with_the_largest() -> None:
    names = ("the pan", "the pot", "the cup")
    body: Any = order_body(TEXT, Order("Sort them.", names, (2.0, 3.0, 1.0), 0.5, "By size."))
    assert [item["text"] for item in body["items"]] == ["The pot", "The pan", "The cup"]
    assert body["prompt"] == "Three pots.\n\nSort them."
    assert body["explanation"] == "By size."


def test_values_that_are_too_close_are_not_put_in_order() -> None:
    with pytest.raises(UnclearError, match=TOO_CLOSE):
        order_body(TEXT, Order("Sort them.", ("a", "b", "c"), (2.0, 3.0, 1.5), 0.5, ""))


@pytest.mark.parametrize(("name", "form"), CHOICES)
def test_an_independent_recomputation_agrees_on_the_winner_and_every_wrong_one(
    name: str, form: Form
) -> None:
    for body in bodies(name, form):
        expected = RECOMPUTED_PLACES[name](body["prompt"])
        assert right_place(body) == expected.key
        likeliest: dict[int, str] = {}
        for slug, place in expected.wrong.items():
            if place is not None and place != expected.key:
                likeliest.setdefault(place, slug)
        told = {
            place: option["misconception"]
            for place, option in enumerate(body["options"])
            if "misconception" in option
        }
        assert told == likeliest
        assert len(told) >= 1


@pytest.mark.parametrize(("name", "form"), CHOICES)
def test_every_place_wins_equally_often(name: str, form: Form) -> None:
    by_prompt = {body["prompt"]: body for body in bodies(name, form, 2000)}
    counts = Counter(right_place(body) for body in by_prompt.values())
    assert stats.chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize(("name", "form"), ORDERS)
def test_an_independent_recomputation_agrees_on_the_order(name: str, form: Form) -> None:
    for body in bodies(name, form):
        recompute = RECOMPUTED_PLACES.get(name) or RECOMPUTED[name]
        ranked = recompute(body["prompt"]).ranked
        ordinals = ["The first", "The second", "The third", "The fourth", "The fifth"]
        places = [
            next(at for at, ordinal in enumerate(ordinals) if item["text"].startswith(ordinal))
            for item in body["items"]
        ]
        assert places == sorted(range(len(ranked)), key=lambda place: -ranked[place])
