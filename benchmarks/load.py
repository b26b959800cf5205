"""A bounded load on one server of 127.0.0.1, and the CPU that its processes used for it."""

import http.client
import json
import os
import queue
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

THREADS = 8
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Call:
    """One POST."""

    path: str
    headers: dict[str, str]
    document: Any


def post_all(port: int, calls: Sequence[Call]) -> float:
    """Make every call once, from a few connections that stay open; return the seconds taken.

    Raises RuntimeError for an answer that is not 200.
    """
    waiting: queue.SimpleQueue[Call] = queue.SimpleQueue()
    for call in calls:
        waiting.put(call)
    faults: list[str] = []
    threads = [threading.Thread(target=_work, args=(port, waiting, faults)) for _ in range(THREADS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise RuntimeError(faults[0])
    return time.perf_counter() - began


def cpu_seconds(pids: Iterable[int]) -> float:
    """Return the CPU time that these processes have used so far."""
    return sum(_ticks(pid) for pid in pids) / TICKS_PER_SECOND


def family(pid: int) -> list[int]:
    """Return a process and its children."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(int(child) for child in listed)]


def _ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0
    return int(fields[11]) + int(fields[12])


def _work(port: int, waiting: "queue.SimpleQueue[Call]", faults: list[str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    while not faults:
        try:
            call = waiting.get_nowait()
        except queue.Empty:
            break
        body = json.dumps(call.document)
        connection.request("POST", call.path, body, call.headers)
        response = connection.getresponse()
        text = response.read()
        if response.status != 200:
            faults.append(f"{response.status} for {call.path}: {text[:200]!r}")
    connection.close()
