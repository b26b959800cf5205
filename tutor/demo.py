"""The two accounts of a new local site."""

import secrets
from dataclasses import dataclass

from django.utils import timezone

from review.services import change_plan
from tutor.models import User

LEARNER = "learner@localhost"
ADMINISTRATOR = "admin@localhost"


@dataclass(frozen=True)
class DemoAccount:
    """An account that was made just now."""

    role: str
    email: str
    password: str


def make_demo_accounts() -> list[DemoAccount]:
    """Make the learner and the administrator that are missing; return only the new ones."""
    made: list[DemoAccount] = []
    if not User.objects.filter(email=LEARNER).exists():
        password = secrets.token_urlsafe(9)
        user = User.objects.create_user(LEARNER, password)
        change_plan(learner_id=user.pk, changes={"reminder_consent": True}, now=timezone.now())
        made.append(DemoAccount("learner", LEARNER, password))
    if not User.objects.filter(is_superuser=True).exists():
        password = secrets.token_urlsafe(9)
        User.objects.create_superuser(ADMINISTRATOR, password)
        made.append(DemoAccount("administrator", ADMINISTRATOR, password))
    return made
