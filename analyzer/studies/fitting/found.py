"""What a log says about its group: the dial, every variant, how well one dial explains it, and what to play next."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from analyzer.games.user_files import toml_text
from analyzer.play.showing import Drawn
from analyzer.runs.stored.files import write_atomically
from analyzer.stats import Estimate, format_estimate
from analyzer.stats.skill.baseline import LeftOut
from analyzer.stats.skill.checks import Check
from analyzer.stats.skill.drift import Drift
from analyzer.studies.calibration.found import estimate_document
from analyzer.studies.fitting.grid import Place

EVEN = (0.4, 0.6)  # an even game
FEW = 10  # plays below which a check says little
DIGITS = 3  # of a sight in a level file


@dataclass(frozen=True)
class Prediction:
    """What is to be expected of a cell: the win rate of a team; the winning score and the length among rivals."""

    variant: str
    players: int
    plays: int  # in the log
    wins: int | None
    rate: Estimate | None
    rate80: Estimate | None = None
    observed: Estimate | None = None  # by plain counting; None if it was never played
    score: Estimate | None = None
    turns: Estimate | None = None
    width_after: float | None = None  # of the dial's interval, after some more plays of this cell

    @property
    def label(self) -> str:
        """Name the cell."""
        return f"{self.variant} with {self.players} player{'s' * (self.players > 1)}"

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        plain = {name: getattr(self, name) for name in ("variant", "players", "plays", "wins", "width_after")}
        names = ("rate", "rate80", "observed", "score", "turns")
        return plain | {name: document_of(getattr(self, name)) for name in names}


@dataclass(frozen=True)
class Group:
    """A group of the log and its dial."""

    name: str
    plays: int
    dial: Estimate

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"name": self.name, "plays": self.plays, "dial": document_of(self.dial)}


@dataclass(frozen=True)
class Pair:
    """By how much one group's dial exceeds another's, all pairs together, and the chance that it does."""

    first: str
    second: str
    difference: Estimate
    chance: float

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        own = {"first": self.first, "second": self.second, "chance": self.chance}
        return own | {"difference": document_of(self.difference), "certain": self.difference.excludes(0.0)}


@dataclass(frozen=True)
class HeldOut:
    """Every played variant, foretold from the plays of the others, by the dial and by plain counting."""

    items: tuple[tuple[Place, LeftOut], ...]
    gain: Estimate | None

    @property
    def better(self) -> list[Place]:
        """List where the dial foretells better than counting."""
        return [place for place, item in self.items if item.gain > 0.0]

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        cells = [
            {"variant": place[0], "players": place[1], "plays": item.plays, "wins": item.wins}
            | {"log_chance": item.model, "log_chance_by_counting": item.plain, "p_value": item.p_value}
            for place, item in self.items
        ]
        return {"cells": cells, "gain": document_of(self.gain)}


@dataclass(frozen=True)
class Advised:
    """What to play next: the cell, and the expected width of the dial's interval after some plays of it."""

    place: Place
    plays: int
    width: float
    now: float
    to_halve: int | None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        own = {"variant": self.place[0], "players": self.place[1], "plays": self.plays}
        return own | {"width_now": self.now, "width_after": self.width, "plays_to_halve": self.to_halve}


@dataclass(frozen=True)
class Basis:
    """What a fit rests on."""

    game: str
    policy: str
    log: str
    plays: int
    prior: str
    sights: tuple[float, float]
    grid: str
    games: int  # of a cell at each sight, fewer where little is won
    options: Mapping[str, str] = field(default_factory=dict)  # further ones of the command

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        names = ("game", "policy", "log", "plays", "prior", "grid", "games")
        plain = {name: getattr(self, name) for name in names}
        return plain | {"sights": list(self.sights), "options": dict(self.options)}


@dataclass(frozen=True)
class Fit(Drawn):
    """What the plays of a group say about its skill."""

    basis: Basis
    dial: Estimate
    dial80: Estimate
    priors: Mapping[str, Estimate]
    predictions: tuple[Prediction, ...]
    check: Check
    held_out: HeldOut | None = None  # None for scores: they are not counted
    advice: Advised | None = None
    groups: tuple[Group, ...] = ()
    pairs: tuple[Pair, ...] = ()
    drift: Drift | None = None
    drift_cell: Place | None = None
    flat: float | None = None  # plays that would be needed, where the curves are too flat to tell
    posterior: Mapping[str, list[float]] = field(default_factory=dict, repr=False)  # chances of pieces of the dial

    def __repr__(self) -> str:
        """Show it in one line."""
        return f"<Fit: {self.basis.game}, sight {format_estimate(self.dial)} from {self.basis.plays} plays>"

    @property
    def is_scored(self) -> bool:
        """Tell whether it was found from scores."""
        return self.held_out is None

    @cached_property
    def sizes(self) -> set[int]:
        """The numbers of players of the log."""
        return {item.players for item in self.predictions if item.plays}

    @cached_property
    def main(self) -> Prediction:
        """The cell that the answer speaks of: the one most often played."""
        return max(self.predictions, key=lambda item: item.plays)

    def prediction(self, variant: str, players: int) -> Prediction | None:
        """Look a cell up."""
        asked = (variant, players)
        return next((item for item in self.predictions if (item.variant, item.players) == asked), None)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        from analyzer.studies.fitting.words import doubt, sentences

        return {
            **self.basis.as_dict(),
            "words": sentences(self),
            "doubt": doubt(self),
            "dial": document_of(self.dial),
            "dial80": document_of(self.dial80),
            "posterior": dict(self.posterior),
            "priors": {name: document_of(dial) for name, dial in self.priors.items()},
            "too_flat": self.flat is not None,
            "plays_needed": None if self.flat is None or math.isinf(self.flat) else math.ceil(self.flat),
            "predictions": [item.as_dict() for item in self.predictions],
            "scored": self.is_scored,
            "check": _check_document(self.check),
            "held_out": None if self.held_out is None else self.held_out.as_dict(),
            "advice": None if self.advice is None else self.advice.as_dict(),
            "groups": [group.as_dict() for group in self.groups],
            "pairs": [pair.as_dict() for pair in self.pairs],
            "drift": None if self.drift is None else _drift_document(self.drift, self.drift_cell),
        }

    def write_level(self, file: Path) -> None:
        """Write the group's level, which works wherever a level does."""
        sight, low, high = (round(x, DIGITS) for x in (self.dial.value, self.dial.low, self.dial.high))
        content = {"game": self.basis.game, "policy": self.basis.policy, "sight": sight}
        about = {"plays": self.basis.plays, "interval": [low, high], "level": self.dial.level}
        comment = "How a group plays, found by `analyzer fit` from its log; use it as --policy or among levels."
        write_atomically(file, toml_text(content, {"found": about}, comment).encode())


def document_of(found: Estimate | None) -> dict[str, Any] | None:
    """Give an estimate as plain data."""
    return None if found is None else estimate_document(found)


def _check_document(check: Check) -> dict[str, Any]:
    tests = {name: test.as_dict() for name, test in check.tests.items()}
    return {"misfit": check.is_misfit, "p_value": check.p_value, "culprits": check.culprits, "tests": tests}


def _drift_document(drift: Drift, place: Place | None) -> dict[str, Any]:
    found = {name: document_of(getattr(drift, name)) for name in ("first", "last", "change", "even_after")}
    return found | {"certain": drift.is_certain, "even_in": list(place or ())}
