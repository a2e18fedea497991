"""Processes that have never seen a game: a server, which is started once and knows nothing, forks them.

A copy of the main process would hold what that process holds: seeds, earlier games. The server is a fresh Python that
has loaded this package and nothing else, so that a process of a policy costs milliseconds instead of a second.
"""

import atexit
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from typing import Any

from analyzer.kernel.apart.limits import how_it_ended

SERVER = "analyzer.play.apart.server"  # the module that it runs
IN_SEAT = "ANALYZER_IN_SEAT"  # set in the processes of policies
_ENDING_SECONDS = 2.0
_HEAD = 8  # bytes that say how long a message is

_one: dict[int, "_Server"] = {}  # by the process that started it
_lock = threading.RLock()


class CleanProcess:
    """A process that the server forked; `line` is the way to it."""

    def __init__(self, request: Mapping[str, Any]) -> None:
        """Start it with a request, which is plain data."""
        self.line, theirs = socket.socketpair()
        self.owner, self.words = os.getpid(), ""  # why it was ended from here
        with theirs, _lock:
            self.server = _server()
            self.pid = int(self.server.ask({"start": {**request, **_surroundings()}}, theirs)["pid"])

    def how(self) -> str:
        """Say how it ended."""
        if self.words or os.getpid() != self.owner:  # the server is the owner's
            return self.words or "lost its process"
        with _lock:
            status = self.server.ask({"ended": self.pid}).get("status")
        return "lost its process" if status is None else how_it_ended(status)

    def leave(self, words: str) -> None:
        """End it: whoever waits for its answer hears why."""
        self.words = words
        with _lock:
            self.server.ask({"end": self.pid})


def _surroundings() -> dict[str, Any]:
    """Tell a process where it is: what it would have inherited."""
    try:
        folder = os.getcwd()
    except OSError:
        folder = os.sep
    return {"environment": {**os.environ, IN_SEAT: "1"}, "folder": folder, "path": sys.path}


class _Server:
    """The line to the server."""

    def __init__(self) -> None:
        self.line, theirs = socket.socketpair()
        with theirs:
            os.set_inheritable(theirs.fileno(), True)
            path = os.pathsep.join(item for item in sys.path if item)
            self.process = subprocess.Popen(
                [sys.executable, "-m", SERVER, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                env={**os.environ, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the main process
            )

    def ask(self, request: Mapping[str, Any], line: socket.socket | None = None) -> dict[str, Any]:
        """Ask the server for something; a line may go with it."""
        try:
            send(self.line, request, () if line is None else (line.fileno(),))
            return receive(self.line)[0]
        except OSError:  # it is gone, and all that it started with it
            return {}

    def close(self) -> None:
        """Let it end with all that it started."""
        self.line.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_ENDING_SECONDS)

    @property
    def is_alive(self) -> bool:
        """Tell whether it still runs."""
        return self.process.poll() is None


def _server() -> _Server:
    """Give the server of this process."""
    found = _one.get(os.getpid())
    if found is None or not found.is_alive:
        found = _one[os.getpid()] = _Server()
        atexit.register(found.close)
    return found


# Messages


def send(line: socket.socket, message: Mapping[str, Any], descriptors: tuple[int, ...] = ()) -> None:
    """Send plain data, and descriptors with it."""
    content = json.dumps(message).encode()
    socket.send_fds(line, [len(content).to_bytes(_HEAD, "little")], list(descriptors))
    line.sendall(content)


def receive(line: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Receive plain data, and descriptors that came with it; raise OSError if the other end is gone."""
    head, descriptors, _, _ = socket.recv_fds(line, _HEAD, 1)
    content = exactly(line, int.from_bytes(head, "little")) if len(head) == _HEAD else b""
    if not content:
        raise ConnectionError
    found: dict[str, Any] = json.loads(content)
    return found, descriptors


def exactly(line: socket.socket, size: int) -> bytearray:
    """Receive so many bytes; none if the other end is gone."""
    content = bytearray(size)
    view, place = memoryview(content), 0
    while place < size:
        try:
            got = line.recv_into(view[place:])
        except ConnectionError:
            got = 0
        if not got:
            return bytearray()
        place += got
    return content
