"""The provided servers for real: from wheels, two at once, stopped in order, swept after a kill."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
import redis

from tests.provision import folders, postgresql, redis_server
from tests.provision.accounts import succeeds_as, unprivileged_account
from tests.provision.databases import fresh_database, with_name
from tests.provision.errors import ProvisionError
from tests.provision.services import Services, provided

ROOT = Path(__file__).resolve().parents[2]
WHEELS = {"PROVISION": "wheels", "PATH": os.environ["PATH"]}
COMMAND = [sys.executable, "-m", "tests.provision"]
SAY_AND_WAIT = (
    "mkdir $TUTOR_VAR; echo $DATABASE_URL; echo $REDIS_URL; cd $TUTOR_VAR/..; exec sleep 60"
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with folders.run_folder(folders.base_folder(unprivileged_account())) as made:
        yield made


@pytest.fixture
def services(folder: Path) -> Iterator[Services]:
    with provided(WHEELS, folder, with_browser=False) as made:
        yield made


def row_of(url: str, query: str) -> tuple[object, ...] | None:
    with psycopg.connect(url) as connection:
        return connection.execute(query).fetchone()


def test_the_wheels_give_a_database_in_utf_8_and_a_redis_that_answers(services: Services) -> None:
    query = "SELECT current_database(), current_setting('server_encoding'), 'ä' < 'b'"
    assert row_of(services.database_url, query) == ("tutor", "UTF8", False)  # by code point
    with redis.Redis.from_url(services.redis_url) as client:
        assert client.set("word", "ä")
        assert client.get("word") == "ä".encode()


def test_nobody_gets_into_redis_without_its_password(services: Services) -> None:
    address = services.redis_url.rpartition("@")[2]
    assert not redis_server.answers(f"redis://{address}")
    assert redis_server.answers(services.redis_url)
    assert not redis_server.answers(services.redis_url, pid=1)  # somebody else's would be noticed


def test_a_fresh_database_is_empty_and_gone_afterwards(services: Services) -> None:
    with fresh_database(services.database_url) as url:
        assert row_of(url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == (0,)
        connection = psycopg.connect(url)  # still open when the database is dropped
    connection.close()
    assert not postgresql.answers(url)


def test_two_runs_at_once_do_not_meet(folder: Path, services: Services) -> None:
    with ExitStack() as stack:
        other_folder = stack.enter_context(folders.run_folder(folder.parent))
        other = stack.enter_context(provided(WHEELS, other_folder, with_browser=False))
        assert other.redis_url != services.redis_url
        with psycopg.connect(other.database_url) as connection:
            connection.execute("CREATE TABLE mine (n int)")
        assert row_of(services.database_url, "SELECT to_regclass('mine')") == (None,)


def test_a_port_taken_in_the_meantime_leads_to_another_one(
    folder: Path, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = int(services.redis_url.rpartition(":")[2].partition("/")[0])
    ports = iter([taken, taken, redis_server.free_port()])
    monkeypatch.setattr(redis_server, "free_port", lambda: next(ports))
    (folder / "second").mkdir()
    second = redis_server.start(redis_server.wheel_binary(), folder / "second")
    try:
        assert second.url.rpartition(":")[2] != services.redis_url.rpartition(":")[2]
    finally:
        second.stop()


def test_a_redis_that_appends_keeps_its_keys_through_a_kill(folder: Path) -> None:
    first = redis_server.start(redis_server.wheel_binary(), folder, append_only=True)
    with redis.Redis.from_url(first.url) as client:
        client.set("kept", "1")
        time.sleep(1.2)  # appendfsync everysec
    first.kill()
    second = redis_server.start(redis_server.wheel_binary(), folder, append_only=True)
    try:
        with redis.Redis.from_url(second.url) as client:
            assert client.get("kept") == b"1"
    finally:
        second.stop()


def test_a_server_that_cannot_start_shows_its_log(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "SETTINGS", ("no_such_setting=1",))
    binaries = postgresql.reachable_wheel(folder, unprivileged_account())
    with pytest.raises(
        ProvisionError, match=r"(?s)PostgreSQL ended with exit code .*no_such_setting"
    ):
        postgresql.start(binaries, folder, unprivileged_account())
    assert folders.running_inside(folder) == []


def test_binaries_behind_a_closed_door_are_copied_and_the_door_stays_closed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = unprivileged_account()
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    home = postgresql.wheel_binaries().parent
    subprocess.run(["cp", "-r", home, closed / "pginstall"], check=True)
    monkeypatch.setattr(postgresql, "wheel_binaries", lambda: closed / "pginstall/bin")
    binaries = postgresql.reachable_wheel(folder, account)
    # Only another account is shut out; who owns the door needs no copy.
    assert binaries == (folder if account else closed) / "pginstall/bin"
    assert succeeds_as(account, [binaries / "initdb", "--version"])
    assert closed.stat().st_mode & 0o777 == 0o700


def started_run() -> tuple[subprocess.Popen[str], str, str]:
    run = subprocess.Popen(
        [*COMMAND, "sh", "-c", SAY_AND_WAIT],
        cwd=ROOT,
        env=os.environ | WHEELS | {"TEST_DATABASE_URL": "", "TEST_REDIS_URL": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert run.stdout is not None
    return run, run.stdout.readline().strip(), run.stdout.readline().strip()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_run_that_is_told_to_stop_leaves_nothing_behind(
    number: signal.Signals, code: int
) -> None:
    run, database_url, redis_url = started_run()
    with run:
        assert postgresql.answers(with_name(database_url, "postgres"))
        run.send_signal(number)
        assert run.wait(30) == code
    assert not postgresql.answers(with_name(database_url, "postgres"))
    assert not redis_server.answers(redis_url)


def test_what_a_killed_run_left_is_stopped_by_the_next(folder: Path) -> None:
    run, database_url, redis_url = started_run()
    with run:
        run.kill()
    folders.sweep_stale(folder.parent)
    deadline = time.monotonic() + 20  # another run may be sweeping it at this moment
    addresses = with_name(database_url, "postgres"), redis_url
    while postgresql.answers(addresses[0]) or redis_server.answers(addresses[1]):
        assert time.monotonic() < deadline
        time.sleep(0.1)
