"""`analyzer new-policy`: a file to start from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.shell.options import GameName
from analyzer.shell.output import say


def new_policy(
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the policy: letters, digits, underscores.")],
    folder: Annotated[Path, typer.Option(help="Folder for NAME.py.")] = Path(),
) -> None:
    """Write a starter policy: commented, ready to run, and a decent player.

    Example: analyzer new-policy tranquility mine
    """
    from analyzer.studies.starters import new_policy as write

    file = write(game, name, folder)
    typer.echo(str(file))
    say(f"Try it:   analyzer simulate {game} --policy {file}\nCheck it: analyzer check {file}")
