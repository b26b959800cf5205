"""Reads a content file as text, refusing what no editor should have written."""

import re
from pathlib import Path

from lessons.content.report import Report

MAX_FILE_BYTES = 2 * 1024 * 1024

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


def read_source(path: Path, report: Report) -> str | None:
    """The text with \\n as the only line end and no byte order mark; None if it was refused."""
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        report.add(1, f"cannot be read: {error.strerror}")
        return None
    if len(raw) > MAX_FILE_BYTES:
        report.add(1, f"expected a file of at most {MAX_FILE_BYTES} bytes")
        return None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The position counts from behind a byte order mark, which holds no line end.
        line = raw.count(b"\n", 0, error.start) + 1
        report.add(line, f"expected UTF-8; byte {raw[error.start]:#04x} is not")
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    controls = list(_CONTROL.finditer(text))
    for found in controls:
        line = text.count("\n", 0, found.start()) + 1
        report.add(line, f"control character U+{ord(found[0]):04X} is not allowed")
    return None if controls else text
