"""What can go wrong for a user, each with its exit code and a helpful message."""

import difflib
import re
from collections.abc import Iterable

_LONGEST = 200  # letters of a wrong name that are looked at and shown
_ENDLESS = re.compile(r"(\S{1000})\S{200,}")  # longer than any path that one can read


class AnalyzerError(Exception):
    """A problem that is reported in one message, without a traceback; a word without end is told by its beginning."""

    exit_code = 1

    def __str__(self) -> str:
        """Tell the problem."""
        return _ENDLESS.sub(r"\1…", super().__str__())


class BadInput(AnalyzerError):
    """A wrong name, value, file or combination."""

    exit_code = 2


class PolicyFault(AnalyzerError):
    """A policy answered illegally, raised, or scored something that is not a number."""

    exit_code = 4


class MachineTrouble(AnalyzerError):
    """The machine failed: a disk, a worker or a scheduler; what was finished is kept."""

    exit_code = 3


class DamagedRun(MachineTrouble):
    """What a run directory holds is not what was written to it."""


class ClaimsFail(AnalyzerError):
    """A claim about a game no longer holds: a result, not a mistake of the user."""

    exit_code = 5


class Interrupted(AnalyzerError):
    """The user pressed Ctrl-C."""

    exit_code = 130


def unknown(kind: str, given: str, known: Iterable[str], where: str = "") -> BadInput:
    """Say that a name is unknown, which one may be meant, and which are known."""
    names, given = list(known), given if len(given) <= _LONGEST else f"{given[:_LONGEST]}…"
    near = difflib.get_close_matches(given, names, n=1, cutoff=0.5)
    hint = f"; did you mean {near[0]!r}?" if near else "."
    place = f"{where}: " if where else ""
    return BadInput(f"{place}unknown {kind} {given!r}{hint} Known: {', '.join(names) or 'none'}.")
