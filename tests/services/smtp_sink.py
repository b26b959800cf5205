"""A mail server for tests: takes every mail, and can be made to wait before it takes one."""

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage


class Sink:
    """What was delivered; while `open` is not set, a mail that arrives is kept waiting."""

    def __init__(self) -> None:
        """Begin empty and open."""
        self.mails: list[EmailMessage] = []
        self.arrived = threading.Event()
        self.open = threading.Event()
        self.open.set()
        self.port = 0

    def take(self, text: bytes) -> None:
        """Keep a delivered mail."""
        mail = email.message_from_bytes(text, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)


class _Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        sink: Sink = self.server.sink
        self._say("220 ready")
        while line := self.rfile.readline():
            word = line[:4].upper().strip()
            if word == b"DATA":
                self._say("354 go on")
                text = self._text()
                sink.arrived.set()
                sink.open.wait(60)
                try:
                    self._say("250 taken")
                except OSError:
                    return  # the sender has died: it never heard that the mail was taken
                sink.take(text)
            elif word == b"QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())

    def _text(self) -> bytes:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in {b".\r\n", b""}:
            lines.append(line)
        return b"".join(lines)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    sink: Sink


@contextmanager
def smtp_sink() -> Iterator[Sink]:
    """Take mail on a free port of 127.0.0.1 while the block runs."""
    with _Server(("127.0.0.1", 0), _Conversation) as server:
        server.sink = Sink()
        server.sink.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.sink
        finally:
            server.sink.open.set()
            server.shutdown()
            thread.join(10)
