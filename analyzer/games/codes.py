"""What a policy is asked and how it answers: questions, answers and codes of a game, as its glossary says them.

Nothing is written twice: the numbers of cards and places come from the component data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from analyzer.games.glossary import Answers, Code, Codes, members_of
from analyzer.games.interface import Game

PIECES = ("renown_tile",)  # entries of the component data that stand for several pieces each


def questions_of(game: Game) -> tuple[Code, ...]:
    """List the questions that a policy of a game is asked."""
    return members_of(game.phases)


def answers_of(game: Game) -> Answers:
    """Tell how the answers of a game are written."""
    return game.glossary.answers


def codes_of(game: Game) -> list[Codes]:
    """List the codes of cards, goods, kinds and places."""
    return [*game.glossary.codes, *_numbered(game)]


def _numbered(game: Game) -> Iterator[Codes]:
    """List the entries of the component data that have a name: they are numbered in its order."""
    tree: dict[str, Any] = game.components.tree if game.components is not None else {}
    for name, entries in tree.items():
        if name not in PIECES and isinstance(entries, list) and all(map(_has_name, entries)):
            codes = tuple(Code(entry["id"], number, "") for number, entry in enumerate(entries))
            yield Codes(f"{name} (data)", "", codes)


def _has_name(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("id"), str) and not entry["id"].isdecimal()
