"""Where the luck of a game comes from: its streams of chance by name, and the sources they belong to.

A code of `Chance` says its source beside it; streams of one source are held, or counted, together.
"""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.errors import unknown
from analyzer.games.interface import Game
from analyzer.games.written import Freeze
from analyzer.kernel.streams import Held

POLICIES = "policies"  # the streams of which policies draw
TURN_ORDER = "turn-order"


def sources_of(game: Game) -> dict[str, tuple[str, ...]]:
    """List the sources of luck of a game, each with the streams that belong to it; the policies last."""
    found: dict[str, tuple[str, ...]] = {}
    for code in game.chances or ():
        name = _hyphened(getattr(code, "meaning", code.name))
        found[name] = (*found.get(name, ()), _hyphened(code.name))
    return {**found, POLICIES: ()}


def held_of(game: Game, freeze: Freeze) -> Held:
    """Find out which streams are held."""
    numbers = {_hyphened(code.name): int(code) for code in game.chances or ()}
    sources = sources_of(game)
    chance = choice = 0
    for name in freeze.streams:
        if name not in sources and name not in numbers:
            raise unknown(f"stream of chance of {game.name}", name, dict.fromkeys([*sources, *numbers]), where="freeze")
        chance |= _bits(numbers[stream] for stream in sources.get(name, (name,)))
        choice |= _bits(range(game.max_seats)) if name == POLICIES else 0
    return Held(chance, choice, freeze.deal, freeze.seed)


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in set(numbers))


def _hyphened(name: str) -> str:
    return name.lower().replace(" ", "-").replace("_", "-")
