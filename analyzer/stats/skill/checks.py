"""Whether one dial explains a log: by variant, over time and by group, against logs drawn from the posterior.

By cell: how much likelier the plays are with a win rate of its own for every cell than with the best single dial
(deviance). Over time: how much likelier they are with one dial up to some play and another after it, for the best such
play. By group: with a dial for every group. Each number is compared with that of logs which the posterior itself draws
(curves included) and which are treated alike, so the p-values need no large counts. A log is called misfit if the least
p-value, times the number of checks made, is at most 0.03.

Groups that are mixed without a mark cannot be seen: if two groups play the same variants in turn, the log is that of
one group in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.estimate import FloatArray, IntArray, Significance, check_count
from analyzer.stats.skill.posterior import Posterior

REPLICATES = 999
SEGMENTS = 30  # of time: between two of them a change may lie
FEWEST = 3  # plays before and after a change
MISFIT = 0.03
COARSE = 4  # every fourth sight is tried for the best dial
CELL, TIME, GROUP = "variant", "time", "group"
METHOD = "likelihood ratio against logs drawn from the posterior"


@dataclass(frozen=True)
class Plays:
    """Hold rows of plays in their order: the number of the cell, how many plays, how many won, and of which group."""

    cell: IntArray
    plays: IntArray
    wins: IntArray
    group: IntArray

    @property
    def total(self) -> int:
        """Count the plays."""
        return int(self.plays.sum())

    def counts(self, cells: int) -> tuple[IntArray, IntArray]:
        """Count wins and plays of every cell."""
        return (
            np.bincount(self.cell, self.wins, cells).astype(np.int64),
            np.bincount(self.cell, self.plays, cells).astype(np.int64),
        )

    def chosen(self, mask: NDArray[np.bool_]) -> "Plays":
        """Keep some rows."""
        return Plays(self.cell[mask], self.plays[mask], self.wins[mask], self.group[mask])


@dataclass(frozen=True)
class Check:
    """Hold the tests that were made, by what they look at, and the verdict."""

    tests: Mapping[str, Significance]

    @property
    def p_value(self) -> float:
        """Give the least p-value, corrected for the number of tests; 1 without any."""
        return min(1.0, len(self.tests) * min((test.p_value for test in self.tests.values()), default=1.0))

    @property
    def is_misfit(self) -> bool:
        """Tell whether one dial does not explain the log."""
        return self.p_value <= MISFIT

    @property
    def culprits(self) -> list[str]:
        """Name what does not fit, the clearest first."""
        order = sorted(self.tests, key=lambda name: self.tests[name].p_value)
        return [name for name in order if len(self.tests) * self.tests[name].p_value <= MISFIT]


def check(
    found: Posterior,
    rates: FloatArray,
    log: Plays,
    *,
    by: Sequence[str] = (CELL, TIME),
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Check:
    """Test whether one dial explains a log; `rates` are the drawn curves of its cells, as for the posterior."""
    check_count("replicates", replicates, 19)
    rng = np.random.default_rng(seed)
    drawn = _replicates(found, rates, log, replicates, rng)
    wins = np.vstack([log.wins, drawn])
    middle = rates.mean(axis=1)[:, ::COARSE]
    logs = np.stack([np.log(middle), np.log1p(-middle)])
    tests = {name: tested(_PARTS[name](logs, log, wins), log.total) for name in by}
    return Check(tests)


def _replicates(found: Posterior, rates: FloatArray, log: Plays, times: int, rng: np.random.Generator) -> IntArray:
    """Draw what the rows of a log could have been: a sight and curves for each, and then the wins."""
    picks = rng.choice(found.weights.size, size=times, p=found.weights.ravel())
    draw, place = np.unravel_index(picks, found.weights.shape)
    chances = rates[log.cell[None, :], draw[:, None], place[:, None]]
    return np.asarray(rng.binomial(log.plays[None, :], chances))


def tested(statistics: FloatArray, plays: int) -> Significance:
    """Compare the first number with the others."""
    as_far = int((statistics[1:] >= statistics[0] - 1e-9).sum())
    return Significance((1 + as_far) / len(statistics), float(statistics[0]), plays, METHOD)


def _sums(log: Plays, wins: IntArray, part: IntArray, parts: int) -> tuple[FloatArray, FloatArray]:
    """Count wins (logs, parts) and plays (parts) by some part of the rows."""
    ones = (part[:, None] == np.arange(parts)).astype(np.float64)
    return wins @ ones, log.plays @ ones


def _likelihood(logs: FloatArray, log: Plays, wins: IntArray, part: IntArray, parts: int) -> FloatArray:
    """Give the log likelihood at every sight of every part of the rows, of shape (logs, parts, places)."""
    cells = logs.shape[1]
    won, played = _sums(log, wins, part * cells + log.cell, parts * cells)
    won, played = won.reshape(len(wins), parts, cells), played.reshape(parts, cells)
    return np.asarray(won @ (logs[0] - logs[1]) + played @ logs[1])


def _by_cell(logs: FloatArray, log: Plays, wins: IntArray) -> FloatArray:
    won, played = _sums(log, wins, log.cell, logs.shape[1])
    own = np.where(played > 0, won / np.where(played > 0, played, 1.0), 0.5)
    lost = np.where(own < 1.0, (played - won) * np.log1p(-np.minimum(own, 1.0 - 1e-12)), 0.0)
    best = (np.where(own > 0.0, won * np.log(np.maximum(own, 1e-12)), 0.0) + lost).sum(axis=1)
    common = _likelihood(logs, log, wins, np.zeros_like(log.cell), 1)[:, 0].max(axis=1)
    return np.asarray(2.0 * (best - common))


def _by_time(logs: FloatArray, log: Plays, wins: IntArray) -> FloatArray:
    """Find the best change: rows are gathered into segments, and a change lies between two of them."""
    passed = np.cumsum(log.plays)
    parts = min(SEGMENTS, len(passed))
    segment = np.minimum((passed - 1) * parts // log.total, parts - 1)
    each = _likelihood(logs, log, wins, segment, parts)
    before = np.cumsum(each, axis=1)
    whole = before[:, -1:]
    both = before.max(axis=2) + (whole - before).max(axis=2)
    ends = np.array([log.plays[segment <= number].sum() for number in range(parts)])
    is_cut = (ends >= FEWEST) & (ends <= log.total - FEWEST)
    if not is_cut.any():
        return np.zeros(len(wins))
    return np.asarray(2.0 * (both[:, is_cut].max(axis=1) - whole[:, 0].max(axis=1)))


def _by_group(logs: FloatArray, log: Plays, wins: IntArray) -> FloatArray:
    each = _likelihood(logs, log, wins, log.group, int(log.group.max()) + 1)
    return np.asarray(2.0 * (each.max(axis=2).sum(axis=1) - each.sum(axis=1).max(axis=1)))


_PARTS = {CELL: _by_cell, TIME: _by_time, GROUP: _by_group}


def surprise(others: Posterior, rates: FloatArray, wins: int, plays: int) -> float:
    """Give the two-sided p-value of the wins in one cell, as the plays of all other cells foretell them (mid-p)."""
    chances = foretold(others, rates, plays)
    below, at = float(chances[:wins].sum()), float(chances[wins])
    return min(1.0, 2.0 * min(below + 0.5 * at, 1.0 - below - 0.5 * at))


def foretold(found: Posterior, rates: FloatArray, plays: int) -> FloatArray:
    """Give the chance of each number of wins in some plays of a cell, its rates of shape (draws, places)."""
    from scipy.stats import binom  # loaded when needed

    sizes, edges = np.histogram(rates, bins=400, range=(0.0, 1.0), weights=found.weights)
    sums, _ = np.histogram(rates, bins=edges, weights=found.weights * rates)
    used = sizes > 0.0
    chances = binom.pmf(np.arange(plays + 1)[:, None], plays, (sums[used] / sizes[used])[None, :])
    return np.asarray(chances @ sizes[used])
