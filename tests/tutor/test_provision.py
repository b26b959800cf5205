"""Where services come from and how a run is put together, without starting a server."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.provision import browser, folders, postgresql, redis_server, stages
from tests.provision.accounts import unprivileged_account
from tests.provision.databases import masked, with_name
from tests.provision.errors import ProvisionError
from tests.provision.own_redis import own_redis_url
from tests.provision.services import Services, only_wheels, provided

ROOT = Path(__file__).resolve().parents[2]
SERVICES = Services("postgresql://there/tutor", "redis://there/0", "/usr/bin/chromium")


def executable(path: Path, says: str = "", code: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{says}'\nexit {code}\n")
    path.chmod(0o755)
    return path


# Where a server is looked for


def test_a_linked_server_on_path_leads_to_the_folder_it_lives_in(tmp_path: Path) -> None:
    executable(tmp_path / "real/bin/postgres")
    executable(tmp_path / "real/bin/initdb")
    (tmp_path / "links").mkdir()
    (tmp_path / "links/postgres").symlink_to(tmp_path / "real/bin/postgres")
    found = list(postgresql.system_binaries(str(tmp_path / "links"), debian=tmp_path / "none"))
    assert found == [tmp_path / "real/bin"]


def test_the_newest_of_debians_servers_comes_first(tmp_path: Path) -> None:
    for version in ("9", "15", "17"):
        executable(tmp_path / version / "bin/postgres")
        executable(tmp_path / version / "bin/initdb")
    found = list(postgresql.system_binaries("", debian=tmp_path))
    assert [folder.parent.name for folder in found] == ["17", "15", "9"]


def test_a_server_without_initdb_is_passed_over(tmp_path: Path) -> None:
    executable(tmp_path / "bin/postgres")
    assert list(postgresql.system_binaries(str(tmp_path / "bin"), debian=tmp_path / "none")) == []


@pytest.mark.parametrize(
    ("says", "usable"),
    [
        ("postgres (PostgreSQL) 17.10", True),
        ("postgres (PostgreSQL) 14.2 (Debian 14.2-1)", True),
        ("postgres (PostgreSQL) 18beta1", True),
        ("postgres (PostgreSQL) 13.9", False),
        ("nonsense", False),
    ],
)
def test_only_versions_that_django_takes_are_used(tmp_path: Path, says: str, usable: bool) -> None:
    executable(tmp_path / "postgres", says)
    assert postgresql.usable(tmp_path, None) is usable


def test_valkey_is_preferred_to_redis_on_path(tmp_path: Path) -> None:
    executable(tmp_path / "redis-server")
    assert redis_server.system_binary(str(tmp_path)) == tmp_path / "redis-server"
    executable(tmp_path / "valkey-server")
    assert redis_server.system_binary(str(tmp_path)) == tmp_path / "valkey-server"
    assert redis_server.system_binary(str(tmp_path / "none")) is None


def test_the_wheels_carry_both_servers() -> None:
    assert (postgresql.wheel_binaries() / "initdb").is_file()
    assert os.access(redis_server.wheel_binary(), os.X_OK)


def test_a_missing_wheel_names_the_package_and_the_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "find_spec", lambda name: None)
    with (
        pytest.raises(ProvisionError, match=r"`postgresql`, or set TEST_DATABASE_URL"),
        provided({"PROVISION": "wheels"}, tmp_path, with_browser=False),
    ):
        pass


def test_an_address_where_nobody_answers_is_a_clear_error_without_its_password(
    tmp_path: Path,
) -> None:
    url = "postgresql://me:hush@127.0.0.1:1/tutor"
    with (
        pytest.raises(ProvisionError, match="no PostgreSQL answers there") as error,
        provided({"TEST_DATABASE_URL": url}, tmp_path, with_browser=False),
    ):
        pass
    assert "hush" not in str(error.value)


def test_wheels_and_a_given_address_contradict_each_other() -> None:
    assert only_wheels({"PROVISION": "wheels"})
    assert not only_wheels({"TEST_REDIS_URL": "redis://there"})
    with pytest.raises(ProvisionError, match="contradicts TEST_REDIS_URL"):
        only_wheels({"PROVISION": "wheels", "TEST_REDIS_URL": "redis://there"})
    with pytest.raises(ProvisionError, match="'docker' is unknown"):
        only_wheels({"PROVISION": "docker"})


# The browser


def test_a_named_browser_must_run(tmp_path: Path) -> None:
    good = executable(tmp_path / "good")
    bad = executable(tmp_path / "bad", code=1)
    assert browser.provide({"CHROME_PATH": str(good)}) == str(good)
    for path in (bad, tmp_path / "none"):
        with pytest.raises(ProvisionError, match="CHROME_PATH="):
            browser.provide({"CHROME_PATH": str(path)})


def test_a_stub_on_path_is_passed_over_for_a_browser_that_runs(tmp_path: Path) -> None:
    executable(tmp_path / "chromium", code=1)
    executable(tmp_path / "google-chrome")
    assert browser.on_path(str(tmp_path)) == str(tmp_path / "google-chrome")


def test_no_browser_at_all_is_an_error_that_names_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(browser, "of_playwright", lambda: None)
    monkeypatch.setattr(browser, "install_by_playwright", lambda _: tried.append("playwright"))
    monkeypatch.setattr(browser, "install_by_apt", lambda _: tried.append("apt"))
    with pytest.raises(ProvisionError, match="package `chromium`"):
        browser.provide({"PATH": str(tmp_path)})
    assert tried == ["playwright", "apt"]


# Addresses


def test_addresses_keep_everything_but_the_name() -> None:
    assert with_name("postgresql://a:b@h:1/x?y=1", "z") == "postgresql://a:b@h:1/z?y=1"
    assert masked("postgresql://a:b@h:1/x") == "postgresql://a:***@h:1/x"
    assert masked("redis://:b@h/0") == "redis://:***@h/0"
    assert masked("redis://h/0") == "redis://h/0"


def test_each_test_worker_has_a_redis_database_of_its_own() -> None:
    assert own_redis_url({"REDIS_URL": "redis://h/0"}) == "redis://h/0"
    assert own_redis_url({"REDIS_URL": "", "PYTEST_XDIST_WORKER": "gw1"}) == ""
    assert (
        own_redis_url({"REDIS_URL": "redis://h/4", "PYTEST_XDIST_WORKER": "gw1"}) == "redis://h/5"
    )
    assert own_redis_url({"REDIS_URL": "redis://h", "PYTEST_XDIST_WORKER": "gw0"}) == "redis://h/0"


# The run's folder


def test_a_folder_left_by_a_dead_run_goes_with_what_still_runs_in_it(tmp_path: Path) -> None:
    left = tmp_path / f"{folders.PREFIX}dead"
    left.mkdir()
    (left / folders.LOCK).touch()
    with subprocess.Popen(["sleep", "60"], cwd=left) as sleeper:
        assert folders.sweep_stale(tmp_path) == [left]
        assert sleeper.wait(5) == -signal.SIGKILL
    assert not left.exists()


def test_a_folder_of_a_living_run_stays(tmp_path: Path) -> None:
    with folders.run_folder(tmp_path) as living:
        assert folders.sweep_stale(tmp_path) == []
        assert living.is_dir()
    assert not living.exists()


def test_a_folder_whose_lock_is_yet_to_come_stays_for_an_hour(tmp_path: Path) -> None:
    young = tmp_path / f"{folders.PREFIX}young"
    young.mkdir()
    assert folders.sweep_stale(tmp_path) == []
    os.utime(young, (time.time() - 2 * folders.UNLOCKED_SECONDS,) * 2)
    assert folders.sweep_stale(tmp_path) == [young]


def test_temporary_folders_suit_a_socket_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for unsuitable in ("/tmp/" + "x" * 80, "/tmp/UPPER"):
        monkeypatch.setattr(folders.tempfile, "gettempdir", lambda path=unsuitable: path)
        assert folders.base_folder(unprivileged_account()) in (Path("/tmp"), Path("/var/tmp"))


# The stages


def test_the_whole_suite_runs_on_both_databases_and_then_with_all_services() -> None:
    titles = [stage.title for stage in stages.plan([], fast=False)]
    assert titles == ["SQLite", "PostgreSQL", "PostgreSQL, Redis, worker and browser"]
    assert [s.paths for s in stages.plan(["tests/"], fast=False)][-1] == stages.HEAVY
    assert [s.title for s in stages.plan([], fast=True)] == ["SQLite"]


def test_named_paths_run_only_in_the_stages_they_belong_to() -> None:
    light = stages.plan(["tests/review"], fast=False)
    assert [(s.title, s.paths) for s in light] == [
        ("SQLite", ("tests/review",)),
        ("PostgreSQL", ("tests/review",)),
    ]
    heavy = stages.plan(["tests/e2e/test_x.py::test_y"], fast=False)
    assert [s.paths for s in heavy] == [("tests/e2e/test_x.py::test_y",)]
    assert stages.wants_browser(heavy)
    assert not stages.wants_browser(light)
    assert stages.plan(["tests/services"], fast=True) == []


def test_paths_are_told_from_options() -> None:
    words = ["-k", "lessons", "tests/lessons", "-x"]
    assert stages.split_arguments(words) == (("tests/lessons",), ("-k", "lessons", "-x"))


def test_a_stage_sees_its_services_and_nothing_of_the_callers_settings(tmp_path: Path) -> None:
    inherited = {"PATH": "/bin", "DEBUG": "1", "DATABASE_URL": "sqlite:///mine", "PIP_CERT": "c"}
    sqlite, _, all_services = stages.plan([], fast=False)
    bare = stages.environment_for(sqlite, SERVICES, tmp_path, inherited)
    assert bare["REDIS_URL"] == ""
    assert bare.keys().isdisjoint({"DATABASE_URL", "DEBUG", "CHROME_PATH"})
    assert (bare["PATH"], bare["PIP_CERT"]) == ("/bin", "c")
    full = stages.environment_for(all_services, SERVICES, tmp_path, inherited)
    assert full["DATABASE_URL"] == SERVICES.database_url
    assert full["REDIS_URL"] == SERVICES.redis_url
    assert full["CHROME_PATH"] == SERVICES.chrome_path


# What a stage comes to


SKIPPING = """
import pytest
@pytest.fixture
def thing(): pytest.skip("none here")
def test_skips_itself(): pytest.skip("later")
def test_has_a_skipping_fixture(thing): pass
@pytest.mark.skip
def test_is_marked(): pass
@pytest.mark.xfail
def test_is_expected_to_fail(): assert False
"""


def outcome_of(tmp_path: Path, *options: str, **modules: str) -> stages.Result:
    for name, code in modules.items():
        (tmp_path / f"test_{name}.py").write_text(code)
    junit = tmp_path / "junit.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, f"--rootdir={tmp_path}"]
    command += ["-p", "no:cacheprovider", f"--junitxml={junit}", *options]
    plugins = {
        "PYTEST_PLUGINS": "tests.provision.no_skips",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    done = subprocess.run(
        [*command, str(tmp_path)], check=False, cwd=ROOT, env={**os.environ, **plugins}
    )
    return stages.read_result(done.returncode, junit)


def test_passes_are_counted(tmp_path: Path) -> None:
    result = outcome_of(tmp_path, sample="def test_a(): pass\ndef test_b(): pass")
    assert (result.ok, result.passed, result.failed, result.exit_code) == (True, 2, 0, 0)


@pytest.mark.parametrize("options", [(), ("-p", "xdist", "-n", "1")])
def test_whatever_is_skipped_has_failed(tmp_path: Path, options: tuple[str, ...]) -> None:
    result = outcome_of(tmp_path, *options, skipping=SKIPPING)
    assert not result.ok
    assert result.exit_code == 1
    assert (result.passed, result.failed, result.skipped) == (0, 4, 0)


def test_a_module_that_skips_itself_has_failed(tmp_path: Path) -> None:
    result = outcome_of(
        tmp_path,
        whole="import pytest\npytest.importorskip('no_such_module')",
        fine="def test_a(): 0",
    )
    assert not result.ok
    assert (result.failed, result.skipped) == (1, 0)


def test_a_stage_that_collects_nothing_has_failed(tmp_path: Path) -> None:
    result = outcome_of(tmp_path, empty="")
    assert (result.ok, result.exit_code, result.failed) == (False, 5, 1)


def test_a_stage_whose_pytest_broke_off_has_failed(tmp_path: Path) -> None:
    result = stages.read_result(0, tmp_path / "none.xml")
    assert (result.ok, result.exit_code, result.failed) == (False, 1, 1)


def test_the_closing_line_adds_the_stages_up() -> None:
    results = [stages.Result(0, passed=3), stages.Result(1, passed=2, failed=1)]
    assert stages.totals(results) == "5 passed, 1 failed"
