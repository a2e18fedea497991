"""Weighted sums of win rates or log odds of cells on common deals, honest where wins are few or games unknown.

Each cell has an interval of its own: normal where it has ten wins and ten losses, exact otherwise. The distances from
the estimate to the ends are put together like standard errors, with the correlations of the outcomes on common deals
(recovery of variance estimates: Zou, Donner 2008; Newcombe 1998b is the case of two rates). With ample cells this
is the delta method. A cell that never won has no lower end for its log odds: a sum that needs this end has none either,
and is a one-sided bound. For the other end such a cell stands at half a win.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import Estimate, FloatArray, IntArray, check_count, check_level, check_shape, ndtri
from analyzer.stats.joint import Joint, Outcomes
from analyzer.stats.proportions import are_few, clopper_pearson, logit_bounds, logit_of, method_of

SCALES = ("probability", "logit")


def contrast_of(
    weights: ArrayLike, outcomes: Outcomes, level: float = 0.95, scale: str = "probability", name: str = ""
) -> Estimate:
    """Estimate a weighted sum of the cells' win rates or log odds.

    Unknown games count against the sum at its lower end and for it at its upper end; the value is that of the known
    games. `n` is the number of games of the smallest cell involved, and `name` that of the method.
    """
    check_level(level)
    if scale not in SCALES:
        raise ValueError(f"scale must be one of {', '.join(SCALES)} but got {scale}")
    vector = np.asarray(weights, dtype=np.float64)
    check_shape("weights", vector, (outcomes.cells,))
    used = np.flatnonzero(vector)
    chosen = vector[used]
    least, most = (np.where(is_won, outcomes.if_won[used], used) for is_won in (chosen < 0, chosen > 0))
    high = _upper_end(chosen, most, outcomes.joint, level, scale)
    low = -_upper_end(-chosen, least, outcomes.joint, level, scale)
    wins, known = outcomes.wins[used], (outcomes.games - outcomes.unknown)[used]
    few = any(are_few(k, n) for k, n in zip(wins, known, strict=True))
    n_least = int(outcomes.games[used].min(initial=outcomes.games.max()))
    method = method_of(name or f"contrast of {scale}", int(outcomes.unknown[used].sum()), few)
    rates = [k / n if n else math.nan for k, n in zip(wins.tolist(), known.tolist(), strict=True)]
    values = [logit_of(rate) for rate in rates] if scale == "logit" else rates
    value = sum((w * x for w, x in zip(chosen.tolist(), values, strict=True)), 0.0)  # inf - inf is nan: no value
    return Estimate(value, low, high, level, n_least, method, few)


def _upper_end(weights: FloatArray, rows: IntArray, joint: Joint, level: float, scale: str) -> float:
    counts = [(int(joint.wins[row, row]), int(joint.deals[row, row])) for row in rows]
    cells = np.array([_on_scale(wins, games, level, scale) for wins, games in counts]).reshape(-1, 3)
    reach = weights * np.where(weights > 0, cells[:, 2], cells[:, 1])
    if np.isinf(reach).any():
        return math.inf
    squares = reach @ _correlations(joint, rows, weights, level) @ reach
    return float(weights @ cells[:, 0] + math.sqrt(max(float(squares), 0.0)))


def _on_scale(wins: int, games: int, level: float, scale: str) -> tuple[float, float, float]:
    """Place a cell on the scale: where it stands, and how far its interval reaches down and up from there."""
    if scale == "logit":
        low, high = logit_bounds(wins, games, level)
        centre = logit_of(wins / games) if 0 < wins < games else logit_of((wins + 0.5) / (games + 1.0))
        return centre, centre - low, high - centre
    rate = wins / games if games else 0.5
    if are_few(wins, games):
        exact = clopper_pearson(wins, games, level)
        return rate, rate - exact.low, exact.high - rate
    reach = float(ndtri(0.5 + 0.5 * level)) * math.sqrt(rate * (1.0 - rate) / (games - 1))
    return rate, reach, reach


def _correlations(joint: Joint, rows: IntArray, weights: FloatArray, level: float) -> FloatArray:
    """Correlate the rates of some cells; pairs with hardly any differing deal count as differing in a few."""
    chosen = np.ix_(rows, rows)
    part = Joint(joint.deals[chosen], joint.wins[chosen], joint.both[chosen])
    scatter = part.scatter(np.nan_to_num(part.rates))
    spread = np.sqrt(np.maximum(np.diagonal(scatter), 0.0))
    # no differing deal among n does not mean that there are none: z**2 of them give Tango's interval of such pairs
    lacking = np.maximum(float(ndtri(0.5 + 0.5 * level)) ** 2 - (part.wins + part.wins.T - 2 * part.both), 0.0) / 2.0
    is_lacking = (np.outer(weights, weights) < 0) & (part.deals > 0)
    scatter = np.where(is_lacking, np.maximum(scatter - lacking, np.minimum(scatter, 0.0)), scatter)
    # cells of different length share the shorter prefix: its share of both samples scales the covariance
    scale = np.outer(spread, spread)
    correlations = np.divide(scatter, scale, out=np.zeros_like(scale), where=scale > 0)
    np.fill_diagonal(correlations, 1.0)
    return np.asarray(np.clip(correlations, -1.0, 1.0))


FLOOR = 0.05  # win rates closer than this to 0 or 1 leave no room for points

HARDER, EASIER, OPEN, SCALES_DIFFER = "harder", "easier", "open", "scales differ"


def main_effect(design: ArrayLike, factor: int) -> FloatArray:
    """Weigh the cells to get the mean change when `factor` is switched on and nothing else."""
    levels = _levels(design, factor)
    return _mean_contrast(levels, (factor,), _settings(levels, (factor,)))


def interaction(design: ArrayLike, first: int, second: int) -> FloatArray:
    """Weigh the cells to get how much `second` changes the effect of `first`, averaged over the others."""
    levels = _levels(design, first, second)
    return _mean_contrast(levels, (first, second), _settings(levels, (first, second)))


def added_effect(design: ArrayLike, factor: int, given: Iterable[int] = ()) -> FloatArray:
    """Weigh the cells to get what `factor` adds when exactly the factors `given` are on."""
    on = tuple(given)
    levels = _levels(design, factor, *on)
    rest = np.zeros(levels.shape[1], dtype=np.int64)
    rest[list(on)] = 1
    return _mean_contrast(levels, (factor,), [tuple(int(x) for x in rest)])


def common_backgrounds(design: ArrayLike, factors: Sequence[int]) -> list[tuple[int, ...]]:
    """List the settings without `factors` to which each of them was added alone: there their effects compare."""
    levels = _levels(design, *factors)
    present = {tuple(int(x) for x in row) for row in levels}
    plain = [row for row in sorted(present) if not any(row[factor] for factor in factors)]
    return [row for row in plain if all(_switched_on(row, factor) in present for factor in factors)]


def compared_effects(design: ArrayLike, factors: Sequence[int]) -> list[FloatArray]:
    """Weigh the cells to get what each factor adds on average over the backgrounds that all of them share.

    A main effect averages over whatever a factor was combined with, so the main effects of two factors may speak of
    different company; these speak of the same.
    """
    settings = common_backgrounds(design, factors)
    if not settings:
        raise ValueError(f"design must hold a setting to which each of the factors {tuple(factors)} was added alone")
    levels = _levels(design, *factors)
    return [_mean_contrast(levels, (factor,), settings) for factor in factors]


def compared_interactions(design: ArrayLike, pairs: Sequence[tuple[int, int]]) -> list[FloatArray]:
    """Weigh the cells to get the interaction of each pair on the backgrounds that all pairs share."""
    factors = sorted({factor for pair in pairs for factor in pair})
    levels = _levels(design, *factors)
    present = {tuple(int(x) for x in row) for row in levels}
    plain = [row for row in sorted(present) if not any(row[factor] for factor in factors)]
    shared = [row for row in plain if all(_has_corners(present, row, pair) for pair in pairs)]
    if not shared:
        raise ValueError(f"design must hold a setting on which all of {len(pairs)} pairs were played")
    return [_mean_contrast(levels, pair, shared) for pair in pairs]


def _mean_contrast(levels: IntArray, varied: tuple[int, ...], settings: list[tuple[int, ...]]) -> FloatArray:
    index = {tuple(int(x) for x in row): cell for cell, row in enumerate(levels)}
    weights, used = np.zeros(len(levels)), 0
    for setting in settings:
        corners = _corners(setting, varied)
        if all(cell in index for cell, _ in corners):
            used += 1
            for cell, sign in corners:
                weights[index[cell]] += sign
    if not used:
        raise ValueError(f"design must hold a matched set for factors {varied} but got {len(levels)} cells")
    return weights / used


def _has_corners(present: set[tuple[int, ...]], setting: tuple[int, ...], varied: tuple[int, ...]) -> bool:
    return all(cell in present for cell, _ in _corners(setting, varied))


def _switched_on(setting: tuple[int, ...], factor: int) -> tuple[int, ...]:
    return (*setting[:factor], 1, *setting[factor + 1 :])


def _corners(setting: tuple[int, ...], varied: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    corners = [(setting, 1)]
    for factor in varied:
        switched = [((*cell[:factor], on, *cell[factor + 1 :]), on, sign) for cell, sign in corners for on in (0, 1)]
        corners = [(cell, sign if on else -sign) for cell, on, sign in switched]
    return corners


def _settings(levels: IntArray, varied: tuple[int, ...]) -> list[tuple[int, ...]]:
    others = levels.copy()
    others[:, list(varied)] = 0
    return sorted({tuple(int(x) for x in row) for row in others})


def _levels(design: ArrayLike, *factors: int) -> IntArray:
    levels = np.asarray(design)
    if levels.ndim != 2 or not np.isin(levels, (0, 1)).all():
        raise ValueError(f"design must be (cells, factors) of values in [0, 1] but got shape {levels.shape}")
    for factor in factors:
        check_count("factor", factor, 0, levels.shape[1] - 1)
    if len(set(factors)) < len(factors):
        raise ValueError(f"factors must differ but got {factors}")
    if len({tuple(row) for row in levels.tolist()}) < len(levels):
        raise ValueError(f"design must hold each cell once but got {len(levels)} rows with repeats")
    return levels.astype(np.int64)


@dataclass(frozen=True, slots=True)
class Interaction:
    """Say whether two modules are harder or easier together than the sum of both, and which scale to show first."""

    word: str
    leading: str
    points: Estimate
    odds: Estimate


def together(points: Estimate, odds: Estimate, rates: Sequence[float]) -> Interaction:
    """Judge an interaction from its estimates on both scales and the win rates of the four cells.

    `rates` are those of neither module, the first, the second and both. `harder` and `easier` need both intervals on
    the same side of 0; `scales differ` means that they exclude 0 on opposite sides; all else is `open`.
    """
    signs = _sign(points), _sign(odds)
    word = {(-1, -1): HARDER, (1, 1): EASIER, (-1, 1): SCALES_DIFFER, (1, -1): SCALES_DIFFER}.get(signs, OPEN)
    return Interaction(word, "odds" if hits_floor(rates) else "points", points, odds)


def hits_floor(rates: Sequence[float]) -> bool:
    """Tell whether points have no room: a rate near 0 or 1, or a sum of both effects that lies there or beyond."""
    neither, first, second, _ = rates
    expected = first + second - neither
    return any(not FLOOR <= rate <= 1.0 - FLOOR for rate in (*rates, expected))


def largest(interactions: Sequence[Interaction]) -> int | None:
    """Find the pair with the largest interaction for certain on both scales, by its leading scale; None if none is.

    Pairs are ranked by odds as soon as one of them hits the floor: points of different rooms do not compare.
    """
    certain = [number for number, interaction in enumerate(interactions) if interaction.word in (HARDER, EASIER)]
    by_odds = any(interactions[number].leading == "odds" for number in certain)
    return max(certain, key=lambda number: _size(interactions[number], by_odds), default=None)


def _size(interaction: Interaction, by_odds: bool) -> float:
    return abs((interaction.odds if by_odds else interaction.points).value)


def _sign(estimate: Estimate) -> int:
    return (estimate.low > 0) - (estimate.high < 0)
