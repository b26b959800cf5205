"""The commands of docker-compose.yml, run as written with its environment on local services."""

import http.client
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.provision import servers
from tests.provision.accounts import unprivileged_account
from tests.provision.databases import fresh_database
from tests.provision.folders import base_folder, run_folder
from tests.provision.redis_server import free_port
from tests.provision.services import provided

ROOT = Path(__file__).resolve().parents[2]
SERVICES = YAML(typ="safe").load(ROOT / "docker-compose.yml")["services"]
SITE_HOST = "learn.example.org"
OWNER_SETS = {
    "SITE_HOST": SITE_HOST,
    "SECRET_KEY": "only-for-this-test-0123456789-abcdefghijklmnopqrstuvwxyz",
    "POSTGRES_PASSWORD": "unused0here",
    "EMAIL_URL": "submission://user:password@127.0.0.1:1",
    "DEFAULT_FROM_EMAIL": "tutor@example.org",
}
VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?::(?P<mark>[-?])(?P<rest>[^}]*))?\}")


def filled(text: str) -> str:
    """Do what compose does: replace ${NAME}, ${NAME:-default} and ${NAME:?message}, then $$."""

    def value(found: re.Match[str]) -> str:
        default = found["rest"] if found["mark"] == "-" else None
        return OWNER_SETS[found["name"]] if default is None else default

    return VARIABLE.sub(value, text).replace("$$", "$")


@dataclass(frozen=True)
class Installation:
    """A migrated database, a Redis of its own, and a folder in place of the image's."""

    folder: Path
    ours: Mapping[str, str]  # replaces what names the other containers
    port: int

    def environment(self, name: str) -> dict[str, str]:
        written = {key: filled(value) for key, value in SERVICES[name]["environment"].items()}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOSTNAME": socket.gethostname(), **written, **self.ours}

    def run(self, name: str, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            check=False,
            cwd=ROOT,
            env=self.environment(name),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
        )

    def health(self, name: str) -> subprocess.CompletedProcess[str]:
        kind, *words = (filled(word) for word in SERVICES[name]["healthcheck"]["test"])
        words = [word.replace(":8000/", f":{self.port}/") for word in words]
        return self.run(name, ["sh", "-c", *words] if kind == "CMD-SHELL" else words)

    @contextmanager
    def started(self, name: str) -> Iterator[servers.Server]:
        """Run the command until the block ends, which begins when its health check passes."""
        log = self.folder / f"{name}.log"
        command = [filled(word) for word in SERVICES[name]["command"]]
        child = servers.start(command, log=log, cwd=ROOT, environment=self.environment(name))
        server = servers.Server(name, f"http://127.0.0.1:{self.port}", child, log)
        try:
            servers.wait_until_ready(server, lambda: self.health(name).returncode == 0)
            yield server
        finally:
            server.stop()

    def get(self, path: str, **headers: str) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=names)
        response = connection.getresponse()
        response.read()
        connection.close()
        return response


@pytest.fixture(scope="module")
def installation() -> Iterator[Installation]:
    with (
        run_folder(base_folder(unprivileged_account())) as folder,
        provided(os.environ, folder, with_browser=False) as services,
        fresh_database(services.database_url) as database_url,
    ):
        port = free_port()
        ours = {
            "DATABASE_URL": database_url,
            "REDIS_URL": services.redis_url,
            "TUTOR_VAR": str(folder / "var"),
            "GUNICORN_CMD_ARGS": f"--bind=127.0.0.1:{port}",
        }
        made = Installation(folder, ours, port)
        static = made.run("web", ["python", "manage.py", "collectstatic", "--no-input"])
        assert static.returncode == 0, static.stdout
        migrated = made.run("migrate", SERVICES["migrate"]["command"])
        assert migrated.returncode == 0, migrated.stdout
        yield made


def test_migrating_a_second_time_changes_nothing(installation: Installation) -> None:
    again = installation.run("migrate", SERVICES["migrate"]["command"])
    assert again.returncode == 0, again.stdout
    assert "No migrations to apply" in again.stdout


def test_the_production_environment_passes_djangos_own_check(installation: Installation) -> None:
    command = ["python", "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = installation.run("web", command)
    assert done.returncode == 0, done.stdout


def test_the_web_command_serves_its_host_over_https_and_no_other(
    installation: Installation,
) -> None:
    with installation.started("web") as server:
        home = installation.get("/", Host=SITE_HOST, X_Forwarded_Proto="https")
        assert home.status in (200, 302), server.log_tail()
        assert "max-age=" in (home.getheader("Strict-Transport-Security") or "")
        plain = installation.get("/", Host=SITE_HOST)
        assert (plain.status, plain.getheader("Location")) == (301, f"https://{SITE_HOST}/")
        assert installation.get("/", Host="elsewhere.example.org").status == 400
        assert installation.get("/healthz", Host="localhost").status == 200
    assert server.child.returncode == 0


def test_the_worker_command_answers_its_health_check_and_ends_in_order(
    installation: Installation,
) -> None:
    with installation.started("worker") as server:
        assert "pong" in installation.health("worker").stdout
    assert server.child.returncode == 0, server.log_tail()
    assert installation.health("worker").returncode != 0


def test_the_beat_command_writes_its_schedule_and_ends_in_order(
    installation: Installation,
) -> None:
    assert installation.health("beat").returncode != 0
    with installation.started("beat") as server:
        assert "beat: Starting" in server.log_tail()
    assert server.child.returncode == 0, server.log_tail()
