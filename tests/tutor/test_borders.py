"""What cannot be stored or read is refused at the border, by pages and API, and nothing is kept."""

import json

import pytest
from django.db import models
from rest_framework.test import APIClient

from lessons.models import PredictionAnswer
from quizzes.models import Draw, Submission
from quizzes.services import open_draw
from review.models import ReviewLog, StudyPlan
from tests.authoring import make_question, right
from tests.conftest import NOON
from tutor.models import AccessToken

pytestmark = pytest.mark.django_db
KEPT: tuple[type[models.Model], ...] = (Submission, ReviewLog, PredictionAnswer)
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def draw(learner) -> Draw:
    """A question with a number and a text to type, put before the learner."""
    return open_draw(learner_id=learner.pk, question=make_question("s", "fill_in"), now=NOON)[0]


@pytest.fixture
def nothing_kept(learner, draw):
    """Compares what is stored before and after."""

    def stored():
        rows = [model.objects.count() for model in KEPT]
        own = Draw.objects.filter(learner=learner).order_by("pk").values()
        return rows, list(own), StudyPlan.objects.values().get(learner=learner)

    before = stored()
    yield
    assert stored() == before


def refused(response, *statuses):
    assert response.status_code in (statuses or range(400, 500)), response.content[:200]
    if response.wsgi_request.path_info.startswith("/api/"):
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.json()["status"] == response.status_code
    else:
        assert response.headers["Content-Type"].startswith("text/")


# JSON bodies


def answering(text: str) -> str:
    return f'{{"answer": {{"blanks": {{"degrees": "100", "what": {text}}}}}}}'


