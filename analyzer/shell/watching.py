"""Watches over a command from a separate thread: Ctrl-C works at once, and a policy that never answers is named.

The main thread may be compiling, or inside compiled code that no signal reaches. What is finished is kept on disk as it
is finished, so that the process may end at any moment.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from analyzer.errors import Interrupted, PolicyFault
from analyzer.play.control import Watchdog, answer_limit

if TYPE_CHECKING:  # numba is loaded by what plays, not by what watches
    from analyzer.play.control import Control

LEAVING_SECONDS = 1.6  # after Ctrl-C, for an orderly end
LOOK_SECONDS = 0.5

_controls: list[Control] = []  # of what is played


@contextmanager
def stopping_on_interrupt(control: Control) -> Iterator[None]:
    """Let Ctrl-C stop a control, instead of raising in the middle of its work."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: control.stop())
    _controls.append(control)
    try:
        yield
    finally:
        _controls.remove(control)
        signal.signal(signal.SIGINT, before)


@contextmanager
def watched_over() -> Iterator[None]:
    """Watch over a command."""
    limit = answer_limit()
    if threading.current_thread() is not threading.main_thread() or os.name != "posix":
        yield
        return
    read_fd, write_fd = os.pipe()
    os.set_blocking(write_fd, False)
    before = signal.set_wakeup_fd(write_fd, warn_on_full_buffer=False)
    interrupted = threading.Event()
    watch = threading.Thread(target=_watch, args=(read_fd, limit, interrupted), daemon=True)
    watch.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(write_fd)  # the thread closes the other end
        while watch.is_alive() and not interrupted.is_set():  # else it sees to it that the process ends, too
            watch.join(0.01)


def _watch(read_fd: int, limit: float, interrupted: threading.Event) -> None:
    """Listen until the command is over and closes the other end."""
    watchdog = Watchdog(limit)
    while True:
        if not select.select([read_fd], [], [], LOOK_SECONDS)[0]:
            playing = [item for control in list(_controls) for item in list(control.under_way)]
            words = watchdog.check(playing, time.monotonic())
            if words is not None:
                _leave(words, PolicyFault.exit_code)
            continue
        sign = os.read(read_fd, 1)
        if not sign:
            os.close(read_fd)
            return
        if sign[0] == signal.SIGINT:
            interrupted.set()
            _wait_for_the_end(read_fd)
            return


def _wait_for_the_end(read_fd: int) -> None:
    for control in list(_controls):
        control.stop()
    until = time.monotonic() + LEAVING_SECONDS
    while select.select([read_fd], [], [], max(until - time.monotonic(), 0.0))[0]:
        if not os.read(read_fd, 1):
            os.close(read_fd)
            _outlast(until)
            return
    thinking = any(control.under_way for control in _controls)
    why = "a policy did not answer, so the games in progress are lost" if thinking else "finished games are saved"
    _leave(f"interrupted; {why}. Run the same command to resume", Interrupted.exit_code)


def _outlast(until: float) -> None:
    """End a program whose command is over while its threads still run; leave other processes alone."""
    while time.monotonic() < until + LEAVING_SECONDS:
        if _is_ending():
            time.sleep(max(until - time.monotonic(), 0.3))
            os._exit(Interrupted.exit_code)
        time.sleep(0.02)


def _is_ending() -> bool:
    """Tell whether the interpreter is shutting down; it may then wait for threads forever."""
    return bool(getattr(threading, "_SHUTTING_DOWN", False)) or not threading.main_thread().is_alive()


def _leave(words: str, code: int) -> NoReturn:
    """End the process, whatever its other threads are doing."""
    sys.stderr.write(f"analyzer: {words}\n")
    sys.stderr.flush()
    os._exit(code)
