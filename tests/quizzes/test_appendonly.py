"""History is written once: the model refuses changes everywhere, the database on PostgreSQL too."""

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from lessons.models import PredictionAnswer
from quizzes.appendonly import AppendOnlyError, AppendOnlyModel
from quizzes.models import Grade, QuestionVersion, Submission, Variant
from quizzes.services import open_draw
from review.models import Parameters, ReviewLog
from review.services import answer
from tests.authoring import make_question, option
from tests.conftest import NOON

pytestmark = pytest.mark.django_db

TABLES = [
    "lessons_predictionanswer",
    "quizzes_finding",
    "quizzes_grade",
    "quizzes_questionversion",
    "quizzes_submission",
    "quizzes_variant",
    "review_parameters",
    "review_reviewlog",
]


@pytest.fixture
def answered(learner):
    """A wrong answer that shows a misconception: a row in every table but the predictions'."""
    draw, _ = open_draw(learner_id=learner.pk, question=make_question("lid"), now=NOON)
    return answer(draw=draw, raw=option(draw, "Stone"), idempotency_key="k", now=NOON)


@pytest.fixture
def rows(answered, learner, lesson):
    """One row of each append-only table."""
    prediction = lesson.sections.get(slug="predict").steps.first().prediction
    PredictionAnswer.objects.create(
        learner=learner, prediction=prediction, chosen={}, answered_at=NOON
    )
    models = [model for model in apps.get_models() if issubclass(model, AppendOnlyModel)]
    return {model._meta.db_table: model.objects.latest("pk") for model in models}


def test_these_tables_hold_history(rows):
    assert sorted(rows) == TABLES


@pytest.mark.parametrize("table", TABLES)
def test_a_row_is_never_saved_twice(rows, table):
    with pytest.raises(AppendOnlyError, match="never changed: append a new one"):
        rows[table].save()


@pytest.mark.parametrize("table", TABLES)
def test_a_row_is_not_deleted_by_itself(rows, table):
    with pytest.raises(AppendOnlyError, match="deleted only by erasing a learner"):
        rows[table].delete()


@pytest.mark.parametrize("table", TABLES)
def test_rows_are_neither_updated_nor_deleted_in_bulk(rows, table):
    model = type(rows[table])
    before = model.objects.count()
    with pytest.raises(AppendOnlyError, match="never updated"):
        model.objects.filter(pk=rows[table].pk).update(pk=rows[table].pk)
    with pytest.raises(AppendOnlyError, match="never updated"):
        model.objects.bulk_update([rows[table]], ["id"])
    with pytest.raises(AppendOnlyError, match="deleted only by erasing a learner"):
        model.objects.all().delete()
    assert model.objects.count() == before


@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_a_raw_update_where_it_can(rows, table):
    statement = f"UPDATE {table} SET id = id WHERE id = {rows[table].pk}"
    if connection.vendor == "postgresql":
        message = f"{table} is append-only"
        with (
            pytest.raises(IntegrityError, match=message),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
    else:  # SQLite drops triggers at the next change of a table: the model alone is the guard
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM sqlite_master WHERE type = 'trigger'")
            assert cursor.fetchone() == (0,)


def test_a_row_cannot_be_written_over_another_one(answered):
    copy = Grade(
        pk=answered.grade.pk,
        learner_id=answered.grade.learner_id,
        submission=answered.submission,
        number=2,
        grader="auto",
        reason="first",
        score=1.0,
        parts=[],
        graded_at=NOON,
    )
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()
    assert Grade.objects.get(pk=answered.grade.pk).score == 0.0


def test_erasing_a_learner_takes_their_history_with_them(answered, learner):
    versions = (QuestionVersion.objects.count(), Variant.objects.count())
    learner.delete()
    assert not Submission.objects.filter(pk=answered.submission.pk).exists()
    assert not Grade.objects.filter(pk=answered.grade.pk).exists()
    assert not ReviewLog.objects.filter(pk=answered.log.pk).exists()
    assert (QuestionVersion.objects.count(), Variant.objects.count()) == versions
    assert Parameters.objects.filter(learner=None).exists()
