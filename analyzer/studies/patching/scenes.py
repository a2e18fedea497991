"""At which tables a patch must do: every number of players with every level."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.catalog import load_game
from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.games.interface import Game
from analyzer.studies.balance.asking import Table
from analyzer.studies.patching.wants import RATE, Want

LEVELS = ("casual", "good")


def scenes(
    game: str, wants: Sequence[Want], variant: str | None, players: Sequence[int], levels: Sequence[str]
) -> tuple[Table, ...]:
    """Make the tables, and refuse what a game among rivals, or of a team, has not."""
    loaded = load_game(game)
    chosen = _variant(loaded, wants) if variant is None else variant
    named = list(levels) or [level for level in LEVELS if level in loaded.levels] or [loaded.recommended]
    if len(set(named)) < len(named):
        raise BadInput(f"--levels {','.join(named)}: give each once")
    counts = list(players) or [min(n for n in loaded.seats if n > 1)]
    cells = [(make_cell(game, players=n, variant=chosen, policy=level), level) for n in counts for level in named]
    for want in wants:
        _check(want, cells[0][0].is_competitive, f"{game}, variant {cells[0][0].setting.name!r}")
    return tuple(Table(cell.reference, level) for cell, level in cells)


def _variant(game: Game, wants: Sequence[Want]) -> str | None:
    """Choose the first variant among rivals, if something is wanted that only rivals have."""
    own = game.competitive_switch
    if not own or not any(want.is_of_rivals for want in wants):
        return None
    return next((name for name, one in game.variants.items() if one.sets.get(own)), None)


def _check(want: Want, is_competitive: bool, where: str) -> None:
    if want.is_of_rivals and not is_competitive:
        raise BadInput(f"--want {str(want)!r}: {where}: all seats win or lose together; write 'win rate 45% to 55%'")
    if want.what == RATE and is_competitive:
        raise BadInput(f"--want {str(want)!r}: {where}: here rivals play; write 'positions within 2 points'")
