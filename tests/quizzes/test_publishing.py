"""A question becomes versions and variants; learners' rows hang on the question."""

from datetime import timedelta

import pytest

from quizzes.generation import PoolError
from quizzes.kinds.base import BodyError
from quizzes.models import Question, QuestionVersion, Variant
from quizzes.registry import generators
from quizzes.services import generated_pool, open_draw
from tests.authoring import CHOICE, make_question, published, source
from tests.conftest import NOON

pytestmark = pytest.mark.django_db

REWORDED = {**CHOICE, "prompt": "What boils in a kettle?"}


def test_a_new_question_gets_its_first_version_with_one_variant():
    question, changed = published(source("lid"))
    assert changed
    assert question.current.number == 1
    assert question.current.pool_size == 1
    (variant,) = question.current.variants.all()
    assert variant.seed is None
    assert variant.shown["prompt"] == "What boils?"


def test_what_is_shown_holds_neither_key_nor_feedback():
    shown = str(make_question("lid").current.variants.get().shown)
    assert "right" not in shown
    assert "degrees" not in shown
    assert "stones-boil" not in shown


def test_publishing_the_same_again_changes_nothing():
    published(source("lid"))
    counts = (QuestionVersion.objects.count(), Variant.objects.count())
    question, changed = published(source("lid"))
    assert not changed
    assert (QuestionVersion.objects.count(), Variant.objects.count()) == counts
    assert question.current.number == 1


@pytest.mark.parametrize(
    "changed_source",
    [
        source("lid", body=REWORDED),
        source("lid", body={**CHOICE, "explanation": "Water, of course."}),
        source("lid", body={**CHOICE, "options": CHOICE["options"][:2]}),
        source("lid", "explanation"),
    ],
    ids=["prompt", "explanation", "options", "kind"],
)
def test_a_changed_meaning_makes_a_new_version_of_the_same_question(changed_source):
    question = make_question("lid")
    again, changed = published(changed_source)
    assert changed
    assert again.pk == question.pk
    assert again.current.number == 2
    assert list(again.versions.values_list("number", flat=True)) == [1, 2]


def test_a_new_place_is_noted_without_a_new_version():
    question = make_question("lid")
    again, changed = published(source("lid", source_title="The pot", source_anchor="why"))
    assert changed
    assert again.current_id == question.current_id
    assert (again.source_title, again.source_anchor) == ("The pot", "why")


def test_going_back_to_an_earlier_wording_takes_up_its_version():
    first = make_question("lid").current
    make_question("lid", body=REWORDED)
    question, changed = published(source("lid"))
    assert changed
    assert question.current == first
    assert question.versions.count() == 2


def test_a_retired_question_that_is_published_again_is_asked_again():
    question = make_question("lid")
    Question.objects.filter(pk=question.pk).update(retired_at=NOON)
    again, changed = published(source("lid"))
    assert changed
    assert again.retired_at is None
    assert again.current_id == question.current_id


def test_an_open_draw_of_an_earlier_version_stays_as_it_was_shown(learner):
    question = make_question("lid")
    old, _ = open_draw(learner_id=learner.pk, question=question, now=NOON)
    question = make_question("lid", body=REWORDED)
    new, made = open_draw(learner_id=learner.pk, question=question, now=NOON + timedelta(hours=1))
    assert made
    assert new.number == 2
    assert new.variant.shown["prompt"] == REWORDED["prompt"]
    old.refresh_from_db()
    assert old.variant.shown["prompt"] == "What boils?"


def test_a_body_with_faults_stores_nothing():
    with pytest.raises(BodyError, match="exactly one right option"):
        published(source("lid", body={**CHOICE, "options": CHOICE["options"][1:]}))
    assert not QuestionVersion.objects.filter(question__slug="lid").exists()


def test_a_generated_question_gets_its_whole_pool_at_once():
    generator = generators()["attention.dot_product"]
    question = make_question("dots", body={}, generator="attention.dot_product")
    variants = list(question.current.variants.order_by("ordinal"))
    assert question.current.pool_size == generator.pool_size == len(variants)
    assert question.current.generator_version == generator.version
    assert [v.ordinal for v in variants] == list(range(generator.pool_size))
    assert len({v.fingerprint for v in variants}) == len(variants)
    assert all(v.seed for v in variants)


def test_a_generator_that_cannot_make_the_kind_is_refused():
    with pytest.raises(PoolError, match=r"attention\.cached_keys: 0 of .* not explanation"):
        make_question("dots", "explanation", body={}, generator="attention.cached_keys")


def test_another_form_of_a_generator_is_another_version_with_a_pool_of_its_own():
    usual = make_question("score", body={}, generator="attention.scaled_score").current
    harder = make_question("score", body={"level": 2}, generator="attention.scaled_score").current
    assert (harder.question, harder.number) == (usual.question, usual.number + 1)
    shown = [set(v.variants.values_list("fingerprint", flat=True)) for v in (usual, harder)]
    assert not shown[0] & shown[1]
    again = make_question("score", body={}, generator="attention.scaled_score").current
    assert again == usual


@pytest.fixture
def fresh_pools():
    """Pools are kept as long as the process lives; these tests change a generator within one."""
    generated_pool.cache_clear()
    yield
    generated_pool.cache_clear()


def test_raising_a_generators_version_makes_a_new_version(monkeypatch, fresh_pools):
    question = make_question("dots", body={}, generator="attention.dot_product")
    generator = generators()["attention.dot_product"]

    class Newer:
        name, version, forms = generator.name, generator.version + 1, generator.forms
        pool_size, draw = 3, staticmethod(generator.draw)

    generated_pool.cache_clear()
    monkeypatch.setattr(
        "quizzes.services.publishing.generators", lambda: {"attention.dot_product": Newer()}
    )
    again = make_question("dots", body={}, generator="attention.dot_product")
    assert again.current.number == question.current.number + 1
    assert again.current.variants.count() == 3
