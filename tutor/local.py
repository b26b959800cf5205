"""The processes of a site on one machine, started and stopped together."""

import secrets
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

READY_SECONDS = 60.0
STOP_SECONDS = 10.0


def kept_secret(folder: Path) -> str:
    """Return the secret of this installation; made at first need, readable by its owner alone."""
    file = folder / "secret-key"
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(50))
    return file.read_text().strip()


class LocalSite:
    """A handful of named commands that live and end together."""

    def __init__(self, commands: Mapping[str, list[str]], environment: Mapping[str, str]) -> None:
        """Keep what to start."""
        self._commands = commands
        self._environment = dict(environment)
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self) -> None:
        """Start every command in a session of its own, so that Ctrl-C reaches only this one."""
        for name, command in self._commands.items():
            self._running[name] = subprocess.Popen(  # noqa: S603 - our own commands
                command, env=self._environment, start_new_session=True
            )

    def wait_until_ready(self, address: str) -> bool:
        """Return True once `address` answers, False if something ended. Raises TimeoutError."""
        until = time.monotonic() + READY_SECONDS
        while time.monotonic() < until:
            if self._ended():
                return False
            try:
                with urlopen(address, timeout=2):  # noqa: S310 - our own http address
                    return True
            except (URLError, OSError):
                time.sleep(0.1)
        raise TimeoutError(f"{address} did not answer within {READY_SECONDS:.0f} s")

    def wait(self) -> str:
        """Return the name of the first command that ends."""
        while not (ended := self._ended()):
            time.sleep(0.5)
        return ended

    def stop(self) -> None:
        """End everything: politely, then for good."""
        for child in self._running.values():
            child.terminate()
        until = time.monotonic() + STOP_SECONDS
        for child in self._running.values():
            try:
                child.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()

    def _ended(self) -> str:
        return next((name for name, child in self._running.items() if child.poll() is not None), "")
