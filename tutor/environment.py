"""How single environment variables become settings, where that takes more than reading them."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

# Commands that build or check the code and keep no session: they may run without a secret.
KEYLESS_COMMANDS = frozenset(
    {
        "check",
        "check_generators",
        "collectstatic",
        "help",
        "load_lessons",
        "makemigrations",
        "migrate",
        "run_local",
        "spectacular",
    }
)


def var_folder(value: str, base: Path) -> Path:
    """Return the folder for everything that changes at run time; made here if need be."""
    folder = Path(value) if value else base / "var"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ImproperlyConfigured(
            f"TUTOR_VAR={str(folder)!r} cannot be made: {problem}"
        ) from problem
    return folder.resolve()


def secret_key(value: str, argv: Sequence[str]) -> str:
    """Return the secret that signs sessions; only commands that sign nothing may go without one."""
    if value:
        if len(value) < 32:
            raise ImproperlyConfigured(
                "SECRET_KEY is too short: use at least 32 random characters."
            )
        return value
    if len(argv) > 1 and argv[1] in KEYLESS_COMMANDS:
        return secrets.token_urlsafe(50)
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. `make run` makes one by itself; elsewhere set it, for example: "
        "export SECRET_KEY=$(python3 -c 'import secrets; print(secrets.token_urlsafe(50))')"
    )


def sqlite_options() -> dict[str, Any]:
    """Write-ahead log, and transactions that take the write lock at once, not half way."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
