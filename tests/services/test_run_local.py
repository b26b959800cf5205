"""`manage.py run_local`, which is what `make run` runs: from nothing to signed in, to its end."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.provision import servers
from tests.provision.redis_server import free_port
from tests.services import site
from tutor.local import LocalSite

PASSWORD = re.compile(r"Made the (learner|administrator) (\S+) with password (\S+)")


@dataclass(frozen=True)
class Run:
    """A local site that serves."""

    server: servers.Server

    @property
    def url(self) -> str:
        return self.server.url

    def said(self) -> str:
        return self.server.log.read_text()

    def accounts(self) -> dict[str, tuple[str, str]]:
        return {role: (email, word) for role, email, word in PASSWORD.findall(self.said())}

    def sign_in(self, email: str, password: str) -> site.Answer:
        page = site.call(self.url, "GET", "/accounts/login/")
        csrf = page.headers["set-cookie"].partition(";")[0]
        token = csrf.partition("=")[2]
        form = {"csrfmiddlewaretoken": token, "login": email, "password": password}
        headers = {"Cookie": csrf}
        return site.call(self.url, "POST", "/accounts/login/", headers=headers, form=form)


def command(port: int) -> list[str]:
    return [sys.executable, str(site.ROOT / "manage.py"), "run_local", "--port", str(port)]


def variables(var: Path) -> dict[str, str]:
    """What a fresh machine has: nothing of ours but the folder, so that the test keeps its own."""
    return {"PATH": os.environ["PATH"], "TUTOR_VAR": str(var)}


@contextmanager
def local(folder: Path, name: str = "run") -> Iterator[Run]:
    port = free_port()
    log = folder / f"{name}.log"
    child = servers.start(
        command(port), log=log, cwd=site.ROOT, environment=variables(folder / "var")
    )
    run = Run(servers.Server("run_local", f"http://127.0.0.1:{port}", child, log))
    try:
        servers.wait_until_ready(run.server, lambda: "Serving on" in run.said())
        yield run
    finally:
        run.server.stop()


def descendants(pid: int) -> set[int]:
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            after_name = (entry / "stat").read_text().rpartition(")")[2].split()
            parents[int(entry.name)] = int(after_name[1])
    found, fresh = set[int](), {pid}
    while fresh := {child for child, parent in parents.items() if parent in fresh} - found:
        found |= fresh
    return found


def alive(pids: set[int]) -> set[int]:
    """Return those that still run; a zombie has ended."""
    running = set[int]()
    for pid in pids:
        with suppress(OSError):
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
            running |= {pid} if state != "Z" else set()
    return running


def test_a_first_run_serves_the_lesson_and_shows_passwords_that_work_and_a_second_shows_none(
    tmp_path: Path,
) -> None:
    with local(tmp_path) as run:
        accounts = run.accounts()
        assert set(accounts) == {"learner", "administrator"}
        assert run.said().count("(shown this once)") == 2
        home = site.call(run.url, "GET", "/")
        assert home.status == 200
        assert b"/lessons/attention/" in home.body
        assert run.sign_in(accounts["learner"][0], "another-password").status == 200
        for email, password in accounts.values():
            signed_in = run.sign_in(email, password)
            assert (signed_in.status, signed_in.headers["location"]) == (302, "/")

    assert run.server.child.returncode == 0, run.said()
    with local(tmp_path, "second") as again:
        assert again.accounts() == {}
        assert not re.search("password", again.said(), re.IGNORECASE)
        assert again.sign_in(*accounts["learner"]).status == 302


def test_static_files_have_hashed_names_that_may_be_kept_and_cost_no_compression(
    tmp_path: Path,
) -> None:
    with local(tmp_path) as run:
        page = site.call(run.url, "GET", "/accounts/login/").body.decode()
        found = re.search(r'"(/static/tutor/css/base\.[0-9a-f]{12}\.css)"', page)
        assert found
        style = site.call(run.url, "GET", found[1])
        assert style.status == 200
        assert "immutable" in style.headers["cache-control"]
        compressed = [*tmp_path.glob("var/static/**/*.gz"), *tmp_path.glob("var/static/**/*.br")]
        assert compressed == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_a_polite_kill_end_everything(tmp_path: Path, number: signal.Signals) -> None:
    with local(tmp_path) as run:
        family = descendants(run.server.child.pid)
        names = {Path(f"/proc/{pid}/cmdline").read_text() for pid in family}
        assert any("gunicorn" in name for name in names)
        assert any("sweep_reminders" in name for name in names)
        os.kill(run.server.child.pid, number)
        assert run.server.child.wait(20) == 0, run.said()
        assert "Traceback" not in run.said()
        assert alive(family) == set()
        with pytest.raises(ConnectionRefusedError):
            site.call(run.url, "GET", "/healthz")


def test_when_one_part_dies_the_rest_ends_and_says_which(tmp_path: Path) -> None:
    with local(tmp_path) as run:
        family = descendants(run.server.child.pid)
        sweeps = [
            pid for pid in family if "sweep_reminders" in Path(f"/proc/{pid}/cmdline").read_text()
        ]
        os.kill(sweeps[0], signal.SIGKILL)
        assert run.server.child.wait(20) == 1
        assert "the reminders ended by itself" in run.said()
        assert alive(family) == set()


def test_a_port_that_is_taken_is_named_before_anything_is_set_up(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        started = time.monotonic()
        done = subprocess.run(
            command(port),
            check=False,
            cwd=site.ROOT,
            env=variables(tmp_path / "var"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
    assert done.returncode == 1
    assert f"127.0.0.1:{port} cannot be served" in done.stderr
    assert "make run PORT=" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "var/tutor.sqlite3").exists()
    assert time.monotonic() - started < 30


def test_a_part_that_ends_at_once_is_never_called_ready() -> None:
    parts = LocalSite({"a part": [sys.executable, "-c", ""]}, {})
    parts.start()
    try:
        assert not parts.wait_until_ready(f"http://127.0.0.1:{free_port()}/")
        assert parts.wait() == "a part"
    finally:
        parts.stop()
