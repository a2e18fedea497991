"""`analyzer policies`: the policies of a game."""

from __future__ import annotations

from analyzer.shell.options import GameName, Json
from analyzer.shell.output import show


def policies(game: GameName, as_json: Json = False) -> None:
    """List the policies of a game, and its levels of play.

    Example: analyzer policies tranquility
    """
    from analyzer.catalog import load_game, policies_of
    from analyzer.games.listings import policy_document
    from analyzer.shell.screens import policies_screen

    loaded, found = load_game(game), policies_of(load_game(game).name)
    levels = {name: [level for level, who in loaded.levels.items() if who == name] for name in found}
    documents = [policy_document(policy) | {"levels": levels[policy.name]} for policy in found.values()]
    show(documents, policies_screen(loaded, found), as_json)
