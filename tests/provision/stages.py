"""The stages of a test run: which tests, on which services, and how their results add up."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.provision.services import Services

HEAVY = ("tests/services", "tests/e2e")  # need real services, the second a browser too
PLUGINS = ("tests.provision.no_skips", "tests.provision.own_redis")
# What the project reads from its environment: the caller's values must not change what is tested.
PROJECT_VARIABLES = (
    *("SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "DATABASE_URL", "REDIS_URL"),
    *("EMAIL_URL", "DEFAULT_FROM_EMAIL", "EMAIL_VERIFICATION", "SITE_URL", "HTTPS", "TUTOR_VAR"),
    *("LOG_LEVEL", "DB_POOL_SIZE", "SUBJECTS", "CHROME_PATH", "DJANGO_SETTINGS_MODULE"),
)


@dataclass(frozen=True)
class Stage:
    """One run of pytest; without `services` on SQLite and no broker."""

    title: str
    paths: tuple[str, ...]
    options: tuple[str, ...]
    services: bool


@dataclass(frozen=True)
class Result:
    """What a stage came to; `exit_code` is pytest's, 0 only if all is well."""

    exit_code: int
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    @property
    def ok(self) -> bool:
        """Nothing failed, something ran, nothing was skipped."""
        return self.exit_code == 0 and self.failed == 0 and self.skipped == 0 and self.passed > 0


def split_arguments(arguments: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Part the caller's pytest arguments into paths under tests/ and everything else."""
    paths = tuple(word for word in arguments if word == "tests" or word.startswith("tests/"))
    return paths, tuple(word for word in arguments if word not in paths)


def plan(paths: Sequence[str], *, fast: bool) -> list[Stage]:
    """Return the stages that cover these paths (none named: all), without those that cover none."""
    everything = not paths or any(path.rstrip("/") == "tests" for path in paths)
    heavy = HEAVY if everything else tuple(path for path in paths if path.startswith(HEAVY))
    light = (
        ("tests",) if everything else tuple(path for path in paths if not path.startswith(HEAVY))
    )
    apart = ("-n", "2", *(f"--ignore={folder}" for folder in HEAVY))
    stages = [Stage("SQLite", light, apart, services=False)]
    if not fast:
        # Named tests run on PostgreSQL whatever they use; of all, those that use the database.
        of_these = ("-p", "tests.provision.only_database") if everything else ()
        stages.append(Stage("PostgreSQL", light, (*apart, *of_these), services=True))
        title = "PostgreSQL, Redis, worker and browser"
        stages.append(Stage(title, heavy, ("-n", "2", "--dist", "loadfile"), services=True))
    return [stage for stage in stages if stage.paths]


def wants_browser(stages: Sequence[Stage]) -> bool:
    """Tell whether any stage runs tests that drive a browser."""
    return any(path.startswith(HEAVY[1]) for stage in stages for path in stage.paths)


def environment_for(
    stage: Stage, services: Services | None, folder: Path, inherited: Mapping[str, str]
) -> dict[str, str]:
    """Return a stage's variables: the caller's, less the project's own, plus the services."""
    kept = {name: value for name, value in inherited.items() if name not in PROJECT_VARIABLES}
    ours = {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "TUTOR_VAR": str(folder / "var"),
        "PYTEST_PLUGINS": ",".join(PLUGINS),
        "REDIS_URL": "",
    }
    if stage.services and services is not None:
        ours |= {"DATABASE_URL": services.database_url, "REDIS_URL": services.redis_url}
        if services.chrome_path:
            ours["CHROME_PATH"] = services.chrome_path
    return kept | ours


def read_result(exit_code: int, junit: Path) -> Result:
    """Count a stage's tests from pytest's JUnit file; a stage that left none has failed."""
    if not junit.is_file():
        return Result(exit_code or 1, failed=1)
    counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for suite in ElementTree.parse(junit).getroot().iter("testsuite"):
        for name in counts:
            counts[name] += int(suite.get(name, 0))
    failed = counts["failures"] + counts["errors"]
    passed = max(0, counts["tests"] - failed - counts["skipped"])
    result = Result(exit_code, passed, failed, counts["skipped"])
    if result.ok or failed:
        return result
    # pytest said no, or nothing ran, or something was skipped: a failure that no test carries.
    return Result(exit_code or 1, passed, 1, counts["skipped"])


def totals(results: Sequence[Result]) -> str:
    """Return the closing line."""
    passed, failed = sum(r.passed for r in results), sum(r.failed for r in results)
    return f"{passed} passed, {failed} failed"
