"""Nothing secret shows before the answer: not by value, not by its influence on anything."""

import pytest

from quizzes.models import Draw
from tests.secrecy.before_answer import change_every_secret, make_due, responses

pytestmark = pytest.mark.django_db

MARK = "c4n4ry-5ecret"
SEED = 987654321987


@pytest.fixture
def opened(clock, lesson, learner, pages, script):
    """A learner with every question due and opened, so that later looks make nothing new."""
    make_due(learner.pk)
    responses(pages, script, learner.pk)
    return learner


def test_changing_only_secrets_changes_no_response(opened, pages, script):
    before = responses(pages, script, opened.pk)
    change_every_secret(MARK, SEED)
    after = responses(pages, script, opened.pk)
    assert len(before) > 80
    assert before == after


def test_no_response_holds_a_secret(opened, pages, script):
    change_every_secret(MARK, SEED)
    for name, text in responses(pages, script, opened.pk).items():
        assert MARK not in text, name
        assert str(SEED) not in text, name


def test_the_looks_are_real_looks(opened, pages, script):
    found = responses(pages, script, opened.pk)
    statuses = {name: text.split("\n", 1)[0] for name, text in found.items()}
    assert statuses["/lessons/attention/"] == statuses["/lessons/self-attention/"] == "200"
    assert statuses["/review/"] == "200"
    assert all(code == "200" for name, code in statuses.items() if name.startswith("open "))
    assert all(code == "200" for name, code in statuses.items() if name.startswith("card "))
    authors = [code for name, code in statuses.items() if name.startswith("author's ")]
    assert len(authors) > 20
    assert set(authors) == {statuses["/api/v1/questions/"]} == {"403"}
    for name in ("/api/v1/lessons/attention/", "/api/v1/review-logs/", "/api/v1/progress/"):
        assert statuses[name] == "200"
    assert all(code == "422" for name, code in statuses.items() if "malformed" in name)
    locked = [code for name, code in statuses.items() if "/sections/predict/steps/" in name]
    assert locked == ["403"] * (5 + 3)  # of the two lessons
    assert not [name for name, code in statuses.items() if code.startswith("5")]


def test_after_the_answer_the_key_is_shown(opened, pages, script):
    draw = Draw.objects.get(learner=opened, question__slug="mask-purpose")
    wire_id = script.get(f"/api/v1/draws/{draw.public_id}/").json()["shown"]["options"][0]["id"]
    answered = script.post(
        f"/api/v1/draws/{draw.public_id}/submission/",
        {"answer": {"choices": [wire_id]}},
        format="json",
        headers={"Idempotency-Key": "one"},
    ).json()
    assert [o["right"] for o in answered["result"]["revealed"]["options"]].count(True) == 1


def test_another_learner_gets_404_for_every_draw(opened, script_of, browser_of, other):
    script, pages = script_of(other), browser_of(other)
    for draw in Draw.objects.filter(learner=opened):
        at = draw.public_id
        assert script.get(f"/api/v1/draws/{at}/").status_code == 404
        assert pages.get(f"/review/{at}/").status_code == 404
        assert pages.post(f"/lessons/attention/questions/{at}/", {}).status_code == 404
        assert pages.post(f"/lessons/attention/questions/{at}/rating/", {}).status_code == 404
        assert pages.post(f"/review/{at}/rating/", {"rating": "3"}).status_code == 404
        assert pages.post(f"/review/{at}/draft/", {"text": "x"}).status_code == 404
        for end in ("submission/", "self-grade/", "rating/", "undo/"):
            body = {"answer": {"choices": ["x"]}, "covered": [], "rating": 3}
            response = script.post(
                f"/api/v1/draws/{at}/{end}",
                body,
                format="json",
                headers={"Idempotency-Key": "x"},
            )
            assert response.status_code == 404
