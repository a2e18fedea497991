"""The server that starts clean processes: `python -m analyzer.play.apart.server DESCRIPTOR`.

It never loads a policy itself. A process that it forks loads one file, and either says what is in it, or plays one
of its policies at one seat.
"""

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from analyzer.catalog import load_game
from analyzer.errors import AnalyzerError
from analyzer.games.policy_files.loading import describe, policies_in_file
from analyzer.kernel.apart import chairs, limits
from analyzer.kernel.apart.clean import receive, send
from analyzer.kernel.compiler import sources
from analyzer.play.faults import place_in

_LOOK_SECONDS = 1.0
_ENDING_SECONDS = 2.0  # for a process that has closed its line
_KEPT = 1000  # processes whose end is remembered

_ended: dict[int, int] = {}  # the status of processes, by their ids


def main() -> None:
    """Serve until the main process is gone."""
    line = socket.socket(fileno=int(sys.argv[1]))
    os.set_inheritable(line.fileno(), False)
    gc.collect()
    gc.freeze()  # what is here now is shared with all processes
    while True:
        if select.select([line], [], [], _LOOK_SECONDS)[0]:
            try:
                request, descriptors = receive(line)
                send(line, _served(request, descriptors, line))
            except OSError:
                os.killpg(0, signal.SIGKILL)  # this session is the server and what it started
        _reap()


def _served(request: dict[str, Any], descriptors: list[int], line: socket.socket) -> dict[str, Any]:
    if "start" in request:
        return {"pid": _start(request["start"], descriptors[0], line)}
    if "end" in request:
        with contextlib.suppress(ProcessLookupError):
            os.kill(request["end"], signal.SIGKILL)
        return {}
    return {"status": _status_of(request["ended"])}


def _reap() -> None:
    """Take note of all processes that have ended."""
    with contextlib.suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            _ended[found[0]] = found[1]
    while len(_ended) > _KEPT:
        _ended.pop(next(iter(_ended)))


def _status_of(pid: int) -> int | None:
    """Wait a little for the end of a process, then end it."""
    until = time.monotonic() + _ENDING_SECONDS
    while pid not in _ended and time.monotonic() < until:
        _reap()
        time.sleep(0.001)
    if pid not in _ended:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return _ended.get(pid)


# In a process that was started


def _start(request: dict[str, Any], descriptor: int, line: socket.socket) -> int:
    server = os.getpid()
    pid = os.fork()
    if pid == 0:
        line.close()
        _play(request, socket.socket(fileno=descriptor), server)
    os.close(descriptor)
    return pid


def _play(request: dict[str, Any], line: socket.socket, server: int) -> NoReturn:
    code = 1
    try:
        limits.settle(server)
        gc.enable()
        os.environ.clear()
        os.environ.update(request["environment"])
        sys.path[:] = request["path"]
        os.chdir(request["folder"])
        _answer(request, line)
        code = 0
    finally:
        with contextlib.suppress(Exception):
            sys.stdout.flush()
        os._exit(code)


def _answer(request: dict[str, Any], line: socket.socket) -> None:
    try:
        found = policies_in_file(Path(request["file"]))
    except AnalyzerError as problem:
        send(line, {"problem": str(problem)})
        return
    if "name" not in request:
        listed = [describe(policy) for policy in found]
        send(line, {"problem": "", "policies": listed, "sources": sources.handed_on()})
        return
    (policy,) = (item for item in found if item.name == request["name"])
    game = load_game(policy.game)
    chairs.serve(line, policy.decide, policy.name, (game.rules, game.table, game.hand), place_in)


if __name__ == "__main__":
    main()
