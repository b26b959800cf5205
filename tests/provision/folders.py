"""A temporary folder for one run, locked while the run lives: an unlocked one is dead."""

import fcntl
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.provision.accounts import Account, succeeds_as
from tests.provision.errors import ProvisionError

PREFIX = "tutor-tests-"
LOCK = "lock"
# A socket's address holds 107 bytes: folder name, `postgresql` and `.s.PGSQL.5432` take 46.
LONGEST_BASE = 60
UNLOCKED_SECONDS = 3600.0


def base_folder(account: Account | None) -> Path:
    """Return where temporary folders go: short, lower case (URLs fold it), open to that account."""
    for candidate in dict.fromkeys((tempfile.gettempdir(), "/tmp", "/var/tmp")):
        fits = len(candidate) <= LONGEST_BASE and candidate == candidate.lower()
        if (
            fits
            and os.access(candidate, os.W_OK)
            and succeeds_as(account, ["test", "-x", candidate])
        ):
            return Path(candidate)
    raise ProvisionError("No temporary folder can be used: make /tmp writable, or set TMPDIR.")


@contextmanager
def run_folder(base: Path) -> Iterator[Path]:
    """Make a locked folder for this run, removed at the end; first sweep what dead runs left."""
    sweep_stale(base)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=base))
    lock = (folder / LOCK).open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        folder.chmod(0o711)  # the server's account must pass through; it cannot list
        yield folder
    finally:
        _remove(folder)
        lock.close()


def sweep_stale(base: Path) -> list[Path]:
    """Stop and remove what runs that were killed left behind; returns the folders removed."""
    return [
        folder
        for folder in sorted(base.glob(f"{PREFIX}*"))
        if _is_stale(folder) and _remove(folder)
    ]


def _is_stale(folder: Path) -> bool:
    """Tell whether nobody holds the folder's lock: the kernel releases a dead owner's."""
    try:
        if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
            return False
        if not (folder / LOCK).exists():  # its owner may be about to make the lock
            return time.time() - folder.stat().st_mtime > UNLOCKED_SECONDS
        with (folder / LOCK).open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _remove(folder: Path) -> bool:
    for pid in running_inside(folder):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)
    return True


def running_inside(folder: Path) -> list[int]:
    """Return the ids of what runs with its working directory in the folder (Linux; elsewhere none).

    Our servers work in their folder: no stored and perhaps reused id has to be trusted.
    """
    inside = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if (entry / "cwd").readlink().is_relative_to(folder):
                inside.append(int(entry.name))
    return inside
