"""Our processes as production runs them, on the test's own database, and calls to them."""

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from django.conf import settings
from django.db import connection
from ruamel.yaml import YAML

from tests.provision import servers
from tests.provision.redis_server import free_port

ROOT = Path(__file__).resolve().parents[2]
SERVICES = YAML(typ="safe").load(ROOT / "docker-compose.yml")["services"]
CALL_SECONDS = 90.0


def database_of_tests() -> str:
    """Return the address of the test's database. PostgreSQL only: SQLite would prove nothing."""
    assert connection.vendor == "postgresql", "run this with: python -m tests.run tests/services"
    at = connection.settings_dict
    who = quote(str(at["USER"]), safe="")
    if at["PASSWORD"]:
        who += f":{quote(str(at['PASSWORD']), safe='')}"
    where = quote(str(at["HOST"]), safe="") + (f":{at['PORT']}" if at["PORT"] else "")
    return f"postgresql://{who}@{where}/{at['NAME']}"


def environment(
    folder: Path, *, database_url: str = "", redis_url: str = "", **more: str
) -> dict[str, str]:
    """Return what our processes read: the test's database, Redis and secret, their own folder."""
    return {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOSTNAME": socket.gethostname(),
        "DATABASE_URL": database_url or database_of_tests(),
        "REDIS_URL": redis_url or settings.REDIS_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "TUTOR_VAR": str(folder / "var"),
        **more,
    }


def manage(command: Sequence[str], variables: Mapping[str, str]) -> None:
    """Run a management command to its end; it must succeed."""
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", *command],
        check=False,
        cwd=ROOT,
        env=dict(variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@dataclass(frozen=True)
class Answer:
    """What came back from a call."""

    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    def json(self) -> Any:
        """Return the body, read as JSON."""
        return json.loads(self.body)


@contextmanager
def web(folder: Path, variables: Mapping[str, str]) -> Iterator[servers.Server]:
    """Serve with the compose file's command while the block runs."""
    port = free_port()
    child = servers.start(
        SERVICES["web"]["command"],
        log=folder / "web.log",
        cwd=ROOT,
        environment={**variables, "GUNICORN_CMD_ARGS": f"--bind=127.0.0.1:{port}"},
    )
    server = servers.Server("web", f"http://127.0.0.1:{port}", child, folder / "web.log")
    try:
        servers.wait_until_ready(server, lambda: answers(server.url))
        yield server
    finally:
        server.stop()


@contextmanager
def celery(name: str, folder: Path, variables: Mapping[str, str]) -> Iterator[servers.Server]:
    """Run the compose file's `worker` or `beat` while the block runs."""
    log = folder / f"{name}.log"
    child = servers.start(SERVICES[name]["command"], log=log, cwd=ROOT, environment=dict(variables))
    server = servers.Server(name, "", child, log)
    try:
        yield server
    finally:
        server.stop()


def answers(url: str) -> bool:
    """Tell whether the web server takes calls."""
    try:
        return call(url, "GET", "/healthz").status == 200
    except OSError:
        return False


def call(
    url: str,
    method: str,
    path: str,
    *,
    headers: Mapping[str, str] | None = None,
    document: Any = None,
    form: Mapping[str, str] | None = None,
) -> Answer:
    """Make one call on a connection of its own; redirects are not followed."""
    sent = dict(headers or {})
    body: bytes | None = None
    if document is not None:
        body, sent["Content-Type"] = json.dumps(document).encode(), "application/json"
    elif form is not None:
        body, sent["Content-Type"] = urlencode(form).encode(), "application/x-www-form-urlencoded"
    caller = http.client.HTTPConnection(urlsplit(url).netloc, timeout=CALL_SECONDS)
    try:
        caller.request(method, path, body, sent)
        response = caller.getresponse()
        found = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, found, response.read())
    finally:
        caller.close()


def at_once(calls: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """Make all calls at the same moment, each in a thread of its own; an error in one is raised."""
    start = threading.Barrier(len(calls))
    results: list[Answer | BaseException | None] = [None] * len(calls)

    def make(index: int) -> None:
        try:
            start.wait(30)
            results[index] = calls[index]()
        except Exception as problem:  # noqa: BLE001 - raised below, in the test's own thread
            results[index] = problem

    threads = [threading.Thread(target=make, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(CALL_SECONDS + 30)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if isinstance(result, Answer)]
