"""Ordering, several choices, lists and word banks on the pages: before, refused, and after."""

import pytest

from quizzes.kinds import KINDS
from quizzes.models import Submission
from tests.lessons.kinds_lesson_answers import (
    LESSON,
    NEEDED,
    STEPS,
    blanks,
    draw_of,
    item_ids,
    load,
    positions,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def kinds_lesson(clock, lesson):
    load()


def send(pages, draw, fields):
    response = pages.post(f"/review/{draw.public_id}/", fields, follow=True)
    return response.status_code, response.content.decode()


def test_the_lesson_shows_every_control_and_no_key(pages):
    page = pages.get(LESSON).content.decode()
    assert page.count("<order-list") == 2
    assert page.count('type="number"') == 5 + 6
    assert page.count('type="checkbox" name="choices[]"') == 4
    assert page.count("<select") == 3
    assert page.count("order-list.js") == 1
    for secret in ("cold at once", "*just* boiled", "<em>just</em>", "A cup takes", "holds two"):
        assert secret not in page


def test_the_fields_begin_with_the_places_of_the_page(pages, learner):
    page = pages.get(LESSON).content.decode()
    draw = draw_of(learner, "steps")
    shown = [item["id"] for item in draw_items(draw)]
    for at, one in enumerate(shown, start=1):
        assert f'name="positions.{one}" value="{at}"' in page


def draw_items(draw):
    return KINDS["ordering"].present(draw.variant.shown, draw.wire)["items"]


def test_code_stands_in_blocks_in_prompts_options_and_items(pages):
    page = pages.get(LESSON).content.decode()
    assert "<code>for leaf in leaves:\n    print(leaf)\n</code></pre>" in page
    assert '<span class="choice-text"><code>print(len(leaves))</code></span>' in page
    assert "<code>while minutes &lt; 3:\n    minutes += 1\n</code></pre>" in page
    assert "<code>leaves = [&quot;green&quot;, &quot;black&quot;]\n</code></pre>" in page
    assert '<code>minutes = <span class="blank">' in page


def test_a_right_order_is_right(pages, learner):
    draw = draw_of(learner, "steps")
    status, page = send(pages, draw, positions(draw, STEPS))
    assert status == 200
    assert "is-right" in page
    assert "The right order" not in page
    assert "<em>just</em> boiled" in page


def test_a_wrong_order_says_which_neighbours_are_right(pages, learner):
    draw = draw_of(learner, "steps")
    _status, page = send(pages, draw, positions(draw, ["Fill", "Pour", "Bring", "Wait", "Take"]))
    assert "Partly right" in page
    assert "80 %" in page
    assert "Something else belongs between this and the next one." in page
    assert "The next one belongs before this one." in page
    assert "1 of 4 pairs of neighbours are right." in page
    assert "The right order" in page


def test_a_distractor_names_its_misconception_and_one_of_many_right_orders_is_shown(pages, learner):
    draw = draw_of(learner, "needed")
    _status, page = send(pages, draw, positions(draw, ["Put ice", *NEEDED[:3]]))
    assert "Does not belong in this order." in page
    assert "cold at once" in page
    assert "Cold water makes tea just as well." in page
    assert "Left out, but belongs in the order" in page
    assert "A right order" in page


def test_either_way_round_is_right_where_nothing_depends_on_it(pages, learner):
    draw = draw_of(learner, "needed")
    _status, page = send(pages, draw, positions(draw, NEEDED))
    assert 'class="question is-answered is-right"' in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "has no position yet"),
        ({"order": "x"}, "list with the ids"),
        ({"order[]": ["x"]}, "no such item"),
        ({"positions": "1"}, "Send the position"),
        ({"positions[]": ["1"]}, "Send the position"),
        ({"positions.x": "1"}, "no such item"),
        ({"choices[]": ["x"], "blanks": "x"}, "the one field"),
    ],
)
def test_a_malformed_order_is_asked_back_and_nothing_is_stored(pages, learner, fields, said):
    draw = draw_of(learner, "steps")
    status, page = send(pages, draw, fields)
    assert status == 422
    assert said in page.replace("&quot;", '"')
    assert not Submission.objects.exists()


def test_an_untouched_page_is_unanswered(pages, learner):
    draw = draw_of(learner, "steps")
    fields = {f"positions.{item['id']}": str(at) for at, item in enumerate(draw_items(draw), 1)}
    status, page = send(pages, draw, fields)
    assert status == 422
    assert "nothing was moved yet" in page
    assert not Submission.objects.exists()


def test_equal_positions_are_named_beside_their_field_and_kept(pages, learner):
    draw = draw_of(learner, "steps")
    fields = positions(draw, STEPS)
    one = f"positions.{item_ids(draw, ['Take'])[0]}"
    status, page = send(pages, draw, fields | {one: "2"})
    assert status == 422
    assert "both have position 2." in page
    assert page.count('value="2" min="1"') == 2
    assert page.count('aria-invalid="true"') == 1
    status, page = send(pages, draw, fields | {one: ""})
    assert "has no position yet" in page
    assert f'name="{one}" value=""' in page


def test_several_choices_are_ticked_and_marked(pages, learner):
    draw = draw_of(learner, "code")
    chosen = item_ids(draw, ["```\nfor", "```\nif"])
    _status, page = send(pages, draw, {"choices[]": chosen})
    assert "Your answer, right" in page
    assert "Right, not chosen" in page
    assert "The list holds two." in page
    assert 'class="question is-answered is-wrong"' in page


def test_every_right_choice_together_is_right(pages, learner):
    draw = draw_of(learner, "code")
    chosen = item_ids(draw, ["```\nfor", "`print"])
    _status, page = send(pages, draw, {"choices[]": chosen})
    assert 'class="question is-answered is-right"' in page


def test_no_choice_at_all_is_asked_back(pages, learner):
    status, page = send(pages, draw_of(learner, "code"), {})
    assert status == 422
    assert "Choose at least one option." in page


def test_lists_and_banks_are_filled_and_marked(pages, learner):
    draw = draw_of(learner, "gaps")
    _status, page = send(pages, draw, blanks(draw, "cold", "leaf", "cup", "3"))
    assert "cold &lt;5 degrees" in page
    assert "Too <em>cold</em>." in page
    assert "A cup takes nothing." in page
    assert "<b>boiling</b>" in page
    assert "50 %" in page


def test_a_word_used_twice_is_asked_back_with_what_was_chosen(pages, learner):
    draw = draw_of(learner, "gaps")
    fields = blanks(draw, "boiling", "leaf", "leaf", "3")
    status, page = send(pages, draw, fields)
    assert status == 422
    assert "Use each word once" in page
    assert page.count(" selected>") == 3
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"blanks": "x"}, {"blanks[]": ["x"]}, {"blanks.heat": "boiling"}, {"blanks.x": "1"}]
)
def test_malformed_blanks_are_asked_back(pages, learner, fields):
    status, _page = send(pages, draw_of(learner, "gaps"), fields)
    assert status == 422
    assert not Submission.objects.exists()


def test_a_script_answers_by_ids(script, learner):
    draw = draw_of(learner, "steps")
    response = script.post(
        f"/api/v1/draws/{draw.public_id}/submission/",
        {"answer": {"order": item_ids(draw, STEPS)}},
        format="json",
        headers={"Idempotency-Key": "one"},
    )
    assert response.status_code in (200, 201)
    revealed = response.json()["result"]["revealed"]
    assert [entry["next"] for entry in revealed["answer"]] == ["follows"] * 4 + [""]
    assert revealed["one_order"] is True
