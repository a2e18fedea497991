"""What a change of rules moved: by table, by measure, with the paired difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.play.showing import html_table, one_line, players_words
from analyzer.stats.estimate import Estimate, format_estimate
from analyzer.studies.calibration import estimate_document
from analyzer.studies.samples import FIRST, RATE, TURNS

CAUSE = "cause:"  # begins the name of a cause by which games end
MEASURE_WORDS = {
    RATE: "games won",
    TURNS: "number of turns",
    FIRST: "won by the first player",
    "best": "winning score",
    "score": "mean score of all seats",
    "margin": "points between first and second",
}


@dataclass(frozen=True)
class Move:
    """One measure without and with the change; no difference if not a single deal has another value."""

    measure: str
    words: str
    before: Estimate
    after: Estimate
    difference: Estimate | None
    is_share: bool

    @property
    def is_certain(self) -> bool:
        """Tell whether the change moves it for certain."""
        return self.difference is not None and self.difference.excludes(0.0)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "measure": self.measure,
            "words": self.words,
            "share": self.is_share,
            "before": estimate_document(self.before),
            "after": estimate_document(self.after),
            "difference": None if self.difference is None else estimate_document(self.difference),
            "certain": self.is_certain,
        }


@dataclass(frozen=True)
class Scene:
    """A table: a number of players and who they are, with what moves there."""

    players: int
    level: str
    policy: str
    is_competitive: bool
    moves: tuple[Move, ...]

    def move(self, measure: str) -> Move | None:
        """Look a measure up."""
        return next((move for move in self.moves if move.measure == measure), None)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        moves = [move.as_dict() for move in self.moves]
        return {"players": self.players, "level": self.level, "policy": self.policy, "moves": moves}


@dataclass(frozen=True)
class WhatIf:
    """What was changed, played and found; all differences hold together at the level."""

    game: str
    variant: str
    change: tuple[str, ...]
    seed: int
    deals: int
    games: int
    seconds: float
    scenes: tuple[Scene, ...]
    skipped: tuple[str, ...]
    level: float

    @property
    def words(self) -> str:
        """Say it in one sentence: what moves for certain, in how many tables, and by how much at most."""
        leading = FIRST if self.scenes[0].is_competitive else RATE
        told = [self._told(measure) for measure in (leading, TURNS, "best") if self.scenes[0].move(measure)]
        return f"{', '.join(self.change)}: {'; '.join(told)}"

    def _told(self, measure: str) -> str:
        moves = [(scene, move) for scene in self.scenes if (move := scene.move(measure)) is not None]
        certain = [(scene, move) for scene, move in moves if move.is_certain]
        name = MEASURE_WORDS[measure]
        if not certain:
            return f"{name}: no change that these games could show"
        scene, most = max(certain, key=lambda item: abs(item[1].difference.value if item[1].difference else 0.0))
        where = f"{players_words(scene.players)}, {scene.level}"
        return f"{name}: moved for certain at {len(certain)} of {len(moves)} tables, most {signed(most)} ({where})"

    def __repr__(self) -> str:
        """Show it in one line."""
        return one_line("WhatIf", self.game, self.variant, self.words, f"{self.deals:,} deals")

    def _repr_html_(self) -> str:
        rows = [
            (scene.players, scene.level, move.words, _number(move.before, move), signed(move))
            for scene in self.scenes
            for move in scene.moves
        ]
        return html_table(self.words, ("players", "level", "measure", "without", "change"), rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `whatif --json`."""
        return {
            "game": self.game,
            "variant": self.variant,
            "change": list(self.change),
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
            "simultaneous_level": self.level,
            "scenes": [scene.as_dict() for scene in self.scenes],
            "skipped": list(self.skipped),
            "words": self.words,
            "seconds": self.seconds,
        }


def _number(estimate: Estimate, move: Move) -> str:
    return format_estimate(estimate, percent=move.is_share)


def signed(move: Move) -> str:
    """Write a difference with its sign: shares in points."""
    if move.difference is None:
        return "none"
    found = move.difference.shifted(0.0, 100.0) if move.is_share else move.difference
    text = format_estimate(found)
    unit = " points" if move.is_share else ""
    return f"{'+' if found.value > 0 else ''}{text}{unit}"
