"""`analyzer fields`: what a policy can read."""

from __future__ import annotations

from analyzer.shell.options import GameName, Json
from analyzer.shell.output import show


def fields(game: GameName, as_json: Json = False) -> None:
    """List the fields of rules, table and hand that a policy of a game can read.

    Example: analyzer fields tranquility
    """
    from analyzer.catalog import load_game
    from analyzer.games.fields import fields_document, fields_of
    from analyzer.shell.screens import fields_screen

    loaded = load_game(game)
    show(fields_document(loaded), fields_screen(loaded.title, fields_of(loaded)), as_json)
