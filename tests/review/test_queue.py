"""Which card comes next."""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from quizzes.models import Question
from review import queue
from review.models import Card
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import plan_row, study

DAY = timedelta(days=1)
LATER = NOON + 30 * DAY


def waiting(*concepts):
    return [
        SimpleNamespace(name=place, question=SimpleNamespace(concept_id=concept))
        for place, concept in enumerate(concepts)
    ]


@pytest.mark.parametrize(
    ("concepts", "last", "chosen"),
    [
        ((1, 1, 2), 1, 2),
        ((1, 2), 3, 0),
        ((1, 2), None, 0),
        ((1, 1), 1, 0),
        ((2, 1, 3), 2, 1),
    ],
)
def test_the_next_card_is_of_another_concept_where_there_is_one(concepts, last, chosen):
    assert queue.choose(waiting(*concepts), last).name == chosen


def slugs(learner, now):
    return [c.question.slug for c in Card.objects.of(learner.pk).due(now)]


@pytest.fixture
def cards(learner):
    """Three cards, due on three days in a row."""
    for days, slug in enumerate(("b", "c", "a")):
        study(learner, make_question(slug), NOON + days * DAY, miss=True)
    return {card.question.slug: card for card in Card.objects.filter(learner=learner)}


def test_the_longest_overdue_comes_first(learner, cards):
    assert slugs(learner, LATER) == ["b", "c", "a"]


def test_a_card_is_due_from_the_first_moment_of_its_study_day(learner, cards):
    due = cards["b"].due
    assert slugs(learner, due - timedelta(microseconds=1)) == []
    assert slugs(learner, due) == ["b"]


def test_suspended_cards_and_retired_questions_are_left_out(learner, cards):
    Card.objects.filter(pk=cards["b"].pk).update(suspended_at=NOON)
    Question.objects.filter(slug="c").update(retired_at=NOON)
    assert slugs(learner, LATER) == ["a"]
    plan = plan_row(learner)
    assert queue.due_count(plan, LATER) == 1
    assert queue.session(plan, LATER).card.question.slug == "a"


def test_another_learners_cards_are_never_in_the_queue(other, learner, cards):
    plan = plan_row(other)
    assert slugs(other, LATER) == []
    assert queue.session(plan, LATER) == queue.Session(None, 0, queue.Size(0, 0, 0, 0))
    study(other, make_question("d"), NOON, miss=True)
    assert slugs(other, LATER) == ["d"]
    assert slugs(learner, LATER) == ["b", "c", "a"]


def test_a_session_counts_what_is_done_and_left(learner, cards):
    plan = plan_row(learner)
    before = queue.session(plan, LATER)
    assert (before.done_today, before.left) == (0, 3)
    assert not queue.done_on(plan, LATER).answers
    study(learner, before.card.question, LATER)
    after = queue.session(plan, LATER)
    assert (after.done_today, after.left) == (1, 2)
    assert queue.done_on(plan, LATER).answers
    assert queue.session(plan, LATER + DAY).done_today == 0


def test_neighbours_differ_in_concept_as_long_as_they_can(learner):
    concepts = {"a": "x", "b": "x", "c": "y", "d": "x", "e": "y"}
    for minute, (slug, concept) in enumerate(concepts.items()):
        study(
            learner,
            make_question(slug, concept=concept),
            NOON + timedelta(minutes=minute),
            miss=True,
        )
    order = []
    plan = plan_row(learner)
    while card := queue.session(plan, LATER).card:
        order.append(card.question.concept.slug)
        study(learner, card.question, LATER)
    assert order == ["x", "y", "x", "y", "x"]


def test_looking_for_the_next_card_costs_the_same_however_many_are_due(
    learner, django_assert_num_queries
):
    for slug in "abcdefgh":
        study(learner, make_question(slug), NOON, miss=True)
    plan = plan_row(learner)
    with django_assert_num_queries(5):  # done, due, missed, the cards, the last concept
        queue.session(plan, LATER)
