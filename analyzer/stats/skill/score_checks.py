"""Whether one dial explains the scores of a log: by variant, over time and by group, as `checks` asks it of wins.

By variant: how far the mean of every cell lies from what the best single dial expects (squares of standard errors).
Over time and by group: how much likelier the scores are with a dial for every part. Each number is compared with that
of logs which the posterior itself draws, normal around the means of its curves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.stats.estimate import FloatArray, IntArray, check_count
from analyzer.stats.skill.checks import CELL, COARSE, FEWEST, GROUP, TIME, Check, tested
from analyzer.stats.skill.posterior import Posterior
from analyzer.stats.skill.scores import Means

REPLICATES = 499


@dataclass(frozen=True)
class Scored:
    """Hold plays in their order: the number of the cell, the group, and each measure (nan where it was not noted).

    `curves` gives every measure the curves of each cell.
    """

    cell: IntArray
    group: IntArray
    values: Sequence[FloatArray]
    curves: Sequence[Sequence[Means]]

    def each(self, values: Sequence[FloatArray] | None = None, step: int = 1) -> FloatArray:
        """Give the log likelihood of every play at every sight or every few of them, of shape (plays, places)."""
        parts = []
        for noted, curves in zip(values or self.values, self.curves, strict=True):
            middle, spread = (item[self.cell, ::step] for item in _middle(curves))
            logs = -0.5 * ((noted[:, None] - middle) / spread) ** 2 - np.log(spread)
            parts.append(np.where(np.isnan(noted)[:, None], 0.0, logs))
        return np.asarray(sum(parts))


def check(
    found: Posterior,
    log: Scored,
    *,
    by: Sequence[str] = (CELL, TIME),
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Check:
    """Test whether one dial explains the scores of a log."""
    check_count("replicates", replicates, 19)
    drawn = _drawn(found, log, replicates, np.random.default_rng(seed))
    statistics = np.array([_statistics(by, values, log) for values in (log.values, *drawn)])
    return Check({name: tested(column, len(log.cell)) for name, column in zip(by, statistics.T, strict=True)})


def _middle(curves: Sequence[Means]) -> tuple[FloatArray, FloatArray]:
    """Give means and deviations of cells, of shape (cells, places)."""
    return np.stack([curve.means.mean(axis=0) for curve in curves]), np.stack([curve.spread for curve in curves])


def _drawn(found: Posterior, log: Scored, times: int, rng: np.random.Generator) -> Iterator[list[FloatArray]]:
    """Draw what could have been noted: a sight and curves for each log, then the values; what lacks stays lacking."""
    for pick in rng.choice(found.weights.size, size=times, p=found.weights.ravel()):
        draw, place = np.unravel_index(pick, found.weights.shape)
        values = []
        for noted, curves in zip(log.values, log.curves, strict=True):
            middle = np.array([curve.means[draw, place] for curve in curves])[log.cell]
            spread = np.array([curve.spread[place] for curve in curves])[log.cell]
            values.append(np.where(np.isnan(noted), np.nan, rng.normal(middle, spread)))
        yield values


def _statistics(by: Sequence[str], values: Sequence[FloatArray], log: Scored) -> list[float]:
    each = log.each(values, COARSE)
    told = {
        CELL: lambda: _by_cell(values, log, COARSE * int(each.sum(axis=0).argmax())),
        TIME: lambda: _by_time(each),
        GROUP: lambda: _by_group(each, log.group),
    }
    return [told[name]() for name in by]


def _by_cell(values: Sequence[FloatArray], log: Scored, place: int) -> float:
    """Add up, over cells and measures, the squares of standard errors between the mean noted and that expected."""
    total = 0.0
    for noted, curves in zip(values, log.curves, strict=True):
        middle, spread = (item[log.cell, place] for item in _middle(curves))
        is_known = ~np.isnan(noted)
        gaps = np.where(is_known, (noted - middle) / spread, 0.0)
        total += float((np.bincount(log.cell, gaps) ** 2 / np.maximum(np.bincount(log.cell, is_known), 1.0)).sum())
    return total


def _by_time(each: FloatArray) -> float:
    """Find the best play after which the dial is another one."""
    whole = each.sum(axis=0)
    before = np.cumsum(each, axis=0)[FEWEST - 1 : len(each) - FEWEST]
    if not len(before):
        return 0.0
    return float(2.0 * ((before.max(axis=1) + (whole - before).max(axis=1)).max() - whole.max()))


def _by_group(each: FloatArray, group: IntArray) -> float:
    parts = np.stack([each[group == number].sum(axis=0) for number in np.unique(group)])
    return float(2.0 * (parts.max(axis=1).sum() - parts.sum(axis=0).max()))
