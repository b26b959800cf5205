"""The same thing done many times at the same moment happens once: real server, real PostgreSQL."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from django.test import Client

from lessons.models import Lesson, Prediction, PredictionAnswer
from quizzes.models import Draw, Grade, Question, Submission
from review.models import Card, ReviewLog, StudyPlan
from review.services import plan_of
from tests.services import site
from tutor.models import AccessToken, User
from tutor.tokens import make_token

TIMES = 200


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[str]:
    """A production web server on the test database."""
    folder: Path = tmp_path_factory.mktemp("site")
    variables = site.environment(folder)
    site.manage(["collectstatic", "--no-input", "-v0"], variables)
    with site.web(folder, variables) as server:
        yield server.url


@pytest.fixture
def newcomer(transactional_db: None, lesson: Lesson) -> User:
    """A learner who has done nothing yet: no plan, no card."""
    return User.objects.create_user("newcomer@example.org", "a-long-password")


@pytest.fixture
def question(lesson: Lesson) -> Question:
    """A question with one right option."""
    found = Question.objects.filter(current__kind="multiple_choice").order_by("slug").first()
    assert found is not None
    return found


@pytest.fixture
def api(url: str, newcomer: User) -> Callable[..., site.Answer]:
    """Calls the API as the newcomer: `api("POST", path, document=…, key=…)`."""
    _row, secret = make_token(newcomer, "test")

    def with_token(method: str, path: str, *, key: str = "", document: object) -> site.Answer:
        headers = {"Authorization": f"Bearer {secret}"}
        if key:
            headers["Idempotency-Key"] = key
        return site.call(url, method, f"/api/v1{path}", headers=headers, document=document)

    return with_token


@pytest.fixture
def form(url: str, newcomer: User) -> Callable[[str, dict[str, str]], site.Answer]:
    """Posts a form as the newcomer's browser would, with session and CSRF token."""
    browser = Client()
    browser.force_login(newcomer, backend="django.contrib.auth.backends.ModelBackend")
    session = (
        f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    )
    page = site.call(url, "GET", "/settings/", headers={"Cookie": session})
    assert page.status == 200
    csrf = page.headers["set-cookie"].partition(";")[0]
    token = csrf.partition("=")[2]
    StudyPlan.objects.all().delete()  # the page made one, and a newcomer has none

    def post(path: str, fields: dict[str, str]) -> site.Answer:
        return site.call(
            url,
            "POST",
            path,
            headers={"Cookie": f"{session}; {csrf}"},
            form={"csrfmiddlewaretoken": token, **fields},
        )

    return post


def opened(api: Callable[..., site.Answer], question: Question) -> tuple[str, dict[str, object]]:
    """Open the question; return its draw's address and an answer to it."""
    document = api("POST", "/draws/", document={"question": str(question.public_id)}).json()
    choice = document["shown"]["options"][0]["id"]
    return f"/draws/{document['id']}/submission/", {"answer": {"choices": [choice]}}


def assert_counted_once() -> None:
    counts = {model: model.objects.count() for model in (Submission, Grade, ReviewLog, Card)}
    assert counts == dict.fromkeys(counts, 1)
    assert StudyPlan.objects.count() == 1
    card, log = Card.objects.get(), ReviewLog.objects.get()
    assert (card.reps, card.last_seq, card.due) == (1, 1, log.due)


@pytest.mark.parametrize("has_plan", [False, True])
def test_one_answer_sent_200_times_at_once_is_counted_once_and_answered_200_times_alike(
    api: Callable[..., site.Answer], newcomer: User, question: Question, *, has_plan: bool
) -> None:
    path, answer = opened(api, question)
    assert not StudyPlan.objects.exists()
    if has_plan:  # else the lock is the row that the first of them makes
        plan_of(newcomer.pk)
    key = str(uuid4())
    found = site.at_once([partial(api, "POST", path, key=key, document=answer)] * TIMES)
    assert {(one.status, one.body) for one in found} == {(200, found[0].body)}
    assert len(found) == TIMES
    assert found[0].json()["result"]["score"] in (0, 1)
    assert_counted_once()


