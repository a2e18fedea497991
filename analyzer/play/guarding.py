"""Rules and knobs of guarded policies: a copy of the rules for every seat, compared when some games are over.

What a policy writes to its rules changes no game (the driver has the rules themselves), but it is a fault all the same.
Table and hand are copied and compared at every decision: see kernel/shown.py.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.cells import Cell


class Shown:
    """What lies before the guarded seats of a table: copies of the rules, in every thread that plays, and knobs."""

    def __init__(self, rules: Any, knobs: Any, is_guarded: list[bool]) -> None:
        self.rules = rules
        self.knobs = knobs  # by seat
        self.is_guarded = is_guarded
        self._own = threading.local()

    def show(self, bench: Any) -> None:
        """Lay knobs on all desks of a bench, and fresh copies of the rules before the guarded seats."""
        bench["desks"]["knobs"] = self.knobs
        if not any(self.is_guarded):
            return
        copies = self._copies()
        copies[:] = self.rules
        for seat, is_guarded in enumerate(self.is_guarded):
            bench["desks"]["shown"][0, seat] = copies[seat : seat + 1].ctypes.data if is_guarded else 0

    def writer(self, bench: Any) -> int | None:
        """Tell which seat has written to its rules or knobs."""
        rules, knobs = self.rules.tobytes(), bench["desks"]["knobs"][0]
        guarded = [seat for seat, is_guarded in enumerate(self.is_guarded) if is_guarded]
        for seat in guarded:
            if self._copies()[seat].tobytes() != rules or knobs[seat].tobytes() != self.knobs[seat].tobytes():
                return seat
        return None

    def _copies(self) -> Any:
        if not hasattr(self._own, "copies"):
            self._own.copies = np.repeat(np.asarray(self.rules)[None], len(self.is_guarded))
        return self._own.copies


def guarded(cell: Cell) -> Cell:
    """Give a cell whose policies all play guarded, also those that are shipped."""
    seats = tuple(replace(seat, policy=replace(seat.policy, is_guarded=True)) for seat in cell.seats)
    return replace(cell, seats=seats)
