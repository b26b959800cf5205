"""A real browser against a live server with the real lesson.

Playwright runs in a thread of its own (see `own_thread`), so a test may use the database between
two steps in the browser. The live server runs in this process: the standing `clock` is its clock
too, and `clock.move_to` brings the day on which a question returns. The browser keeps its own
clock; it holds a cookie for as long as it was told, whatever the server's clock says, and the
server's sessions last for two weeks of the server's time.
"""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.e2e.own_thread import OwnThread
from tests.e2e.watch import Watch

# As root there is no sandbox; and a browser that is tested has nothing to do in the background.
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
    "--metrics-recording-only",
    "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication",
]
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}
TIMEOUT_MS = 10_000


@pytest.fixture(autouse=True)
def standing_clock(clock):
    """Days matter in every journey, so the clock stands in all of them."""
    return clock


@pytest.fixture(scope="session")
def own_thread() -> Iterator[OwnThread]:
    """The thread in which Playwright runs."""
    thread = OwnThread()
    yield thread
    thread.close()


@pytest.fixture(scope="session")
def chromium(own_thread) -> Iterator[Any]:
    """One browser for all tests of a worker; each test gets contexts of its own."""
    path = os.environ.get("CHROME_PATH", "")
    if not path:
        pytest.fail("CHROME_PATH is not set: run `python -m tests.run tests/e2e`.")
    browser = own_thread.playwright.chromium.launch(executable_path=path, args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture
def expect(own_thread) -> Callable[..., Any]:
    """Playwright's waiting assertions."""
    return own_thread.expect


@pytest.fixture
def new_page(chromium, live_server, lesson) -> Iterator[Callable[..., Any]]:
    """Opens pages in contexts of their own, each watched; `page.watch` takes what a test asks for.

    A fault that nobody asked for fails the test when it ends.
    """
    contexts: list[tuple[Any, Watch]] = []

    def make(user: Any = None, **options: Any) -> Any:
        options = {"viewport": WIDE, "reduced_motion": "reduce", "locale": "en-GB"} | options
        context = chromium.new_context(base_url=live_server.url, **options)
        context.set_default_timeout(TIMEOUT_MS)
        watch = Watch(context, live_server.url)
        contexts.append((context, watch))
        if user is not None:
            context.add_cookies([_session_cookie(user, live_server.url)])
        page = context.new_page()
        page.watch = watch
        return page

    yield make
    faults = []
    for context, watch in contexts:
        for page in context.pages:
            page.evaluate("0")  # lets the last events arrive
        faults += watch.faults()
        context.close()
    assert not faults, "\n".join(faults)


@pytest.fixture
def page(new_page, learner) -> Any:
    """A page on which the learner is signed in."""
    return new_page(learner)


@pytest.fixture
def plain_page(new_page, learner) -> Any:
    """The same with scripts switched off."""
    return new_page(learner, java_script_enabled=False)


def _session_cookie(user: Any, url: str) -> dict[str, Any]:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    name = settings.SESSION_COOKIE_NAME
    return {"name": name, "value": client.cookies[name].value, "url": url}
