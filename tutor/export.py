"""All that is kept of one learner, as one JSON document; docs/export.md describes it.

It is written piece by piece while it is read, so that a long history needs no more memory than a
short one.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from rest_framework.utils.encoders import JSONEncoder

from quizzes.exporting import OwnRows, same
from quizzes.registry import declared
from tutor.models import AccessToken, User

FORMAT = "tutor-export"
VERSION = 1
ROWS_PER_PIECE = 100

LISTS = {
    "email_addresses": OwnRows(
        rows=lambda learner_id: EmailAddress.objects.filter(user_id=learner_id),
        columns=same("email", "verified", "primary"),
    ),
    "access_tokens": OwnRows(
        rows=lambda learner_id: AccessToken.objects.filter(user_id=learner_id),
        columns={"id": "public_id", **same("name", "prefix", "created_at", "last_used_at")},
    ),
    # On what they acted stays out: it may be somebody else.
    "admin_actions": OwnRows(
        rows=lambda learner_id: LogEntry.objects.filter(user_id=learner_id).select_related(
            "content_type"
        ),
        columns={
            "at": "action_time",
            "action": lambda entry: entry.get_action_flag_display(),
            "of": "content_type.model",
        },
    ),
}


def export(user: User, now: datetime) -> Iterator[str]:
    """Return the learner's export in pieces; together they are the document."""
    head = {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": now,
        "account": _account(user),
    }
    yield _json(head).removesuffix("}")
    for name, own in declared("exports").items():
        yield f',\n"{name}": ['
        rows = (_json(one) for one in own.documents(user.pk))
        between = "\n"
        while piece := list(islice(rows, ROWS_PER_PIECE)):
            yield between + ",\n".join(piece)
            between = ",\n"
        yield "]"
    yield "}\n"


def _account(user: User) -> dict[str, Any]:
    return {
        "id": user.public_id,
        "email": user.email,
        "language": user.language,
        "date_joined": user.date_joined,
        "last_login": user.last_login,
        "is_active": user.is_active,
        "is_staff": user.is_staff,
        "is_superuser": user.is_superuser,
        "groups": list(user.groups.order_by("name").values_list("name", flat=True)),
        "permissions": list(
            user.user_permissions.order_by("codename").values_list("codename", flat=True)
        ),
    }


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, cls=JSONEncoder, ensure_ascii=False, allow_nan=False)
