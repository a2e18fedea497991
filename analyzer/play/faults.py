"""The message about a policy's mistake: who did what, in which game, and the command that shows it."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from analyzer.cells import Cell, CellReference
from analyzer.kernel.faults import Fault

FAULT_WORDS = {
    Fault.ILLEGAL: "answered with an action that is not among its options",
    Fault.NOT_A_NUMBER: "gave a score that is not a number",
    Fault.RAISED: "raised an exception",
    Fault.BEYOND: "read or wrote beyond the end of an array",
    Fault.DIVIDED: "divided by zero",
    Fault.WROTE: "changed what it was shown: rules, table, hand and knobs may only be read",
}


@dataclass(frozen=True)
class FaultReport:
    """The first fault of a run: who did what wrong, in which game."""

    deal: int
    turn: int
    seat: int
    fault: int


def fault_message(cell: Cell, seed: int, report: FaultReport, share: str = "", place: str = "") -> str:
    """Say which policy did what wrong, when, in how many games, in which line, and how to see it."""
    policy = cell.seats[report.seat].policy
    deed = FAULT_WORDS[Fault(report.fault)]
    when = "; ".join(filter(None, (f"deal {report.deal}, turn {report.turn}", share)))
    see = replay_command(cell.reference, seed, report.deal)
    line = f" {place}." if place else ""
    return f"policy {policy.name!r} at seat {report.seat} {deed} ({when}).{line} See it: {see}"


def replay_command(reference: CellReference, seed: int, deal: int | None = None) -> str:
    """Write the command that replays a deal of a cell; without a deal, all of it up to the number."""
    number = [] if deal is None else [str(deal)]
    return shlex.join(["analyzer", "replay", *reference.arguments(), "--seed", str(seed), "--deal", *number])
