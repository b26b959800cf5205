"""`make bench`: answers through HTTP against a bare view that locks, updates and inserts one row.

Same server, database and run; rounds alternate, so that noise strikes both. One line of JSON:
`ratio` is bare answers per second over real ones (aim: at most 2), `cpu_ratio` the CPU time of
web server and database for one over the other, `where` the shares of time inside the process.
"""

import cProfile
import json
import os
import pstats
import socket
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1,testserver")

import django  # noqa: E402

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, connections  # noqa: E402
from django.utils import timezone  # noqa: E402
from rest_framework.test import APIClient  # noqa: E402

from benchmarks.load import Call, cpu_seconds, family, post_all  # noqa: E402
from benchmarks.models import Counter, Entry  # noqa: E402
from quizzes.models import Draw, Question, Variant  # noqa: E402
from review.services import plan_of  # noqa: E402
from tutor.models import User  # noqa: E402
from tutor.tokens import make_token  # noqa: E402

LEARNERS = 16
ROUNDS = 6
CALLS_PER_ROUND = 320
PROFILED = 150
WARM_UP = 64

# Which part of the work a frame belongs to, by where its code lies; the first that fits.
PARTS = (
    ("sql", ("psycopg",)),  # the driver, and waiting for the database
    ("orm", ("django/db",)),
    ("rest framework", ("rest_framework",)),
    ("django", ("django/", "allauth", "csp", "whitenoise")),
    ("our code", (str(ROOT),)),
)


@contextmanager
def bare_tables() -> Iterator[None]:
    """Make the bare view's tables for as long as the block runs."""
    with connection.schema_editor() as editor:
        editor.create_model(Counter)
        editor.create_model(Entry)
    try:
        yield
    finally:
        with connection.schema_editor() as editor:
            editor.delete_model(Entry)
            editor.delete_model(Counter)


