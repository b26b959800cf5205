"""A question is put before a learner: which variant, and the same one until it is answered."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from quizzes.models import Draw, Question
from quizzes.services import drawing, lesson_draws, open_draw, save_draft
from review.services import answer
from tests.authoring import CHOICE, make_question, right, wrong
from tests.conftest import NOON

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def question():
    return make_question("lid")


def open_now(learner, question, now=NOON) -> Draw:
    return open_draw(learner_id=learner.pk, question=question, now=now)[0]


def answer_draw(draw, raw, now=NOON):
    return answer(draw=draw, raw=raw, idempotency_key=str(uuid.uuid4()), now=now)


def test_an_unanswered_draw_comes_back_as_it_was(learner, question):
    first, made = open_draw(learner_id=learner.pk, question=question, now=NOON)
    second, made_again = open_draw(learner_id=learner.pk, question=question, now=LATER)
    assert (made, made_again) == (True, False)
    assert second.pk == first.pk
    assert second.shuffle_seed == first.shuffle_seed
    assert second.opened_at == NOON


def test_an_answered_draw_is_followed_by_the_next_number(learner, question):
    first = open_now(learner, question)
    answer_draw(first, right(first))
    second, made = open_draw(learner_id=learner.pk, question=question, now=LATER)
    assert made
    assert (first.number, second.number) == (1, 2)
    assert first.public_id != second.public_id


def test_two_learners_get_draws_ids_and_orders_of_their_own(learner, other, question):
    mine, theirs = open_now(learner, question), open_now(other, question)
    assert mine.pk != theirs.pk
    assert mine.shuffle_seed != theirs.shuffle_seed
    keys = [o["key"] for o in mine.variant.shown["options"]]
    assert {mine.wire.id_of(k) for k in keys}.isdisjoint(theirs.wire.id_of(k) for k in keys)


def test_each_draw_of_a_generated_question_has_other_numbers(learner, lesson):
    generated = Question.objects.get(slug="softmax-weight")
    seen = set()
    for hour in range(4):
        draw = open_now(learner, generated, NOON + timedelta(hours=hour))
        seen.add(draw.variant_id)
        names = [blank["name"] for blank in draw.variant.shown["blanks"]]
        answer_draw(draw, {"blanks": dict.fromkeys(names, "12345")}, draw.opened_at)
    assert len(seen) == 4


def test_a_question_without_a_version_cannot_be_opened(learner):
    question = make_question("lid")
    question.current = None
    with pytest.raises(ValueError, match="has no version yet"):
        open_draw(learner_id=learner.pk, question=question, now=NOON)


def test_opening_at_the_same_moment_gives_both_the_same_draw(learner, question, monkeypatch):
    """The other tab's draw is stored after this one looked and before it wrote."""
    look = drawing._latest
    stored = []

    def look_and_be_overtaken(learner_id, asked):
        found = look(learner_id, asked)
        if not stored:
            monkeypatch.setattr(drawing, "_latest", look)
            stored.append(open_now(learner, question))
        return found

    monkeypatch.setattr(drawing, "_latest", look_and_be_overtaken)
    draw, made = open_draw(learner_id=learner.pk, question=question, now=NOON)
    assert draw.pk == stored[0].pk
    assert not made
    assert Draw.objects.filter(learner=learner).count() == 1


def test_the_database_refuses_two_draws_with_one_number(learner, question):
    draw = open_now(learner, question)
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(
            learner=learner,
            question=question,
            variant=draw.variant,
            number=1,
            shuffle_seed=1,
            opened_at=NOON,
        )


# What stands in a lesson


def draws_of(learner, questions, now=NOON):
    return lesson_draws(learner_id=learner.pk, questions=questions, now=now)


def test_a_lesson_opens_every_question_once(learner):
    questions = [make_question(f"q{n}") for n in range(4)]
    first = draws_of(learner, questions)
    again = draws_of(learner, questions, LATER)
    assert set(first) == {q.id for q in questions}
    assert {d.pk for d in first.values()} == {d.pk for d in again.values()}
    assert Draw.objects.filter(learner=learner).count() == 4


