"""The admin shows a question as a learner sees it: inert, and its answers only to some."""

import html
import re

import pytest
from django.urls import reverse

from lessons.models import Prediction
from quizzes.models import Draw, Question, QuestionVersion, Variant
from quizzes.presentation import present, present_variant
from quizzes.services import open_draw
from tests.authoring import make_question
from tests.conftest import NOON
from tests.lessons.loaded import Folder
from tests.review.studying import study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

FRAME = re.compile(r'<iframe class="preview"[^>]* srcdoc="([^"]*)"')
BOTH = ("view_question", "view_questionversion", "view_variant")
CANARY = "CANARY-"
SECRETS = {
    "prompt": "What boils?",
    "options": [
        {"text": "Water", "right": True, "feedback": "CANARY-RIGHT"},
        {"text": "Stone", "feedback": "CANARY-WRONG", "misconception": "stones-boil"},
    ],
    "explanation": "CANARY-WHY",
}


def page_of(row):
    return reverse(f"admin:quizzes_{row._meta.model_name}_change", args=[row.pk])


def frame(response):
    assert response.status_code == 200
    (document,) = FRAME.findall(response.text)
    return html.unescape(document)


def question_of_the_lesson(kind, generated):
    found = Question.objects.filter(current__kind=kind)
    found = found.exclude(current__generator="") if generated else found
    return found.select_related("current", "concept").first()


@pytest.mark.parametrize("kind", ["multiple_choice", "fill_in", "ordering", "explanation"])
def test_every_kind_is_shown_and_nothing_can_be_sent(lesson, staff, kind):
    question = question_of_the_lesson(kind, generated=False)
    document = frame(staff(*BOTH).get(page_of(question)))

    assert "<form" not in document
    assert 'type="submit"' not in document
    assert "formaction" not in document
    assert not re.search(r"\bhx-(post|get|put|delete)\b", document)
    inert = document[document.index('<fieldset class="inert" disabled>') :]
    outside = document.replace(inert[: inert.rindex("</fieldset>")], "")
    assert re.search(r"<(input|select|textarea)\b", inert)
    assert not re.search(r"<(input|select|textarea|button)\b", outside)


def test_looking_makes_no_rows(lesson, staff, django_assert_max_num_queries):
    question = question_of_the_lesson("multiple_choice", generated=True)
    browser = staff(*BOTH)
    counts = [model.objects.count() for model in (Draw, QuestionVersion, Variant)]

    with django_assert_max_num_queries(20):
        browser.get(page_of(question), {"variant": 7})
    assert [model.objects.count() for model in (Draw, QuestionVersion, Variant)] == counts


def test_a_learner_sees_the_same(learner):
    question = make_question("lid")
    draw = open_draw(learner_id=learner.pk, question=question, now=NOON)[0]
    seen = present(draw)
    shown = present_variant(draw.variant, draw.wire, question.concept.title)

    for name in ("template", "kind", "concept_title", "prompt_html", "options", "pieces", "rows"):
        assert getattr(shown, name) == getattr(seen, name)
    assert (shown.draw_id, shown.key, shown.action) == ("", "", "")


# The pool


@pytest.mark.parametrize(
    ("asked", "number"),
    [("", 1), ("1", 1), ("7", 7), ("last", 1), ("0", 1), ("-3", 1), ("9" * 30, 1), ("²", 1)],
)
def test_the_pager_goes_through_the_pool(lesson, staff, asked, number):
    question = question_of_the_lesson("multiple_choice", generated=True)
    size = question.current.pool_size
    response = staff(*BOTH).get(page_of(question), {"variant": asked})
    variant = question.current.variants.get(ordinal=number - 1)

    assert f"Variant {number} of {size}" in response.text
    assert f"v-{variant.pk}-label" in frame(response)
    assert page_of(variant) in response.text
    assert ('rel="prev"' in response.text) == (number > 1)
    assert f"?variant={number + 1}#" in response.text


def test_the_last_variant_is_followed_by_none(lesson, staff):
    question = question_of_the_lesson("multiple_choice", generated=True)
    size = question.current.pool_size
    text = staff(*BOTH).get(page_of(question), {"variant": size}).text

    assert f"Variant {size} of {size}" in text
    assert 'rel="next"' not in text
    assert f"?variant={size - 1}#" in text


def test_a_question_with_one_variant_has_no_pager(staff):
    text = staff(*BOTH).get(page_of(make_question("lid"))).text

    assert "Variant 1 of" not in text


