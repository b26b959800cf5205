"""What most tests need: a clock that stands where it is put, learners, the real lesson."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from lessons.models import Lesson
from lessons.services.loading import content_folders, load_lessons, read_content
from review.services import plan_of
from tutor.models import User
from tutor.tokens import make_token

NOON = datetime(2027, 3, 10, 12, 0, tzinfo=UTC)


def pytest_configure() -> None:
    """Serve static files as they lie, and hash passwords fast."""
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def contents():
    """The content of the installed subjects, read and validated once."""
    return read_content(content_folders())


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker, contents):
    """Put the real lesson into the test database once; each test sees it."""
    with django_db_blocker.unblock():
        load_lessons(contents, now=timezone.now())


@pytest.fixture
def lesson(db, contents) -> Lesson:
    """The lesson *Attention*; loaded again where a test has emptied the database."""
    if not Lesson.objects.exists():
        load_lessons(contents, now=timezone.now())
    return Lesson.objects.get(slug="attention")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands at noon of a Wednesday until it is moved."""
    with time_machine.travel(NOON, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def make_learner(db) -> Callable[..., User]:
    """Makes learners, each with a plan in the zone asked for."""

    def make(email: str = "learner@example.org", time_zone: str = "UTC") -> User:
        user = User.objects.create_user(email, "a-long-password")
        plan_of(user.pk, time_zone=time_zone)
        return user

    return make


@pytest.fixture
def learner(make_learner) -> User:
    """A learner."""
    return make_learner()


@pytest.fixture
def other(make_learner) -> User:
    """Another learner, who must see nothing of the first."""
    return make_learner("other@example.org")


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    """Signs a learner in on the pages."""

    def sign_in(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in


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


@pytest.fixture
def pages(browser_of, learner) -> Client:
    """The pages, with the learner signed in."""
    return browser_of(learner)


@pytest.fixture
def script_of() -> Callable[[User], APIClient]:
    """Calls the API with a learner's token."""

    def with_token(user: User) -> APIClient:
        _row, secret = make_token(user, "test")
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return with_token


@pytest.fixture
def script(script_of, learner) -> APIClient:
    """The API, called with the learner's token."""
    return script_of(learner)
