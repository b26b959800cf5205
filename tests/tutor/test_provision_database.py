"""What runs once more on PostgreSQL: all that uses the database, and nothing else."""

import subprocess
import sys
from pathlib import Path

from tests.provision import stages

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = "tests.provision.only_database"


def collected(*arguments: str) -> list[str]:
    """The tests that pytest would run, as the file each stands in."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n0", *arguments]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)
    return [line.partition("::")[0] for line in done.stdout.splitlines() if "::" in line]


def test_the_whole_suite_leaves_out_on_postgresql_what_uses_no_database() -> None:
    sqlite, postgresql, heavy = stages.plan([], fast=False)
    assert PLUGIN in postgresql.options
    assert PLUGIN not in (*sqlite.options, *heavy.options)


def test_named_tests_run_on_postgresql_whatever_they_use() -> None:
    for stage in stages.plan(["tests/quizzes/test_numbers.py"], fast=False):
        assert PLUGIN not in stage.options


def test_what_uses_the_database_stays() -> None:
    pure, using = "tests/quizzes/test_numbers.py", "tests/quizzes/test_drawing.py"
    everything = collected(pure, using)
    kept = collected("-p", PLUGIN, pure, using)
    assert kept.count(using) == everything.count(using) > 5
    assert everything.count(pure) > 50
    assert pure not in kept
