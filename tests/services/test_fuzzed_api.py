"""Calls made from the published schema itself, sent to a real server on PostgreSQL.

Schemathesis sends what the schema allows and what it does not, follows ids from answer to answer,
and holds every response to the schema. A 5xx, a status, media type or shape that the schema does
not describe, or a call let through without a token is a fault.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from lessons.models import Lesson
from quizzes.models import Question
from quizzes.services import open_draw
from tests.review.studying import study
from tests.services import site
from tutor.models import User
from tutor.tokens import make_token

EXAMPLES = 25
SECONDS = 480
# That a well-formed cursor is one of ours, a time zone exists or an answer suits its question is
# more than a schema can say: such requests are rightly refused.
BEYOND_A_SCHEMA = "positive_data_acceptance"


@pytest.fixture
def url(tmp_path: Path, transactional_db: None, lesson: Lesson) -> Iterator[str]:
    """A production web server on the test database."""
    variables = site.environment(tmp_path)
    site.manage(["collectstatic", "--no-input", "-v0"], variables)
    with site.web(tmp_path, variables) as server:
        yield server.url


@pytest.fixture
def caller(lesson: Lesson) -> User:
    """Someone who has studied, has a question before them, and may read keys."""
    user = User.objects.create_user("caller@example.org", "a-long-password")
    needed = ["view_question", "view_questionversion", "view_variant"]
    user.user_permissions.set(
        Permission.objects.filter(content_type__app_label="quizzes", codename__in=needed)
    )
    return user


def known(user: User, folder: Path) -> Path:
    """A configuration with ids that name something, so that calls come past the first door."""
    now = timezone.now()
    questions = Question.objects.filter(current__kind="multiple_choice").order_by("slug")
    done, waiting = questions[0], questions[1]
    study(user, done, now)
    draw, _ = open_draw(learner_id=user.pk, question=waiting, now=now)
    values = {
        "path.question_id": str(done.public_id),
        "path.draw_id": str(draw.public_id),
    }
    lines = ["[parameters]", *(f"{json.dumps(k)} = {json.dumps(v)}" for k, v in values.items())]
    file = folder / "schemathesis.toml"
    file.write_text("\n".join(lines) + "\n")
    return file


def test_no_call_that_the_schema_allows_or_forbids_breaks_the_server(
    url: str, caller: User, tmp_path: Path
) -> None:
    configuration = known(caller, tmp_path)
    _row, secret = make_token(caller, "fuzz")
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        f"--config-file={configuration}",
        "run",
        f"{url}/api/v1/schema/",
        f"--header=Authorization: Bearer {secret}",
        f"--max-examples={EXAMPLES}",
        "--checks=all",
        f"--exclude-checks={BEYOND_A_SCHEMA}",
        "--seed=1",
        "--generation-database=none",
        "--no-color",
        "--suppress-health-check=all",
        "--continue-on-failure",
    ]
    done = subprocess.run(
        command,
        check=False,
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr
