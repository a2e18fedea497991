"""What can be wrong with a policy's answer: faults are data, a kernel never raises."""

from __future__ import annotations

from enum import IntEnum


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


def fault_of_exception(problem: Exception) -> Fault:
    """Tell what a policy did that raised this; plain Python has exceptions of its own for the same deeds."""
    if isinstance(problem, ChangedWhatItSaw) or "read-only" in str(problem):
        return Fault.WROTE
    if isinstance(problem, ZeroDivisionError | FloatingPointError):
        return Fault.DIVIDED
    return Fault.BEYOND if isinstance(problem, IndexError) else Fault.RAISED
