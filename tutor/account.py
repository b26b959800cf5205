"""What learners set for themselves: the language of their account and how they study."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from review.services import CHOICES, change_plan
from tutor.models import User

CHANGEABLE = ("language", *CHOICES)


@transaction.atomic
def change_settings(*, user: User, changes: Mapping[str, Any], now: datetime) -> None:
    """Change all of these settings or, if one is refused, none. Raises ValidationError."""
    of_plan = {name: value for name, value in changes.items() if name in CHOICES}
    change_plan(learner_id=user.pk, changes=of_plan, now=now)
    if "language" in changes:
        user.language = changes["language"]
        user.save(update_fields=["language"])
