"""Luck and skill: which share of the variance of outcomes the deal, the seat, the policy or a grouping explains.

Outcomes are crossed: every policy (in every seat) plays every deal once. The shares come from mean squares of
the analysis of variance (moment estimators of the random-effects model, Searle, Casella, McCulloch 1992);
what no main effect explains is the interaction of deal and policy (and chance inside the policy).

Intervals come from leaving out one deal at a time (jackknife, Student's t). Resampled deals would give too short ones:
a sum of squares is never drawn smaller than chance alone makes it. Policies, seats and groups are few and fixed, so
what they explain is the length of a vector of means. Near 0 its square follows a noncentral chi-square, not a normal
distribution, and the interval reaches over both. Games without an outcome are filled in several ways, and the interval
reaches over all of them.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.stats import estimate
from analyzer.stats.estimate import Estimate, FloatArray, check_level, check_shape

REST = "rest"
LARGE = 1_000.0  # a chi-square from which on its root is normal


def variance_shares(
    outcomes: ArrayLike, factors: Sequence[str], level: float = 0.95, *, unknown: ArrayLike | None = None
) -> dict[str, Estimate]:
    """Estimate the share of variance of each factor, of the deal and of the rest, which sum to 1.

    `outcomes` has one axis per name in `factors` and the deals as last axis; the interval speaks of new deals for these
    policies and seats. `unknown` marks outcomes that nobody knows: the values are those of the other deals.
    """
    check_level(level)
    table = np.asarray(outcomes, dtype=np.float64)
    if table.ndim != len(factors) + 1 or min(table.shape, default=0) < 2:
        raise ValueError(f"outcomes must have {len(factors) + 1} axes of length in [2, inf) but got {table.shape}")
    names, shape = (*factors, "deal", REST), table.shape[:-1]
    marks = np.zeros_like(table, dtype=bool) if unknown is None else np.asarray(unknown, dtype=bool)
    check_shape("unknown", marks, table.shape)
    rows, open_ones = table.reshape(-1, table.shape[-1]).T, marks.reshape(-1, table.shape[-1]).T
    known = rows[~open_ones.any(axis=1)]
    value = _shared(np.maximum(components_of(*_sums(known if len(known) > 1 else rows), shape), 0.0))
    ends = [_ends(filled, shape, level) for filled in _fillings(rows, open_ones)]
    low, high = np.min([a for a, _ in ends], axis=0), np.max([b for _, b in ends], axis=0)
    method = "anova, jackknife over deals" + (", unknown games either way" if open_ones.any() else "")
    return {
        name: Estimate(float(v), min(float(v), float(a)), max(float(v), float(b)), level, len(rows), method)
        for name, v, a, b in zip(names, value, low, high, strict=True)
    }


def _fillings(rows: FloatArray, unknown: NDArray[np.bool_]) -> Iterator[FloatArray]:
    """Fill unknown outcomes: all lost, all won, those of one cell unlike all others, and with or against their deal."""
    yield np.where(unknown, 0.0, rows)
    if not unknown.any():
        return
    yield np.where(unknown, 1.0, rows)
    for cell in range(rows.shape[1]):
        is_own = np.arange(rows.shape[1]) == cell
        yield np.where(unknown, is_own, rows)
        yield np.where(unknown, ~is_own, rows)
    held = np.where(unknown, 0.0, rows).sum(axis=1) / np.maximum((~unknown).sum(axis=1), 1)
    is_good = held > np.where(unknown, 0.0, rows).sum() / max((~unknown).sum(), 1)
    yield np.where(unknown, is_good[:, None], rows)
    yield np.where(unknown, ~is_good[:, None], rows)


Sums = tuple[FloatArray, FloatArray, FloatArray, FloatArray]


def _sums(rows: FloatArray, *, is_left_out: bool = False) -> Sums:
    """Add up over deals: outcomes of each cell, their squares, squared means of deals, and the deals themselves.

    With `is_left_out` it gives the same sums without each of the deals in turn.
    """
    own = rows, (rows**2).sum(axis=1), rows.mean(axis=1) ** 2, np.ones(len(rows))
    cells, squares, held, deals = (np.asarray(part.sum(axis=0)) for part in own)
    if not is_left_out:
        return cells, squares, held, deals
    return cells - own[0], squares - own[1], held - own[2], deals - own[3]


def _ends(rows: FloatArray, shape: tuple[int, ...], level: float) -> tuple[FloatArray, FloatArray]:
    """Give the ends of the intervals of all shares."""
    parts = components_of(*_sums(rows), shape)
    without = components_of(*_sums(rows, is_left_out=True), shape)
    low, high = _interval(_shared(parts), _shared(without), np.ones(len(rows)), level)
    for axis, levels in enumerate(shape):
        noise, others = max(float(parts[-1]), 0.0) * levels / rows.size, float(parts[-2:].sum())
        ends = _noncentral((levels - 1) * (parts[axis] / noise + 1.0), levels - 1, level) if noise else ()
        sizes = [end * noise / (levels - 1) for end in ends]
        shares = [size / (size + others) if size + others > 0.0 else 0.0 for size in sizes]
        low[axis], high[axis] = min([low[axis], *shares]), max([high[axis], *shares])
    return np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def _noncentral(square: float, freedom: int, level: float) -> tuple[float, float]:
    """Give the interval of the noncentrality of a chi-square with some degrees of freedom."""
    if square > LARGE:
        z = estimate.normal_quantile(0.5 + 0.5 * level)
        return max(square**0.5 - z, 0.0) ** 2, (square**0.5 + z) ** 2
    found = []
    for chance in (0.5 + 0.5 * level, 0.5 - 0.5 * level):
        is_inside = square > 0.0 and float(estimate.chndtr(square, freedom, 0.0)) > chance
        found.append(float(estimate.chndtrinc(square, freedom, chance)) if is_inside else 0.0)
    return found[0], found[1]


def _interval(value: FloatArray, without: FloatArray, times: FloatArray, level: float) -> tuple[FloatArray, FloatArray]:
    """Make intervals from estimates `without` one observation each, which occurs so many `times`."""
    n = float(times.sum())
    middle = times @ without / n
    error = np.sqrt((n - 1.0) / n * (times @ (without - middle) ** 2))
    reach = float(estimate.stdtrit(n - 1.0, 0.5 + 0.5 * level)) * error
    return value - reach, value + reach


def _shared(components: FloatArray) -> FloatArray:
    """Divide components of variance by their sum."""
    whole = components.sum(axis=-1, keepdims=True)
    return np.asarray(np.divide(components, whole, out=np.zeros_like(components), where=whole > 1e-12))


def components_of(
    cells: FloatArray, squares: FloatArray, held: FloatArray, deals: FloatArray, shape: tuple[int, ...]
) -> FloatArray:
    """Give components of variance (…, factors + 2) from sums over deals; negative where chance makes them so."""
    size = cells.shape[-1]
    means = cells / deals[..., None]
    grand = means.mean(axis=-1)
    total = squares - deals * size * grand**2
    per_deal = size * held - deals * size * grand**2
    sums = [_factor_squares(means, grand, shape, axis) * deals for axis in range(len(shape))]
    freedom = [float(levels - 1) for levels in shape]
    rest = (total - sum(sums) - per_deal) / (deals * size - sum(freedom) - deals)
    parts = [(s / f - rest) * levels / (deals * size) for s, f, levels in zip(sums, freedom, shape, strict=True)]
    return np.stack([*parts, (per_deal / (deals - 1.0) - rest) / size, rest], axis=-1)


def _factor_squares(means: FloatArray, grand: FloatArray, shape: tuple[int, ...], axis: int) -> FloatArray:
    table = means.reshape(*means.shape[:-1], *shape)
    others = tuple(i - len(shape) for i in range(len(shape)) if i != axis)
    levels = table.mean(axis=others) if others else table
    return np.asarray(((levels - grand[..., None]) ** 2).sum(axis=-1) * means.shape[-1] / shape[axis])


def explained_share(
    wins: ArrayLike, games: ArrayLike, level: float = 0.95, *, unknown: ArrayLike | None = None
) -> Estimate:
    """Estimate the share of the variance of outcomes that lies between groups (adjusted correlation ratio).

    `wins` out of `games` per group, `unknown` of which have no outcome. The plain ratio grows with the number of groups
    even if they mean nothing; the adjusted one (Ezekiel 1930) is 0 on average then, and is cut off there.
    """
    check_level(level)
    won, played = estimate.count_vector("wins", wins), estimate.count_vector("games", games)
    check_shape("games", played, won.shape)
    missing = np.zeros_like(won) if unknown is None else estimate.count_vector("unknown", unknown)
    check_shape("unknown", missing, won.shape)
    estimate.check_count("games", int((played - missing).sum()), 2)
    value = max(float(_adjusted(np.concatenate([won, played - missing - won])[None])[0]), 0.0)
    filled = [won + part for part in _group_fillings(won, played, missing)]
    ends = [_group_ends(np.concatenate([own, played - own]), level) for own in filled]
    low, high = min(a for a, _ in ends), max(b for _, b in ends)
    n = int(played.sum())
    return Estimate(value, min(low, value), max(high, value), level, n, "adjusted correlation ratio, jackknife")


def _group_fillings(won: ArrayLike, played: ArrayLike, missing: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Fill unknown games: all lost, all won, for the better groups and for the worse ones."""
    yield np.zeros_like(missing)
    if missing.any():
        rates = np.asarray(won) / np.maximum(np.asarray(played) - missing, 1)
        is_good = rates > np.sum(won) / max(np.sum(np.asarray(played) - missing), 1)
        yield from (missing, missing * is_good, missing * ~is_good)


