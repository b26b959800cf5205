"""`python -m tests.provision COMMAND …`: run a command with a database and a Redis made for it."""

import os
import secrets
import sys
from pathlib import Path

from tests.provision.accounts import unprivileged_account
from tests.provision.errors import ProvisionError
from tests.provision.folders import base_folder, run_folder
from tests.provision.output import say
from tests.provision.running import orderly_end, run
from tests.provision.services import provided

ROOT = Path(__file__).resolve().parents[2]


def main(command: list[str]) -> int:
    """Return the command's exit code; 2 when there is none, 1 when a service cannot be had."""
    if not command:
        say("usage: python -m tests.provision COMMAND [ARGUMENT …]")
        return 2
    try:
        base = base_folder(unprivileged_account())
        with (
            orderly_end(),
            run_folder(base) as folder,
            provided(os.environ, folder, with_browser=False) as services,
        ):
            ours = {
                "DATABASE_URL": services.database_url,
                "REDIS_URL": services.redis_url,
                "TUTOR_VAR": str(folder / "var"),
                "SECRET_KEY": secrets.token_urlsafe(50),
            }
            return run(command, cwd=ROOT, environment={**os.environ, **ours})
    except ProvisionError as problem:
        say(f"error: {problem}")
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