class Prepared:
    """Learners with tokens, draws to be answered, counters to be counted up."""

    def __init__(self) -> None:
        """Fill the database."""
        question = Question.objects.select_related("current").get(slug="mask-purpose")
        variant = Variant.objects.get(version=question.current, ordinal=0)
        self.headers: list[dict[str, str]] = []
        self.draws: list[list[Draw]] = []
        self.counters: list[Counter] = []
        count = (ROUNDS * CALLS_PER_ROUND + PROFILED + WARM_UP) // LEARNERS + 2
        for _ in range(LEARNERS):
            user = User.objects.create_user(f"bench-{uuid4()}@example.org", "a-long-password")
            plan_of(user.pk)
            _row, secret = make_token(user, "bench")
            self.headers.append(
                {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
            )
            draws = [
                Draw(
                    learner=user,
                    question=question,
                    variant=variant,
                    number=n,
                    shuffle_seed=n,
                    opened_at=timezone.now(),
                )
                for n in range(1, count + 1)
            ]
            self.draws.append(Draw.objects.bulk_create(draws))
            self.counters.append(Counter.objects.create())
        self._taken = 0
        self._keys = sorted(option["key"] for option in variant.shown["options"])

    def answers(self, count: int) -> list[Call]:
        """Return calls that answer draws nobody has answered yet."""
        calls: list[Call] = []
        for _ in range(count):
            turn, learner = divmod(self._taken, LEARNERS)
            self._taken += 1
            draw = self.draws[learner][turn]
            wire_id = draw.wire.id_of(self._keys[turn % len(self._keys)])
            calls.append(
                Call(
                    f"/api/v1/draws/{draw.public_id}/submission/",
                    {**self.headers[learner], "Idempotency-Key": str(draw.public_id)},
                    {"answer": {"choices": [wire_id]}, "confidence": "think"},
                )
            )
        return calls

    def bare(self, count: int) -> list[Call]:
        """Return as many calls of the bare view."""
        return [
            Call(
                f"/bare/{self.counters[n % LEARNERS].pk}/",
                self.headers[n % LEARNERS],
                {"answer": {"choices": ["abcdefghijkl"]}, "confidence": "think"},
            )
            for n in range(count)
        ]


def main() -> None:
    """Measure and print."""
    if connection.vendor != "postgresql":
        sys.exit("DATABASE_URL must name a PostgreSQL database: use `make bench`.")
    call_command("migrate", verbosity=0)
    call_command("load_lessons", verbosity=0, stdout=sys.stderr)
    with bare_tables():
        figures = _figures()
    sys.stdout.write(json.dumps(figures) + "\n")


def _figures() -> dict[str, object]:
    prepared = Prepared()
    port = _free_port()
    server = _serve(port)
    try:
        figures = _measure(prepared, port, server.pid)
    finally:
        server.terminate()
        server.wait(20)
    return {**figures, "where": _where(prepared)}


def _measure(prepared: Prepared, port: int, pid: int) -> dict[str, object]:
    post_all(port, prepared.answers(WARM_UP))
    post_all(port, prepared.bare(WARM_UP))
    seconds: dict[str, float] = defaultdict(float)
    cpu: dict[str, float] = defaultdict(float)
    for _ in range(ROUNDS):
        for name, calls in (
            ("bare", prepared.bare(CALLS_PER_ROUND)),
            ("answer", prepared.answers(CALLS_PER_ROUND)),
        ):
            watched = [*family(pid), *_backends()]
            before = cpu_seconds(watched)
            seconds[name] += post_all(port, calls)
            cpu[name] += cpu_seconds(watched) - before
    total = ROUNDS * CALLS_PER_ROUND
    return {
        "answers_per_second": round(total / seconds["answer"], 1),
        "bare_per_second": round(total / seconds["bare"], 1),
        "ratio": round(seconds["answer"] / seconds["bare"], 2),
        "cpu_ms_per_answer": round(1000 * cpu["answer"] / total, 2),
        "cpu_ms_bare": round(1000 * cpu["bare"] / total, 2),
        "cpu_ratio": round(cpu["answer"] / cpu["bare"], 2),
    }


def _where(prepared: Prepared) -> dict[str, float]:
    """Return the shares of time by part, of answers given in this process under a profiler."""
    client = APIClient()
    calls = prepared.answers(PROFILED)
    profile = cProfile.Profile()
    for call in calls:
        headers = {n: v for n, v in call.headers.items() if n != "Content-Type"}
        profile.enable()
        response = client.post(call.path, call.document, format="json", headers=headers)
        profile.disable()
        assert response.status_code == 200, response.content
    spent: dict[str, float] = defaultdict(float)
    for (file, _line, _name), (_, _, own, _, callers) in pstats.Stats(profile).stats.items():
        if file == "~":  # written in C: the time is that of who called it
            for (caller, _, _), (_, _, own_for_caller, _) in callers.items():
                spent[_part(caller)] += own_for_caller
        else:
            spent[_part(file)] += own
    everything = sum(spent.values())
    return {name: round(value / everything, 3) for name, value in sorted(spent.items())}


def _part(file: str) -> str:
    if str(ROOT) in file and ".venv" not in file:
        return "our code"
    for name, marks in PARTS:
        if name != "our code" and any(mark in file for mark in marks):
            return name
    return "python"


def _backends() -> list[int]:
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return [row[0] for row in cursor.fetchall()]


def _serve(port: int) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "gunicorn", "tutor.wsgi:application"]
    workers = ["--workers", "2", "--threads", "4", "--log-level", "error"]
    server = subprocess.Popen(
        [*command, *workers, "--bind", f"127.0.0.1:{port}"], cwd=ROOT, env=dict(os.environ)
    )
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
        except (URLError, OSError):
            time.sleep(0.2)
        else:
            return server
    server.kill()
    raise TimeoutError("the web server did not answer within 60 s")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


if __name__ == "__main__":
    main()
