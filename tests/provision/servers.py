"""Start a server in its own group, wait until it answers or show its log, and stop it."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.provision.accounts import SERVER_ENVIRONMENT, Account
from tests.provision.errors import ProvisionError

START_SECONDS = 60.0
STOP_SECONDS = 10.0
LOG_LINES = 40


@dataclass(frozen=True)
class Server:
    """A running server of ours."""

    name: str
    url: str
    child: subprocess.Popen[bytes]
    log: Path
    stop_signal: signal.Signals = signal.SIGTERM

    def log_tail(self) -> str:
        """Return the last lines of what the server said."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-LOG_LINES:])

    def stop(self) -> None:
        """Ask it to end, wait, then kill what is left of its group; harmless when it has ended."""
        self.send(self.stop_signal)
        with suppress(subprocess.TimeoutExpired):
            self.child.wait(STOP_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the whole group at once, as a power cut would."""
        self.send(signal.SIGKILL)
        self.child.wait(STOP_SECONDS)

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the group, if there still is one."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child.pid, number)


def start(
    command: Sequence[str | Path],
    *,
    log: Path,
    cwd: Path,
    account: Account | None = None,
    stdin: bytes = b"",
    environment: Mapping[str, str] = SERVER_ENVIRONMENT,
) -> subprocess.Popen[bytes]:
    """Start a server in a session of its own: Ctrl-C reaches only us, and we stop it in order."""
    with log.open("ab") as output:
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=cwd,
            env=environment,
            start_new_session=True,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
        )
    if child.stdin is not None:
        with suppress(BrokenPipeError):
            child.stdin.write(stdin)
            child.stdin.close()
    return child


def wait_until_ready(
    server: Server, answers: Callable[[], bool], *, seconds: float = START_SECONDS
) -> None:
    """Poll until the server answers; if it ends or is too slow, stop it and raise with its log."""
    deadline = time.monotonic() + seconds
    try:
        while not answers():
            ended = server.child.poll()
            if ended is not None:
                raise _no_answer(server, f"ended with exit code {ended}")
            if time.monotonic() > deadline:
                raise _no_answer(server, f"gave no answer in {seconds:g} s")
            time.sleep(0.05)
    except BaseException:  # an interrupt too must not leave it behind
        server.stop()
        raise


def _no_answer(server: Server, reason: str) -> ProvisionError:
    return ProvisionError(f"{server.name} {reason}. Its log:\n{server.log_tail()}")
