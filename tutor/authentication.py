"""Who calls the API: the owner of a bearer token, or whoever is signed in on the pages."""

from django.utils import timezone
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from tutor.models import User
from tutor.tokens import user_of_token


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer tut_…` with a token made in the settings."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """Return the token's owner, or None where no bearer token was sent."""
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        user = user_of_token(secret.strip(), timezone.now())
        if user is None:
            raise exceptions.AuthenticationFailed("This token is unknown or was revoked.")
        return user, None

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, so that a missing token is 401."""
        return "Bearer"


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of the pages, with their CSRF protection."""
