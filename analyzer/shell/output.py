"""What a command says: a document or a screen on stdout, remarks on stderr, on terminals that lack letters too."""

import codecs
import contextlib
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import typer

_PLAIN = {"…": "...", "–": "-", "—": "-", "−": "-", "±": "+-", "×": "x", "→": "->", "≤": "<=", "≥": ">=", "·": "*"}
_PLAIN |= {"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "█": "#", "•": "*", "Δ": "d", "≈": "~", "½": "1/2"}
_NAME = "analyzer-plain"

Result = TypeVar("Result")


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


def show(document: Any, screen: Any, as_json: bool) -> None:
    """Print a result: as one JSON document, or for the terminal."""
    if as_json:
        show_document(document)
    else:
        show_screen(screen)


def show_document(document: Any) -> None:
    """Print plain data as one JSON document."""
    typer.echo(json.dumps(document, indent=2, allow_nan=False))


def show_screen(screen: Any) -> None:
    """Print something for the terminal."""
    from rich.console import Console

    Console(highlight=False).print(screen, crop=False)  # a path that does not fit is still whole


def check_report(folder: Path | None) -> None:
    """Refuse what cannot be the folder of a report, before anything is played."""
    if folder is not None:
        from analyzer.reporting.build import check_report_folder

        check_report_folder(folder, "--report")


def say(text: str) -> None:
    """Make a remark on stderr."""
    typer.echo(text, err=True)


@contextlib.contextmanager
def debugging(wanted: bool) -> Iterator[None]:
    """Show where a problem comes from before it is told, if that is wanted."""
    try:
        yield
    except Exception as problem:
        if wanted:
            say_traceback(problem)
        raise


def say_traceback(problem: Exception) -> None:
    """Show on stderr where a problem comes from."""
    say("".join(traceback.format_exception(problem)).rstrip())


def watched(study: Callable[..., Result], *what: Any, **options: Any) -> Result:
    """Play a study with a progress bar; Ctrl-C ends it early, and what is finished stays in its folder."""
    from analyzer.shell.progress import play_study

    announce_compilation()
    return play_study(study, *what, **options)


def announce_compilation() -> None:
    """Say on stderr when something must be compiled first."""
    from analyzer.kernel.compiler.announcing import announce_compilation as announce
    from analyzer.shell.progress import show_compilation

    announce(say, show_compilation if sys.stderr.isatty() else None)
