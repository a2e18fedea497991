"""The rules that guarded policies are shown: a copy for every seat, compared when some games are over.

What a policy writes there changes no game (the driver has the rules themselves), but it is a fault all the same.
Table and hand are copied and compared at every decision: see kernel/shown.py.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.cells import Cell


class ShownRules:
    """Copies of the rules for the guarded seats of a table, in every thread that plays at it."""

    def __init__(self, rules: Any, is_guarded: list[bool]) -> None:
        self.rules = rules
        self.is_guarded = is_guarded
        self._own = threading.local()

    def show(self, bench: Any) -> None:
        """Lay fresh copies before the guarded seats of a bench."""
        if not any(self.is_guarded):
            return
        copies = self._copies()
        copies[:] = self.rules
        for seat, is_guarded in enumerate(self.is_guarded):
            bench["desks"]["shown"][0, seat] = copies[seat : seat + 1].ctypes.data if is_guarded else 0

    def writer(self) -> int | None:
        """Tell which seat has written to its copy."""
        original = self.rules.tobytes()
        guarded = [seat for seat, is_guarded in enumerate(self.is_guarded) if is_guarded]
        return next((seat for seat in guarded if self._copies()[seat].tobytes() != original), None)

    def _copies(self) -> Any:
        if not hasattr(self._own, "copies"):
            self._own.copies = np.repeat(np.asarray(self.rules)[None], len(self.is_guarded))
        return self._own.copies


def guarded(cell: Cell) -> Cell:
    """Give a cell whose policies all play guarded, also those that are shipped."""
    seats = tuple(replace(seat, policy=replace(seat.policy, is_guarded=True)) for seat in cell.seats)
    return replace(cell, seats=seats)
