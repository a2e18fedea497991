"""What is said of a policy's mistake: who did what, in which game, in which line, and the command that shows it."""

import json
import os
import subprocess
import sys
import traceback
from dataclasses import dataclass

from analyzer.cells import Cell, CellReference
from analyzer.errors import AnalyzerError
from analyzer.games.policy_files.mistakes import told
from analyzer.kernel.compiler.sources import is_own_part
from analyzer.kernel.faults import Fault, Raised, fault_of_exception, reason_of
from analyzer.kernel.jit import IS_PLAIN

FAULT_WORDS = {
    Fault.ILLEGAL: "answered with an action that is not among its options",
    Fault.NOT_A_NUMBER: "gave a score that is not a number",
    Fault.RAISED: "raised an exception",
    Fault.BEYOND: "read or wrote beyond the end of an array",
    Fault.DIVIDED: "divided by zero",
    Fault.WROTE: "changed what it was shown: rules, table, hand and knobs may only be read",
    Fault.MEMORY: "asked for more memory than the machine has",
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
    see = cell.reference.replay_command(seed, report.deal)
    line = f" {place}." if place else ""
    return f"policy {policy.name!r} at seat {report.seat} {deed} ({when}).{line} See it: {see}"


_PATIENCE = 60.0  # seconds
_WITH_A_LINE = (Fault.RAISED, Fault.BEYOND, Fault.DIVIDED, Fault.WROTE, Fault.MEMORY)


def place_in(problem: BaseException) -> str:
    """Say where in a policy's own files an exception came from, and what it says; empty if nowhere there."""
    problem = reason_of(problem)
    if isinstance(problem, Raised):
        return problem.place
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if frame.lineno and is_own_part(frame.filename)]
    is_write = not isinstance(problem, AnalyzerError) and fault_of_exception(problem) == Fault.WROTE
    what = "this changes data that a policy may only read" if is_write else str(problem) or type(problem).__name__
    return told(own[-1].filename, own[-1].lineno or 0, what) if own else ""


def place_of_fault(reference: CellReference, seed: int, deal: int, fault: int) -> str:
    """Say where a fault of a deal was made; empty if it has no line, or cannot be found."""
    if IS_PLAIN or Fault(fault) not in _WITH_A_LINE:
        return ""
    arguments = ["replay", *reference.arguments(), "--seed", str(seed), "--deal", str(deal), "--brief", "--json"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "analyzer", *arguments],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
            env=environment,
        )
        return str(json.loads(done.stdout)["place"])
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        return ""  # the fault itself is told in any case