def test_the_number_of_queries_does_not_grow_with_the_questions(learner, django_assert_num_queries):
    questions = [make_question(f"q{n}") for n in range(8)]
    few, many = questions[:2], questions
    with django_assert_num_queries(5):  # look, variants, insert, look again, read
        draws_of(learner, few)
    with django_assert_num_queries(5):
        draws_of(learner, many)
    with django_assert_num_queries(2):
        draws_of(learner, many)


def test_the_first_answer_stands_in_the_lesson_for_ever(learner, question):
    first = draws_of(learner, [question])[question.id]
    answer_draw(first, wrong(first))
    second = open_now(learner, question, LATER)
    assert draws_of(learner, [question], LATER)[question.id].pk == first.pk
    answer_draw(second, right(second), LATER)
    assert draws_of(learner, [question], LATER)[question.id].pk == first.pk


def test_where_the_first_draw_was_never_answered_the_first_answer_stands(learner):
    open_now(learner, make_question("lid", body={**CHOICE, "prompt": "Old"}))
    question = make_question("lid", body={**CHOICE, "prompt": "New"})
    second = open_now(learner, question)
    answer_draw(second, right(second))
    assert draws_of(learner, [question], LATER)[question.id].pk == second.pk


def test_a_corrected_question_replaces_its_open_draw_but_not_an_answered_one(learner):
    opened, answered = make_question("a"), make_question("b")
    before = draws_of(learner, [opened, answered])
    answer_draw(before[answered.id], right(before[answered.id]))
    corrected = {**CHOICE, "prompt": "Corrected"}
    questions = [make_question("a", body=corrected), make_question("b", body=corrected)]
    after = draws_of(learner, questions, LATER)
    assert after[opened.id].number == 2
    assert after[opened.id].variant.shown["prompt"] == "Corrected"
    assert after[answered.id].pk == before[answered.id].pk


def test_a_draw_that_another_tab_opened_meanwhile_is_taken(learner, monkeypatch):
    questions = [make_question("a"), make_question("b")]
    make = drawing._new_draws
    others = []

    def be_overtaken(*args):
        if not others:
            monkeypatch.setattr(drawing, "_new_draws", make)
            others.append(open_now(learner, questions[0]))
        return make(*args)

    monkeypatch.setattr(drawing, "_new_draws", be_overtaken)
    draws = draws_of(learner, questions)
    assert draws[questions[0].id].pk == others[0].pk
    assert Draw.objects.filter(learner=learner).count() == 2


def test_a_lesson_without_questions_needs_no_query(learner, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert draws_of(learner, []) == {}


# Drafts


def test_a_draft_is_kept_until_the_answer(learner):
    draw = open_now(learner, make_question("why", "explanation"))
    assert save_draft(draw=draw, raw={"text": "Because"}, now=LATER)
    draw.refresh_from_db()
    assert (draw.draft, draw.draft_saved_at) == ({"text": "Because"}, LATER)
    answer_draw(draw, right(draw))
    assert not save_draft(draw=draw, raw={"text": "Too late"}, now=LATER)
    draw.refresh_from_db()
    assert draw.draft == {"text": "Because"}


def test_a_draft_that_the_answer_has_overtaken_is_not_lost(learner):
    draw = open_now(learner, make_question("why", "explanation"))
    answer_draw(draw, {"text": "It holds the heat."})
    assert save_draft(draw=draw, raw={"text": "It holds the heat."}, now=LATER)
    draw.refresh_from_db()
    assert draw.draft == {}


@pytest.mark.parametrize("text", ["a\x00b", "\ud800", "x" * 20_001])
def test_a_draft_that_cannot_be_stored_is_refused(learner, question, text):
    draw = open_now(learner, question)
    with pytest.raises(ValueError, match=r"NUL|surrogate|longer than"):
        save_draft(draw=draw, raw={"text": text}, now=LATER)
    draw.refresh_from_db()
    assert draw.draft == {}