def test_a_question_without_a_version_is_shown_without_a_preview(staff):
    question = make_question("lid")
    Question.objects.filter(pk=question.pk).update(current=None)
    response = staff(*BOTH).get(page_of(question))

    assert response.status_code == 200
    assert "<iframe" not in response.text


def test_an_earlier_version_is_shown_on_its_own_page(tmp_path, staff):
    folder = Folder(tmp_path)
    folder.load()
    folder.change("prompt: Is it hot?", "prompt: Is it warm?")
    question = Question.objects.get(bank__slug="kettles", slug="hot")
    browser = staff(*BOTH)

    assert "Is it warm?" in frame(browser.get(page_of(question)))
    assert "Is it hot?" in frame(browser.get(page_of(question.versions.get(number=1))))


# Answers


def test_whoever_may_see_answers_sees_each_with_what_it_is_told(staff):
    document = frame(
        staff(*BOTH, "view_misconception").get(page_of(make_question("a", body=SECRETS)))
    )

    for text in ("Water", "CANARY-RIGHT", "Stone", "CANARY-WRONG", "stones-boil", "CANARY-WHY"):
        assert text in document


@pytest.mark.parametrize(
    "rights",
    [
        ("view_question",),
        ("view_question", "view_variant"),
        ("view_question", "view_questionversion"),
    ],
)
def test_without_both_rights_no_page_holds_a_secret(staff, rights):
    question = make_question("a", body=SECRETS)
    version = question.current
    variant = version.variants.get()
    browser = staff(*rights)

    question_page = browser.get(page_of(question))
    assert "Water" in frame(question_page)
    assert "Answers are shown to those who" in question_page.text
    for row in (question, version, variant):
        response = browser.get(page_of(row))
        assert response.status_code in (200, 403)
        assert CANARY not in html.unescape(response.text)
        assert "stones-boil" not in html.unescape(response.text)


@pytest.mark.parametrize(
    ("model", "right", "lookup"),
    [
        ("variant", "view_variant", "secret__icontains"),
        ("variant", "view_variant", "seed__gte"),
        ("questionversion", "view_questionversion", "body__icontains"),
        ("questionversion", "view_questionversion", "content_hash__startswith"),
        ("question", "view_question", "origin_hash__startswith"),
        ("question", "view_question", "current__body__icontains"),
        ("grade", "view_grade", "parts__icontains"),
        ("draw", "view_draw", "variant__secret__icontains"),
    ],
)
def test_a_list_cannot_be_filtered_by_a_secret(staff, model, right, lookup):
    make_question("a", body=SECRETS)
    lists = reverse(f"admin:quizzes_{model}_changelist")
    browser = staff(right)

    assert browser.get(lists).status_code == 200
    assert browser.get(lists, {lookup: "1"}).status_code == 400


def test_what_a_grade_said_is_as_secret_as_the_key(learner, staff):
    question = make_question("a", body=SECRETS)
    grade = study(learner, question, NOON, miss=True).grade
    text = staff("view_grade").get(page_of(grade)).text

    assert "0.0" in text
    assert CANARY not in text


def test_the_seed_of_a_generated_variant_is_as_secret_as_its_key(lesson, staff):
    variant = Variant.objects.filter(seed__isnull=False).first()

    assert "field-seed" not in staff("view_variant").get(page_of(variant)).text


def test_with_both_rights_key_and_seed_are_on_the_page_of_a_variant(lesson, staff):
    variant = Variant.objects.filter(seed__isnull=False).first()
    text = staff(*BOTH).get(page_of(variant)).text

    assert "field-seed" in text
    assert "field-secret" in text


def test_what_comes_true_after_a_prediction_is_as_secret(tmp_path, staff):
    Folder(tmp_path).load()
    prediction = Prediction.objects.get(slug="first")
    url = reverse("admin:lessons_prediction_change", args=[prediction.pk])
    text = staff("view_prediction").get(url).text

    assert "What happens first?" in text
    assert "SECRET-OUTCOME" not in text


def test_what_an_author_wrote_stays_text_in_the_frame(staff):
    body = {**SECRETS, "prompt": 'Say <script>alert("x")</script> "loud" & clear'}
    response = staff(*BOTH).get(page_of(make_question("a", body=body)))

    assert "<script>alert" not in response.text
    assert "<script>alert" not in frame(response)
    assert "&lt;script&gt;alert" in frame(response)
