"""Terminals that cannot show every letter: what they lack is written with the letters they have."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from typing import Any

_PLAIN = {"…": "...", "–": "-", "—": "-", "−": "-", "±": "+-", "×": "x", "→": "->", "≤": "<=", "≥": ">=", "·": "*"}
_PLAIN |= {"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "█": "#", "•": "*", "Δ": "d", "≈": "~", "½": "1/2"}
_NAME = "analyzer-plain"


def _written(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    text = problem.object[problem.start : problem.end]
    plain = "".join(_PLAIN.get(sign, sign.encode("ascii", "backslashreplace").decode()) for sign in text)
    return plain, problem.end


def prepare_terminal() -> None:
    """Make sure that printing never fails because of a letter, nor of a file name that is not text."""
    codecs.register_error(_NAME, _written)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=_NAME)


def close_output() -> str | None:
    """Flush what was printed; return the reason if that fails."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of the pipe has gone; there is nobody to tell
        _forget(sys.stdout)
    except OSError as problem:
        _forget(sys.stdout)
        return problem.strerror or str(problem)
    return None


def _forget(stream: Any) -> None:
    """Send what cannot be written nowhere, so that the end of the process does not try again."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
