"""Luck and skill: which share of the variance of outcomes the deal, the seat, the policy or a grouping explains.

Outcomes are crossed: every policy (in every seat) plays every deal once. The shares come from mean squares of
the analysis of variance (moment estimators of the random-effects model, Searle, Casella, McCulloch 1992);
what no main effect explains is the interaction of deal and policy (and chance inside the policy).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import Estimate, FloatArray, IntArray, check_count, check_level, check_shape, count_vector

REST = "rest"
MOST_COUNTS = 4_000_000  # resampled counts held at once (32 MB)


def variance_shares(
    outcomes: ArrayLike, factors: Sequence[str], seed: int, level: float = 0.95, resamples: int = 1_000
) -> dict[str, Estimate]:
    """Estimate the share of variance of each factor, of the deal and of the rest, which sum to 1.

    `outcomes` has one axis per name in `factors` and the deals as last axis. The interval is the percentile
    bootstrap over deals: it speaks of new deals for these policies and seats.
    """
    check_level(level)
    check_count("resamples", resamples, 100)
    table = np.asarray(outcomes, dtype=np.float64)
    if table.ndim != len(factors) + 1 or min(table.shape, default=0) < 2:
        raise ValueError(f"outcomes must have {len(factors) + 1} axes of length in [2, inf) but got {table.shape}")
    # deals with the same outcomes are interchangeable: few patterns stand for millions of deals
    patterns, counts = np.unique(table.reshape(-1, table.shape[-1]).T, axis=0, return_counts=True)
    names = (*factors, "deal", REST)
    value = _shares(patterns, counts[None], table.shape[:-1])[0]
    again = _resample(patterns, counts, table.shape[:-1], seed, resamples)
    low, high = np.quantile(again, [0.5 - 0.5 * level, 0.5 + 0.5 * level], axis=0)
    n = table.shape[-1]
    return {
        name: Estimate(float(v), float(a), float(b), level, n, "anova, bootstrap over deals")
        for name, v, a, b in zip(names, value, low, high, strict=True)
    }


def _resample(patterns: FloatArray, counts: IntArray, shape: tuple[int, ...], seed: int, resamples: int) -> FloatArray:
    rng, chances = np.random.default_rng(seed), counts / counts.sum()
    at_once = max(1, MOST_COUNTS // counts.size)
    sizes = [min(at_once, resamples - start) for start in range(0, resamples, at_once)]
    drawn = (rng.multinomial(counts.sum(), chances, size=size) for size in sizes)
    return np.concatenate([_shares(patterns, again, shape) for again in drawn])


def _shares(patterns: FloatArray, counts: IntArray, shape: tuple[int, ...]) -> FloatArray:
    """Give shares of variance (resamples, factors + 2) from outcome patterns and how often each occurs."""
    deals, cells = float(counts[0].sum()), patterns.shape[1]
    cell_means = counts @ patterns / deals
    grand = cell_means.mean(axis=1)
    squares = counts @ (patterns**2).sum(axis=1)
    total = squares - deals * cells * grand**2
    per_deal = cells * (counts @ patterns.mean(axis=1) ** 2) - deals * cells * grand**2
    per_factor = [_factor_squares(cell_means, grand, shape, axis) * deals for axis in range(len(shape))]
    freedom = [size - 1 for size in shape] + [deals - 1]
    sums = [*per_factor, per_deal]
    rest = (total - sum(sums)) / (deals * cells - 1 - sum(freedom))
    sizes = [deals * cells / size for size in shape] + [cells]
    parts = [(s / f - rest) / size for s, f, size in zip(sums, freedom, sizes, strict=True)]
    components = np.maximum(np.column_stack([*parts, rest]), 0.0)
    whole = components.sum(axis=1, keepdims=True)
    return np.asarray(components / np.where(whole > 0, whole, 1.0))


def _factor_squares(means: FloatArray, grand: FloatArray, shape: tuple[int, ...], axis: int) -> FloatArray:
    table = means.reshape(-1, *shape)
    others = tuple(i + 1 for i in range(len(shape)) if i != axis)
    levels = table.mean(axis=others)
    return np.asarray(((levels - grand[:, None]) ** 2).sum(axis=1) * means.shape[1] / shape[axis])


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
