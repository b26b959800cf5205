"""A pytest plugin for a second database: leave out what uses none, as it has run already."""

from collections.abc import Sequence

import pytest

DATABASE_FIXTURES = {"db", "transactional_db"}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that use the database."""
    config.hook.pytest_deselected(items=[item for item in items if not uses_database(item)])
    items[:] = [item for item in items if uses_database(item)]


def uses_database(item: pytest.Item) -> bool:
    """Tell whether a test is marked for the database, or takes a fixture that opens it."""
    fixtures: Sequence[str] = getattr(item, "fixturenames", ())
    marked = item.get_closest_marker("django_db") is not None
    return marked or not DATABASE_FIXTURES.isdisjoint(fixtures)
