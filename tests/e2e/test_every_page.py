"""Every page there is, found by its route: axe finds nothing in light and dark, for whom it may be.

The routes are those of the site's own URL configuration, so a page that is added is walked too. The
administrators' pages are Django's own and are not walked.
"""

from collections.abc import Iterator

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from quizzes.models import Draw, Question
from quizzes.services import open_draw
from review.models import Card
from tests.authoring import right
from tests.conftest import NOON
from tests.e2e.looks import assert_looks_right
from tests.review.studying import study

NOT_WALKED = ("admin/", "api/")


def routes(patterns, before: str = "", namespace: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every named route with its full name, without those of the API and the administration."""
    for entry in patterns:
        route = before + str(entry.pattern)
        if route.startswith(NOT_WALKED):
            continue
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from routes(entry.url_patterns, route, inner)
        else:
            yield f"{namespace}{entry.name}", entry


ROUTES = dict(routes(get_resolver().url_patterns))


@pytest.fixture
def stands_for(learner, lesson):
    """What stands for the parts of an address, by the name of the route or of the part."""
    question = Question.objects.get(slug="mask-purpose")
    draw, _made = open_draw(learner_id=learner.pk, question=question, now=NOON)
    return {
        "draw_id": draw.public_id,
        "question_id": question.public_id,
        "public_id": draw.public_id,
        "slug": "attention",
        "lessons:path": {"slug": "machine-learning"},
        "section_slug": "predict",
        "step_slug": "query-doubled",
        "prediction_slug": "double-query",
        "uidb36": user_pk_to_url_str(learner),
        "key": default_token_generator.make_token(learner),
    }
