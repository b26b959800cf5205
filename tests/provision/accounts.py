"""Who may run what: PostgreSQL refuses root, so as root its server runs as somebody else."""

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.provision.errors import ProvisionError

PREFERRED = ("postgres", "nobody")


@dataclass(frozen=True)
class Account:
    """A user of this machine to run a child as."""

    name: str
    uid: int
    gid: int


def unprivileged_account() -> Account | None:
    """Return whom to run a server as; None where we are not root and can run it ourselves."""
    if os.geteuid() != 0:
        return None
    # initdb looks its own user up, so a number without an entry will not do.
    entries = {entry.pw_name: entry for entry in pwd.getpwall() if entry.pw_uid != 0}
    for name in (*PREFERRED, *entries):
        if name in entries:
            return Account(name, entries[name].pw_uid, entries[name].pw_gid)
    raise ProvisionError(
        "PostgreSQL refuses to run as root, and this machine has no other user. "
        "Add one (useradd postgres), or set TEST_DATABASE_URL."
    )


def succeeds_as(account: Account | None, command: Sequence[str | Path]) -> bool:
    """Tell whether a harmless command exits 0 for that account; asks the kernel, not the modes."""
    try:
        return run_as(account, command, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def run_as(
    account: Account | None, command: Sequence[str | Path], *, timeout: float, cwd: Path = Path("/")
) -> subprocess.CompletedProcess[str]:
    """Run a command as that account (None: as ourselves) and return it with its output."""
    return subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=timeout,
        cwd=cwd,
        env=SERVER_ENVIRONMENT,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


# Servers see nothing of the caller's variables: no locale, no PG* settings, no secrets.
SERVER_ENVIRONMENT = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
