"""What callers see when the database or Redis goes away under a running site, and comes back."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest

from tests.provision import postgresql, redis_server, servers
from tests.provision.accounts import unprivileged_account
from tests.provision.databases import with_name
from tests.provision.folders import base_folder, run_folder
from tests.services import site

BACK_SECONDS = 15.0


class Restartable:
    """A server that the tests kill, and start again as it was."""

    def __init__(self, start: Callable[[], servers.Server]) -> None:
        self._start = start
        self._running: servers.Server | None = None

    def start(self) -> None:
        self._running = self._start()

    def kill(self) -> None:
        assert self._running is not None
        self._running.kill()
        self._running = None

    def stop(self) -> None:
        if self._running is not None:
            self._running.stop()


@dataclass(frozen=True)
class Site:
    """A web server with a database and a Redis of its own."""

    url: str
    database: Restartable
    broker: Restartable

    def get(self, path: str, **headers: str) -> site.Answer:
        return site.call(self.url, "GET", path, headers=headers)

    def both_workers_get(self, path: str) -> list[site.Answer]:
        """Ask often enough at once that every worker process is asked."""
        return site.at_once([partial(self.get, path)] * 16)

    def is_ready_within(self, seconds: float) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.get("/readyz").status == 200:
                return True
            time.sleep(0.2)
        return False


def database_in(folder: Path) -> tuple[str, Restartable]:
    account = unprivileged_account()
    first = postgresql.start(postgresql.reachable_wheel(folder, account), folder, account)
    first.stop()
    command = [str(word) for word in first.child.args]  # type: ignore[union-attr]

    def start() -> servers.Server:
        home = folder / "postgresql"
        child = servers.start(command, log=first.log, cwd=home, account=account)
        again = servers.Server(first.name, first.url, child, first.log, first.stop_signal)
        servers.wait_until_ready(again, lambda: postgresql.answers(with_name(first.url, "tutor")))
        return again

    return first.url, Restartable(start)


def broker_in(folder: Path) -> tuple[str, Restartable]:
    port = redis_server.free_port()
    url = f"redis://127.0.0.1:{port}/0"
    words = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]

    def start() -> servers.Server:
        log = folder / "redis.log"
        child = servers.start([redis_server.wheel_binary(), *words], log=log, cwd=folder)
        server = servers.Server("Redis", url, child, log)
        servers.wait_until_ready(server, lambda: redis_server.answers(url, pid=child.pid))
        return server

    return url, Restartable(start)


@pytest.fixture(scope="module")
def running() -> Iterator[Site]:
    with run_folder(base_folder(unprivileged_account())) as folder:
        database_url, database = database_in(folder)
        redis_url, broker = broker_in(folder)
        try:
            database.start()
            broker.start()
            variables = site.environment(folder, database_url=database_url, redis_url=redis_url)
            site.manage(["migrate", "--no-input", "-v0"], variables)
            site.manage(["collectstatic", "--no-input", "-v0"], variables)
            with site.web(folder, variables) as server:
                yield Site(server.url, database, broker)
        finally:
            database.stop()
            broker.stop()


def test_a_site_without_its_database_says_so_and_is_well_as_soon_as_it_is_back(
    running: Site,
) -> None:
    assert {one.status for one in running.both_workers_get("/readyz")} == {200}
    assert {one.status for one in running.both_workers_get("/")} == {200}
    running.database.kill()

    unready = running.both_workers_get("/readyz")
    assert {one.status for one in unready} == {503}
    expected = {"status": "unavailable", "database": "unreachable", "broker": "ok"}
    assert unready[0].json() == expected
    assert running.get("/healthz").status == 200

    page = running.get("/")
    assert (page.status, page.headers["retry-after"]) == (503, "5")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert b"Back in a moment" in page.body
    assert "default-src 'self'" in page.headers["content-security-policy"]

    refused = running.get("/api/v1/due/", Authorization="Bearer tut_unknown")
    assert (refused.status, refused.headers["retry-after"]) == (503, "5")
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["status"] == 503

    running.database.start()
    assert running.is_ready_within(BACK_SECONDS)
    # Connections that broke with the server were all given up: none fails another request.
    assert {one.status for one in running.both_workers_get("/")} == {200}
    assert {one.status for one in running.both_workers_get("/readyz")} == {200}


def test_a_site_whose_database_restarted_unnoticed_fails_at_most_once_in_each_process(
    running: Site,
) -> None:
    running.both_workers_get("/")
    running.database.kill()
    running.database.start()
    statuses = [running.get("/").status for _ in range(24)]
    assert statuses.count(503) <= 2
    assert set(statuses) <= {200, 503}


def test_a_site_without_redis_says_so_and_still_serves_what_needs_none(running: Site) -> None:
    running.broker.kill()
    unready = running.get("/readyz")
    assert unready.status == 503
    assert unready.json() == {"status": "unavailable", "database": "ok", "broker": "unreachable"}
    assert running.get("/").status == 200

    running.broker.start()
    assert running.get("/readyz").status == 200


def test_signing_in_without_redis_is_a_503_and_no_fault(running: Site) -> None:
    page = running.get("/accounts/login/")
    csrf = page.headers["set-cookie"].partition(";")[0]
    form = {"csrfmiddlewaretoken": csrf.partition("=")[2], "login": "a@example.org"}
    running.broker.kill()
    tried = site.call(
        running.url,
        "POST",
        "/accounts/login/",
        headers={"Cookie": csrf},
        form={**form, "password": "anything-at-all"},
    )
    assert (tried.status, tried.headers["retry-after"]) == (503, "5")
    running.broker.start()
