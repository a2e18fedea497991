"""Reads the names that a study is asked about: lists of policies, variants and numbers of players."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.catalog import policies_of
from analyzer.cells import make_seat
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.games.written import WrittenPolicy, read_policy, split_list

FLOOR = "random_legal"  # which every game has, and nobody needs to beat


def listed(given: Sequence[str] | str | None) -> list[str]:
    """Split what may be a text with commas."""
    if given is None:
        return []
    return split_list(given) if isinstance(given, str) else list(given)


def read_policies(game: Game, given: Sequence[str] | str | None, fewest: int = 2) -> dict[str, WrittenPolicy]:
    """Give the policies to play by their label: those asked for, or all but random play and clairvoyants."""
    texts = listed(given) or [name for name in policies_of(game.name) if _is_player(game, name)]
    found: dict[str, WrittenPolicy] = {}
    for policy in map(read_policy, texts):
        label = make_seat(game, policy).label
        if label in found:
            raise BadInput(f"--policies: {label!r} occurs twice; give each policy once")
        found[label] = policy
    if len(found) < fewest:
        raise BadInput(f"--policies {','.join(texts)}: give {fewest} or more; {game.name} has {_known(game)}")
    return found


def _is_player(game: Game, name: str) -> bool:
    return name != FLOOR and "clairvoyant" not in policies_of(game.name)[name].traits


def _known(game: Game) -> str:
    return ", ".join(policies_of(game.name))


def read_counts(given: Sequence[int] | str | int | None) -> list[int]:
    """Read numbers of players: one, several, or a text with commas; the game says later which it allows."""
    if given is None or isinstance(given, int):
        return [] if given is None else [given]
    try:
        counts = [int(item) for item in listed(given)] if isinstance(given, str) else [int(item) for item in given]
    except ValueError as problem:
        raise BadInput(f"--players {given}: give whole numbers, separated by commas: 2,3") from problem
    if len(set(counts)) < len(counts):
        raise BadInput(f"--players {given}: give each number once")
    return counts
