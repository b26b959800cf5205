"""`manage.py sweep_reminders [--every SECONDS]`: plan and send reminders without a broker."""

import logging
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils import timezone

from review.reminders import open_reminders, plan_reminders, send_reminder

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Does in one process what beat and the workers do with a broker."""

    help = "Plan the reminders whose hour has come and send them, once or every SECONDS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--every", type=float, metavar="SECONDS")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run."""
        while True:
            now = timezone.now()
            plan_reminders(now)
            sent = sum(_send(reminder_id) for reminder_id in open_reminders(now))
            if sent or not options["every"]:
                self.stdout.write(f"{sent} reminders sent.")
            if not options["every"]:
                return
            close_old_connections()
            time.sleep(options["every"])


def _send(reminder_id: int) -> bool:
    try:
        return send_reminder(reminder_id, timezone.now())
    except OSError:  # the mail server: the claim expires and the reminder is tried again
        log.exception("reminder %s was not sent", reminder_id)
        return False
