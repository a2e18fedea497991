"""`analyzer bench`: how fast the games are played."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.shell.options import Games, Json
from analyzer.shell.output import announce_compilation, show


def bench(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; by default all.")] = None,
    games: Games = 100_000,
    as_json: Json = False,
) -> None:
    """Measure games and decisions per second, on one core and on all."""
    from analyzer.catalog import game_names
    from analyzer.play.limits import check_games
    from analyzer.play.speed import measure_game
    from analyzer.shell.screens import speed_screen

    announce_compilation()
    check_games(games)
    rows = [row for name in game or game_names() for row in measure_game(name, games=games)]
    show(rows, speed_screen(rows), as_json)
