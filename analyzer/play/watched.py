"""Tasks that a worker plays in a second thread: the first one can still say which policy does not answer."""

from __future__ import annotations

import queue
import threading
import time
from typing import Any

from analyzer.errors import PolicyFault
from analyzer.play.control import Control
from analyzer.play.tasks import Part, Task, play_task
from analyzer.play.watchdog import Watchdog

LOOK_SECONDS = 0.5

_own = threading.local()  # the second thread of every thread that waits


class _TaskThread(threading.Thread):
    """A thread that plays one task after the other; it ends with its process, which would wait for an executor's."""

    def __init__(self) -> None:
        super().__init__(name="tasks", daemon=True)
        self.tasks: queue.SimpleQueue[tuple[Task, Control]] = queue.SimpleQueue()
        self.done: queue.SimpleQueue[Any] = queue.SimpleQueue()  # parts, or what was raised
        self.start()

    def run(self) -> None:
        """Play whatever comes."""
        while True:
            try:
                self.done.put(play_task(*self.tasks.get()))
            except Exception as problem:  # whoever waits raises it
                self.done.put(problem)


def play_watched(task: Task, limit: float) -> Part | None:
    """Play a task; a policy that thinks longer than the limit about one question is a fault (0: no limit)."""
    if not limit:
        return play_task(task)
    if not hasattr(_own, "thread"):
        _own.thread = _TaskThread()
    control, watchdog = Control(), Watchdog(limit)
    _own.thread.tasks.put((task, control))
    while True:
        try:
            return _opened(_own.thread.done.get(timeout=min(LOOK_SECONDS, limit / 4)))
        except queue.Empty:
            words = watchdog.check(list(control.under_way), time.monotonic())
        if words is not None:
            del _own.thread  # it cannot be stopped; the next task gets another one
            raise PolicyFault(words)


def _opened(found: Any) -> Part | None:
    if isinstance(found, Exception):
        raise found
    part: Part | None = found
    return part
