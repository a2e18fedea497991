"""A process that is a copy of this one: it does what is asked through a pipe, and may end at any moment.

Arrays can be shared with it: what one writes, the other reads, also after its end.
"""

import contextlib
import json
import mmap
import os
import select
import signal
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numba.core.compiler_lock import global_compiler_lock

from analyzer.kernel.apart.limits import how_it_ended, settle
from analyzer.kernel.faults import Died, Late

CAN_FORK = hasattr(os, "fork")
_LOOK_SECONDS = 1.0
_LARGEST = 1 << 16
_MOST_DESCRIPTORS = 1 << 16
_LAST = b"\n"

_forking = threading.RLock()  # a second copy must not keep the first one's pipe open
_here = {"is_copy": False}


def is_copy() -> bool:
    """Tell whether this process is such a copy."""
    return _here["is_copy"]


class Forked:
    """A copy of this process, with a pipe in each direction."""

    def __init__(self, serve: Callable[[int, int], None], keeps: Iterable[int] = ()) -> None:
        """Start it; there it serves: commands come in at the first descriptor, answers go out at the second.

        Of the descriptors that are open here, it keeps these alone: nobody else's line stays open through it.
        """
        with _forking:
            asked, answered, parent = os.pipe(), os.pipe(), os.getpid()
            self.pid = _fork()
            if self.pid == 0:
                _close_but(asked[0], answered[1], *keeps)
                _be_a_copy(parent, serve, asked[0], answered[1])
            os.close(asked[0])
            os.close(answered[1])
        self.commands, self.answers = asked[1], answered[0]
        self.end = weakref.finalize(self, _end, parent, self.pid, self.commands, self.answers)
        self.words = ""  # why it was ended from here

    def tell(self, command: bytes) -> None:
        """Send a command."""
        with contextlib.suppress(BrokenPipeError):  # its end is noticed when nothing comes back
            os.write(self.commands, command)

    def hear(self, size: int, seconds: float = 0.0) -> bytes:
        """Wait for an answer; raise `Died` if the process ends first, TimeoutError if it takes longer (0: no limit)."""
        until = time.monotonic() + seconds
        while not select.select([self.answers], [], [], min(_LOOK_SECONDS, seconds or _LOOK_SECONDS))[0]:
            if self._is_gone():
                break
            if seconds and time.monotonic() > until:
                raise TimeoutError
        answer = os.read(self.answers, size)
        if not answer:
            raise (Late if self.words else Died)(self.how())
        return answer

    def _is_gone(self) -> bool:
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def how(self) -> str:
        """Wait for its end, and say how it ended."""
        self.end.detach()
        _, status = os.waitpid(self.pid, 0)
        os.close(self.commands)
        os.close(self.answers)
        return self.words or how_it_ended(status)

    def leave(self, words: str) -> None:
        """End it from another thread: whoever waits for its answer hears why."""
        self.words = words
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)


def _fork() -> int:
    with global_compiler_lock, warnings.catch_warnings():  # the copy must be able to compile
        warnings.simplefilter("ignore", DeprecationWarning)  # other threads are not copied, and nobody waits for them
        return os.fork()


def _close_but(*kept: int) -> None:
    first = 3  # after stdin, stdout and stderr
    for number in sorted(kept):
        os.closerange(first, number)
        first = number + 1
    os.closerange(first, _MOST_DESCRIPTORS)


def _be_a_copy(parent: int, serve: Callable[[int, int], None], commands: int, answers: int) -> None:
    code = 1
    try:
        _here["is_copy"] = True
        settle(parent)
        serve(commands, answers)
        code = 0
    finally:
        os._exit(code)


def _end(owner: int, pid: int, *descriptors: int) -> None:
    """End a copy, unless this is another copy, in which what its threads knew is forgotten."""
    if os.getpid() != owner:
        return
    for descriptor in descriptors:
        os.close(descriptor)
    with contextlib.suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def apart(work: Callable[[], Any], seconds: float = 0.0) -> Any:
    """Do some work in a copy of this process, and give back its result, which is plain data."""

    def serve(_commands: int, answers: int) -> None:
        write_all(answers, json.dumps(work()).encode() + _LAST)

    copy, found = Forked(serve), b""
    try:
        while not found.endswith(_LAST):
            found += copy.hear(_LARGEST, seconds)
    finally:
        copy.end()
    return json.loads(found)


def write_all(descriptor: int, left: bytes | memoryview) -> None:
    """Write all of it, however little fits at once."""
    while left:
        left = left[os.write(descriptor, left) :]


def shared(layout: Any, shape: int | tuple[int, ...] = 1) -> Any:
    """Make an array of zeros in shared memory."""
    kind = np.dtype(layout)
    count = int(np.prod(shape))
    return np.frombuffer(mmap.mmap(-1, max(kind.itemsize * count, 1)), kind, count).reshape(shape)


def shared_copy(array: Any) -> Any:
    """Copy an array into shared memory, byte by byte."""
    copy = shared(array.dtype, array.shape)
    copy.view(np.uint8)[:] = array.view(np.uint8)
    return copy
