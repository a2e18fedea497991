"""What can be wrong with a policy's answer: faults are data, a kernel never raises."""

import threading
from enum import IntEnum

from analyzer.errors import AnalyzerError


class Fault(IntEnum):
    """Why a game could not go on."""

    NONE = 0
    ILLEGAL = 1
    NOT_A_NUMBER = 2
    RAISED = 3
    BEYOND = 4
    DIVIDED = 5
    WROTE = 6


class ChangedWhatItSaw(Exception):
    """A policy wrote to the table or the hand it was shown."""


class Unanswered(Exception):
    """A policy in plain Python raised something, which is set aside: it cannot pass through compiled code."""


class NoSuchSeat(Exception):
    """The rules of an own game asked a seat at which nobody sits."""


class NoEnd(Exception):
    """A game of an own game went on and on."""


_aside = threading.local()


def set_aside(problem: BaseException) -> None:
    """Keep what a policy in plain Python raised in this thread."""
    _aside.problem = problem


def fault_of_exception(problem: Exception) -> Fault:
    """Tell what a policy did that raised this; plain Python has exceptions of its own for the same deeds."""
    if isinstance(problem, Unanswered):
        reason = _aside.problem
        if isinstance(reason, AnalyzerError | MemoryError) or not isinstance(reason, Exception):
            raise reason  # no deed of a policy
        problem = reason
    if isinstance(problem, ChangedWhatItSaw) or "read-only" in str(problem):
        return Fault.WROTE
    if isinstance(problem, ZeroDivisionError | FloatingPointError):
        return Fault.DIVIDED
    return Fault.BEYOND if isinstance(problem, IndexError) else Fault.RAISED
