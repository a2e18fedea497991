"""Finds the line of a policy's file that made a fault.

Compiled code knows no lines for most of what goes wrong. Plain Python does: the same deal is played once more by the
same rules and policies without compilation, in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback

from analyzer.cells import CellReference
from analyzer.games.mistakes import told
from analyzer.kernel.faults import Fault, fault_of_exception
from analyzer.kernel.jit import IS_PLAIN
from analyzer.kernel.sources import is_own_part

_PATIENCE = 60.0  # seconds
_WITH_A_LINE = (Fault.RAISED, Fault.BEYOND, Fault.DIVIDED, Fault.WROTE)


def place_in(problem: Exception) -> str:
    """Say where in a policy's own files an exception came from, and what it says; empty if nowhere there."""
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if frame.lineno and is_own_part(frame.filename)]
    is_write = fault_of_exception(problem) == Fault.WROTE
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
