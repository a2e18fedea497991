"""What giving up a strategy costs: one seat never chooses it, among others that may, on the same deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.play.simulation import simulate_cell
from analyzer.stats import treatments
from analyzer.studies.balance.asking import LEVEL, MARGIN, Asked, Games, Stage, Table, known_pairs
from analyzer.studies.balance.components import SEAT, effect_data

COUNTED = 100  # games in which forced answers are counted
DOMINANT = 0.5  # of a fair share: giving it up costs at least so much


@dataclass(frozen=True)
class Ban:
    """What giving up one strategy costs at one table."""

    strategy: str
    table: Table
    cost: treatments.Effect  # win share that the seat loses
    deals: int
    is_seen: bool  # in some deal the game went another way
    forced: int = 0  # times that nothing else was allowed, so that it was chosen all the same
    forced_in: int = 0  # games in which that was counted

    @property
    def verdict(self) -> str:
        """Say what is certain of it."""
        if not self.is_seen:
            return "no deal differs"
        together = self.cost.together
        if together.low > DOMINANT / self.table.players:
            return "nobody wins without it"
        if together.low > MARGIN:
            return "it pays"
        if together.high < -MARGIN:
            return "better without it"
        return "worth nothing" if together.low > -MARGIN and together.high < MARGIN else "open"

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        own = {"strategy": self.strategy, "deals": self.deals, "verdict": self.verdict}
        forced = {"forced": self.forced, "forced_in": self.forced_in}
        return self.table.as_dict() | own | forced | {"cost": effect_data(self.cost)}


@dataclass(frozen=True)
class Strategies:
    """The matrix of bans: strategy, level and number of players."""

    bans: tuple[Ban, ...]
    smallest: float
    words: dict[str, str]  # what each strategy is
    rivals: tuple[str, ...] = ()  # those that players choose between

    def as_dict(self) -> dict[str, Any]:
        """Write it as data."""
        own = {"smallest_shown": self.smallest, "words": self.words, "rivals": list(self.rivals)}
        return {"bans": [ban.as_dict() for ban in self.bans], **own}


def strategies(asked: Asked, play: Stage, part: float) -> Strategies:
    """Let one seat give up each strategy at every table."""
    words = dict(asked.cell.game.strategies)
    each = part / len(asked.tables)
    samples, found = [], []
    for table in asked.tables:
        cells = [table.seating(f"banned({table.level},{name})") for name in words]
        deals = asked.deals(each, len(cells) + 1)
        plain, *banned = play(f"strategies-{table.name}", [table.reference, *cells], deals, 0)
        for name, games in zip(words, banned, strict=True):
            both = known_pairs(games, plain)
            samples.append((plain.by_seat[: len(both), SEAT] - games.by_seat[: len(both), SEAT])[both])
            is_seen = not np.array_equal(games.turns, plain.turns) or not np.array_equal(games.scores, plain.scores)
            found.append((name, table, games.deals, is_seen, *_forced(games, asked.seed)))
    effects = treatments.effects(samples, LEVEL, are_shares=True)
    smallest = treatments.smallest_shown(samples)
    bans = [
        Ban(name, table, effect, deals, is_seen, *forced)
        for (name, table, deals, is_seen, *forced), effect in zip(found, effects, strict=True)
    ]
    return Strategies(tuple(bans), smallest, words, tuple(asked.cell.game.rivals))


def _forced(games: Games, seed: int) -> tuple[int, int]:
    """Count on some games how often a banned answer was given, since nothing else was allowed."""
    counted = min(games.deals, COUNTED)
    played = simulate_cell(games.reference.make(), games=counted, seed=seed, jobs=1)
    return int(played.as_dict()["forced_bans"]), counted
