"""People who can sign in, and the tokens their scripts use. Nothing about studying is kept here."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone


class UserManager(BaseUserManager["User"]):
    """Makes users by e-mail address and finds them whatever the case it was typed in."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Make a learner."""
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Make an administrator."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find a user by e-mail address, in any case."""
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in with an e-mail address."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # Kept in lower case (see the constraint), so that unique means unique in any case.
    email = models.EmailField(
        "e-mail address",
        max_length=254,
        unique=True,
        error_messages={"unique": "A user with this e-mail address exists already."},
    )
    language = models.CharField(max_length=16, default="en")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField("may use the admin", default=False)
    date_joined = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    LANGUAGE_FIELD = "language"  # read by apps that know the user model only by its settings
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="user_email_in_lower_case"
            ),
        ]

    def __str__(self) -> str:
        return self.email

    def clean(self) -> None:
        """Fold the address, so that forms accept it in any case."""
        super().clean()
        self.email = self.email.lower()


class AccessToken(models.Model):
    """A key with which a learner's own scripts call the API; only its hash is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="access_tokens")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60)
    # The first characters, so that its owner can tell one token from another.
    prefix = models.CharField(max_length=16, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"
