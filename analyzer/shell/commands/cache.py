"""`analyzer cache`: the compiled code on disk."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Wish(StrEnum):
    """What can be done about the cache."""

    PATH = "path"
    CLEAR = "clear"


def cache(wish: Annotated[Wish, typer.Argument(metavar="path|clear", help="Say where it is, or empty it.")]) -> None:
    """Say where the compiled code lies, or delete it; it is made again when needed.

    Example: analyzer cache path
    """
    from analyzer.kernel.disk import cache_root, clear_cache

    if wish == Wish.PATH:
        typer.echo(cache_root())
    else:
        typer.echo(f"{clear_cache() / 1e6:.1f} MB of compiled code deleted")
