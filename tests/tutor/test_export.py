"""A learner takes away all that is kept of them, and nothing else."""

import json
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.utils import timezone

from quizzes.exporting import OwnRows
from quizzes.models import Draw, Submission, Variant
from quizzes.registry import declared
from review.models import Card, ReviewLog
from tests.authoring import make_question
from tests.conftest import NOON
from tests.review.studying import study
from tests.tutor.full_account import fill
from tutor.export import export
from tutor.models import AccessToken, User

pytestmark = pytest.mark.usefixtures("clock")

ADDRESS = "/api/v1/me/export/"

# Told in the account itself: by name, not as rows.
IN_THE_ACCOUNT = {"tutor.User_groups", "tutor.User_user_permissions"}
# Fields that no list tells, and why.
LEFT_OUT = {
    # What only the database needs: row numbers, and whose rows they are.
    "*": {"id", "learner", "user"},
    # The seed of the order and of the ids; the variant is told by what it shows.
    "Draw": {"shuffle_seed", "variant"},
    # The same answer by internal ids, and a checksum of it.
    "Submission": {"request_hash", "parsed"},
    # Who judged an answer is somebody else.
    "Grade": {"graded_by"},
    # Half of a secret.
    "AccessToken": {"digest"},
    # What an administrator acted on may be somebody else.
    "LogEntry": {"object_id", "object_repr", "change_message"},
}


@pytest.fixture
def full(learner, other, lesson) -> User:
    """Two learners of whom every table keeps something; the first of them."""
    for user in (learner, other):
        fill(user, timezone.now())
    return learner


def whole(client) -> tuple[str, dict]:
    """The export as text and as a document."""
    response = client.get(ADDRESS)
    assert response.status_code == 200
    assert response.streaming
    text = response.getvalue().decode()
    return text, json.loads(text)


def keys_to_learner(model) -> list[str]:
    return [
        field.name
        for field in model._meta.get_fields()
        if field.is_relation and field.concrete and field.related_model is get_user_model()
    ]


def models_of_learners() -> dict[str, type]:
    """Every model that has a foreign key to the learner, also those that Django makes itself."""
    models = apps.get_models(include_auto_created=True)
    return {model._meta.label: model for model in models if keys_to_learner(model)}


def lists() -> dict[str, OwnRows]:
    return declared("exports")


# Whole


def test_every_table_with_a_key_to_the_learner_is_in_the_export():
    exported = {own.rows(0).model._meta.label for own in lists().values()}
    assert exported | IN_THE_ACCOUNT == set(models_of_learners())


def test_every_row_of_every_table_is_in_the_export(full, script):
    _text, document = whole(script)
    for name, own in lists().items():
        model = own.rows(0).model
        (owner, *_others) = keys_to_learner(model)
        kept = model._base_manager.filter(**{owner: full}).count()
        assert kept > 0, f"{name}: the test has nothing to look for"
        assert len(document[name]) == kept, name


@pytest.mark.parametrize("name", sorted(lists()))
def test_every_field_is_told_or_left_out_for_a_reason(name):
    own = lists()[name]
    model = own.rows(0).model
    told = {column.split(".")[0] for column in own.columns.values() if isinstance(column, str)}
    if name == "admin_actions":
        told.add("action_flag")  # in words
    left_out = LEFT_OUT["*"] | LEFT_OUT.get(model.__name__, set())
    assert {field.name for field in model._meta.fields} <= told | left_out


def test_the_document_says_what_it_is_and_whose(full, script):
    text, document = whole(script)
    assert text.startswith('{"format": "tutor-export", "version": 1, "exported_at": "2027-03-10T12')
    account = document["account"]
    assert (account["id"], account["email"]) == (str(full.public_id), full.email)
    assert account["groups"] == ["testers"]
    assert set(document) == {"format", "version", "exported_at", "account", *lists()}


def test_an_answer_can_be_followed_from_the_question_to_the_day_it_returns(full, script):
    _text, document = whole(script)
    draw = next(d for d in document["draws"] if d["slug"] == "kettle" and d["number"] == 2)
    by_draw = {
        name: next(one for one in document[name] if one["draw"] == draw["id"])
        for name in ("submissions", "grades", "findings", "review_logs")
    }
    chosen = by_draw["submissions"]["answer"]["choices"]
    assert [o["text"] for o in draw["shown"]["options"] if o["id"] in chosen] == ["Stone"]
    assert by_draw["grades"]["score"] == 0.0
    assert by_draw["findings"]["misconception"] == "stones-boil"
    card = next(one for one in document["cards"] if one["question"] == draw["question"])
    assert by_draw["review_logs"]["due"] == card["due"] == "2027-03-11T04:00:00Z"