def _group_ends(counts: NDArray[np.int64], level: float) -> tuple[float, float]:
    """Give the ends of the interval from counts (won per group, then lost per group)."""
    kinds = np.flatnonzero(counts)
    without = counts[None] - np.eye(counts.size, dtype=np.int64)[kinds]
    low, high = _interval(_adjusted(counts[None]), _adjusted(without)[:, None], counts[kinds].astype(np.float64), level)
    n, groups = int(counts.sum()), int((counts[: counts.size // 2] + counts[counts.size // 2 :] > 0).sum())
    if groups < 2:
        return 0.0, 0.0
    plain = 1.0 - (1.0 - float(_adjusted(counts[None])[0])) * (n - groups) / (n - 1)  # the chi-square per game
    ends = [end / n for end in _noncentral(n * plain, groups - 1, level)]
    return max(min(float(low[0]), *ends), 0.0), min(max(float(high[0]), *ends), 1.0)


def _adjusted(counts: ArrayLike) -> FloatArray:
    """Compute the ratio for each row of counts (won per group, then lost per group)."""
    won, lost = np.split(np.asarray(counts, dtype=np.float64), 2, axis=1)
    games = won + lost
    n, groups = games.sum(axis=1), (games > 0).sum(axis=1)
    within = np.divide(won * lost, games, out=np.zeros_like(games), where=games > 0).sum(axis=1)
    total = won.sum(axis=1) * lost.sum(axis=1) / n
    freedom = (n - 1) / np.maximum(n - groups, 1)
    return np.asarray(1.0 - freedom * np.divide(within, total, out=np.ones_like(total), where=total > 0))
