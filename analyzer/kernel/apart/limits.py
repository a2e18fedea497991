"""What a process that runs a policy may do: limited time and memory, no word on stdout, no life alone."""

import contextlib
import ctypes
import faulthandler
import gc
import os
import resource
import signal
import sys
import threading
import time
from pathlib import Path

from analyzer.errors import BadInput

PATIENCE = "ANALYZER_PATIENCE"  # seconds that a policy may think about one question, or its file may take to load
_USUAL_PATIENCE = "60"
_PARENT_SECONDS = 0.5  # how often a process looks whether its parent is still there, where no signal tells
_FIRST_TO_GO = "800"  # of 1000: if the machine runs out of memory, this process ends and not the one that keeps results
_DATA = 5  # the place of what a process has written to, among the sizes that the system tells
_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG

_WHY = {
    signal.SIGSEGV: "it read or wrote where nothing is",
    signal.SIGBUS: "it read or wrote where nothing is",
    signal.SIGFPE: "it divided as no processor can",
    signal.SIGABRT: "it, or a library that it uses, gave up",
    signal.SIGKILL: "the machine ran out of memory, or somebody ended it",
}


def answer_limit() -> float:
    """Read how long a policy may think; 0 means no limit."""
    text = os.environ.get(PATIENCE) or _USUAL_PATIENCE
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not seconds >= 0:
        raise BadInput(f"{PATIENCE} = {text!r} is not a number of seconds; write {_USUAL_PATIENCE}, or 0 for no limit")
    return seconds


def settle(parent: int) -> None:
    """Begin as a process that runs a policy; the main process hears Ctrl-C and keeps the results."""
    with contextlib.suppress(ValueError):  # no thread but the first may
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()  # it would end things that belong to the parent
    faulthandler.disable()
    be_silent()
    end_with(parent)
    limit_memory()


def be_silent() -> None:
    """Send what is printed to stderr: stdout holds one document."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr = open(2, "w", buffering=1, errors="replace", closefd=False)  # noqa: SIM115


def end_with(parent: int) -> None:
    """Let this process end as soon as its parent has."""
    try:
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
    except (AttributeError, OSError):  # only Linux has it
        threading.Thread(target=_end_without, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _end_without(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_PARENT_SECONDS)
    os._exit(1)


def limit_memory() -> None:
    """Allow as much memory as the machine has, and no more: a policy that asks for more gets a MemoryError."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):  # not every system has these files
        page = os.sysconf("SC_PAGE_SIZE")
        own = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[_DATA]) * page
        most = own + physical_memory()  # of data: libraries may reserve addresses as they like
        resource.setrlimit(resource.RLIMIT_DATA, (most, resource.getrlimit(resource.RLIMIT_DATA)[1]))
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO, encoding="ascii")


def physical_memory() -> int:
    """Return the bytes of memory that the machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def how_it_ended(status: int) -> str:
    """Say how a process ended, by its status."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"ended its process with exit code {code}"
    try:
        number = signal.Signals(-code)
    except ValueError:
        return f"lost its process to signal {-code}"
    why = _WHY.get(number)
    return f"lost its process to {number.name}" + (f": {why}" if why else "")
