"""A mail server for tests: keeps what it is given, and can make callers wait before that."""

import email
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import default

ANSWERS = {"EHLO": "250 sink", "HELO": "250 sink", "RCPT": "250 ok", "RSET": "250 ok"}
WAIT_SECONDS = 60.0


class Sink:
    """Where the mails are. While it is held, nobody gets further than MAIL FROM."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.waiting = threading.Semaphore(0)  # one more for each caller that is made to wait
        self._open = threading.Event()
        self._open.set()

    def hold(self) -> None:
        """Make callers wait before their mail."""
        self._open.clear()

    def release(self) -> None:
        """Let them go on."""
        self._open.set()

    def recipients(self) -> list[str]:
        """Return who has got mail, once for each mail."""
        return sorted(str(mail["To"]) for mail in self.mails)

    def pass_on(self) -> None:
        """Come past MAIL FROM."""
        if not self._open.is_set():
            self.waiting.release()
            self._open.wait(WAIT_SECONDS)


class _Conversation(socketserver.StreamRequestHandler):
    server: "_Server"

    def handle(self) -> None:
        try:
            self._talk()
        except ConnectionError:
            return  # the caller was killed

    def _talk(self) -> None:
        self._say("220 sink")
        while line := self.rfile.readline():
            word = line[:4].decode("ascii").upper()
            if word == "MAIL":
                self.server.sink.pass_on()
                self._say("250 ok")
            elif word == "DATA":
                self._say("354 go on")
                if (content := self._content()) is None:
                    return
                self.server.sink.mails.append(email.message_from_bytes(content, policy=default))
                self._say("250 kept")
            elif word == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say(ANSWERS.get(word, "502 unknown"))

    def _content(self) -> bytes | None:
        """Return the mail; None if its sender went away before its end."""
        lines: list[bytes] = []
        while line := self.rfile.readline():
            if line == b".\r\n":
                return b"".join(lines)
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return None

    def _say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    sink: Sink


@contextmanager
def smtp_sink() -> Iterator[tuple[Sink, str]]:
    """Give a sink and its address (for EMAIL_URL) while the block runs."""
    with _Server(("127.0.0.1", 0), _Conversation) as server:
        server.sink = Sink()
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server.sink, f"smtp://127.0.0.1:{server.server_address[1]}"
        finally:
            server.sink.release()
            server.shutdown()
            thread.join()
