"""An answer is stored and graded once, whatever is sent how often."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from quizzes.kinds.base import AnswerError
from quizzes.models import Finding, Grade, Submission
from quizzes.services import (
    AlreadyAnsweredError,
    KeyReusedError,
    NotPendingError,
    grade_explanation,
    open_draw,
    submit,
)
from tests.authoring import PARTLY, make_question, option, right, wrong
from tests.conftest import NOON

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(minutes=1)


@pytest.fixture
def draw_of(learner):
    def open_it(kind="multiple_choice", user=learner, slug="lid"):
        question = make_question(slug, kind)
        return open_draw(learner_id=user.pk, question=question, now=NOON)[0]

    return open_it


def send(draw, raw, key="key-1", now=NOON, **more):
    return submit(draw=draw, raw=raw, idempotency_key=key, now=now, **more)


def counts():
    return (Submission.objects.count(), Grade.objects.count(), Finding.objects.count())


def test_a_right_answer_is_stored_as_it_came_and_graded(draw_of, learner):
    draw = draw_of()
    raw = right(draw)
    result = send(draw, raw, confidence="sure", answer_seconds=4.5)
    assert not result.replayed
    assert result.grade.score == 1.0
    assert (result.grade.grader, result.grade.reason, result.grade.number) == ("auto", "first", 1)
    stored = Submission.objects.get(draw=draw)
    assert stored.learner_id == learner.pk
    assert stored.raw == raw
    assert stored.parsed == {"choices": [draw.variant.secret["right"]]}
    assert (stored.confidence, stored.answer_seconds, stored.hints_used) == ("sure", 4.5, 0)
    assert stored.submitted_at == NOON


def test_a_wrong_answer_names_its_misconception_as_a_row(draw_of):
    draw = draw_of()
    result = send(draw, option(draw, "Stone"))
    assert result.grade.score == 0.0
    finding = Finding.objects.get(grade=result.grade)
    assert finding.misconception.slug == "stones-boil"
    assert finding.learner_id == draw.learner_id


def test_a_wrong_answer_without_a_misconception_leaves_no_row(draw_of):
    draw = draw_of()
    result = send(draw, option(draw, "The flame"))
    assert result.grade.parts[0]["feedback"] == "It only heats."
    assert not Finding.objects.filter(grade=result.grade).exists()


def test_a_partly_right_answer_keeps_the_score_of_each_part(draw_of):
    result = send(draw_of("fill_in"), PARTLY)
    assert result.grade.score == 0.5
    assert {part["name"]: part["score"] for part in result.grade.parts} == {
        "degrees": 1.0,
        "what": 0.0,
    }


def test_the_locale_settles_how_a_number_was_meant(draw_of):
    raw = {"blanks": {"degrees": "1,00e2", "what": "steam"}}
    assert send(draw_of("fill_in"), raw, locale="de").grade.score == 1.0


def test_the_same_request_again_gives_the_stored_result(draw_of):
    draw = draw_of()
    first = send(draw, right(draw))
    before = counts()
    again = send(draw, right(draw), now=LATER)
    assert again.replayed
    assert (again.submission.pk, again.grade.pk) == (first.submission.pk, first.grade.pk)
    assert counts() == before


def test_the_order_of_keys_does_not_make_another_request(draw_of):
    draw = draw_of("fill_in")
    send(draw, {"blanks": {"degrees": "100", "what": "steam"}})
    assert send(draw, {"blanks": {"what": "steam", "degrees": "100"}}).replayed


def test_a_key_used_for_another_answer_is_refused(draw_of):
    draw = draw_of()
    send(draw, right(draw))
    before = counts()
    with pytest.raises(KeyReusedError):
        send(draw, wrong(draw))
    assert counts() == before


def test_a_key_used_with_another_confidence_is_refused(draw_of):
    draw = draw_of()
    send(draw, right(draw), confidence="sure")
    with pytest.raises(KeyReusedError):
        send(draw, right(draw), confidence="guess")


def test_a_key_used_for_another_draw_is_refused_and_that_draw_stays_open(draw_of):
    first, second = draw_of(slug="a"), draw_of(slug="b")
    send(first, right(first))
    with pytest.raises(KeyReusedError):
        send(second, right(second))
    assert not Submission.objects.filter(draw=second).exists()
    assert send(second, right(second), key="key-2").grade.score == 1.0


def test_a_second_answer_under_another_key_is_refused(draw_of):
    draw = draw_of()
    send(draw, wrong(draw))
    before = counts()
    with pytest.raises(AlreadyAnsweredError):
        send(draw, right(draw), key="key-2")
    assert counts() == before


def test_two_learners_may_use_the_same_key(draw_of, other):
    mine, theirs = draw_of(), draw_of(user=other)
    assert not send(mine, right(mine)).replayed
    assert not send(theirs, wrong(theirs)).replayed


@pytest.mark.parametrize(
    ("kind", "raw"),
    [
        ("multiple_choice", {}),
        ("multiple_choice", {"choices": []}),
        ("multiple_choice", {"choices": ["aaaaaaaaaaaa"]}),
        ("multiple_choice", {"choices": [{"id": 1}]}),
        ("multiple_choice", {"choices": "aaaaaaaaaaaa"}),
        ("multiple_choice", []),
        ("multiple_choice", None),
        ("fill_in", {"blanks": {"degrees": "100"}}),
        ("fill_in", {"blanks": {"degrees": "hot", "what": "steam"}}),
        ("fill_in", {"blanks": {"degrees": 100, "what": "steam"}}),
        ("fill_in", {"blanks": {"degrees": "100", "what": "\ud800"}}),
        ("fill_in", {"blanks": {"degrees": "100", "what": "steam", "x": ""}}),
        ("explanation", {"text": ""}),
        ("explanation", {"text": "a\x00b"}),
        ("explanation", {"text": "x" * 20_001}),
    ],
)
def test_a_malformed_answer_is_refused_and_never_counts_as_wrong(draw_of, kind, raw):
    draw = draw_of(kind)
    with pytest.raises(AnswerError):
        send(draw, raw)
    assert not Submission.objects.filter(draw=draw).exists()
    assert send(draw, right(draw)).submission.pk  # the key is not used up


def test_the_database_itself_refuses_a_second_answer(draw_of):
    draw = draw_of()
    send(draw, right(draw))
    stored = Submission.objects.get(draw=draw)
    for clash in ({"draw": draw}, {"idempotency_key": stored.idempotency_key}):
        fields = {"draw": draw_of(slug="other"), "idempotency_key": "key-2", **clash}
        with pytest.raises(IntegrityError), transaction.atomic():
            Submission.objects.create(
                learner_id=draw.learner_id, raw={}, parsed={}, submitted_at=NOON, **fields
            )


# Explanations


def test_an_explanation_waits_for_a_grade(draw_of):
    result = send(draw_of("explanation"), {"text": "The lid keeps the heat."})
    assert result.grade is None
    assert not Grade.objects.filter(submission=result.submission).exists()


@pytest.mark.parametrize(
    ("covered", "score"),
    [([], 0.0), (["point-1"], 0.5), (["point-1", "point-1"], 0.5), (["point-2", "point-1"], 1.0)],
)
def test_a_learner_grades_their_explanation_by_the_rubric(draw_of, covered, score):
    draw = draw_of("explanation")
    send(draw, right(draw))
    result = grade_explanation(draw=draw, covered=covered, now=LATER)
    assert result.grade.score == score
    assert result.grade.grader == "self"
    assert [part["name"] for part in result.grade.parts] == sorted(set(covered))


def test_the_first_judgement_of_an_explanation_counts(draw_of):
    draw = draw_of("explanation")
    send(draw, right(draw))
    first = grade_explanation(draw=draw, covered=[], now=LATER)
    again = grade_explanation(draw=draw, covered=["point-1"], now=LATER)
    assert again.replayed
    assert again.grade.pk == first.grade.pk


def test_a_point_that_is_not_in_the_rubric_is_refused(draw_of):
    draw = draw_of("explanation")
    send(draw, right(draw))
    with pytest.raises(AnswerError, match="no such point"):
        grade_explanation(draw=draw, covered=["point-3"], now=LATER)
    assert not Grade.objects.filter(submission__draw=draw).exists()


@pytest.mark.parametrize("kind", ["explanation", "multiple_choice"])
def test_nothing_can_be_judged_where_nothing_waits(draw_of, kind):
    draw = draw_of(kind)
    if kind != "explanation":
        send(draw, right(draw))
    with pytest.raises(NotPendingError):
        grade_explanation(draw=draw, covered=[], now=LATER)
