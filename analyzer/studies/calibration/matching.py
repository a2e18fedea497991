"""Finds the value of a switch, or of two, that comes nearest to several wants at once: by level, by number of players.

A coarse grid is refined around its best value with few games, on deals of its own. The best values and their neighbours
then meet on other deals; what these cannot tell from the nearest one belongs to the answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise, product
from typing import Any

import numpy as np

from analyzer.errors import BadInput
from analyzer.games.written import Changes, write_changes
from analyzer.play import seeding, showing
from analyzer.stats import Estimate, blends
from analyzer.stats.estimate import FloatArray, bonferroni_level, format_estimate
from analyzer.studies.calibration.bracketing import FEWEST, MOST_FURTHER, SEARCH
from analyzer.studies.calibration.dials import Dial, Wanted, narrowed, problem_of, turned
from analyzer.studies.calibration.found import estimate_document, told_of
from analyzer.studies.samples import SHARES, Sample, Sampler

COARSE = {1: 17, 2: 7}  # values of each switch in the first grid, by the number of switches
REACH = {1: 2, 2: 1}  # steps around the best value that are played in the end
LEVEL = 0.95
MOST_IN_SEARCH = 4096  # deals

Place = tuple[int, ...]  # the number of a value of each dial


@dataclass(frozen=True)
class Tried:
    """One setting of the switches: what it gave for every want, and how far that is from it."""

    values: tuple[int, ...]
    estimates: tuple[Estimate, ...]
    distance: Estimate
    gap: Estimate | None = None  # of the mean squares, to the nearest setting; None of that one itself

    @property
    def is_near(self) -> bool:
        """Tell whether it cannot be told from the nearest setting."""
        return self.gap is None or self.gap.low <= 0.0


@dataclass(frozen=True)
class Matching(showing.Drawn):
    """What was wanted, tried and found."""

    wants: tuple[Wanted, ...]
    dials: tuple[str, ...]
    measure: str
    seed: int
    budget: int
    games: int
    seconds: float
    tried: tuple[Tried, ...]  # in the end, nearest first
    between: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # where was looked

    @property
    def best(self) -> Tried:
        """The setting that comes nearest."""
        return self.tried[0]

    @property
    def near(self) -> tuple[Tried, ...]:
        """All settings that cannot be told from it, itself among them."""
        return tuple(item for item in self.tried if item.is_near)

    def setting(self, tried: Tried) -> str:
        """Write a setting."""
        return ", ".join(f"{name} = {value}" for name, value in zip(self.dials, tried.values, strict=True))

    @property
    def words(self) -> str:
        """Say it in one sentence."""
        is_share = self.measure in SHARES
        miss = self.best.distance.shifted(0.0, 100.0) if is_share else self.best.distance
        unit = " points" if is_share else ""
        others = [self.setting(item) for item in self.near[1:]]
        also = f"; {' and '.join(others)} cannot be told from it" if others else ""
        return f"{self.setting(self.best)} comes nearest, {format_estimate(miss)}{unit} off on average{also}"

    def __repr__(self) -> str:
        """Show it in one line."""
        return showing.one_line("Matching", self.wants[0].scene.game, self.words)

    def _repr_html_(self) -> str:
        rows = [(self.setting(item), format_estimate(item.distance)) for item in self.tried]
        return showing.html_table(self.words, ("setting", "distance"), rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `calibrate --target FILE --json`."""
        scene = self.wants[0].scene
        return {
            "game": scene.game,
            "variant": str(scene.variant),
            "sets": write_changes(scene.changes),
            "measure": self.measure,
            "wanted": [
                {"players": want.scene.players, "policy": want.scene.policy, "target": want.number}
                for want in self.wants
            ],
            "switches": list(self.dials),
            "between": {name: list(ends) for name, ends in self.between.items()},
            "seed": self.seed,
            **told_of(scene.game, self.dials),
            "budget": self.budget,
            "games": self.games,
            "best": dict(zip(self.dials, self.best.values, strict=True)),
            "tried": [self._document(item) for item in self.tried],
            "words": self.words,
            "seconds": self.seconds,
        }

    def _document(self, item: Tried) -> dict[str, Any]:
        return {
            "values": dict(zip(self.dials, item.values, strict=True)),
            "distance": estimate_document(item.distance),
            "not_told_from_best": item.is_near,
            "estimates": [estimate_document(found) for found in item.estimates],
        }


@dataclass(frozen=True)
class _Played:
    samples: tuple[Sample, ...]
    measure: str

    @cached_property
    def values(self) -> list[FloatArray]:
        """Give the values of every want; an unknown game lies halfway between its two ends."""
        found = [sample.measures[self.measure] for sample in self.samples]
        return [np.asarray(0.5 * (item.low + item.high)) for item in found]


