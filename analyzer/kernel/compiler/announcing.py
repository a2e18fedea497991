"""Reports compilation while it happens: how long it will take, and its progress."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import event

from analyzer.kernel.compiler.callee import callees
from analyzer.kernel.compiler.sources import are_files, cache_directory

SECONDS_PER_FUNCTION = 0.13  # measured with all games; on the way, what this machine takes replaces it
LEAST_FUNCTIONS = 40  # a policy of ten lines is put together with so many others
_ENOUGH = 10  # functions after which the pace of this machine is known
_LOOK_SECONDS = 0.2
_CROWDING_SECONDS = 0.1  # several turns of the processor


def announce_compilation(say: Callable[[str], None], show: Callable[[str], None] | None = None) -> None:
    """Call `say` once, when this process first has to compile something that no cache holds.

    `show` receives the progress several times a second, and an empty text when it is over.
    """
    event.register("numba:compile", _Announcer(say, show))


class _Announcer(event.Listener):  # type: ignore[misc]
    """Follows the compilation of every function; the functions it calls are compiled meanwhile."""

    def __init__(self, say: Callable[[str], None], show: Callable[[str], None] | None) -> None:
        self.say: Callable[[str], None] | None = say
        self.show = show
        self.depth = 0
        self.done = 0
        self.expected = 0
        self.began = self.shown = 0.0

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - the listener's signature
        """Hear that a function is begun; with the first one it is known how many there will be."""
        self.depth += 1
        if self.say is not None:
            say, self.say = self.say, None
            self.began, self.expected = time.monotonic(), max(count_missing(), LEAST_FUNCTIONS)
            seconds = _rounded(self.expected * SECONDS_PER_FUNCTION * crowding())
            say(f"compiling for this machine, about {seconds}; this happens once, later runs start at once …")

    def on_end(self, event: Any) -> None:  # noqa: ARG002 - the listener's signature
        """Hear that a function is finished."""
        self.depth -= 1
        self.done += 1
        now = time.monotonic()
        if self.show is not None and (self.depth == 0 or now - self.shown > _LOOK_SECONDS):
            self.shown = now
            self.show("" if self.depth == 0 else self.progress(now - self.began))

    def progress(self, seconds: float) -> str:
        """Report the progress, and the time left."""
        pace = seconds / self.done if self.done > _ENOUGH else SECONDS_PER_FUNCTION
        left = max(self.expected - self.done, 1) * pace
        return f"compiling: {self.done} of about {max(self.expected, self.done)} functions, {_rounded(left)} left"


class Compiled(event.Listener):  # type: ignore[misc]
    """Counts the functions that are compiled; those from a cache are not."""

    def __init__(self) -> None:
        self.functions = 0

    def on_start(self, event: Any) -> None:  # noqa: ARG002 - the listener's signature
        """Hear that a function is begun."""
        self.functions += 1

    def on_end(self, event: Any) -> None:
        """Hear that a function is finished."""


@contextmanager
def counting_compilation() -> Iterator[Compiled]:
    """Count what is compiled meanwhile."""
    counter = Compiled()
    with event.install_listener("numba:compile", counter):
        yield counter


def count_missing() -> int:
    """Count the functions of which no cache holds this edition of their sources."""
    return sum(number for files, number in callees.items() if not _is_kept(files))


def _is_kept(files: tuple[str, ...]) -> bool:
    return not are_files(*files) or os.path.exists(cache_directory(*files))


def crowding() -> float:
    """Measure how many times longer work takes because other programs use the processors, too."""
    began, used = time.monotonic(), time.thread_time()
    while (wall := time.monotonic() - began) < _CROWDING_SECONDS:
        pass
    return max(wall / max(time.thread_time() - used, 1e-3), 1.0)


def _rounded(seconds: float) -> str:
    if seconds < 90:
        return f"{max(5 * round(seconds / 5), 1)} s"
    return f"{seconds / 60:.0f} minutes"
