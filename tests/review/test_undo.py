"""Answers are taken back one by one, nothing is deleted, and cards are what their logs say."""

from dataclasses import asdict
from datetime import timedelta

import pytest
from django.utils import timezone

from quizzes.models import Question, Submission
from review import fold, queue
from review.models import Card, ReviewLog
from review.services import NothingToUndoError, rerate, suspend, undo, unsuspend
from review.services.answering import RatingRefusedError
from review.services.history import events_of
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import opened, plan_row, study

DAY = timedelta(days=1)


@pytest.fixture
def now(clock):
    return timezone.now()


def state_of(learner, question) -> dict:
    """The card's row, and the assurance that its history says the same."""
    card = Card.objects.get(learner=learner, question=question)
    folded = fold.fold(events_of(card))
    names = [name for name in asdict(folded) if name != "due"]
    assert {name: getattr(card, name) for name in names} == {
        name: value for name, value in asdict(folded).items() if name != "due"
    }
    assert folded.due in {None, card.due}
    return {name: getattr(card, name) for name in [*names, "due"] if name != "last_seq"}


def test_an_undone_answer_leaves_the_card_as_it_was(learner, now):
    question = make_question("a")
    study(learner, question, now - 5 * DAY)
    before = state_of(learner, question)
    study(learner, question, now, miss=True)
    assert state_of(learner, question) != before
    undo(learner_id=learner.pk, now=now)
    assert state_of(learner, question) == before


def test_a_first_answer_taken_back_makes_the_card_new_and_due_today(learner, now):
    question = make_question("a")
    study(learner, question, now)
    undo(learner_id=learner.pk, now=now)
    card = Card.objects.get(learner=learner, question=question)
    assert (card.state, card.stability, card.reps) == ("new", None, 0)
    assert queue.session(plan_row(learner), now).card.question == question
    study(learner, question, now)
    assert state_of(learner, question)["state"] == "review"


def test_called_again_it_takes_back_the_answer_before(learner, now):
    first, second = make_question("a"), make_question("b")
    study(learner, first, now)
    study(learner, second, now + timedelta(minutes=1))
    assert undo(learner_id=learner.pk, now=now).question == second
    assert undo(learner_id=learner.pk, now=now).question == first
    with pytest.raises(NothingToUndoError):
        undo(learner_id=learner.pk, now=now)


def test_nothing_is_deleted_and_what_was_undone_no_longer_counts(learner, now):
    study(learner, make_question("a"), now)
    undo(learner_id=learner.pk, now=now)
    assert Submission.objects.count() == 1
    assert list(ReviewLog.objects.order_by("seq").values_list("kind", flat=True)) == [
        "review",
        "undo",
    ]
    assert queue.done_on(plan_row(learner), now).answers == 0


def test_yesterdays_answers_stand(learner, now):
    study(learner, make_question("a"), now - DAY)
    with pytest.raises(NothingToUndoError):
        undo(learner_id=learner.pk, now=now)


def test_another_learners_answers_stand(learner, other, now):
    study(other, make_question("a"), now)
    with pytest.raises(NothingToUndoError):
        undo(learner_id=learner.pk, now=now)


def test_a_rating_that_was_changed_goes_with_its_answer(learner, now):
    question = make_question("a")
    draw = opened(learner, question, now)
    study(learner, question, now)
    rerate(draw=draw, rating=4, now=now)
    undo(learner_id=learner.pk, now=now)
    assert state_of(learner, question)["state"] == "new"
    with pytest.raises(RatingRefusedError):
        rerate(draw=draw, rating=3, now=now)


def test_the_next_dates_follow(learner, now):
    question = make_question("a")
    study(learner, question, now)
    due = plan_row(learner).next_due_at
    undo(learner_id=learner.pk, now=now)
    assert plan_row(learner).next_due_at < now < due


def test_a_suspended_card_is_asked_no_more_until_it_is_taken_up(learner, now):
    question = make_question("a")
    study(learner, question, now, miss=True)
    suspend(learner_id=learner.pk, question=question, now=now)
    suspend(learner_id=learner.pk, question=question, now=now)
    plan = plan_row(learner)
    assert queue.session(plan, now + DAY).card is None
    assert plan.next_due_at is None
    assert state_of(learner, question)["suspended_at"] == now
    unsuspend(learner_id=learner.pk, question=question, now=now)
    assert state_of(learner, question)["suspended_at"] is None
    assert queue.session(plan_row(learner), now + DAY).card is not None
    kinds = ReviewLog.objects.order_by("seq").values_list("kind", flat=True)
    assert list(kinds) == ["review", "suspend", "unsuspend"]


def test_only_ones_own_cards_can_be_set_aside(learner, other, now):
    question = make_question("a")
    study(other, question, now)
    with pytest.raises(Card.DoesNotExist):
        suspend(learner_id=learner.pk, question=question, now=now)


def test_reviews_far_apart_fold_to_the_row_at_every_step(learner, now):
    question = make_question("a")
    for day, miss in ((-20, False), (-18, True), (-17, False), (-10, False), (0, True)):
        study(learner, question, NOON + day * DAY, miss=miss)
        state_of(learner, question)
    undo(learner_id=learner.pk, now=now)
    assert state_of(learner, question)["reps"] == 4


# What stands where the answer was given

TAKEN_BACK = "You took this answer back; it does not count."


@pytest.mark.parametrize("miss", [False, True])
def test_its_page_says_that_the_answer_was_taken_back(learner, now, pages, miss):
    question = make_question("a")
    draw = opened(learner, question, now)
    study(learner, question, now, miss=miss)
    assert TAKEN_BACK not in pages.get(f"/review/{draw.public_id}/").content.decode()
    undo(learner_id=learner.pk, now=now)
    html = pages.get(f"/review/{draw.public_id}/").content.decode()
    assert TAKEN_BACK in html
    assert "Comes back on" not in html


def test_the_lesson_says_that_the_answer_was_taken_back(learner, now, lesson, pages):
    study(learner, Question.objects.get(slug="mask-purpose"), now)
    assert TAKEN_BACK not in pages.get("/lessons/attention/").content.decode()
    undo(learner_id=learner.pk, now=now)
    html = pages.get("/lessons/attention/").content.decode()
    assert html.count(TAKEN_BACK) == 1
    assert "Comes back on" not in html


def test_a_rating_changed_and_then_taken_back_does_not_count_either(learner, now, pages):
    question = make_question("a")
    draw = opened(learner, question, now)
    study(learner, question, now)
    rerate(draw=draw, rating=4, now=now)
    undo(learner_id=learner.pk, now=now)
    assert TAKEN_BACK in pages.get(f"/review/{draw.public_id}/").content.decode()


def test_only_the_answer_taken_back_is_called_so(learner, now, pages):
    question = make_question("a")
    first = opened(learner, question, now)
    study(learner, question, now, miss=True)
    study(learner, question, now)
    undo(learner_id=learner.pk, now=now)
    assert TAKEN_BACK not in pages.get(f"/review/{first.public_id}/").content.decode()
