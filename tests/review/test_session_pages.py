"""A session's pages: take back, skip, set aside, take up again, and what is said about each."""

from datetime import timedelta

import pytest
from django.utils import timezone

from quizzes.models import Draw, Question
from review import queue
from review.models import Card
from tests.authoring import make_question, right
from tests.review.studying import plan_row, study

# The clock first: who signs in before it stands has a session that has run out.
pytestmark = pytest.mark.usefixtures("clock")

DAY = timedelta(days=1)


@pytest.fixture
def now(clock):
    return timezone.now()


@pytest.fixture
def due(learner, now):
    """Two questions due."""
    for slug in ("a", "b"):
        study(learner, make_question(slug), now - 3 * DAY, miss=True)


def test_skipping_shows_the_other_question_and_this_one_after_it(pages, due, learner):
    first = pages.get("/review/").context["item"].draw_id
    assert pages.post(f"/review/{first}/skip/").url == "/review/"
    second = pages.get("/review/").context["item"].draw_id
    assert second != first
    pages.post(f"/review/{second}/skip/")
    assert pages.get("/review/").context["item"].draw_id == first


def test_skips_are_forgotten_on_the_next_study_day(pages, due, clock):
    first = pages.get("/review/").context["item"].draw_id
    pages.post(f"/review/{first}/skip/")
    clock.shift(timedelta(days=1))
    assert pages.get("/review/").context["item"].draw_id == first


def test_taking_back_says_what_was_taken_back(pages, due, learner, now):
    study(learner, Question.objects.get(slug="a"), now)
    html = pages.post("/review/undo/", follow=True).content.decode()
    assert "Taken back" in html
    assert queue.session(plan_row(learner), now).left == 2


def test_with_nothing_to_take_back_it_says_so(pages, due):
    html = pages.post("/review/undo/", follow=True).content.decode()
    assert "There is no answer of today to take back." in html


def test_what_is_set_aside_stands_on_the_progress_page_until_taken_up(pages, due, learner, now):
    draw_id = pages.get("/review/").context["item"].draw_id
    pages.post(f"/review/{draw_id}/suspend/")
    question = Draw.objects.get(public_id=draw_id).question
    assert Card.objects.get(learner=learner, question=question).suspended_at == now
    html = pages.get("/review/progress/").content.decode()
    assert f"/review/questions/{question.public_id}/resume/" in html
    pages.post(f"/review/questions/{question.public_id}/resume/")
    assert queue.session(plan_row(learner), now).left == 2


def test_another_learner_can_do_none_of_it(browser_of, other, pages, due):
    draw_id = pages.get("/review/").context["item"].draw_id
    question = Draw.objects.get(public_id=draw_id).question
    stranger = browser_of(other)
    for end in ("skip", "suspend"):
        assert stranger.post(f"/review/{draw_id}/{end}/").status_code == 404
    assert stranger.post(f"/review/questions/{question.public_id}/resume/").status_code == 404


@pytest.mark.parametrize("address", ["/review/undo/", "/review/questions/{}/resume/"])
def test_looking_changes_nothing(pages, due, address):
    question = Question.objects.get(slug="a")
    assert pages.get(address.format(question.public_id)).status_code == 405


def test_beyond_the_limit_the_end_says_how_many_wait(pages, due, learner, now):
    plan = plan_row(learner)
    type(plan).objects.update(reviews_per_day=1)
    study(learner, Question.objects.get(slug="a"), now)
    html = pages.get("/review/").content.decode()
    assert "1 more question can wait: it follows tomorrow." in html


def test_finishing_a_lesson_offers_what_it_asks_in_review(pages, lesson, learner, now):
    assert queue.session(plan_row(learner), now).left == 0
    pages.post("/lessons/attention/finished/")
    assert queue.session(plan_row(learner), now).left == 7
    assert pages.get("/review/").context["item"] is not None
    html = pages.get("/review/").content.decode()
    assert "not been asked yet" in html


def test_a_second_tap_takes_back_no_second_answer(pages, due, learner, now):
    for slug in ("a", "b"):
        study(learner, Question.objects.get(slug=slug), now)
    for _ in range(3):
        pages.post("/review/undo/", {"answers_seen": "2"})
    assert queue.done_on(plan_row(learner), now).answers == 1


def test_what_was_missed_today_can_be_gone_over_from_the_path(pages, lesson, learner, now):
    study(learner, Question.objects.get(slug="mask-purpose"), now, miss=True)
    html = pages.get("/paths/machine-learning/").content.decode()
    assert "Go over the one you missed today" in html
    assert "earlier today" in pages.get("/review/").content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_an_answered_card_says_why_now_and_when_next(pages, due, learner, now, headers):
    draw = Draw.objects.get(public_id=pages.get("/review/").context["item"].draw_id)
    before = pages.get(f"/review/{draw.public_id}/").content.decode()
    assert "your chance of recalling it now is put at" in before
    fields = {"choices[]": right(draw)["choices"]}
    page = pages.post(f"/review/{draw.public_id}/", fields, headers=headers, follow=True)
    html = page.content.decode()
    assert "Last answered 3 days ago; your chance of recalling it was put at" in html
    assert "Comes back on" in html
    assert "recalling it now" not in html
    assert '<p class="meta" id="why"' in html
    assert "Why now" not in pages.get("/review/").content.decode()


def test_a_refused_answer_leaves_the_reason_where_it_stands(pages, due):
    draw_id = pages.get("/review/").context["item"].draw_id
    refused = pages.post(f"/review/{draw_id}/", {}, headers={"HX-Request": "true"})
    assert refused.status_code == 422
    assert 'id="why"' not in refused.content.decode()