BODIES = {
    "NUL in a value": answering(r'"a\u0000b"'),
    "NUL in a key": r'{"answer": {"bl\u0000anks": {}}}',
    "high surrogate in a value": answering(r'"\ud800"'),
    "low surrogate in a value": answering(r'"a\udfffb"'),
    "surrogates the wrong way round": answering(r'"\udc00\ud800"'),
    "surrogate in a key": r'{"answer": {"blanks": {"\ud800": "x"}}}',
    "surrogate in a key of the body": r'{"\ud800": 1, "answer": {}}',
    "NaN": answering("NaN"),
    "Infinity": answering("Infinity"),
    "-Infinity": '{"answer_seconds": -Infinity, "answer": {}}',
    "1e999": '{"answer_seconds": 1e999, "answer": {}}',
    "-1e999": answering("-1e999"),
    "2^63": answering(str(2**63)),
    "-2^63": answering(str(-(2**63))),
    "ten thousand digits": answering("9" * 10_000),
    "a key twice": '{"answer": {"blanks": {}}, "answer": {}}',
    "an inner key twice": answering('"x", "what": "steam"'),
    "lists 100,000 deep": '{"answer": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "objects 100,000 deep": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "lists 40 deep": '{"answer": {"blanks": ' + "[" * 40 + "]" * 40 + "}}",
    "lists that do not end": "[" * 100_000,
    "half of it": '{"answer": {',
    "two of them": "{} {}",
    "a list": "[]",
    "a text": '"answer"',
    "null": "null",
    "nothing": "",
    "a form": "answer=1",
    "a byte order mark": "\ufeff{}",
}
ROUTES = {
    "open": ("post", "/api/v1/draws/"),
    "answer": ("post", "/api/v1/draws/{}/submission/"),
    "self-grade": ("post", "/api/v1/draws/{}/self-grade/"),
    "me": ("patch", "/api/v1/me/"),
}


def send(script: APIClient, route: str, draw: Draw, body: bytes, content_type: str):
    method, address = ROUTES[route]
    return getattr(script, method)(
        address.format(draw.public_id),
        data=body,
        content_type=content_type,
        headers={"Idempotency-Key": "k"},
    )


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("what", BODIES)
def test_json_that_cannot_be_kept_is_refused(script, draw, what):
    refused(send(script, "answer", draw, BODIES[what].encode(), "application/json"), 400, 422)


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("route", ["open", "self-grade", "me"])
@pytest.mark.parametrize(
    "what",
    [
        "NUL in a key",
        "surrogate in a key of the body",
        "1e999",
        "2^63",
        "a key twice",
        "lists 100,000 deep",
        "half of it",
        "a list",
    ],
)
def test_every_route_refuses_it(script, draw, route, what):
    refused(send(script, route, draw, BODIES[what].encode(), "application/json"), 400)


BYTES = {
    "Latin-1": answering('"caf\xe9"').encode("latin-1"),
    "an encoded surrogate": answering('"\ud800"').encode("utf-8", "surrogatepass"),
    "UTF-16": answering('"steam"').encode("utf-16"),
    "an overlong NUL": answering('"@"').encode().replace(b"@", b"\xc0\x80"),
    "a NUL byte": answering('"@"').encode().replace(b"@", b"\x00"),
}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("what", BYTES)
def test_bytes_that_are_not_utf_8_are_refused(script, draw, what):
    refused(send(script, "answer", draw, BYTES[what], "application/json"), 400)


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("wrong", ["text/plain", FORM, "application/xml", "text/html", "x"])
def test_what_is_not_json_is_415(script, draw, route, wrong):
    refused(send(script, route, draw, b"{}", wrong), 415)


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("route", ROUTES)
def test_a_huge_body_is_413(script, draw, route):
    body = json.dumps({"answer": {"text": "x" * 2_000_000}}).encode()
    refused(send(script, route, draw, body, "application/json"), 413)


# Addresses


PATHS = ["/lessons/atten%00tion/", "/api/v1/draws/%00/", "/%00", "/admin/%00/", "/static/%00.css"]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_with_nul_is_refused(pages, path):
    refused(pages.get(path))


@pytest.mark.parametrize("path", ["/lessons/%ED%A0%80/", "/api/v1/%FF/", "/%C0%80"])
def test_a_path_that_is_not_utf_8_leads_nowhere(pages, path):
    refused(pages.get(path), 404)


@pytest.mark.parametrize(
    "query", ["a=%00", "%00=a", "cursor=%ED%A0%80", "%ED%B0%80=1", "limit=%FF"]
)
@pytest.mark.parametrize(
    "path", ["/", "/review/", "/lessons/attention/", "/accounts/login/", "/api/v1/due/", "/admin/"]
)
def test_a_query_that_cannot_be_kept_is_refused(pages, path, query):
    refused(pages.get(f"{path}?{query}"), 400)


# Forms


FIELDS = {
    "NUL in a value": "blanks.what=a%00b&blanks.degrees=100",
    "NUL in a name": "blanks.wh%00at=a&blanks.degrees=100",
    "surrogate in a value": "blanks.what=%ED%A0%80&blanks.degrees=100",
    "surrogate in a name": "blanks.%ED%A0%80=a&blanks.degrees=100",
    "bytes that are not UTF-8": "blanks.what=caf%E9&blanks.degrees=100",
    "too many fields": "&".join(f"f{n}=1" for n in range(300)),
    "a huge field": "blanks.what=" + "x" * 2_000_000,
}
ADDRESSES = [
    "/review/{}/",
    "/review/{}/draft/",
    "/review/{}/rating/",
    "/lessons/attention/questions/{}/",
    "/lessons/attention/questions/{}/rating/",
    "/lessons/attention/predictions/heavier-value/",
    "/lessons/attention/reached/",
    "/lessons/attention/finished/",
    "/settings/",
    "/settings/tokens/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
]


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("what", FIELDS)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_form_that_cannot_be_kept_is_refused(pages, lesson, draw, address, what):
    refused(pages.post(address.format(draw.public_id), FIELDS[what], content_type=FORM), 400, 413)
    assert not AccessToken.objects.exists()


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("value", [b"a\x00b", b"\xed\xa0\x80", b"caf\xe9"])
def test_a_multipart_field_that_cannot_be_kept_is_refused(pages, draw, value):
    body = b'--b\r\nContent-Disposition: form-data; name="blanks.what"\r\n\r\n' + value
    response = pages.post(
        f"/review/{draw.public_id}/",
        body + b"\r\n--b--\r\n",
        content_type="multipart/form-data; boundary=b",
    )
    refused(response, 400)


def test_a_percent_sign_in_a_multipart_field_is_only_a_percent_sign(pages, draw):
    fields = {"blanks.degrees": "100", "blanks.what": "100%ff"}
    assert pages.post(f"/review/{draw.public_id}/", fields).status_code == 302
    assert Submission.objects.get(draw=draw).raw == {"blanks": {"degrees": "100", "what": "100%ff"}}


def test_every_other_character_can_be_kept(pages, script, draw):
    text = "½ café 日本 😀 ‮ \ufffd \x01 \U0010ffff"
    fields = {"blanks.degrees": "100", "blanks.what": text}
    assert pages.post(f"/review/{draw.public_id}/", fields).status_code == 302
    assert Submission.objects.get(draw=draw).raw["blanks"]["what"] == text


def test_the_border_lets_a_good_answer_through(script, draw):
    body = json.dumps({"answer": right(draw)}).encode()
    assert send(script, "answer", draw, body, "application/json").status_code == 200
