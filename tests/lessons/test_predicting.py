"""The server withholds a step until its prediction is in; the first guess counts for ever."""

import pytest

from lessons.models import Prediction, PredictionAnswer, Step
from lessons.services import LockedError, commit_prediction, predicting
from quizzes.kinds.base import AnswerError
from tests.conftest import NOON
from tests.lessons.loaded import Folder

pytestmark = pytest.mark.django_db
PAGE = "/lessons/kettle/"
STEPS = "/lessons/kettle/sections/predict/steps"
SECRETS = ("SECRET-STEP-1", "SECRET-STEP-2", "SECRET-OUTCOME-1", "SECRET-OUTCOME-2")
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _kettle(tmp_path, db):
    """A lesson with two steps behind predictions."""
    Folder(tmp_path).load()


def prediction(slug="first") -> Prediction:
    return Prediction.objects.get(slug=slug, step__section__lesson__slug="kettle")


def choice(slug="first", at=0) -> str:
    found: str = prediction(slug).shown["options"][at]["id"]
    return found


def commit(learner, slug="first", at=0):
    return commit_prediction(
        learner_id=learner.pk, prediction=prediction(slug), choice=choice(slug, at), now=NOON
    )


def post(pages, slug="first", at=0, **more):
    return pages.post(f"{PAGE}predictions/{slug}/", {"choices[]": choice(slug, at)}, **more)


def shown(response):
    text = response.content.decode()
    return [secret for secret in SECRETS if secret in text]


# What is withheld


def test_nothing_of_a_locked_step_is_in_the_page(pages):
    response = pages.get(PAGE)
    assert shown(response) == []
    assert "What happens first?" in response.content.decode()


def test_each_guess_opens_its_own_step_and_no_more(pages, learner):
    commit(learner)
    assert shown(pages.get(PAGE)) == ["SECRET-STEP-1", "SECRET-OUTCOME-1"]
    commit(learner, "second")
    assert shown(pages.get(PAGE)) == list(SECRETS)


def test_no_step_of_the_real_lesson_is_in_its_page_before_the_guess(pages, lesson):
    page = pages.get("/lessons/attention/").content.decode()
    guarded = Step.objects.filter(section__lesson=lesson, prediction__isnull=False)
    assert guarded.count() == 5
    assert not [step.slug for step in guarded if step.html in page]
    assert not [s.slug for s in guarded if s.prediction.secret["outcome"][:40] in page]


def test_a_steps_address_is_403_before_the_guess_and_200_after(pages, learner):
    refused = pages.get(f"{STEPS}/warm/")
    assert (refused.status_code, shown(refused)) == (403, [])
    commit(learner)
    opened = pages.get(f"{STEPS}/warm/")
    assert opened.status_code == 200
    assert "SECRET-STEP-1" in shown(opened)
    assert set(shown(opened)) <= {"SECRET-STEP-1", "SECRET-OUTCOME-1"}
    still = pages.get(f"{STEPS}/boil/")
    assert (still.status_code, shown(still)) == (403, [])


def test_a_guess_opens_nothing_for_anybody_else(pages, other):
    commit(other)
    assert shown(pages.get(PAGE)) == []
    assert pages.get(f"{STEPS}/warm/").status_code == 403


def test_htmx_gets_the_section_with_the_step_that_opened(pages):
    response = post(pages, headers=HTMX)
    assert response.status_code == 200
    assert shown(response) == ["SECRET-STEP-1", "SECRET-OUTCOME-1"]
    assert "1 of 2" in response.content.decode()


def test_a_plain_form_leads_back_to_the_step(pages):
    response = post(pages)
    assert (response.status_code, response.url) == (302, f"{PAGE}#step-predict-warm")


# What is refused


def test_out_of_order_is_409_and_stores_nothing(pages, learner):
    response = post(pages, "second")
    assert (response.status_code, shown(response)) == (409, [])
    assert not PredictionAnswer.objects.filter(learner=learner).exists()
    with pytest.raises(LockedError):
        commit(learner, "second")


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("wrong", ["", "nowhere", "2"])
def test_a_choice_that_is_not_offered_is_422_and_stores_nothing(pages, learner, wrong, headers):
    foreign = wrong if wrong != "2" else choice("second")
    if foreign in {option["id"] for option in prediction().shown["options"]}:
        foreign = "option-of-another"
    response = pages.post(f"{PAGE}predictions/first/", {"choices[]": foreign}, headers=headers)
    assert (response.status_code, shown(response)) == (422, [])
    assert not PredictionAnswer.objects.filter(learner=learner).exists()
    with pytest.raises(AnswerError, match="Choose one"):
        commit_prediction(learner_id=learner.pk, prediction=prediction(), choice=foreign, now=NOON)


@pytest.mark.parametrize(
    "address",
    [
        f"{PAGE}predictions/nowhere/",
        "/lessons/attention/predictions/first/",
        "/lessons/nowhere/predictions/first/",
    ],
)
def test_a_prediction_of_another_lesson_is_404(pages, address):
    assert pages.post(address, {"choices[]": "x"}).status_code == 404


@pytest.mark.parametrize("slug", ["nowhere", "first"])
def test_a_step_that_is_not_there_is_404(pages, slug):
    assert pages.get(f"{STEPS}/{slug}/").status_code == 404


def test_guessing_is_a_post(pages):
    assert pages.get(f"{PAGE}predictions/first/").status_code == 405
    assert pages.post(f"{STEPS}/warm/").status_code == 405


def test_a_stranger_is_sent_to_sign_in(client):
    for response in (post(client), client.get(f"{STEPS}/warm/")):
        assert response.status_code == 302
        assert response.url.startswith("/accounts/login/")
    assert not PredictionAnswer.objects.exists()


# The first guess


def test_a_second_guess_is_answered_with_the_first(pages, learner):
    first = commit(learner, at=0)
    assert commit(learner, at=1) == first
    assert post(pages, at=1).status_code == 302
    stored = PredictionAnswer.objects.get(learner=learner)
    assert stored.chosen["text"] == "It warms"
    assert stored.chosen["prompt"] == "What happens first?"


def test_of_two_taps_at_once_one_is_stored(learner, monkeypatch):
    answers_to, overtaken = predicting.answers_to, []

    def answers_and_be_overtaken(*args):
        found = answers_to(*args)
        if not overtaken:
            monkeypatch.setattr(predicting, "answers_to", answers_to)
            overtaken.append(commit(learner, at=1))
        return found

    monkeypatch.setattr(predicting, "answers_to", answers_and_be_overtaken)
    assert commit(learner, at=0) == overtaken[0]
    assert PredictionAnswer.objects.filter(learner=learner).count() == 1


@pytest.mark.parametrize(("at", "other_word"), [(0, "It cools"), (1, "It warms")])
def test_guess_and_outcome_stand_side_by_side(pages, at, other_word):
    text = post(pages, at=at, headers=HTMX).content.decode()
    own = prediction().shown["options"][at]["text"]
    assert own in text
    assert "It <em>warms</em>, SECRET-OUTCOME-1." in text
    assert other_word not in text
