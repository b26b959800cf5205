"""The container files, read as text: no engine is needed to know what they would do."""

import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
SERVICES = YAML(typ="safe").load(COMPOSE)["services"]
APP_SERVICES = ("web", "worker", "beat", "migrate")
ONE_SHOT = "migrate"
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
SECRETS = ("SECRET_KEY", "POSTGRES_PASSWORD", "EMAIL_URL")


def dockerfile_arguments(instruction: str) -> list[str]:
    return [line.split(maxsplit=1)[1] for line in DOCKERFILE if line.startswith(f"{instruction} ")]


@pytest.mark.parametrize("name", [name for name in SERVICES if name != ONE_SHOT])
def test_a_lasting_service_is_checked_and_started_again(name: str) -> None:
    service = SERVICES[name]
    assert service["healthcheck"]["test"][0] in ("CMD", "CMD-SHELL")
    assert service["restart"] == "unless-stopped"


def test_migrations_run_once_and_the_others_wait_for_them() -> None:
    assert SERVICES[ONE_SHOT]["restart"] == "no"
    for name in ("web", "worker", "beat"):
        waits = SERVICES[name]["depends_on"]
        assert waits[ONE_SHOT]["condition"] == "service_completed_successfully"
        assert waits["redis"]["condition"] == "service_healthy"
    assert SERVICES[ONE_SHOT]["depends_on"]["postgres"]["condition"] == "service_healthy"


@pytest.mark.parametrize("name", APP_SERVICES)
def test_our_own_services_run_with_as_little_as_they_need(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "user" not in service  # the image's own, which is not root
    assert isinstance(service["command"], list)


@pytest.mark.parametrize("name", list(SERVICES))
def test_no_service_may_gain_privileges(name: str) -> None:
    assert SERVICES[name]["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in SERVICES[name]


@pytest.mark.parametrize("variable", SECRETS)
def test_a_secret_comes_from_the_environment_or_stops_the_start(variable: str) -> None:
    assert f"${{{variable}:?" in COMPOSE
    values = [service.get("environment", {}).get(variable) for service in SERVICES.values()]
    assert any(values)
    assert all(value.startswith("${") for value in values if value)


def test_no_address_holds_a_password_of_its_own() -> None:
    passwords = re.findall(r"\w+://[\w.]*:([^@\s]*(?:\{[^}]*\})?)@", COMPOSE)
    assert [word for word in passwords if not word.startswith("${")] == ["password"]  # the example


def test_every_variable_without_a_default_is_in_the_example_file() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    named = set(re.findall(r"^([A-Z_]+)=", example, flags=re.MULTILINE))
    assert set(re.findall(r"\$\{([A-Z_]+)", COMPOSE)) == named


def test_redis_writes_its_queue_to_a_file_on_a_volume() -> None:
    command = SERVICES["redis"]["command"]
    assert command[command.index("--appendonly") + 1] == "yes"
    assert command[command.index("--maxmemory-policy") + 1] == "noeviction"
    assert SERVICES["redis"]["volumes"] == ["redis:/data"]
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql/data"]


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_database_and_broker_cannot_be_reached_from_outside(name: str) -> None:
    assert SERVICES[name]["networks"] == ["inside"]
    assert "ports" not in SERVICES[name]
    assert YAML(typ="safe").load(COMPOSE)["networks"]["inside"] == {"internal": True}


def test_the_site_is_published_on_loopback_unless_told_otherwise() -> None:
    assert SERVICES["web"]["ports"] == ["${BIND:-127.0.0.1:8000}:8000"]


def test_the_image_runs_as_somebody_who_is_not_root() -> None:
    last_user = dockerfile_arguments("USER")[-1]
    assert last_user == "tutor"
    assert DOCKERFILE.index(f"USER {last_user}") > DOCKERFILE.index("WORKDIR /srv/tutor")


def test_the_image_fetches_nothing_but_packages_with_known_hashes() -> None:
    assert dockerfile_arguments("ADD") == []
    text = "\n".join(DOCKERFILE)
    assert "curl" not in text
    assert "wget" not in text
    installs = [line for line in dockerfile_arguments("RUN") if "pip install" in line]
    assert installs
    assert all("--require-hashes -r /tmp/base.txt" in line for line in installs)


def test_the_image_starts_the_web_server_in_the_exec_form() -> None:
    assert dockerfile_arguments("CMD")[-1].startswith('["gunicorn", "tutor.wsgi:application"')


def test_nothing_private_is_sent_to_the_build() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    allowed = {rule[1:].rstrip("/") for rule in rules if rule.startswith("!")}
    assert allowed.isdisjoint({".env", ".git", "var", "tests", ".venv"})
    assert {"manage.py", "requirements", "tutor", "quizzes", "review", "lessons"} <= allowed
