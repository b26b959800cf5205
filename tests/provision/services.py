"""Decide where each service comes from: an address, the machine, a wheel, or else a clear error."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.provision import browser, postgresql, redis_server
from tests.provision.accounts import unprivileged_account
from tests.provision.databases import masked, with_name
from tests.provision.errors import ProvisionError
from tests.provision.output import say
from tests.provision.running import undisturbed

GIVEN = ("TEST_DATABASE_URL", "TEST_REDIS_URL")


@dataclass(frozen=True)
class Services:
    """Addresses of what was provided; `chrome_path` is '' when no browser was asked for."""

    database_url: str
    redis_url: str
    chrome_path: str = ""


@contextmanager
def provided(
    environment: Mapping[str, str], folder: Path, *, with_browser: bool
) -> Iterator[Services]:
    """Provide PostgreSQL, Redis, perhaps a browser, while the block runs; raises ProvisionError."""
    wheels = only_wheels(environment)
    with ExitStack() as stack:
        database_url = _database(environment, folder, stack, wheels=wheels)
        redis_url = _redis(environment, folder, stack, wheels=wheels)
        chrome_path = browser.provide(environment) if with_browser else ""
        if chrome_path:
            say(f"Browser: {chrome_path}")
        try:
            yield Services(database_url, redis_url, chrome_path)
        finally:
            with undisturbed():
                stack.close()


def only_wheels(environment: Mapping[str, str]) -> bool:
    """Read PROVISION: '' for whatever there is, 'wheels' for the wheels whatever there is."""
    choice = environment.get("PROVISION", "")
    if choice not in ("", "wheels"):
        raise ProvisionError(
            f"PROVISION={choice!r} is unknown: leave it unset, or set it to `wheels`."
        )
    given = [name for name in GIVEN if environment.get(name)]
    if choice and given:
        raise ProvisionError(f"PROVISION=wheels contradicts {given[0]}: unset one of the two.")
    return choice == "wheels"


def _database(
    environment: Mapping[str, str], folder: Path, stack: ExitStack, *, wheels: bool
) -> str:
    given = environment.get("TEST_DATABASE_URL", "")
    if given:
        # Its own database need not exist: the tests make theirs beside it.
        if not postgresql.answers(with_name(given, "postgres")):
            raise ProvisionError(
                f"TEST_DATABASE_URL={masked(given)!r}: no PostgreSQL answers there."
            )
        say(f"PostgreSQL: {masked(given)}")
        return given
    account = unprivileged_account()
    binaries = None
    if not wheels:
        installed = postgresql.system_binaries(environment.get("PATH", os.defpath))
        binaries = next((found for found in installed if postgresql.usable(found, account)), None)
    if binaries is None:
        binaries = _or_named(
            lambda: postgresql.reachable_wheel(folder, account), "postgresql", GIVEN[0]
        )
    server = postgresql.start(binaries, folder, account)
    stack.callback(server.stop)
    say(f"PostgreSQL: {binaries}")
    return server.url


def _redis(environment: Mapping[str, str], folder: Path, stack: ExitStack, *, wheels: bool) -> str:
    given = environment.get("TEST_REDIS_URL", "")
    if given:
        if not redis_server.answers(given):
            raise ProvisionError(f"TEST_REDIS_URL={masked(given)!r}: no Redis answers there.")
        say(f"Redis: {masked(given)}")
        return given
    binary = None if wheels else redis_server.system_binary(environment.get("PATH", os.defpath))
    if binary is None:
        binary = _or_named(redis_server.wheel_binary, "redis-server", GIVEN[1])
    server = redis_server.start(binary, folder)
    stack.callback(server.stop)
    say(f"Redis: {binary}")
    return server.url


def _or_named(find: Callable[[], Path], package: str, variable: str) -> Path:
    """Find the wheel's binary, or say which package to install and which variable to set."""
    try:
        return find()
    except ProvisionError as problem:
        raise ProvisionError(
            f"{problem} Install the package `{package}`, or set {variable}."
        ) from problem
