"""Fits the dial to a log on a grid that is there: no game is played here."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from analyzer.stats.estimate import FloatArray, bonferroni_level
from analyzer.stats.proportions import wilson
from analyzer.stats.skill import advice, baseline, checks, posterior, scores
from analyzer.stats.skill.drift import Drift, drift
from analyzer.studies.fitting.found import Advised, Basis, Fit, Group, HeldOut, Pair, Prediction
from analyzer.studies.fitting.grid import SIGHTS, Grid, Place
from analyzer.studies.fitting.logs import Log

MORE = 10  # plays that the advice looks ahead
LEAST_IN_ORDER = 10  # plays from which a change over time is looked for
PIECES = 36  # of the dial, whose chances are given
UNNAMED = "no group"


@dataclass(frozen=True)
class Known:
    """The curves of some cells at fine sights: win rates of teams, or means of scores and lengths."""

    cells: tuple[Place, ...]
    sights: FloatArray
    rates: FloatArray  # (cells, draws, sights); empty among rivals
    means: Mapping[str, tuple[scores.Means, ...]]  # of rivals, by measure

    def number(self, place: Place) -> int:
        """Give the number of a cell."""
        return self.cells.index(place)


def known_of(grid: Grid, cells: Sequence[Place], *, is_scored: bool) -> Known:
    """Make the curves of some cells."""
    sights = posterior.places_of(SIGHTS)
    seeds = [zlib.crc32(f"{variant} {players}".encode()) for variant, players in cells]  # in any company the same
    columns = {name: grid.column(name, cells) for name in ("wins", "games", "unknown")}
    if not is_scored:
        rows = zip(columns["wins"], columns["games"], columns["unknown"], seeds, strict=True)
        drawn = [posterior.drawn_rates(SIGHTS, w, n, sights, unknown=u, seed=s)[0] for w, n, u, s in rows]
        return Known(tuple(cells), sights, np.stack(drawn), {})
    known = columns["games"] - columns["unknown"]
    found = {}
    for measure in ("score", "turns"):
        means, spreads = grid.column(measure, cells), grid.column(f"{measure}_sd", cells)
        rows = zip(means, spreads, known, seeds, strict=True)
        found[measure] = tuple(scores.drawn_means(SIGHTS, m, d, n, sights, seed=s) for m, d, n, s in rows)
    return Known(tuple(cells), sights, np.empty((0, 0, 0)), found)


def fit_wins(basis: Basis, known: Known, log: Log, where: Any) -> Fit:
    """Fit the dial to the wins of teams; `where` numbers the cell of every row."""
    plays = _plays_of(log, where)
    wins, played = plays.counts(len(known.cells))
    used, chances = played > 0, posterior.prior_of(basis.prior, known.sights)
    likelihood = posterior.log_likelihood(known.rates[used], wins[used], played[used])
    found = posterior.posterior_of(known.sights, likelihood, chances, basis.plays)
    parts = np.array([list(dict.fromkeys(v for v, _ in known.cells)).index(variant) for variant, _ in known.cells])
    items = baseline.left_out(known.sights, known.rates, wins, played, chances, parts)
    held = HeldOut(tuple((known.cells[item.cell], item) for item in items), baseline.gain(items))
    moved, cell = _drift_of(known, log, plays, played)
    return Fit(
        basis,
        found.dial(),
        found.dial(0.8),
        posterior.sensitivity(known.sights, likelihood, basis.plays),
        _predicted(found, known, wins, played),
        _checked(found, known, plays, used, log),
        held,
        _advised(found, known, log),
        *_groups(known, log, plays, chances),
        moved,
        cell,
        posterior=pieces_of(found),
    )


def _plays_of(log: Log, where: Any) -> checks.Plays:
    groups = log.groups
    rows = [(row.plays, row.wins or 0, groups.index(row.group)) for row in log.rows]
    plays, wins, group = (np.array(column, dtype=np.int64) for column in zip(*rows, strict=True))
    return checks.Plays(where, plays, wins, group)


def _predicted(found: posterior.Posterior, known: Known, wins: Any, played: Any) -> tuple[Prediction, ...]:
    widths = advice.expected_widths(known.sights, found.chances, known.rates.mean(axis=1), MORE)
    rows = []
    for number, (variant, players) in enumerate(known.cells):
        won, n = int(wins[number]), int(played[number])
        rate, narrow = (found.predicted(known.rates[number], level) for level in (0.95, 0.8))
        counted, width = wilson(won, n) if n else None, float(widths[number])
        rows.append(Prediction(variant, players, n, won, rate, narrow, counted, width_after=width))
    return tuple(rows)


def _checked(found: posterior.Posterior, known: Known, plays: checks.Plays, used: Any, log: Log) -> checks.Check:
    numbers = np.cumsum(used) - 1
    inner = checks.Plays(numbers[plays.cell], plays.plays, plays.wins, plays.group)
    return checks.check(found, known.rates[used], inner, by=looked_at(log))


def looked_at(log: Log) -> list[str]:
    """Say by what it is tested whether one dial explains a log."""
    by = [checks.CELL]
    by += [checks.TIME] if log.is_in_order and log.plays >= LEAST_IN_ORDER else []
    return by + ([checks.GROUP] if len(log.groups) > 1 else [])


def _advised(found: posterior.Posterior, known: Known, log: Log) -> Advised:
    """Choose among the cells with as many players as the group was."""
    sizes = {row.players for row in log.rows}
    likely = [number for number, (_, players) in enumerate(known.cells) if players in sizes]
    middle = known.rates[likely].mean(axis=1)
    told = advice.advice(found, middle, MORE)
    best = told.best
    halve = advice.plays_to_halve(found, middle[best])
    return Advised(known.cells[likely[best]], MORE, float(told.widths[best]), told.now, halve)


def _groups(
    known: Known, log: Log, plays: checks.Plays, chances: FloatArray
) -> tuple[tuple[Group, ...], tuple[Pair, ...]]:
    fits = {}
    for number, name in enumerate(log.groups):
        own = plays.chosen(plays.group == number)
        likelihood = posterior.log_likelihood(known.rates, *own.counts(len(known.cells)))
        fits[name] = posterior.posterior_of(known.sights, likelihood, chances, own.total)
    return compared(fits)


def compared(fits: Mapping[str, posterior.Posterior]) -> tuple[tuple[Group, ...], tuple[Pair, ...]]:
    """Compare the dials of groups by their names, all pairs together; nothing of a single one."""
    if len(fits) < 2:
        return (), ()
    fits = {name or UNNAMED: found for name, found in fits.items()}
    pairs = list(combinations(fits, 2))
    level = bonferroni_level(0.95, len(pairs))
    groups = tuple(Group(name, found.plays, found.dial()) for name, found in fits.items())
    return groups, tuple(Pair(a, b, *posterior.difference(fits[a], fits[b], level)) for a, b in pairs)


def _drift_of(known: Known, log: Log, plays: checks.Plays, played: Any) -> tuple[Drift | None, Place | None]:
    if not log.is_in_order or len(log.groups) > 1:
        return None, None
    cell = int(np.argmax(played))
    return drift(known.sights, known.rates, plays, cell), known.cells[cell]


def pieces_of(found: posterior.Posterior) -> dict[str, list[float]]:
    """Give the chance of each of some pieces of the dial, by their middles."""
    edges = np.linspace(found.places[0], found.places[-1], PIECES + 1)
    passed = np.interp(edges, posterior.edges_of(found.places), np.concatenate([[0.0], np.cumsum(found.chances)]))
    return {"sight": (0.5 * (edges[1:] + edges[:-1])).tolist(), "chance": np.diff(passed).tolist()}
