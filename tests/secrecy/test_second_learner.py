"""Every address of the site, tried by a second learner with the ids of the first."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.db.models import Model
from django.urls import URLPattern, URLResolver, get_resolver

from lessons.models import Prediction, PredictionAnswer
from lessons.services import commit_prediction, reach
from quizzes.models import Draw, Submission
from review.services import suspend
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import opened, study
from tutor.models import User
from tutor.tokens import make_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
OWN = ("tutor", "lessons", "quizzes", "review")
CANARY = "c4n4ry of the first learner"
# What belongs to nobody (health, the schema), to the staff, or to whoever signs in.
ELSEWHERE = ("healthz", "readyz", "admin/", "accounts/", "^static", "api/v1/schema/")
BODY = {
    "answer": {"text": "Mine, not theirs."},
    "choices[]": "x",
    "choice": "x",
    "covered": [],
    "draft": {},
    "name": "mine",
    "question": "00000000-0000-4000-8000-000000000000",
    "rating": 3,
    "section": "why",
    "text": "Mine, not theirs.",
}


# What to put into each place of an address.
Ids = dict[str, str]


@pytest.fixture
def first(learner, lesson) -> Ids:
    """A learner who has done all there is to do, with a canary in every text of their own."""
    why = make_question("why", "explanation")
    study(learner, why, NOON, {"text": CANARY})
    choice = make_question("choice")
    study(learner, choice, NOON)
    suspend(learner_id=learner.pk, question=choice, now=NOON)
    waiting = opened(learner, make_question("waiting", "explanation"), NOON)
    Draw.objects.filter(pk=waiting.pk).update(draft={"text": CANARY})
    prediction = Prediction.objects.filter(step__section__lesson=lesson).order_by("id")[0]
    commit_prediction(
        learner_id=learner.pk,
        prediction=prediction,
        choice=prediction.shown["options"][0]["id"],
        now=NOON,
    )
    reach(learner_id=learner.pk, lesson=lesson, position=5)
    token, _secret = make_token(learner, CANARY)
    section = prediction.step.section
    return Ids(
        draw_id=str(waiting.public_id),
        question_id=str(choice.public_id),
        public_id=str(token.public_id),
        slug=lesson.slug,
        path_slug="machine-learning",
        prediction_slug=prediction.slug,
        section_slug=section.slug,
        step_slug=prediction.step.slug,
    )


def routes(patterns: Any = None, before: str = "") -> Iterator[str]:
    """Every address of the site as a template: /review/{draw_id}/."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if route.startswith(ELSEWHERE):
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)


def addresses(ids: Ids) -> Iterator[str]:
    """Every address, filled with the first learner's ids; each draw of theirs in its place."""
    draws = [str(one) for one in Draw.objects.values_list("public_id", flat=True)]
    for template in routes():
        if "paths/" in template:
            template = template.replace("{slug}", "{path_slug}")
        for draw_id in draws if "{draw_id}" in template else [""]:
            yield template.format(**{**ids, "draw_id": draw_id})


def belongings(user: User) -> dict[str, Any]:
    """Every row that points at the learner, by model."""
    found: dict[str, Any] = {}
    models: list[type[Model]] = [m for m in apps.get_models() if m.__module__.split(".")[0] in OWN]
    for model in models:
        for field in model._meta.fields:
            if field.related_model is User:
                rows = model._default_manager.filter(**{field.name: user}).order_by("pk")
                found[model.__name__] = serializers.serialize("json", rows)
    return found


def marks(user: User) -> set[str]:
    """What would give the first learner away in a response."""
    draws = Draw.objects.filter(learner=user).values_list("public_id", flat=True)
    return {CANARY, user.email, str(user.public_id), *map(str, draws)}


def tried(browser: Any, script: Any, address: str) -> Iterator[tuple[str, Any]]:
    """The responses to reading and writing at an address, as a page and as a script."""
    if address.startswith("/api/"):
        key = {"Idempotency-Key": "k"}
        yield "get", script.get(address)
        for method in ("post", "patch", "put", "delete"):
            yield method, getattr(script, method)(address, BODY, format="json", headers=key)
    else:
        form = {name: value for name, value in BODY.items() if isinstance(value, str)}
        yield "get", browser.get(address)
        yield "post", browser.post(address, form)
        yield "htmx", browser.post(address, form, headers={"HX-Request": "true"})


def test_no_address_gives_a_second_learner_anything_of_the_first(
    first, learner, other, browser_of, script_of
):
    browser, script = browser_of(other), script_of(other)
    before, given_away = belongings(learner), marks(learner)
    draws = Draw.objects.filter(learner=learner)
    assert len(before) > 8
    count = 0
    for address in addresses(first):
        for method, response in tried(browser, script, address):
            count += 1
            told = f"{method} {address}: {response.status_code}"
            assert response.status_code < 500, told
            # An address of the first learner's may be told back in a message, and nothing more.
            text = response.getvalue().decode().replace(address, "")
            assert not [mark for mark in given_away if mark in text], told
            if any(str(draw.public_id) in address for draw in draws):
                assert response.status_code in (404, 405, 415), told
    assert count > 150
    assert belongings(learner) == before
    assert not PredictionAnswer.objects.filter(learner=other).exists()
    assert not Submission.objects.filter(learner=other).exists()


def test_the_first_learner_is_given_all_of_it(first, learner, pages, script):
    found = "".join(
        response.content.decode()
        for address in addresses(first)
        for response in ((script if address.startswith("/api/") else pages).get(address),)
        if not response.streaming
    )
    assert [mark for mark in marks(learner) if mark not in found] == []
