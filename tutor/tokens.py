"""Access tokens: made once, shown once, kept only as a hash."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction

from tutor.models import AccessToken, User

MAX_TOKENS = 20
MARK = "tut_"
NOTE_USE_AFTER = timedelta(minutes=1)


class TooManyTokensError(Exception):
    """The user has as many tokens as anybody may have."""


@transaction.atomic
def make_token(user: User, name: str) -> tuple[AccessToken, str]:
    """Make a token; return its row and the secret, which cannot be read again.

    Raises TooManyTokensError.
    """
    # The user's row is the lock: else all who count at the same moment would find room.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if AccessToken.objects.filter(user=user).count() >= MAX_TOKENS:
        raise TooManyTokensError
    secret = MARK + secrets.token_urlsafe(32)
    row = AccessToken.objects.create(
        user=user, name=name, prefix=secret[:10], digest=_digest(secret)
    )
    return row, secret


def user_of_token(secret: str, now: datetime) -> User | None:
    """Return whose token this is, noting its use; None if there is no such token."""
    if not secret.isascii():
        return None
    try:
        row = AccessToken.objects.select_related("user").get(digest=_digest(secret))
    except AccessToken.DoesNotExist:
        return None
    if not row.user.is_active:
        return None
    if row.last_used_at is None or now - row.last_used_at > NOTE_USE_AFTER:
        AccessToken.objects.filter(pk=row.pk).update(last_used_at=now)
    return row.user


def _digest(secret: str) -> str:
    # A fast hash is enough: the secret has 256 random bits, so there is nothing to guess.
    return hashlib.sha256(secret.encode()).hexdigest()