def test_of_200_answers_with_keys_of_their_own_one_is_taken_and_the_others_are_told(
    api: Callable[..., site.Answer], question: Question
) -> None:
    path, answer = opened(api, question)
    found = site.at_once(
        [partial(api, "POST", path, key=str(uuid4()), document=answer) for _ in range(TIMES)]
    )
    statuses = sorted(one.status for one in found)
    assert statuses == [200] + [409] * (TIMES - 1)
    refused = next(one for one in found if one.status == 409)
    assert refused.headers["content-type"] == "application/problem+json"
    assert "answered already" in refused.json()["detail"]
    assert_counted_once()


def test_a_form_sent_200_times_at_once_is_counted_once_and_leads_to_the_result(
    api: Callable[..., site.Answer],
    form: Callable[[str, dict[str, str]], site.Answer],
    question: Question,
) -> None:
    path, answer = opened(api, question)
    draw = Draw.objects.get()
    choice = answer["answer"]["choices"][0]  # type: ignore[index]
    page = f"/review/{draw.public_id}/"
    found = site.at_once([partial(form, page, {"choices[]": choice})] * TIMES)
    assert {(one.status, one.headers.get("location")) for one in found} == {(302, page)}
    assert_counted_once()
    assert api("POST", path, key=str(uuid4()), document=answer).status == 409


def test_one_question_opened_50_times_at_once_is_one_draw(
    api: Callable[..., site.Answer], question: Question
) -> None:
    wanted = {"question": str(question.public_id)}
    found = site.at_once([partial(api, "POST", "/draws/", document=wanted)] * 50)
    assert {one.body for one in found} == {found[0].body}
    assert {one.status for one in found} <= {200, 201}
    assert Draw.objects.count() == 1


def test_an_explanation_handed_in_while_it_is_opened_50_times_stays_the_one_draw(
    api: Callable[..., site.Answer], lesson: Lesson
) -> None:
    asked = Question.objects.filter(current__kind="explanation").order_by("slug").first()
    assert asked is not None
    wanted = {"question": str(asked.public_id)}
    draw = api("POST", "/draws/", document=wanted).json()["id"]
    opening = partial(api, "POST", "/draws/", document=wanted)
    words = {"answer": {"text": "Because nothing after a word may be looked at before it."}}
    handing_in = partial(
        api, "POST", f"/draws/{draw}/submission/", key=str(uuid4()), document=words
    )
    found = site.at_once([opening] * 25 + [handing_in] + [opening] * 25)
    assert {(one.status, one.json()["id"]) for one in found} == {(200, draw)}
    assert opening().json()["result"]["score"] is None
    assert Draw.objects.count() == 1


def test_one_prediction_committed_50_times_at_once_is_one_answer(
    form: Callable[[str, dict[str, str]], site.Answer], lesson: Lesson
) -> None:
    first = (
        Prediction.objects.filter(step__section__lesson=lesson)
        .order_by("step__section__position", "step__position")
        .first()
    )
    assert first is not None
    path = f"/lessons/{lesson.slug}/predictions/{first.slug}/"
    choice = first.shown["options"][0]["id"]
    found = site.at_once([partial(form, path, {"choices[]": choice})] * 50)
    assert {one.status for one in found} == {302}
    assert len({one.headers["location"] for one in found}) == 1
    assert PredictionAnswer.objects.get().chosen["id"] == choice


def test_one_address_signed_up_20_times_at_once_is_one_account(
    url: str, transactional_db: None, lesson: Lesson
) -> None:
    page = site.call(url, "GET", "/accounts/signup/")
    csrf = page.headers["set-cookie"].partition(";")[0]
    fields = {
        "csrfmiddlewaretoken": csrf.partition("=")[2],
        "email": "twice@example.org",
        "password1": "three quiet herons",
    }
    sign_up = partial(
        site.call, url, "POST", "/accounts/signup/", headers={"Cookie": csrf}, form=fields
    )
    found = site.at_once([sign_up] * 20)
    assert sorted(one.status for one in found) == [200] * 19 + [302]
    refused = [one.body.decode() for one in found if one.status == 200]
    assert all("already registered" in one for one in refused)
    assert User.objects.get().email == "twice@example.org"
    assert StudyPlan.objects.count() == 1


def test_40_tokens_asked_for_at_once_are_20(
    form: Callable[[str, dict[str, str]], site.Answer], newcomer: User
) -> None:
    found = site.at_once([partial(form, "/settings/tokens/", {"name": "many"})] * 40)
    assert sorted(one.status for one in found) == [302] * 20 + [422] * 20
    assert AccessToken.objects.filter(user=newcomer).count() == 20
