"""A reader's place in a lesson, and what its pages cost."""

from datetime import timedelta

import pytest

from lessons.models import LessonProgress
from lessons.services import finish, reach
from quizzes.models import Draw, Submission
from quizzes.services import open_draw
from review.models import Card
from tests.authoring import make_question, right
from tests.conftest import NOON
from tests.review.studying import opened, study

pytestmark = pytest.mark.django_db
PAGE = "/lessons/attention/"


def progress(learner):
    return LessonProgress.objects.get(learner=learner)


# The place


def test_the_place_moves_on_and_never_back(learner, lesson):
    for position, kept in ((1, 1), (4, 4), (2, 4), (4, 4), (9, 9)):
        reach(learner_id=learner.pk, lesson=lesson, position=position)
        assert progress(learner).section_reached == kept
    assert progress(learner).completed_at is None


@pytest.mark.parametrize("position", [0, -1, 10])
def test_a_place_that_the_lesson_does_not_have_is_refused(learner, lesson, position):
    with pytest.raises(ValueError, match="position must be 1 to 9"):
        reach(learner_id=learner.pk, lesson=lesson, position=position)
    assert not LessonProgress.objects.exists()


def test_finishing_counts_once(learner, lesson):
    finish(learner_id=learner.pk, lesson=lesson, now=NOON)
    finish(learner_id=learner.pk, lesson=lesson, now=NOON + timedelta(days=1))
    assert progress(learner).completed_at == NOON
    assert progress(learner).section_reached == 9


def test_readers_do_not_share_a_place(learner, other, lesson):
    reach(learner_id=learner.pk, lesson=lesson, position=5)
    reach(learner_id=other.pk, lesson=lesson, position=2)
    assert progress(learner).section_reached == 5
    assert progress(other).section_reached == 2


def test_the_page_notes_a_section_and_the_path_shows_it(pages, learner, lesson):
    assert pages.post(f"{PAGE}reached/", {"section": "one-query"}).status_code == 204
    assert progress(learner).section_reached == 3
    assert "Section 3 of 9" in pages.get("/paths/machine-learning/").content.decode()


@pytest.mark.parametrize("section", ["", "nowhere"])
def test_a_section_that_is_not_there_is_404(pages, lesson, section):
    assert pages.post(f"{PAGE}reached/", {"section": section}).status_code == 404
    assert not LessonProgress.objects.exists()


def test_finishing_leads_back_to_the_path(pages, learner, lesson):
    response = pages.post(f"{PAGE}finished/")
    assert (response.status_code, response.url) == (302, "/paths/machine-learning/")
    assert "Read to the end" in pages.get(response.url).content.decode()


@pytest.mark.parametrize("address", [f"{PAGE}reached/", f"{PAGE}finished/"])
def test_a_stranger_leaves_no_place(client, lesson, address):
    assert client.post(address, {"section": "one-query"}).url.startswith("/accounts/login/")
    assert not LessonProgress.objects.exists()


# Answers in a lesson


def test_an_answer_in_a_lesson_is_scheduled_and_shown(pages, learner, lesson):
    pages.get(PAGE)
    draw = Draw.objects.of(learner.pk).get(question__slug="mask-purpose")
    address = f"{PAGE}questions/{draw.public_id}/"
    response = pages.post(address, {"choices[]": right(draw)["choices"]})
    assert (response.status_code, response.url) == (302, f"{PAGE}#q-{draw.public_id}")
    assert Card.objects.get(learner=learner).question == draw.question
    page = pages.get(PAGE).content.decode()
    assert "Comes back on" in page
    assert "1 of 6 answered" in page


def test_a_draw_of_somebody_else_is_404(pages, other, lesson):
    question = lesson.sections.get(slug="check").places.first().question
    draw, _ = open_draw(learner_id=other.pk, question=question, now=NOON)
    for tail in ("", "rating/"):
        address = f"{PAGE}questions/{draw.public_id}/{tail}"
        assert pages.post(address, {"choices[]": right(draw)["choices"]}).status_code == 404
    for tail in ("", "rating/", "draft/"):
        address = f"/review/{draw.public_id}/{tail}"
        assert pages.post(address, {"choices[]": right(draw)["choices"]}).status_code == 404
    assert pages.get(f"/review/{draw.public_id}/").status_code == 404
    assert not Submission.objects.filter(draw=draw).exists()


# What pages cost; the numbers are what they took when this was written


@pytest.fixture
def answered(learner, lesson, pages):
    """The lesson read once, with every question answered but the explanation."""
    pages.get(PAGE)
    for draw in Draw.objects.of(learner.pk).filter(variant__kind="multiple_choice"):
        study(learner, draw.question, NOON, right(draw))


def test_a_first_visit_to_a_lesson(pages, lesson, django_assert_max_num_queries):
    with django_assert_max_num_queries(17):
        assert pages.get(PAGE).status_code == 200


def test_a_later_visit_to_a_lesson(pages, answered, django_assert_max_num_queries):
    with django_assert_max_num_queries(17):
        assert pages.get(PAGE).status_code == 200


@pytest.mark.parametrize(("address", "most"), [("/", 10), ("/paths/machine-learning/", 10)])
def test_a_path(pages, answered, address, most, django_assert_max_num_queries):
    pages.get(address)
    with django_assert_max_num_queries(most):
        assert pages.get(address).status_code == 200


@pytest.mark.parametrize("cards", [1, 8])
def test_a_review(clock, pages, learner, cards, django_assert_max_num_queries):
    for number in range(cards):
        study(learner, make_question(f"q{number}"), NOON, miss=True)
    clock.move_to(NOON + timedelta(days=1))
    pages.get("/review/")
    with django_assert_max_num_queries(10):
        assert pages.get("/review/").status_code == 200


def test_an_answer(clock, pages, learner, django_assert_max_num_queries):
    draw = opened(learner, make_question("lid"), NOON)
    pages.get("/review/")
    with django_assert_max_num_queries(18):
        pages.post(f"/review/{draw.public_id}/", {"choices[]": right(draw)["choices"]})