def match(
    wants: Sequence[Wanted], dials: Sequence[Dial], measure: str, budget: int, seed: int, sampler: Sampler
) -> Matching:
    """Search a grid, refine it, and let the best settings meet on other deals."""
    targets, scenes = [want.number for want in wants], [want.scene for want in wants]
    if len(dials) == 1:
        dials = [narrowed(dials[0], scenes)]

    @cache
    def is_possible(place: Place) -> bool:
        return not problem_of(scenes, _changes(dials, place))

    def playing(deals: int, root: int) -> Callable[[Place], _Played]:
        seen: dict[Place, _Played] = {}

        def play(place: Place) -> _Played:
            if place not in seen:
                cells = [turned(scene, _changes(dials, place)).make() for scene in scenes]
                seen[place] = _Played(tuple(sampler.play(cell, deals, root) for cell in cells), measure)
            return seen[place]

        return play

    few = _deals(SEARCH * budget, COARSE[len(dials)] ** len(dials) + 12, len(wants), MOST_IN_SEARCH)
    best = _search(_Grid(dials, is_possible), targets, playing(few, seeding.derived_seed(seed, "calibrate")))
    many = _deals(budget - sampler.games, (2 * REACH[len(dials)] + 1) ** len(dials), len(wants), budget)
    played = _settled(_Grid(dials, is_possible), targets, best, playing(many, seed))
    tried = _judged(dials, targets, measure, played)
    names = tuple(dial.name for dial in dials)
    ranges = {dial.name: dial.ends for dial in dials}
    return Matching(tuple(wants), names, measure, seed, budget, sampler.games, sampler.seconds, tried, ranges)


def _changes(dials: Sequence[Dial], place: Place) -> Changes:
    return {dial.name: dial.values[number] for dial, number in zip(dials, place, strict=True)}


@dataclass(frozen=True)
class _Grid:
    dials: Sequence[Dial]
    is_possible: Callable[[Place], bool]

    def coarse(self) -> tuple[list[Place], int]:
        """List the places of the first grid, and the largest step between two of them."""
        most = COARSE[len(self.dials)]
        lines = [[dial.values.index(value) for value in dial.thinned(most)] for dial in self.dials]
        step = max((b - a for line in lines for a, b in pairwise(line)), default=1)
        found = [place for place in product(*lines) if self.is_possible(place)]
        if not found:
            names = ", ".join(dial.name for dial in self.dials)
            raise BadInput(f"--switch {names}: none of the combinations tried is possible; narrow it with --between")
        return found, step

    def around(self, place: Place, step: int, reach: int) -> list[Place]:
        """List the places up to some steps away in every direction, the place itself among them."""
        steps, pairs = range(-reach * step, reach * step + 1, step), zip(place, self.dials, strict=True)
        lines = [[own + k for k in steps if 0 <= own + k < len(dial.values)] for own, dial in pairs]
        return [other for other in product(*lines) if self.is_possible(other)]


def _deals(budget: float, settings: int, wants: int, most: int) -> int:
    return max(FEWEST, min(most, int(budget / (settings * wants))))


def _miss(played: _Played, targets: Sequence[float]) -> float:
    return blends.distance(played.values, targets, LEVEL).value


def _search(grid: _Grid, targets: Sequence[float], play: Callable[[Place], _Played]) -> Place:
    """Look at a coarse grid, then ever closer around its best place."""
    places, step = grid.coarse()
    best = min(places, key=lambda place: _miss(play(place), targets))
    while step > 1:
        step = (step + 1) // 2
        best = min(grid.around(best, step, 1), key=lambda place: _miss(play(place), targets))
    return best


def _settled(
    grid: _Grid, targets: Sequence[float], best: Place, play: Callable[[Place], _Played]
) -> dict[Place, _Played]:
    """Play the best place and those around it, and follow the best one as long as it moves."""
    found: dict[Place, _Played] = {}
    for _ in range(MOST_FURTHER):
        found |= {place: play(place) for place in grid.around(best, 1, REACH[len(grid.dials)])}
        now = min(found, key=lambda place: _miss(found[place], targets))
        if now == best:
            break
        best = now
    return found


def _judged(
    dials: Sequence[Dial], targets: Sequence[float], measure: str, played: dict[Place, _Played]
) -> tuple[Tried, ...]:
    order = sorted(played, key=lambda place: _miss(played[place], targets))
    each = bonferroni_level(LEVEL, max(len(order) - 1, 1))
    return tuple(_tried(dials, targets, measure, played, place, order[0], each) for place in order)


def _tried(
    dials: Sequence[Dial],
    targets: Sequence[float],
    measure: str,
    played: dict[Place, _Played],
    place: Place,
    best: Place,
    level: float,
) -> Tried:
    values = tuple(dial.values[number] for dial, number in zip(dials, place, strict=True))
    own = played[place]
    estimates = tuple(sample.estimate(measure) for sample in own.samples)
    gap = None if place == best else blends.square_gap(own.values, played[best].values, targets, level)
    return Tried(values, estimates, blends.distance(own.values, targets, LEVEL), gap)
