"""A learner may call a right answer hard or easy, as long as it is their newest."""

from datetime import timedelta

import pytest

from quizzes.models import Draw
from review import fsrs
from review.fsrs import Rating
from review.models import ReviewLog
from review.services import rate_explanation, rerate
from review.services.answering import RatingRefusedError, log_of
from tests.authoring import PARTLY, make_question
from tests.conftest import NOON
from tests.review.studying import card_of, opened, plan_row, study

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=5)
DAY = timedelta(days=1)


@pytest.fixture
def question():
    return make_question("lid")


def newest_draw(learner) -> Draw:
    return Draw.objects.filter(learner=learner).latest("number")


@pytest.mark.parametrize("rating", [Rating.Hard, Rating.Easy])
def test_the_card_becomes_what_that_rating_would_have_made_it(learner, question, rating):
    review = study(learner, question, NOON).log
    log = rerate(draw=newest_draw(learner), rating=rating, now=LATER)
    fresh = fsrs.remember(None, rating, 0, fsrs.DEFAULT_WEIGHTS)
    assert (log.kind, log.seq, log.target_seq) == ("rerate", 2, review.seq)
    assert (log.stability_after, log.difficulty_after) == (fresh.stability, fresh.difficulty)
    assert (log.study_date, log.reviewed_at) == (review.study_date, LATER)
    card = card_of(learner, question)
    assert (card.reps, card.lapses, card.state) == (1, 0, "review")
    assert card.last_reviewed_at == NOON
    assert plan_row(learner).next_due_at == card.due
    assert log_of(newest_draw(learner)) == log


def test_easy_comes_back_later_than_good_and_hard_earlier(learner):
    dues = []
    for rating in (Rating.Hard, Rating.Good, Rating.Easy):
        question = make_question(rating.name.lower())
        study(learner, question, NOON)
        draw = Draw.objects.get(learner=learner, question=question)
        dues.append(rerate(draw=draw, rating=rating, now=LATER).due)
    assert dues == sorted(set(dues))


def test_a_second_change_starts_again_from_before_the_answer(learner, question):
    study(learner, question, NOON)
    study(learner, question, NOON + 2 * DAY)
    draw = newest_draw(learner)
    good = card_of(learner, question)
    rerate(draw=draw, rating=Rating.Easy, now=LATER + 2 * DAY)
    rerate(draw=draw, rating=Rating.Hard, now=LATER + 2 * DAY)
    rerate(draw=draw, rating=Rating.Good, now=LATER + 2 * DAY)
    card = card_of(learner, question)
    assert (card.stability, card.difficulty, card.due) == (
        good.stability,
        good.difficulty,
        good.due,
    )
    assert (card.last_seq, card.reps) == (5, 2)


def test_the_rating_it_has_already_writes_nothing(learner, question):
    review = study(learner, question, NOON).log
    assert rerate(draw=newest_draw(learner), rating=Rating.Good, now=LATER) == review
    assert card_of(learner, question).last_seq == 1


def test_the_next_review_builds_on_the_changed_rating(learner, question):
    study(learner, question, NOON)
    easy = rerate(draw=newest_draw(learner), rating=Rating.Easy, now=LATER)
    log = study(learner, question, NOON + 8 * DAY).log
    assert (log.stability_before, log.elapsed_days) == (easy.stability_after, 8)


def refused(learner, draw, rating, reason):
    before = ReviewLog.objects.count()
    with pytest.raises(RatingRefusedError, match=reason):
        rerate(draw=draw, rating=rating, now=LATER)
    assert ReviewLog.objects.count() == before


@pytest.mark.parametrize("rating", [Rating.Again, Rating.Hard, Rating.Good, Rating.Easy])
def test_a_wrong_answer_keeps_its_rating(learner, question, rating):
    study(learner, question, NOON, miss=True)
    refused(learner, newest_draw(learner), rating, "Only a right answer")


@pytest.mark.parametrize("rating", list(Rating))
def test_a_partly_right_answer_keeps_its_rating(learner, rating):
    study(learner, make_question("steam", "fill_in"), NOON, PARTLY)
    refused(learner, newest_draw(learner), rating, "Only a right answer")


def test_a_right_answer_cannot_be_called_missed(learner, question):
    study(learner, question, NOON)
    refused(learner, newest_draw(learner), Rating.Again, "Only a right answer")


def test_an_answer_that_was_followed_by_another_is_settled(learner, question):
    study(learner, question, NOON)
    first = newest_draw(learner)
    study(learner, question, NOON + 2 * DAY)
    refused(learner, first, Rating.Easy, "answered this question again since")


def test_what_is_not_graded_cannot_be_rated(learner, question):
    refused(learner, opened(learner, question, NOON), Rating.Easy, "no graded answer")
    why = make_question("why", "explanation")
    study(learner, why, NOON)
    draw = Draw.objects.get(learner=learner, question=why)
    refused(learner, draw, Rating.Easy, "no graded answer")


def test_an_explanation_that_met_its_whole_rubric_can_be_called_easy(learner):
    why = make_question("why", "explanation")
    study(learner, why, NOON)
    draw = newest_draw(learner)
    rate_explanation(draw=draw, covered=["point-1", "point-2"], now=NOON)
    assert rerate(draw=draw, rating=Rating.Easy, now=LATER).rating == Rating.Easy
