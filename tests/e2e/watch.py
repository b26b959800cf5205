"""Notes everything a page did that no page should do: errors, warnings, requests that failed."""

from collections.abc import Callable
from typing import Any

LOAD_FAULT = "Failed to load resource: the server responded with a status of "


class Watch:
    """Watches one browser context. A test says beforehand which statuses it asks for."""

    def __init__(self, context: Any, origin: str) -> None:
        """Begin to watch; `origin` is the only one the pages may speak to."""
        self._origin, self._faults, self._asked = origin, [], set()
        self._offline = False
        for event, note in self._notes().items():
            context.on(event, note)

    def ask_for(self, *statuses: int) -> None:
        """Let responses have these statuses: the test brings them about on purpose."""
        self._asked |= set(statuses)

    def ask_for_failures(self) -> None:
        """Let requests fail: the test takes the network away."""
        self._offline = True

    def faults(self) -> list[str]:
        """Return what was seen and not asked for."""
        return [text for status, text in self._faults if status not in self._asked]

    def _notes(self) -> dict[str, Callable[[Any], None]]:
        return {
            "console": self._console,
            "weberror": lambda problem: self._note(0, f"page error: {problem.error}"),
            "request": self._request,
            "requestfailed": self._failed,
            "response": self._response,
        }

    def _note(self, status: int, text: str) -> None:
        self._faults.append((status, text))

    def _console(self, message: Any) -> None:
        if message.type not in ("error", "warning"):
            return
        text = message.text
        if self._offline and ("net::ERR_" in text or text.startswith("htmx:")):
            return
        status = text.removeprefix(LOAD_FAULT)[:3] if text.startswith(LOAD_FAULT) else ""
        self._note(
            int(status) if status.isdigit() else 0,
            f"console {message.type}: {text} ({message.location.get('url', '')})",
        )

    def _request(self, request: Any) -> None:
        if not request.url.startswith((f"{self._origin}/", "data:", "blob:")):
            self._note(0, f"request to a third party: {request.url}")

    def _failed(self, request: Any) -> None:
        # A page that is left cancels what it was still fetching: that is no fault.
        if request.failure != "net::ERR_ABORTED" and not self._offline:
            self._note(0, f"request failed: {request.method} {request.url}: {request.failure}")

    def _response(self, response: Any) -> None:
        if response.status >= 400:
            self._note(response.status, f"{response.status} for {response.url}")
