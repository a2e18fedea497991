"""How much of who wins comes from each source of chance, table by table: luck by source within a study of balance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analyzer.cells import CellReference
from analyzer.games.chances import Freeze
from analyzer.studies import luck, luck_found
from analyzer.studies.balance.asking import Asked, Games, Stage, Table

ANEW = 1  # the step of the seed from which a source is taken


@dataclass(frozen=True)
class ByLevel:
    """Luck by source of every table, and what changes from level to level."""

    tables: tuple[tuple[Table, luck_found.Table], ...]

    @property
    def trends(self) -> list[str]:
        """Say which source gains or loses weight as players get better, by number of players."""
        counts = dict.fromkeys(table.players for table, _ in self.tables)
        told = []
        for players in counts:
            own = [found for table, found in self.tables if table.players == players]
            told += [f"With {players} players: {sentence}" for sentence in luck_found.trends(own)]
        return told

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        tables = [table.as_dict() | found.as_dict() | {"words": words_of(found)} for table, found in self.tables]
        return {"tables": tables, "trends": self.trends}


def luck_by_source(asked: Asked, play: Stage, part: float) -> ByLevel:
    """Play every deal as it is, anew, and with each source of chance anew, at every table."""
    found = [(table, _at_table(asked, play, part / len(asked.tables), table)) for table in asked.tables]
    return ByLevel(tuple(found))


def sources(asked: Asked) -> list[str]:
    """List the sources of chance that a game names."""
    return luck.varied([asked.cell])


def words_of(found: luck_found.Table) -> str:
    """Say which source decides most by itself, and which cannot be missed most."""
    top = found.sources[0]
    most = max(found.sources, key=lambda source: source.total.value)
    alone, in_all = f"{100 * top.first.value:.0f} %", f"{100 * most.total.value:.0f} %"
    on = "it" if most == top else most.words
    return f"{alone} of who wins is decided by {top.words} alone, and {in_all} depends on {on}"


def _at_table(asked: Asked, play: Stage, part: float, table: Table) -> luck_found.Table:
    names = luck.varied([table.reference.make()])
    frozen = {name: _frozen(table.reference, name, asked.seed + ANEW) for name in names}
    deals = asked.deals(part, len(names) + 2)
    own, *crossed = play(f"luck-{table.name}", [table.reference, *frozen.values()], deals, 0)
    (other,) = play(f"luck-{table.name}-anew", [table.reference], deals, ANEW)
    taken = {name: _outcomes(games) for name, games in zip(frozen, crossed, strict=True)}
    unknown = sum(int((~games.is_known).sum()) for games in (own, other, *crossed))
    return luck.compared((table.level,), _outcomes(own), _outcomes(other), taken, unknown)


def _frozen(reference: CellReference, source: str, seed: int) -> CellReference:
    return replace(reference, freeze=Freeze((source,), None, seed))


def _outcomes(games: Games) -> Any:
    """Give the shares of the win, (one line-up, deals, seats); games that were cut off count as won by nobody."""
    return np.where(games.is_known[:, None], games.by_seat, 0.0)[None]
