"""Who uses the admin."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from tutor.models import User


@pytest.fixture
def administration(clock, browser_of) -> Client:
    """The admin, with an administrator signed in."""
    return browser_of(User.objects.create_superuser("admin@example.org", "a-long-password"))


@pytest.fixture
def staff(clock, browser_of) -> Callable[..., Client]:
    """Signs somebody in who may use the admin and holds the permissions named."""

    def make(*codenames: str) -> Client:
        user = User.objects.create_user("staff@example.org", "a-long-password", is_staff=True)
        user.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        assert user.user_permissions.count() == len(codenames)
        return browser_of(user)

    return make
