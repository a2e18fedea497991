"""`analyzer variants`: the named variants and the rule switches of a game."""

from __future__ import annotations

from analyzer.shell.options import GameName, Json
from analyzer.shell.output import show


def variants(game: GameName, as_json: Json = False) -> None:
    """List the named variants and the rule switches of a game.

    Example: analyzer variants tranquility
    """
    from analyzer.catalog import load_game
    from analyzer.games.listings import variants_document
    from analyzer.shell.screens import variants_screen

    loaded = load_game(game)
    show(variants_document(loaded), variants_screen(loaded), as_json)
