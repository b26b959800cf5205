"""A wrong environment variable stops the start and says which one and what was expected."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.provision.stages import PROJECT_VARIABLES
from tutor.environment import secret_key, sqlite_options, var_folder

ROOT = Path(__file__).resolve().parents[2]
LONG_SECRET = "for-tests-" * 6

# variable, value, what is said
WRONG = [
    ("DEBUG", "perhaps", "boolean"),
    ("HTTPS", "2", "boolean"),
    ("SECRET_KEY", "short", "at least 32"),
    ("SITE_URL", "tutor", "valid URL"),
    ("DATABASE_URL", "nosuch://host/name", "DATABASE_URL"),
    ("EMAIL_URL", "pigeon://roof", "EMAIL_URL"),
    ("EMAIL_VERIFICATION", "sometimes", "none, optional, mandatory"),
    ("LOG_LEVEL", "LOUD", "log level"),
    ("DB_POOL_SIZE", "many", "integer"),
    ("DB_POOL_SIZE", "0", "greater than or equal to 1"),
    ("TUTOR_VAR", "/dev/null/var", "cannot be made"),
]


def check(tmp: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in PROJECT_VARIABLES}
    ours = {"SECRET_KEY": LONG_SECRET, "TUTOR_VAR": str(tmp), **variables}
    return subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=kept | ours,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong[0]}={wrong[1]}")
def test_a_wrong_variable_stops_the_start(tmp_path, wrong):
    name, value, expected = wrong
    result = check(tmp_path, **{name: value})
    assert result.returncode != 0
    last = result.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert name in last
    assert expected.lower() in last.lower()


def test_all_wrong_variables_are_named_at_once(tmp_path):
    last = check(tmp_path, DEBUG="x", DB_POOL_SIZE="x").stderr.strip().splitlines()[-1]
    assert "DEBUG" in last
    assert "DB_POOL_SIZE" in last


def test_nothing_set_is_in_order(tmp_path):
    result = check(tmp_path)
    assert (result.returncode, "no issues" in result.stdout) == (0, True)


def test_a_secret_is_never_repeated(tmp_path):
    secret = "hunter2-hunter2"
    assert secret not in check(tmp_path, SECRET_KEY=secret).stderr
    url = f"postgresql://tutor:{secret}@host:nowhere/tutor"
    result = check(tmp_path, DATABASE_URL=url)
    assert result.returncode != 0
    assert secret not in result.stderr.strip().splitlines()[-1]


@pytest.mark.parametrize("command", ["migrate", "check", "load_lessons", "run_local"])
def test_commands_that_sign_nothing_need_no_secret(command):
    assert len(secret_key("", ["manage.py", command])) >= 50


@pytest.mark.parametrize("argv", [["gunicorn"], ["manage.py", "runserver"], ["manage.py"]])
def test_whatever_signs_sessions_needs_a_secret(argv):
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY is not set"):
        secret_key("", argv)
    assert secret_key(LONG_SECRET, argv) == LONG_SECRET


def test_the_folder_of_the_site_is_made_where_it_is_missing(tmp_path):
    assert var_folder(str(tmp_path / "a" / "b"), ROOT).is_dir()
    assert var_folder("", tmp_path) == tmp_path / "var"


def test_sqlite_takes_the_write_lock_at_once():
    assert sqlite_options()["transaction_mode"] == "IMMEDIATE"
