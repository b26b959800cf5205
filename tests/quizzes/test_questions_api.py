"""Questions with their keys, over the API: for people who may read them, and for nobody else."""

import pytest
from django.contrib.auth.models import Permission

from quizzes.models import Question
from tests.authoring import make_question
from tests.conftest import NOON
from tests.openapi import conforms
from tests.review.test_api import fields, refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
QUESTIONS = "/api/v1/questions/"
NEEDED = ["view_question", "view_questionversion", "view_variant"]


def permit(user, *names):
    found = Permission.objects.filter(content_type__app_label="quizzes", codename__in=names)
    assert len(found) == len(names)
    user.user_permissions.set(found)


@pytest.fixture
def author(make_learner, script_of):
    """The API, called by someone who may read keys."""
    user = make_learner("author@example.org")
    permit(user, *NEEDED)
    return script_of(user)


def slugs(author, query=""):
    return [one["slug"] for one in conforms(author.get(f"{QUESTIONS}?{query}"))["results"]]


@pytest.mark.parametrize("held", [[], NEEDED[:2], NEEDED[1:], [NEEDED[0], NEEDED[2]]])
def test_without_every_permission_nothing_is_told(script, learner, held):
    question = make_question("lid")
    permit(learner, *held)
    for tail in ("", f"{question.public_id}/", f"{question.public_id}/variants/"):
        response = script.get(f"{QUESTIONS}{tail}")
        refusal(response, 403)
        assert "Water" not in response.content.decode()


def test_an_author_reads_a_question_with_its_key(author):
    question = make_question("lid")
    found = conforms(author.get(f"{QUESTIONS}{question.public_id}/"))
    assert (found["bank"], found["slug"], found["concept"]) == ("kettles", "lid", "boiling")
    assert (found["version"]["number"], found["version"]["kind"]) == (1, "multiple_choice")
    assert found["version"]["body"]["options"][0]["right"] is True
    (variant,) = conforms(author.get(f"{QUESTIONS}{question.public_id}/variants/"))["results"]
    assert variant["secret"]["right"] in [one["key"] for one in variant["shown"]["options"]]


def test_a_generated_question_lists_its_whole_pool_page_by_page(author, lesson):
    question = Question.objects.exclude(current__generator="").first()
    address, found, cursor = f"{QUESTIONS}{question.public_id}/variants/", [], ""
    while cursor is not None:
        page = conforms(author.get(f"{address}?limit=7&cursor={cursor}"))
        found += [one["ordinal"] for one in page["results"]]
        cursor = page["next"]
    assert found == list(range(question.current.pool_size))


def test_questions_are_filtered(author, lesson):
    lid, why = make_question("lid"), make_question("why", "explanation")
    Question.objects.filter(pk=why.pk).update(retired_at=NOON)
    assert slugs(author, "bank=kettles") == ["lid", "why"]
    assert slugs(author, "bank=kettles&retired=false") == ["lid"]
    assert slugs(author, "bank=kettles&retired=true") == ["why"]
    assert slugs(author, "bank=kettles&kind=explanation") == ["why"]
    assert slugs(author, "concept=boiling&limit=1") == ["lid"]
    assert slugs(author, "bank=nowhere") == []
    recent = slugs(
        author, f"updated_since={lid.current.created_at.isoformat()}".replace("+", "%2B")
    )
    assert set(recent) >= {"lid", "why"}
    assert slugs(author, "updated_since=2099-01-01T00:00:00Z") == []


@pytest.mark.parametrize(
    ("name", "value"),
    [("bank", "a b"), ("kind", "riddle"), ("retired", "maybe"), ("updated_since", "soon")],
)
def test_a_filter_that_makes_no_sense_is_refused_by_name(author, name, value):
    assert fields(author.get(QUESTIONS, {name: value})) == [name]


def test_pages_of_questions_of_several_banks_are_the_list_without_gaps(author, lesson):
    for slug in ("lid", "pot", "attention"):
        make_question(slug)
    found, cursor = [], ""
    while cursor is not None:
        page = conforms(author.get(f"{QUESTIONS}?limit=3&cursor={cursor}"))
        found += [(one["bank"], one["slug"]) for one in page["results"]]
        cursor = page["next"]
    assert found == sorted(Question.objects.values_list("bank__slug", "slug"))
    assert len({bank for bank, _slug in found}) > 1


def test_the_list_costs_the_same_however_long(author, lesson, django_assert_num_queries):
    author.get(QUESTIONS)
    for limit in (1, 12):
        with django_assert_num_queries(4):  # who calls, what they may, and the page
            assert len(author.get(f"{QUESTIONS}?limit={limit}").json()["results"]) == limit


def test_the_root_names_the_questions_to_those_who_may_read_them(author, script):
    assert "questions" in conforms(author.get("/api/v1/"))
    assert "questions" not in conforms(script.get("/api/v1/"))
