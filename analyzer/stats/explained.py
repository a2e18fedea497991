"""How much of winning and losing a grouping of the games explains."""

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, check_count, check_level, check_shape, count_vector
from analyzer.stats.estimate import Estimate


def explained_share(
    wins: ArrayLike, games: ArrayLike, seed: int, level: float = 0.95, resamples: int = 1_000
) -> Estimate:
    """Estimate the share of the variance of outcomes that lies between groups (adjusted correlation ratio).

    `wins` out of `games` per group. The plain ratio grows with the number of groups even if they mean nothing;
    the adjusted one (Ezekiel 1930) is 0 on average then, and is cut off there. Percentile bootstrap over games.
    """
    check_level(level)
    check_count("resamples", resamples, 100)
    won, played = count_vector("wins", wins), count_vector("games", games)
    check_shape("games", played, won.shape)
    check_count("games", int(played.sum()), 2)
    counts = np.concatenate([won, played - won])
    n = int(counts.sum())
    again = np.random.default_rng(seed).multinomial(n, counts / n, size=resamples)
    value = float(_adjusted(counts[None])[0])
    low, high = np.quantile(_adjusted(again), [0.5 - 0.5 * level, 0.5 + 0.5 * level])
    return Estimate(value, min(float(low), value), max(float(high), value), level, n, "adjusted correlation ratio")


def _adjusted(counts: ArrayLike) -> FloatArray:
    """Compute the ratio for each row of counts (won per group, then lost per group)."""
    won, lost = np.split(np.asarray(counts, dtype=np.float64), 2, axis=1)
    games = won + lost
    n, groups = games.sum(axis=1), (games > 0).sum(axis=1)
    within = np.divide(won * lost, games, out=np.zeros_like(games), where=games > 0).sum(axis=1)
    total = won.sum(axis=1) * lost.sum(axis=1) / n
    freedom = (n - 1) / np.maximum(n - groups, 1)
    ratio = 1.0 - freedom * np.divide(within, total, out=np.ones_like(total), where=total > 0)
    return np.asarray(np.maximum(ratio, 0.0))
