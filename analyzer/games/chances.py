"""Where the luck of a game comes from: its streams of chance by name, the sources they belong to, and which are held.

A code of `Chance` says its source beside it; streams of one source are held, or counted, together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analyzer.errors import BadInput, unknown
from analyzer.games.interface import Game
from analyzer.kernel.streams import Held

POLICIES = "policies"  # the streams of which policies draw
TURN_ORDER = "turn-order"


@dataclass(frozen=True)
class Freeze:
    """Streams of chance that do not vary as the others do: they come from one deal, or from those of another seed."""

    streams: tuple[str, ...]
    deal: int | None = 0  # of the seed, in every game; None: the deal of the same number, which needs another seed
    seed: int | None = None  # whose deals they come from; None: that of the others

    def __str__(self) -> str:
        """Write it in words."""
        deal = "" if self.deal is None else f" of deal {self.deal}"
        return f"{', '.join(self.streams)}{deal}" + ("" if self.seed is None else f" of seed {self.seed}")

    def arguments(self) -> list[str]:
        """Write it as the commands take it."""
        deal = [] if self.deal is None else ["--freeze-deal", str(self.deal)]
        return ["--freeze", ",".join(self.streams), *deal, *_seed_argument(self.seed)]


def _seed_argument(seed: int | None) -> list[str]:
    return [] if seed is None else ["--freeze-seed", str(seed)]


def read_freeze(streams: str | Sequence[str] | None, deal: int | None = None, seed: int | None = None) -> Freeze | None:
    """Read which streams are held; by default those of deal 0, with a seed of their own those of its deals."""
    names = streams.split(",") if isinstance(streams, str) else list(streams or ())
    if not all(isinstance(name, str) and name.strip() for name in names):
        raise BadInput(f"freeze = {streams!r} is not a list of streams of chance; write them as in deck,setup")
    if not names and (deal is not None or seed is not None):
        raise BadInput("freeze_deal and freeze_seed say where the streams of freeze come from; name these: deck,setup")
    for what, number in (("freeze_deal", deal), ("freeze_seed", seed)):
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 0):
            raise BadInput(f"{what} = {number!r} must be a whole number from 0 on")
    chosen = 0 if deal is None and seed is None else deal
    return Freeze(tuple(dict.fromkeys(name.strip() for name in names)), chosen, seed) if names else None


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