def test_a_guess_and_a_draft_are_told_as_they_were_made(full, script):
    _text, document = whole(script)
    (guess,) = document["predictions"]
    assert guess["lesson"] == "attention"
    assert set(guess["chosen"]) >= {"prompt", "id", "text"}
    assert {"text": f"half a thought of {full.email}"} in [d["draft"] for d in document["draws"]]


def test_whoever_has_done_nothing_gets_a_document_with_empty_lists(script):
    _text, document = whole(script)
    assert document["draws"] == document["review_logs"] == []
    assert len(document["study_plan"]) == 1


# Nothing else


def test_nothing_of_another_learner_is_in_it(full, other, script, script_of):
    text, document = whole(script)
    theirs = [other.email, str(other.public_id)]
    theirs += [str(draw.public_id) for draw in Draw.objects.filter(learner=other)]
    theirs += Submission.objects.filter(learner=other).values_list("idempotency_key", flat=True)
    theirs += [str(token.public_id) for token in AccessToken.objects.filter(user=other)]
    assert len(theirs) > 10
    assert not [one for one in theirs if one in text]
    assert "somebody else" not in text
    (_text, of_other) = whole(script_of(other))
    ids = {draw["id"] for draw in document["draws"]}
    assert not ids & {draw["id"] for draw in of_other["draws"]}


def test_no_seed_no_key_and_no_digest_is_in_it(full, script):
    for draw in Draw.objects.filter(learner=full):
        Draw.objects.filter(pk=draw.pk).update(shuffle_seed=9_000_000_000_000 + draw.pk)
    text, document = whole(script)
    assert "9000000000" not in text
    for token in AccessToken.objects.all():
        assert token.digest not in text
    assert full.password not in text
    unanswered = next(d for d in document["draws"] if d["slug"] == "why")
    secret = Variant.objects.get(version__question__slug="why").secret
    assert secret["model_answer"] not in json.dumps(unanswered)


def test_a_key_is_not_told_before_its_question_is_answered(full, script):
    question = make_question(
        "open-choice",
        body={
            "prompt": "Which?",
            "options": [
                {"text": "This", "right": True, "feedback": "c4n4ry-feedback"},
                {"text": "That"},
            ],
            "explanation": "c4n4ry-explanation",
        },
    )
    script.post("/api/v1/draws/", {"question": question.public_id}, format="json")
    text, _document = whole(script)
    assert "open-choice" in text
    assert "c4n4ry" not in text


def test_a_stranger_gets_nothing_and_a_token_that_was_revoked_neither(full, client, script):
    assert client.get(ADDRESS).status_code == 401
    AccessToken.objects.filter(user=full).delete()
    assert script.get(ADDRESS).status_code == 401


# How it comes


def test_the_settings_page_offers_the_file(full, pages):
    assert f'href="{ADDRESS}"' in pages.get("/settings/").content.decode()
    response = pages.get(ADDRESS, headers={"Accept": "text/html,*/*;q=0.8"})
    assert response.headers["Content-Type"] == "application/json"
    assert response.headers["Content-Disposition"] == (
        'attachment; filename="tutor-export-2027-03-10.json"'
    )
    assert response.headers["Cache-Control"] == "private, no-store"
    assert json.loads(response.getvalue())["account"]["email"] == full.email


def test_a_long_history_costs_as_many_queries_as_a_short_one_and_comes_in_small_pieces(
    full, django_assert_num_queries
):
    queries = len(lists()) + 2  # and the names of groups and permissions
    with django_assert_num_queries(queries):
        short = list(export(full, NOON))
    lengthen(full, 1500)
    with django_assert_num_queries(queries):
        pieces = list(export(full, NOON))
    assert len(json.loads("".join(pieces))["review_logs"]) > 1500
    assert len(pieces) > len(short) + 10
    assert max(len(piece) for piece in pieces) < 100_000


def test_the_first_piece_comes_before_anything_long_is_read(full, django_assert_num_queries):
    pieces = export(full, NOON)
    with django_assert_num_queries(2):
        next(pieces)
    pieces.close()


def lengthen(user: User, count: int) -> None:
    """Add many events to one card's history."""
    study(user, make_question("often"), NOON)
    card = Card.objects.get(learner=user, question__slug="often")
    log = ReviewLog.objects.get(card=card)
    ReviewLog.objects.bulk_create(
        ReviewLog(
            learner=user,
            card=card,
            seq=number + 2,
            kind="set_due",
            reviewed_at=NOON + timedelta(minutes=number),
            study_date=log.study_date,
            time_zone="UTC",
            due=log.due,
        )
        for number in range(count)
    )
