"""A Chromium for the tests: named, found on PATH, or installed by Playwright or by apt-get."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.provision.errors import ProvisionError
from tests.provision.output import say

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL_SECONDS = 900.0
APT_TRIES = 10
MISSING = (
    "No browser. Install the package `chromium` (apt-get install chromium) "
    "or Google Chrome, or set CHROME_PATH to a Chromium's binary. "
    "`make test-fast` leaves the browser out."
)


def provide(environment: Mapping[str, str]) -> str:
    """Return the path of a browser that runs, installing one where that is possible."""
    named = environment.get("CHROME_PATH", "")
    if named:
        if not runs(named):
            raise ProvisionError(
                f"CHROME_PATH={named!r} is not a browser that runs (tried --version)."
            )
        return named
    path = environment.get("PATH", os.defpath)
    found = on_path(path) or of_playwright()
    if found:
        return found
    say("No browser found: installing one.")
    for install in (install_by_playwright, install_by_apt):
        install(environment)
        found = on_path(path) or of_playwright()
        if found:
            return found
    raise ProvisionError(MISSING)


def on_path(path: str) -> str | None:
    """Return the first known browser on PATH that runs, or None."""
    candidates = (shutil.which(name, path=path) for name in NAMES)
    return next((found for found in candidates if found and runs(found)), None)


def of_playwright() -> str | None:
    """Return the Chromium that Playwright has installed for this user, if it has and it runs."""
    with sync_playwright() as playwright:
        binary = playwright.chromium.executable_path
    return binary if Path(binary).is_file() and runs(binary) else None


def runs(binary: str) -> bool:
    """Tell whether the browser starts: Ubuntu's package is a stub, and libraries may be missing."""
    try:
        return _run([binary, "--version"], os.environ, seconds=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def install_by_playwright(environment: Mapping[str, str]) -> None:
    """Let Playwright fetch its Chromium; where its server is out of reach this fails."""
    _attempt([sys.executable, "-m", "playwright", "install", "chromium"], environment)


def install_by_apt(environment: Mapping[str, str]) -> None:
    """Install Debian's chromium where we are root; waits for another's lock."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    quiet = {**environment, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]
    for _ in range(APT_TRIES):
        _attempt([*apt, "update"], quiet)
        packages = ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"]
        if _attempt([*apt, *packages], quiet):
            return
        time.sleep(3)


def _attempt(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    try:
        done = _run(command, environment, seconds=INSTALL_SECONDS)
    except (OSError, subprocess.TimeoutExpired) as problem:
        say(f"{command[0]} did not work: {problem}")
        return False
    if done.returncode != 0:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        say(f"`{' '.join(command)}` failed: {' '.join(last)}")
    return done.returncode == 0


def _run(
    command: Sequence[str], environment: Mapping[str, str], *, seconds: float
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=seconds,
        env=dict(environment),
    )
