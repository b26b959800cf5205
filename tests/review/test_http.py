"""Where a stranger comes back to after signing in, and how typed numbers are read."""

import pytest
from django.test import RequestFactory

from quizzes.models import Draw
from review.http import number_locale, page_before

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("preferred", "read_as"),
    [
        ("", "en"),
        ("en-GB,en;q=0.9", "en"),
        ("de-DE,de;q=0.9,en;q=0.8", ""),
        ("fr", ""),
        ("ja,en;q=0.5", "en"),
        ("*", "en"),
        ("tlh", ""),
    ],
)
def test_numbers_are_read_in_one_way_only_where_page_and_reader_agree(preferred, read_as):
    request = RequestFactory().get("/", headers={"Accept-Language": preferred})
    assert number_locale(request) == read_as


def test_a_number_that_a_german_reader_may_mean_either_way_is_asked_back(clock, lesson, pages):
    pages.get("/lessons/attention/")
    draw = Draw.objects.get(question__slug="soft-blend")
    names = [blank["name"] for blank in draw.variant.shown["blanks"]]
    fields = {f"blanks.{name}": "12,000" for name in names}
    address = f"/lessons/attention/questions/{draw.public_id}/"
    response = pages.post(address, fields, headers={"Accept-Language": "de-DE"})
    assert response.status_code == 422
    assert not draw.submissions.exists()
    assert pages.post(address, fields).status_code == 302  # an English reader means twelve thousand


@pytest.mark.parametrize(
    ("sent_from", "page"),
    [
        ("http://testserver/lessons/attention/?a=1", "/lessons/attention/"),
        ("https://evil.example.org/lessons/", "/"),
        ("not an address", "/"),
        ("", "/"),
    ],
)
def test_only_our_own_pages_are_returned_to(sent_from, page):
    request = RequestFactory().post("/", headers={"Referer": sent_from})
    assert page_before(request) == page


def test_a_form_whose_session_has_run_out_leads_back_to_its_page(clock, lesson, client):
    address = "/lessons/attention/predictions/double-query/"
    response = client.post(address, headers={"Referer": "http://testserver/lessons/attention/"})
    assert response.url == "/accounts/login/?next=/lessons/attention/"


def test_pages_answer_head_like_get(lesson, client):
    assert client.head("/").status_code == 200
    assert client.head("/paths/machine-learning/").status_code == 200
