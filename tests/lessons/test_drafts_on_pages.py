"""What a learner entered comes back: a draft of every kind, and whatever a refused form held."""

import pytest

from quizzes.forms import raw_answer
from quizzes.kinds import KINDS
from quizzes.models import Draw, Submission
from quizzes.presentation import present
from tests.authoring import make_question
from tests.conftest import NOON
from tests.lessons.kinds_lesson_answers import LESSON, blanks, draw_of, item_ids, load, positions
from tests.review.studying import opened

pytestmark = pytest.mark.django_db
HALF_SORTED = ["Pour", "Fill"]
WHY = {"prompt": "Why?", "model_answer": "So.", "rubric": [{"point": "It is so."}]}


@pytest.fixture(autouse=True)
def kinds_lesson(clock, lesson):
    load()


@pytest.fixture
def entries(learner):
    """Unfinished answers as a form sends them, by question."""
    code = item_ids(draw_of(learner, "code"), ["`print", "$n"])
    gaps = draw_of(learner, "gaps")
    return {
        "steps": positions(draw_of(learner, "steps"), HALF_SORTED),
        "needed": positions(draw_of(learner, "needed"), HALF_SORTED),
        "code": {"choices[]": code},
        "gaps": blanks(gaps, "boiling", "leaf", "cup", ""),
    }


def keep(pages, draw, fields, **headers):
    return pages.post(f"/review/{draw.public_id}/draft/", fields, headers=headers)


def shown(draw):
    """What the form of a draw holds, by field."""
    view = present(Draw.objects.of(draw.learner_id).get(pk=draw.pk))
    if view.rows:
        return {row.field: row.value for row in view.rows}
    if view.options:
        return {"choices[]": [option["id"] for option in view.options if option["checked"]]}
    if view.pieces:
        found = [piece["blank"] for piece in view.pieces if "blank" in piece]
        return {blank["field"]: blank["value"] for blank in found}
    return {"text": view.text}


@pytest.mark.parametrize("slug", ["steps", "needed", "code", "gaps"])
def test_a_draft_of_every_kind_comes_back(pages, learner, entries, slug):
    draw = draw_of(learner, slug)
    assert keep(pages, draw, entries[slug] | {"confidence": "think"}).status_code == 204
    expected = entries[slug]
    if slug == "code":
        assert sorted(shown(draw)["choices[]"]) == sorted(expected["choices[]"])
    else:
        assert shown(draw) == expected
    page = pages.get(LESSON).content.decode()
    assert page.count('value="think" checked') == 1
    assert not Submission.objects.exists()


def test_what_was_cleared_again_stays_cleared(pages, learner):
    draw = draw_of(learner, "code")
    chosen = item_ids(draw, ["`print"])
    keep(pages, draw, {"choices[]": chosen, "confidence": "sure"})
    keep(pages, draw, {})
    assert shown(draw) == {"choices[]": []}
    assert 'value="sure" checked' not in pages.get(LESSON).content.decode()
    why = opened(
        learner, make_question("why", "explanation", body={**WHY, "starter": "Because"}), NOON
    )
    assert shown(why) == {"text": "Because"}
    keep(pages, why, {"text": ""})
    assert shown(why) == {"text": ""}


@pytest.mark.parametrize("slug", ["steps", "code", "gaps"])
@pytest.mark.parametrize("address", ["/review/{}/", "/lessons/kinds/questions/{}/"])
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_refused_form_keeps_all_it_held_now_and_on_the_next_page(
    pages, learner, entries, slug, address, headers
):
    draw = draw_of(learner, slug)
    fields = {"code": {}}.get(slug, entries[slug])
    response = pages.post(
        address.format(draw.public_id), fields | {"confidence": "guess"}, headers=headers
    )
    assert response.status_code == 422
    assert 'value="guess" checked' in response.content.decode()
    assert 'value="guess" checked' in pages.get(f"/review/{draw.public_id}/").content.decode()
    if slug != "code":
        assert shown(draw) == entries[slug]
    assert not Submission.objects.exists()


def test_what_is_too_long_to_be_kept_still_comes_back_on_the_refused_page(pages, learner):
    draw = draw_of(learner, "gaps")
    fields = blanks(draw, "boiling", "leaf", "water", "3" * 20_001) | {"confidence": "sure"}
    response = pages.post(f"/review/{draw.public_id}/", fields)
    assert response.status_code == 422
    assert 'value="sure" checked' in response.content.decode()
    draw.refresh_from_db()
    assert draw.draft == {}


@pytest.mark.parametrize(
    "fields",
    [
        {"choices[]": ["x"], "positions": "x"},
        {"positions[]": ["1", "2"]},
        {"text": "a thought", "blanks.x": "1"},
        {"text.x": "a thought"},
    ],
)
def test_a_draft_keeps_nothing_that_is_no_part_of_an_answer(pages, learner, fields):
    draw = draw_of(learner, "steps")
    before = shown(draw)
    assert keep(pages, draw, fields).status_code == 204
    draw.refresh_from_db()
    assert draw.draft == {}
    assert shown(draw) == before


def test_an_odd_confidence_is_not_kept(pages, learner):
    draw = draw_of(learner, "code")
    keep(pages, draw, {"confidence": "certainly"})
    draw.refresh_from_db()
    assert draw.draft == {"choices": []}


def test_a_draft_of_an_answered_question_is_refused_unless_it_is_the_answer(pages, learner):
    draw = draw_of(learner, "code")
    chosen = {"choices[]": item_ids(draw, ["`print"])}
    pages.post(f"/review/{draw.public_id}/", chosen | {"confidence": "sure"})
    assert keep(pages, draw, chosen | {"confidence": "sure"}).status_code == 204
    assert keep(pages, draw, {}).status_code == 409


def test_keeping_a_draft_by_a_plain_form_leads_back_to_its_question(pages, learner):
    draw = draw_of(learner, "steps")
    answer = f"/lessons/kinds/questions/{draw.public_id}/"
    for page in (LESSON, answer):
        sent_from = f"http://testserver{page}"
        response = keep(pages, draw, {}, Referer=sent_from, Accept="text/html")
        assert response.url == f"{page}#q-{draw.public_id}"
    response = pages.get(answer)  # under which a refused form has come back
    assert response.url == f"{LESSON}#q-{draw.public_id}"


def test_the_address_of_an_answer_leads_no_other_learner_anywhere(browser_of, other, learner):
    draw = draw_of(learner, "steps")
    response = browser_of(other).get(f"/lessons/kinds/questions/{draw.public_id}/")
    assert response.status_code == 404


@pytest.mark.parametrize("kind", KINDS)
def test_a_form_left_alone_is_the_empty_answer_of_its_kind(kind):
    others = [("csrfmiddlewaretoken", ["x"]), ("confidence", ["sure"])]
    assert raw_answer(others, kind) == KINDS[kind].EMPTY_ANSWER
    raw_answer(others, kind).clear()
    assert KINDS[kind].EMPTY_ANSWER
