"""What can be wrong with a policy's answer: faults are data, a kernel never raises."""

from __future__ import annotations

from enum import IntEnum


class Fault(IntEnum):
    """Why a game could not go on."""

    NONE = 0
    ILLEGAL = 1
    NOT_A_NUMBER = 2
    RAISED = 3
