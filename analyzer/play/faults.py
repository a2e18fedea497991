"""What is said of a policy's mistake, or of an own game's: who did what, in which deal and line, and what shows it."""

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.cells import Cell, CellReference
from analyzer.errors import AnalyzerError, BadInput, PolicyFault
from analyzer.games.interface import Game
from analyzer.games.policy_files.mistakes import told
from analyzer.games.policy_files.raised import told_raised
from analyzer.kernel.compiler.sources import is_own_part
from analyzer.kernel.driver import MOST_DECISIONS
from analyzer.kernel.faults import Fault, NoEnd, NoSuchSeat, Raised, fault_of_exception, reason_of
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


class CutShort(PolicyFault):
    """A policy lost its process, or never answered; what was played before it is the result."""

    def __init__(self, words: str, result: Any) -> None:
        super().__init__(words)
        self.result = result


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
_PLAINLY = {"NUMBA_DISABLE_JIT": "1"}
_OWN_VOICE = "analyzer: "  # how the command line begins a message
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
    try:
        return str(json.loads(_replay_plainly(reference, seed, deal).stdout)["place"])
    except (OSError, ValueError, KeyError, subprocess.TimeoutExpired):
        return ""  # the fault itself is told in any case


def _replay_plainly(reference: CellReference, seed: int, deal: int) -> subprocess.CompletedProcess[str]:
    """Play a deal again in plain Python, which knows the line of everything."""
    arguments = ["replay", *reference.arguments(), "--seed", str(seed), "--deal", str(deal), "--brief", "--json"]
    return subprocess.run(
        [sys.executable, "-m", "analyzer", *arguments],
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
        env={**os.environ, **_PLAINLY},
    )


# Of an own game


class RulesFault(BadInput):
    """The rules of an own game raised, or contradict each other: no policy is to blame."""

    def __init__(self, what: str, deal: int = 0, *, has_line: bool = True) -> None:
        super().__init__(what)
        self.deal, self.has_line = deal, has_line


def rules_raised(game: Game, problem: Exception, deal: int) -> RulesFault:
    """Say what the rules of a game raised, with the line if it is known."""
    place = _told_of_driver(game, problem) or told_raised(problem)
    what = place or f"its rules {FAULT_WORDS[fault_of_exception(problem)]}"
    return RulesFault(_message(game.name, what, deal), deal, has_line=bool(place))


def strict(game: Game) -> AbstractContextManager[Any]:
    """Let plain Python raise where the compiled rules of an own game do: numpy would divide by zero with a warning."""
    return np.errstate(divide="raise") if game.is_own else nullcontext()


def _told_of_driver(game: Game, problem: Exception) -> str:
    what = _BY_DRIVER.get(type(problem))
    return told_of_rule(game, "step", what) if what else ""


_BY_DRIVER: dict[type[Exception], str] = {
    NoSuchSeat: "the game asks a seat that does not exist: set table.asked to 0 … rules.players - 1",
    NoEnd: f"the game has no end: after {MOST_DECISIONS:,} questions table.cause is still 0",
}


def told_of_rule(game: Game, rule: str, what: str) -> str:
    """Say what is wrong with a rule of a game, where it begins."""
    code = getattr(game.written[rule], "py_func", game.written[rule]).__code__
    return told(code.co_filename, code.co_firstlineno, what)


@contextmanager
def blaming_rules(game: Game, deal: int) -> Iterator[None]:
    """Put what is raised down to the rules of an own game; those of this project raise nothing."""
    try:
        yield
    except AnalyzerError:
        raise
    except Exception as problem:
        if not game.is_own:
            raise
        raise rules_raised(game, problem, deal) from problem


def told_rules(reference: CellReference, seed: int, fault: RulesFault) -> BadInput:
    """Add to what rules did wrong the line, which compiled code does not know, and the command that shows it."""
    told = str(fault) if fault.has_line or IS_PLAIN else _told_plainly(reference, seed, fault) or str(fault)
    (name, value), *_ = _PLAINLY.items()
    command = f"{name}={value} {reference.replay_command(seed, fault.deal)}"
    return BadInput(told if " See it: " in told else f"{told} See it: {command}")


def _told_plainly(reference: CellReference, seed: int, fault: RulesFault) -> str:
    try:
        done = _replay_plainly(reference, seed, fault.deal)
    except (OSError, subprocess.TimeoutExpired):
        return ""  # what is known of it is told in any case
    if done.returncode == PolicyFault.exit_code:  # a look-ahead asks the rules, too
        return _message(reference.game, json.loads(done.stdout)["place"], fault.deal)
    told = [line for line in done.stderr.splitlines() if line.startswith(_OWN_VOICE)]
    return told[-1].removeprefix(_OWN_VOICE) if told and done.returncode == BadInput.exit_code else ""


def _message(game: str, what: str, deal: int) -> str:
    return f"game {game!r} cannot be played: {what} (deal {deal})." if what else ""
