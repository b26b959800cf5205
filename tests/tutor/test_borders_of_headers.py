"""Headers that cannot be read or kept are refused, by pages and API."""

import pytest
from django.test import Client, RequestFactory
from rest_framework.test import APIClient

from quizzes.models import Draw, Submission
from quizzes.services import open_draw
from tests.authoring import make_question
from tests.conftest import NOON
from tests.tutor.test_borders import FORM, refused
from tutor.wsgi import application

pytestmark = pytest.mark.django_db


@pytest.fixture
def draw(learner) -> Draw:
    """A question put before the learner."""
    return open_draw(learner_id=learner.pk, question=make_question("s", "fill_in"), now=NOON)[0]


@pytest.mark.parametrize(
    "token", ["tut_\x00", "tut_\xff", "\ud800", "tut_" + "x" * 10_000, "", "a b"]
)
def test_an_odd_token_is_401(learner, token):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
    refused(client.get("/api/v1/me/"), 401)


@pytest.mark.parametrize(
    "cookie", [r'sessionid="\000\000\000\000\000\000\000\000\000"', r'x="\000"']
)
@pytest.mark.parametrize("path", ["/", "/review/", "/api/v1/me/"])
def test_a_cookie_with_nul_is_refused(db, path, cookie):
    refused(Client(headers={"Cookie": cookie}).get(path), 400)


@pytest.mark.parametrize("back", ["javascript:1", "https://example.org/", "\x00", ""])
def test_an_odd_referer_leads_home(pages, draw, back):
    response = pages.post(
        f"/review/{draw.public_id}/draft/",
        {"text": "x"},
        headers={"Referer": back, "Accept": "text/html"},
    )
    assert (response.status_code, response.url) == (302, f"/#q-{draw.public_id}")


@pytest.mark.parametrize("value", ["-1", "many", "9" * 30])
def test_an_odd_content_length_is_no_fault_of_ours(pages, draw, value):
    response = pages.post(
        f"/review/{draw.public_id}/", b"", content_type=FORM, CONTENT_LENGTH=value
    )
    refused(response, 400, 413, 422)
    assert not Submission.objects.filter(draw=draw).exists()


def test_a_referer_that_is_no_address_is_no_fault_of_ours(pages, draw):
    response = pages.post(
        f"/review/{draw.public_id}/draft/",
        {"text": "x"},
        headers={"Referer": "nowhere", "Accept": "text/html"},
    )
    assert response.status_code == 302


def status_of(content_type: str, path: str = "/healthz") -> str:
    """What the whole WSGI application says to a request of this content type."""
    environ = RequestFactory().get(f"{path}?q=%C3%BC").environ | {"CONTENT_TYPE": content_type}
    said = []
    b"".join(application(environ, lambda status, headers: said.append(status)))
    return said[0]


@pytest.mark.parametrize(
    "content_type",
    [
        f"{FORM}; charset=utf-16",
        f"{FORM}; charset=hex",
        "multipart/form-data; boundary=b; charset=rot13",
        "application/json; charset=latin-1",
        "application/json; charset=klingon",
        "text/plain; charset=idna",
        "text/plain; a*=klingon''x",
        "text/plain; charset*=utf-16''x",
    ],
)
def test_a_charset_other_than_utf_8_is_415(content_type):
    assert status_of(content_type) == "415 Unsupported Media Type"


@pytest.mark.parametrize(
    "content_type", ["", "application/json", f"{FORM}; charset=UTF-8", 'text/plain; charset="utf8"']
)
def test_utf_8_is_welcome(content_type):
    assert status_of(content_type) == "200 OK"
