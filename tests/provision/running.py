"""Run a command in a group of its own and take the whole group down with us, whatever ends us."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

GRACE_SECONDS = 15.0
ENDING = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def orderly_end() -> Iterator[None]:
    """Make a terminating signal unwind the stack, so that every `with` cleans up after itself."""
    previous = {number: signal.signal(number, _leave) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let no second Ctrl-C interrupt the cleaning up."""
    numbers = (signal.SIGINT, *ENDING)
    previous = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


def run(command: Sequence[str | Path], *, cwd: Path, environment: Mapping[str, str]) -> int:
    """Run a command to its end and return its exit code; if we end first, so does its group."""
    stdin = None if sys.stdin is not None and sys.stdin.isatty() else subprocess.DEVNULL
    child = subprocess.Popen(command, cwd=cwd, env=environment, stdin=stdin, start_new_session=True)
    try:
        return child.wait()
    except BaseException:
        with undisturbed():
            _signal_group(child, signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                child.wait(GRACE_SECONDS)
        raise
    finally:
        _signal_group(child, signal.SIGKILL)  # also what a finished run forgot to stop
        child.wait()


def _signal_group(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, number)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
