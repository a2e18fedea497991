"""What a calibration found: the value of a switch, how sure it is, and the curve it was read from."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from analyzer.catalog import load_game
from analyzer.cells import CellReference
from analyzer.games.written import write_changes
from analyzer.play.showing import Drawn, html_table, one_line, players_words
from analyzer.stats import Estimate, format_estimate
from analyzer.studies.calibration.dials import MEASURES
from analyzer.studies.samples import SHARES

FOUND, UNREACHED, OPEN = "found", "out of reach", "open"
NOT_MONOTONE = "no"
UP_AND_DOWN = "; the curve goes up and down, so other values may give it too: --between says where to look"


@dataclass(frozen=True)
class Point:
    """One value of a switch: what was measured there, and the monotone curve, if there is one."""

    value: int
    estimate: Estimate
    fit: float | None = None
    is_search: bool = False  # few games, by which the search went; not those of the answer

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        estimate = estimate_document(self.estimate)
        return {"value": self.value, "estimate": estimate, "fit": self.fit, "search": self.is_search}


@dataclass(frozen=True)
class Answer:
    """The value that gives what is wanted, at one setting of the other switch."""

    switch: str
    measure: str
    target: float
    status: str
    where: Estimate | None  # as if the switch were no whole number
    nearest: int
    curve: tuple[Point, ...]
    monotone: str  # by the rules, as far as these games show, or no
    crossings: int = 0
    given: Mapping[str, int] = field(default_factory=dict)

    @property
    def neighbours(self) -> tuple[Point, ...]:
        """The two values that the target lies between; the one nearest to it if it is not reached."""
        played = [point for point in self.curve if not point.is_search]
        if self.where is None:
            return tuple(point for point in played if point.value == self.nearest)
        below = [point for point in played if point.value <= self.where.value]
        above = [point for point in played if point.value > self.where.value]
        return (*below[-1:], *above[:1])

    @property
    def hits(self) -> tuple[int, ...]:
        """The neighbours that cannot be told from the target."""
        return tuple(point.value for point in self.neighbours if not point.estimate.excludes(self.target))

    @property
    def words(self) -> str:
        """Say it in one sentence."""
        given = "".join(f"{name} = {value}: " for name, value in self.given.items())
        other = UP_AND_DOWN if self.monotone == NOT_MONOTONE and self.where is not None else ""
        return f"{given}{self._words()}{other}"

    def _words(self) -> str:
        rates = " and ".join(f"{self.number(p.estimate)} at {p.value}" for p in self.neighbours)
        if self.where is None:
            return self._words_without(rates)
        where = f"{self.switch} {_range_words(self.where)}"
        if not self.hits:
            low, high = (point.value for point in self.neighbours)
            return f"{where}: {self.goal} lies between {low} and {high}, with {rates}; nearest is {self.nearest}"
        hit = " and ".join(map(str, self.hits))
        return f"{where}: {hit} cannot be told from {self.goal}, with {rates}; nearest is {self.nearest}"

    def _words_without(self, rates: str) -> str:
        looked = f"{self.switch} from {self.curve[0].value} to {self.curve[-1].value}"
        if self.status == UNREACHED:
            return f"{looked}: {self.goal} is out of reach; nearest is {rates}"
        return f"{looked}: {self.goal} is not crossed, but cannot be told from {rates}"

    @property
    def goal(self) -> str:
        """Write what is wanted."""
        number = f"{100 * self.target:g} %" if self.measure in SHARES else f"{self.target:g}"
        return f"a {MEASURES[self.measure]} of {number}"

    def number(self, estimate: Estimate) -> str:
        """Write a measured number."""
        return format_estimate(estimate, percent=self.measure in SHARES)

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data; an interval without an end has none."""
        where = estimate_document(self.where) if self.where is not None else None
        return {
            "given": dict(self.given),
            "status": self.status,
            "where": where,
            "nearest": self.nearest,
            "neighbours": [point.as_dict() for point in self.neighbours],
            "not_told_from_target": list(self.hits),
            "crossings": self.crossings,
            "monotone": self.monotone,
            "curve": [point.as_dict() for point in self.curve],
            "words": self.words,
        }


def _range_words(where: Estimate) -> str:
    if math.isinf(where.low) or math.isinf(where.high):
        bounds = [f"from {where.low:.3g}"] * math.isfinite(where.low) + [f"up to {where.high:.3g}"] * math.isfinite(
            where.high
        )
        return f"= {where.value:.3g} ({' '.join(bounds) or 'without bounds'})"
    return f"= {format_estimate(where)}"


def told_of(name: str, switches: Sequence[str]) -> dict[str, Any]:
    """Give what readers are told of the switches that were turned, and which edition of the rules played."""
    game = load_game(name)
    told = {switch.name: switch.summary for switch in game.switches if switch.name in switches}
    return {"summaries": told, "rules_version": game.rules_version}


def estimate_document(estimate: Estimate) -> dict[str, Any]:
    """Write an estimate as plain data; what has no number is None."""
    fields = {key: _finite(value) for key, value in estimate.as_dict().items()}
    names = {"low": "ci_low", "high": "ci_high", "level": "ci_level", "method": "ci_method", "n": "games"}
    return {names.get(key, key): value for key, value in fields.items()}


def _finite(value: float | int | str) -> float | int | str | None:
    return None if isinstance(value, float) and not math.isfinite(value) else value


@dataclass(frozen=True)
class Calibration(Drawn):
    """What was asked, played and found; one answer, or one for each value of the second switch."""

    scene: CellReference
    measure: str
    target: float
    switches: tuple[str, ...]
    seed: int
    budget: int
    games: int
    seconds: float
    answers: tuple[Answer, ...]
    between: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # where was looked

    @property
    def answer(self) -> Answer:
        """The first answer, which is the only one of a single switch."""
        return self.answers[0]

    def __repr__(self) -> str:
        """Show it in one line."""
        scene = self.scene
        return one_line("Calibration", scene.game, players_words(scene.players), scene.policy, self.answer.words)

    def _repr_html_(self) -> str:
        rows = [(point.value, answer.number(point.estimate)) for answer in self.answers for point in answer.curve]
        return html_table(self.answer.words, (self.switches[0], MEASURES[self.measure]), rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `calibrate --json`."""
        scene = self.scene
        return {
            "game": scene.game,
            "variant": str(scene.variant),
            "sets": write_changes(scene.changes),
            "players": scene.players,
            "policy": scene.policy,
            "measure": self.measure,
            "target": self.target,
            "switches": list(self.switches),
            "between": {name: list(ends) for name, ends in self.between.items()},
            "seed": self.seed,
            **told_of(scene.game, self.switches),
            "budget": self.budget,
            "games": self.games,
            "answers": [answer.as_dict() for answer in self.answers],
            "seconds": self.seconds,
        }
