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
    MEMORY = 7


class ChangedWhatItSaw(Exception):
    """A policy wrote to the table or the hand it was shown."""


class Unanswered(Exception):
    """A policy in plain Python raised something, which is set aside: it cannot pass through compiled code."""


class NoSuchSeat(Exception):
    """The rules of an own game asked a seat at which nobody sits."""


class NoEnd(Exception):
    """A game of an own game went on and on."""


class Raised(Exception):
    """A policy raised something in a process of its own: which fault that is, what it says, and where."""

    def __init__(self, fault: int, text: str = "", place: str = "") -> None:
        super().__init__(text)
        self.fault, self.place = Fault(fault), place


class Died(Exception):
    """The process of a policy ended, or was ended, before it answered; the text says how."""


class Late(Died):
    """The process of a policy was ended because it did not answer; the text is all there is to say."""


_aside = threading.local()


def set_aside(problem: BaseException) -> None:
    """Keep what a policy in plain Python raised in this thread."""
    _aside.problem = problem


def reason_of(problem: BaseException) -> BaseException:
    """Give what was set aside, for a seat that could not answer; anything else as it is."""
    reason: BaseException = _aside.problem if isinstance(problem, Unanswered) else problem
    return reason


def fault_of_exception(problem: BaseException) -> Fault:
    """Tell what a policy did that raised this; plain Python has exceptions of its own for the same deeds."""
    problem = reason_of(problem)
    if isinstance(problem, AnalyzerError | Died):
        raise problem  # no deed within a game
    if isinstance(problem, Raised):
        return problem.fault
    if isinstance(problem, ChangedWhatItSaw) or "read-only" in str(problem):
        return Fault.WROTE
    if isinstance(problem, ZeroDivisionError | FloatingPointError):
        return Fault.DIVIDED
    if isinstance(problem, MemoryError):
        return Fault.MEMORY
    return Fault.BEYOND if isinstance(problem, IndexError) else Fault.RAISED
