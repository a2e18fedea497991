"""Fits the dial to the scores of rivals: winning scores and lengths, where wins say nothing of skill."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from analyzer.stats.estimate import FloatArray, IntArray
from analyzer.stats.skill import advice, posterior, score_checks, scores
from analyzer.stats.skill.drift import Drift, moved
from analyzer.stats.skill.score_checks import Scored
from analyzer.studies.fitting.estimating import MORE, Known, compared, looked_at, pieces_of
from analyzer.studies.fitting.found import Advised, Basis, Fit, Prediction
from analyzer.studies.fitting.logs import Log

MEAN = "posterior of the mean, shortest interval"


@dataclass(frozen=True)
class Noted:
    """The measures that a log holds, and the curves of all cells."""

    known: Known
    where: IntArray  # the cell of every row
    values: dict[str, FloatArray]  # of every row, by measure; nan where it was not noted

    def likelihood(self, rows: Any) -> FloatArray:
        """Give the log likelihood of some rows, of shape (draws, places)."""
        total = np.zeros(next(iter(self.known.means.values()))[0].means.shape)
        for name, noted in self.values.items():
            for cell in np.unique(self.where[rows]):
                own = noted[rows & (self.where == cell) & ~np.isnan(noted)]
                if len(own):
                    total = total + scores.score_likelihood(self.known.means[name][cell], own)
        return total

    @cached_property
    def contrasts(self) -> tuple[list[float], list[int]]:
        """Give how far apart the ends of each curve are that was played, and how many values there are of it."""
        parts = [(name, cell) for name in self.values for cell in np.unique(self.where)]
        counts = [int((~np.isnan(self.values[name][self.where == cell])).sum()) for name, cell in parts]
        return [self.known.means[name][cell].contrast for name, cell in parts], counts


def fit_scores(basis: Basis, known: Known, log: Log, where: Any) -> Fit:
    """Fit the dial to scores and lengths; `where` numbers the cell of every row."""
    noted, prior = _noted(known, log, where), posterior.prior_of(basis.prior, known.sights)
    likelihood = noted.likelihood(np.ones(len(log.rows), dtype=bool))
    found = posterior.posterior_of(known.sights, likelihood, prior, basis.plays)
    is_flat = scores.is_too_flat(*noted.contrasts)
    group = np.array([log.groups.index(row.group) for row in log.rows])
    curves = [known.means[name] for name in noted.values]
    plays = Scored(noted.where, group, list(noted.values.values()), curves)
    fits = {name: _of_group(noted, group == number, prior) for number, name in enumerate(log.groups)}
    return Fit(
        basis,
        found.dial(),
        found.dial(0.8),
        posterior.sensitivity(known.sights, likelihood, basis.plays),
        _expected(found, known, noted.where),
        score_checks.check(found, plays, by=looked_at(log)),
        None,
        None if is_flat else _advised(found, noted, log),
        *compared(fits),
        _drift_of(known, log, plays),
        flat=scores.plays_needed(noted.contrasts[0]) if is_flat else None,
        posterior=pieces_of(found),
    )


def _noted(known: Known, log: Log, where: IntArray) -> Noted:
    values = {}
    for name in known.means:
        column = np.array([np.nan if getattr(row, name) is None else getattr(row, name) for row in log.rows])
        if not np.isnan(column).all():
            values[name] = column
    return Noted(known, where, values)


def _of_group(noted: Noted, rows: Any, prior: FloatArray) -> posterior.Posterior:
    return posterior.posterior_of(noted.known.sights, noted.likelihood(rows), prior, int(rows.sum()))


def _expected(found: posterior.Posterior, known: Known, where: IntArray) -> tuple[Prediction, ...]:
    rows = []
    for number, (variant, players) in enumerate(known.cells):
        means = {name: found.predicted(curves[number].means, method=MEAN) for name, curves in known.means.items()}
        plays = int((where == number).sum())
        rows.append(Prediction(variant, players, plays, None, None, score=means["score"], turns=means["turns"]))
    return tuple(rows)


def _drift_of(known: Known, log: Log, plays: Scored) -> Drift | None:
    if not log.is_in_order or len(log.groups) > 1:
        return None
    return moved(known.sights, plays.each(), np.ones(len(log.rows), dtype=np.int64))


def _advised(found: posterior.Posterior, noted: Noted, log: Log) -> Advised:
    """Choose among the cells with as many players as the group was, by the measures that it notes."""
    sizes = {row.players for row in log.rows}
    cells = [number for number, (_, players) in enumerate(noted.known.cells) if players in sizes]
    measures = list(noted.values)
    widths = [_widths(found, noted.known, cell, measures, MORE) for cell in cells]
    best = cells[int(np.argmin(widths))]
    halve = advice.halved(found, lambda plays: _outcomes(noted.known, best, measures, plays))
    now = advice.WIDTH * found.deviation
    return Advised(noted.known.cells[best], MORE, min(widths), now, halve)


def _widths(found: posterior.Posterior, known: Known, cell: int, measures: Sequence[str], plays: int) -> float:
    outcomes = _outcomes(known, cell, measures, plays)
    return float(advice.widths_of(found.places, found.chances, outcomes)[0])


def _outcomes(known: Known, cell: int, measures: Sequence[str], plays: int) -> FloatArray:
    """Give the chances of what the means of some plays of a cell may be, of shape (outcomes, 1, places)."""
    joint = np.ones((1, len(known.sights)))
    for name in measures:
        own = scores.outcomes_of(known.means[name][cell], plays)
        joint = (joint[:, None] * own[None]).reshape(-1, joint.shape[1])
    return joint[:, None]
