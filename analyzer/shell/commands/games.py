"""`analyzer games`: the games there are."""

from __future__ import annotations

from analyzer.shell.options import Json
from analyzer.shell.output import show


def games(as_json: Json = False) -> None:
    """List the games.

    Example: analyzer games
    """
    from analyzer.catalog import game_names, load_game, policies_of
    from analyzer.games.listings import game_document
    from analyzer.shell.screens import games_screen

    loaded = [(load_game(name), len(policies_of(name))) for name in game_names()]
    show([game_document(game, count) for game, count in loaded], games_screen(loaded), as_json)
