"""Playwright in a thread of its own, so that Django's guard against event loops stays on.

Playwright's sync API leaves an event loop running in the thread that started it, and Django
refuses database work in such a thread. So everything of Playwright lives in one worker thread,
and the tests hold a `Remote` for each of its objects: reading an attribute, calling a method,
entering a `with` block all take place over there. Functions passed in (`page.on`, `page.route`)
are called over there too, with Playwright's objects as they are, and must not touch the database.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from playwright.sync_api import expect as playwright_expect
from playwright.sync_api import sync_playwright


class Remote:
    """An object that lives in the other thread."""

    def __init__(self, thread: "OwnThread", target: Any) -> None:
        """Stand for `target`."""
        self._thread, self._target = thread, target

    def __getattr__(self, name: str) -> Any:
        """Read an attribute over there; a method comes back as a function that is called there."""
        found = self._thread.run(getattr, self._target, name)
        return partial(self._thread.run, found) if callable(found) else found

    def __enter__(self) -> Any:
        """Enter the block over there."""
        return self._thread.run(self._target.__enter__)

    def __exit__(self, *problem: Any) -> Any:
        """Leave the block over there."""
        return self._thread.run(self._target.__exit__, *problem)

    def __repr__(self) -> str:
        """Name what this stands for."""
        return f"Remote({self._target!r})"


class OwnThread:
    """The one thread in which Playwright runs."""

    def __init__(self) -> None:
        """Start Playwright; `close` ends it."""
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="playwright")
        self.playwright = self.run(sync_playwright().start)

    def run(self, call: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Call in the other thread and wait for what it returns or raises."""
        args = tuple(_local(value) for value in args)
        named = {name: _local(value) for name, value in named.items()}
        return self._remote(self._pool.submit(call, *args, **named).result())

    def expect(self, subject: Any, message: str | None = None) -> Any:
        """Playwright's `expect`, for what stands on this side."""
        return self.run(playwright_expect, subject, message)

    def close(self) -> None:
        """End Playwright and the thread."""
        self.playwright.stop()
        self._pool.shutdown()

    def _remote(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._remote(item) for item in value]
        if type(value).__module__.startswith("playwright."):
            return Remote(self, value)
        return value


def _local(value: Any) -> Any:
    return value._target if isinstance(value, Remote) else value
