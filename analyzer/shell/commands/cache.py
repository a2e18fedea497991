"""`analyzer cache`: the compiled code on disk."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class Wish(StrEnum):
    """What to do with the cache."""

    PATH = "path"
    CLEAR = "clear"


def cache(
    wish: Annotated[Wish, typer.Argument(metavar="path|clear", help="Print where the cache is, or empty it.")],
) -> None:
    """Print where the compiled code is stored, or delete it; it is compiled again when needed.

    Example: analyzer cache path
    """
    from analyzer.kernel.disk import cache_root, clear_cache

    if wish == Wish.PATH:
        typer.echo(cache_root())
    else:
        typer.echo(f"{clear_cache() / 1e6:.1f} MB of compiled code deleted")
