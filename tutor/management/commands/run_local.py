"""`manage.py run_local [--host HOST] [--port PORT]`: everything here, nothing to edit."""

import os
import signal
import socket
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from tutor.demo import make_demo_accounts
from tutor.local import LocalSite, kept_secret


class Command(BaseCommand):
    """Sets up the database, lessons and accounts, then serves pages and sweeps reminders."""

    help = "Set up and serve on this machine: SQLite, lessons, two accounts, mail as files."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until Ctrl-C."""
        host, port = options["host"], options["port"]
        _check_free(host, port)
        call_command("migrate", verbosity=0)
        call_command("load_lessons", verbosity=0, stdout=self.stdout)
        call_command("collectstatic", interactive=False, verbosity=0)
        for account in make_demo_accounts():
            self._say(
                f"Made the {account.role} {account.email} with password {account.password}"
                " (shown this once)"
            )
        shown_host = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104
        address = f"http://{f'[{host}]' if ':' in host else shown_host}:{port}/"
        environment = {
            **os.environ,
            "SECRET_KEY": os.environ.get("SECRET_KEY") or kept_secret(Path(settings.VAR)),
            "SITE_URL": os.environ.get("SITE_URL", address),
            "ALLOWED_HOSTS": os.environ.get("ALLOWED_HOSTS", _allowed(host)),
        }
        site = LocalSite(_commands(host, port), environment)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        site.start()
        try:
            if site.wait_until_ready(address + "healthz"):
                self._say(f"Serving on {address} (Ctrl-C stops it). Mail lands in {_mail()}")
            ended = site.wait()
        except KeyboardInterrupt:
            self.stdout.write("Stopping.")
            return
        finally:
            site.stop()
        raise CommandError(f"{ended} ended by itself; its last lines above say why.")

    def _say(self, line: str) -> None:
        """Write a line at once, also into a file or a pipe: a password is shown only here."""
        self.stdout.write(line)
        self.stdout.flush()


def _commands(host: str, port: int) -> dict[str, list[str]]:
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    manage = str(Path(settings.BASE_DIR) / "manage.py")
    server = [sys.executable, "-m", "gunicorn", "tutor.wsgi:application", "--bind", bind]
    return {
        "the web server": [*server, "--threads", "8", "--log-level", "warning"],
        "the reminders": [sys.executable, manage, "sweep_reminders", "--every", "60"],
    }


def _allowed(host: str) -> str:
    return "*" if host in {"0.0.0.0", "::"} else f"localhost,127.0.0.1,[::1],{host}"  # noqa: S104


def _mail() -> str:
    return os.path.relpath(settings.EMAIL_FILE_PATH)


def _check_free(host: str, port: int) -> None:
    """Refuse a port that cannot be had before anything is set up."""
    if not 1 <= port <= 65535:
        raise CommandError(f"PORT={port} is not a port: use 1 to 65535.")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except socket.gaierror:
        raise CommandError(f"HOST={host} is not an address of this machine.") from None
    except OSError as problem:
        raise CommandError(
            f"{host}:{port} cannot be served: {problem.strerror}. "
            "Another program may use this port; choose one, for example: make run PORT=8001"
        ) from problem
