"""What a command says: a document or a screen on stdout, remarks on stderr."""

from __future__ import annotations

import json
import sys
from typing import Any

import typer


def show(document: Any, screen: Any, as_json: bool) -> None:
    """Print a result: as one JSON document, or for the terminal."""
    if as_json:
        typer.echo(json.dumps(document, indent=2, allow_nan=False))
    else:
        show_screen(screen)


def show_screen(screen: Any) -> None:
    """Print something for the terminal."""
    from rich.console import Console

    Console(highlight=False).print(screen, crop=False)  # a path that does not fit is still whole


def say(text: str) -> None:
    """Make a remark on stderr."""
    typer.echo(text, err=True)


def announce_compilation() -> None:
    """Say on stderr when something must be compiled first."""
    from analyzer.kernel.announcing import announce_compilation as announce
    from analyzer.shell.progress import show_compilation

    announce(say, show_compilation if sys.stderr.isatty() else None)
