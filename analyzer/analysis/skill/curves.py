"""Win rates over sight, one rising curve for every variant, number of players and policy that overlooks options.

A curve is fitted to the cells of a run that differ in nothing but sight (`stats/skill/monotone.py`). Its band holds for
the whole curve at once; what is read off it has an interval of its own. One model over all variants tells the
difficulty and the slope of each (`stats/skill/response.py`), and what it misses.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, comparisons, frames, tables
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate, proportions
from analyzer.stats.effects import contrast_of
from analyzer.stats.estimate import bonferroni_level
from analyzer.stats.skill.monotone import Curve, monotone_curve
from analyzer.stats.skill.response import Responses, fit_responses

FEWEST = 3  # sights that a curve needs
EVEN, FAIR = 0.5, (0.4, 0.6)  # where a variant is an even game, and between what it is about one
STEP = 0.1  # of sight, for which the slope is told
BETWEEN = 0.01  # of sight: steps at which a curve is drawn
LEVEL, BAND = certainty.LEVEL, "band of a rising curve"
CURVE = ["variant", "players", "dial"]
MODEL = ["players", "dial", "variant", "difficulty", "slope", "miss", "where", "misfit"]


@dataclass(frozen=True)
class SkillCurve:
    """Hold the curve of one variant with a number of players, and the cells that it was fitted to."""

    variant: str
    players: int
    dial: str  # the policy that overlooks options
    sights: tuple[float, ...]
    cells: tuple[str, ...]
    curve: Curve

    @property
    def key(self) -> dict[str, Any]:
        """Give what tells it from the others, as columns."""
        return {"variant": self.variant, "players": self.players, "dial": self.dial}

    @cached_property
    def along(self) -> dict[float, Estimate]:
        """Give by sight, in small steps, its win rates with the band of the whole curve."""
        first, last = self.sights[0], self.sights[-1]
        places = np.linspace(first, last, round((last - first) / BETWEEN) + 1)
        low, high = self.curve.band(places)
        fits = np.clip(self.curve.fit(places), low, high)
        rows = zip(places.tolist(), fits.tolist(), low.tolist(), high.tolist(), strict=True)
        return {round(where, 6): Estimate(value, a, b, LEVEL, self.curve.games, BAND) for where, value, a, b in rows}

    @cached_property
    def even(self) -> Estimate:
        """Estimate the sight at which it is an even game."""
        return self.passes(EVEN)

    def passes(self, rate: float) -> Estimate:
        """Estimate the sight at which it passes a win rate; infinite where no sight that was played has it."""
        found = self.curve.crossing(rate)
        if math.isfinite(found.value):
            return found
        # before the first sight, or behind the last one: at least that is known
        low, high = min(found.low, self.sights[-1]), max(found.high, self.sights[0])
        return replace(found, low=low, high=high)


@frames.remembered
def dial_cells(results: Results) -> pd.DataFrame:
    """List the cooperative cells in which all seats overlook options alike, with `dial` and `sight`, weakest first."""
    rates = tables.win_rates(results)
    rows = []
    for row in rates.to_dict("records"):
        entry = results.entry(row["cell"])
        seat = entry.seats[0]
        if len(set(entry.policies)) == 1 and not frames.is_alone(results, entry):
            dial = seat.dial if seat.memory == 1.0 else f"{seat.dial} with memory {seat.memory:g}"
            rows.append(row | {"dial": dial, "sight": seat.sight, "sets": frames.sets_of(entry)})
    table = frames.frame(rows, [*rates.columns, "dial", "sight", "sets"])
    is_limited = table["dial"].isin(table.loc[table["sight"] < 1.0, "dial"])
    return table[is_limited].sort_values("sight", kind="stable").reset_index(drop=True)


@frames.remembered
def skill_curves(results: Results) -> list[SkillCurve]:
    """Fit the curves of all variants that were played at enough sights; none where more than sight is set on top."""
    cells = dial_cells(results)
    if cells["sets"].nunique() != 1:
        return []
    order = {name: place for place, name in enumerate(frames.factors_of(results).variants)}
    groups = sorted(cells.groupby(CURVE, sort=False), key=lambda item: (item[0][2], item[0][1], order[item[0][0]]))
    ends = cells.groupby("dial")["sight"].agg(["min", "max"])
    enough = [
        (key, own)
        for key, own in groups
        # of a run that is not finished, only curves that reach as far as all others
        if len(own) >= FEWEST and (own["sight"].min(), own["sight"].max()) == tuple(ends.loc[key[2]])
    ]
    return [_fitted(key, own, number) for number, (key, own) in enumerate(enough)]


def _fitted(key: tuple[str, int, str], own: pd.DataFrame, number: int) -> SkillCurve:
    sights = [float(sight) for sight in own["sight"]]
    curve = monotone_curve(sights, own["wins"], own["games"], unknown=own["unknown"], seed=number)
    variant, players, dial = key
    return SkillCurve(variant, int(players), dial, tuple(sights), tuple(own["cell"]), curve)


@frames.remembered
def skill_points(results: Results) -> pd.DataFrame:
    """List every cell of the curves: wins, games, the win rate of the cell alone, and the fit with its band."""
    cells = dial_cells(results).set_index("cell")
    rows = [
        found.key
        | {"sight": sight, **{name: cells.at[cell, name] for name in ("wins", "games", "win_rate")}, "fit": fit}
        for found in skill_curves(results)
        for sight, cell, fit in _fits(found)
    ]
    return frames.frame(rows, [*CURVE, "sight", "wins", "games", "win_rate", "fit"])


def _fits(found: SkillCurve) -> Iterator[tuple[float, str, Estimate]]:
    places = np.array(list(found.along))
    for sight, cell in zip(found.sights, found.cells, strict=True):
        yield sight, cell, found.along[float(places[np.abs(places - sight).argmin()])]


@frames.remembered
def skill_summary(results: Results) -> pd.DataFrame:
    """List per curve the sight of an even game, those between which it is about even, and what skill is worth.

    `slope` is the change of the win rate with a tenth of sight, on average from the lowest sight to the highest, on
    common deals; `first` and `last` are the win rates there.
    """
    rows = [
        found.key
        | {"even": found.even, "from": found.passes(FAIR[0]), "to": found.passes(FAIR[1])}
        | {"slope": _slope(results, found)}
        | dict(zip(("first", "last"), found.curve.estimates((found.sights[0], found.sights[-1])), strict=True))
        for found in skill_curves(results)
    ]
    return frames.frame(rows, [*CURVE, "even", "from", "to", "slope", "first", "last"])


def _slope(results: Results, found: SkillCurve, level: float = LEVEL) -> Estimate:
    ends = (found.cells[0], found.cells[-1])
    gained = contrast_of([-1.0, 1.0], comparisons.joint_outcomes(results, ends), level)
    return gained.shifted(0.0, STEP / (found.sights[-1] - found.sights[0]))


def skill_ends(results: Results, players: int, dial: str) -> tuple[list[str], list[str]]:
    """List the variants that the best play wins less than half of, and those that the weakest wins more than half of.

    Each holds with all claims of a report.
    """
    cells, each = dial_cells(results).set_index("cell"), certainty.each(results)
    never, always = [], []
    for found in skill_curves(results):
        if (found.players, found.dial) == (players, dial):
            first, last = (_sure(cells.loc[cell], each) for cell in (found.cells[0], found.cells[-1]))
            never += [found.variant] if last.high < EVEN else []
            always += [found.variant] if first.low > EVEN else []
    return never, always


def _sure(row: "pd.Series[Any]", each: float) -> Estimate:
    return proportions.win_rate(int(row["wins"]), int(row["games"]), int(row["unknown"]), each)


def slope_range(results: Results, players: int, dial: str) -> tuple[tuple[str, Estimate], tuple[str, Estimate]] | None:
    """Give the variants that reward skill least and most, with their slopes; None if these cannot be told apart."""
    own = [found for found in skill_curves(results) if (found.players, found.dial) == (players, dial)]
    if len(own) < 2:
        return None
    sure = bonferroni_level(LEVEL, len(own))
    ranked = sorted(((_slope(results, found, sure), found) for found in own), key=lambda item: item[0].value)
    (least, weak), (most, strong) = ranked[0], ranked[-1]
    if least.high >= most.low:
        return None
    return (weak.variant, _slope(results, weak)), (strong.variant, _slope(results, strong))


@frames.remembered
def skill_models(results: Results) -> dict[tuple[int, str], Responses]:
    """Fit one model to all variants with a number of players and a policy."""
    groups: dict[tuple[int, str], list[SkillCurve]] = {}
    for found in skill_curves(results):
        groups.setdefault((found.players, found.dial), []).append(found)
    return {key: _responses(results, curves) for key, curves in groups.items()}


def _responses(results: Results, curves: list[SkillCurve]) -> Responses:
    cells = [
        (found.variant, sight, cell) for found in curves for sight, cell in zip(found.sights, found.cells, strict=True)
    ]
    labels, sights, names = zip(*cells, strict=True)
    return fit_responses(labels, sights, comparisons.joint_outcomes(results, names))


@frames.remembered
def skill_responses(results: Results) -> pd.DataFrame:
    """List per curve the sight at which the model has an even game, and the log odds that a tenth of sight is worth.

    `miss` is the largest gap between the model and a played win rate, at the sight `where`.
    """
    rows = [
        {
            "players": players,
            "dial": dial,
            "variant": line.label,
            "difficulty": line.difficulty,
            "slope": line.slope.shifted(0.0, STEP),
            "miss": line.miss,
            "where": line.where,
            "misfit": line.misfit,
        }
        for (players, dial), model in skill_models(results).items()
        for line in model.lines
    ]
    return frames.frame(rows, MODEL)
