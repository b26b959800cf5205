"""An explanation that was handed in and not rated comes back to be rated, and nothing is lost."""

from datetime import timedelta

import pytest

from quizzes.models import Draw, Submission
from quizzes.services import drawing, open_draw
from review import queue
from review.models import Card, ReviewLog
from review.services import answer, introduce, rate_explanation, undo
from tests.authoring import EXPLANATION, make_question, right
from tests.conftest import NOON
from tests.review.studying import opened, plan_row, study

# The clock first: who signs in before it stands has a session that has run out.
pytestmark = pytest.mark.usefixtures("clock")
DAY = timedelta(days=1)
WORDS = "Because the lid keeps the steam"


@pytest.fixture
def question(learner):
    """An explanation to be written, read about and not asked yet."""
    written = make_question("why", "explanation")
    introduce(learner_id=learner.pk, questions=[written], now=NOON)
    return written


@pytest.fixture
def unrated(learner, question) -> Draw:
    """The draw of an explanation that was handed in and left."""
    study(learner, question, NOON)
    return Draw.objects.get(learner=learner, question=question)


def test_the_session_shows_what_was_written_and_asks_for_its_rating(pages, learner, unrated):
    page = pages.get("/review/")
    html = page.content.decode()
    assert page.context["item"].draw_id == str(unrated.public_id)
    assert WORDS in html
    assert f"/review/{unrated.public_id}/rating/" in html
    assert "You handed this in and have not rated it yet." in html
    assert "not been asked" not in html
    assert "<textarea" not in html
    assert Draw.objects.filter(learner=learner).count() == 1


def test_its_own_page_can_be_skipped_and_says_the_same(pages, unrated):
    html = pages.get(f"/review/{unrated.public_id}/").content.decode()
    assert "You handed this in and have not rated it yet." in html
    assert f"/review/{unrated.public_id}/skip/" in html


def test_what_a_lesson_asked_to_be_explained_is_rated_in_review(pages, lesson, learner):
    place = lesson.sections.filter(places__question__current__kind="explanation").get()
    question = place.places.get(question__current__kind="explanation").question
    pages.get("/lessons/attention/")
    draw = Draw.objects.get(learner=learner, question=question)
    pages.post(f"/lessons/attention/questions/{draw.public_id}/", {"text": WORDS})
    assert Submission.objects.filter(draw=draw).exists()
    pages.post("/lessons/attention/finished/")
    Card.objects.exclude(question=question).delete()
    page = pages.get("/review/")
    assert page.context["item"].draw_id == str(draw.public_id)
    assert WORDS in page.content.decode()


def test_it_stays_due_and_in_the_counts_until_it_is_rated(pages, script, learner, unrated):
    plan = plan_row(learner)
    assert queue.session(plan, NOON).left == 1
    (due,) = script.get("/api/v1/due/").json()["results"]
    assert due["question"] == str(unrated.question.public_id)
    pages.post(f"/review/{unrated.public_id}/rating/", {"covered[]": ["point-1", "point-2"]})
    assert queue.session(plan, NOON).left == 0
    assert script.get("/api/v1/due/").json()["results"] == []
    assert ReviewLog.objects.get().rating == 3


def test_the_api_opens_the_draw_that_waits(script, unrated):
    document = {"question": str(unrated.question.public_id)}
    response = script.post("/api/v1/draws/", document, format="json")
    assert response.status_code == 200
    assert response.json()["id"] == str(unrated.public_id)
    assert response.json()["result"]["score"] is None


def test_once_rated_the_next_draw_asks_anew(learner, unrated):
    rate_explanation(draw=unrated, covered=["point-1"], now=NOON)
    assert opened(learner, unrated.question, NOON + 3 * DAY).number == 2


def test_an_explanation_taken_back_is_asked_anew(learner, unrated):
    rate_explanation(draw=unrated, covered=["point-1"], now=NOON)
    undo(learner_id=learner.pk, now=NOON)
    assert opened(learner, unrated.question, NOON).number == 2


def test_a_correction_of_the_question_does_not_push_it_aside(learner, unrated):
    changed = make_question("why", "explanation", body=EXPLANATION | {"prompt": "Why a lid?"})
    assert opened(learner, changed, NOON).pk == unrated.pk


def test_it_comes_before_a_draw_that_was_opened_over_it(learner, unrated):
    newer = Draw.objects.create(
        learner=learner,
        question=unrated.question,
        variant=unrated.variant,
        number=2,
        shuffle_seed=1,
        opened_at=NOON,
    )
    assert opened(learner, unrated.question, NOON).pk == unrated.pk
    rate_explanation(draw=unrated, covered=[], now=NOON)
    assert opened(learner, unrated.question, NOON).pk == newer.pk


def test_one_that_was_answered_again_since_is_history(learner, unrated):
    newer = Draw.objects.create(
        learner=learner,
        question=unrated.question,
        variant=unrated.variant,
        number=2,
        shuffle_seed=1,
        opened_at=NOON,
    )
    answer(draw=newer, raw=right(newer), idempotency_key="again", now=NOON)
    assert opened(learner, unrated.question, NOON).pk == newer.pk
    rate_explanation(draw=newer, covered=[], now=NOON)
    assert opened(learner, unrated.question, NOON).number == 3


def test_one_handed_in_while_it_is_opened_is_not_asked_over(learner, question, monkeypatch):
    """The other tab hands it in after this one looked and before it decided."""
    draw = opened(learner, question, NOON)
    look = drawing._latest

    def look_and_be_overtaken(*about):
        found = look(*about)
        monkeypatch.setattr(drawing, "_latest", look)
        answer(draw=draw, raw=right(draw), idempotency_key="other-tab", now=NOON)
        return found

    monkeypatch.setattr(drawing, "_latest", look_and_be_overtaken)
    again, made = open_draw(learner_id=learner.pk, question=question, now=NOON)
    assert (again.pk, made) == (draw.pk, False)
