"""Weighted sums of win rates or log odds of cells on common deals, honest where wins are few or games unknown.

Each cell has an interval of its own: normal where it has ten wins and ten losses, exact otherwise. The distances from
the estimate to the ends are put together like standard errors, with the correlations of the outcomes on common deals
(recovery of variance estimates: Zou, Donner 2008; Newcombe 1998b is the case of two rates). With ample cells this
is the delta method. A cell that never won has no lower end for its log odds: a sum that needs this end has none either,
and is a one-sided bound. For the other end such a cell stands at half a win.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.stats.checks import FloatArray, IntArray, check_level, check_shape
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import Joint, Outcomes
from analyzer.stats.proportions import clopper_pearson
from analyzer.stats.rates import are_few, logit_bounds, logit_of, method_of
from analyzer.stats.special import ndtri

SCALES = ("probability", "logit")


def contrast_of(weights: ArrayLike, outcomes: Outcomes, level: float = 0.95, scale: str = "probability") -> Estimate:
    """Estimate a weighted sum of the cells' win rates or log odds.

    Unknown games count against the sum at its lower end and for it at its upper end; the value is that of the known
    games. `n` is the number of games of the smallest cell involved.
    """
    check_level(level)
    if scale not in SCALES:
        raise ValueError(f"scale must be one of {', '.join(SCALES)} but got {scale}")
    vector = np.asarray(weights, dtype=np.float64)
    check_shape("weights", vector, (outcomes.cells,))
    used = np.flatnonzero(vector)
    chosen = vector[used]
    high = _upper_end(chosen, _rows(outcomes, used, chosen > 0), outcomes.joint, level, scale)
    low = -_upper_end(-chosen, _rows(outcomes, used, chosen < 0), outcomes.joint, level, scale)
    wins, known = outcomes.wins[used], (outcomes.games - outcomes.unknown)[used]
    few = any(are_few(k, n) for k, n in zip(wins, known, strict=True))
    n = int(outcomes.games[used].min(initial=outcomes.games.max()))
    method = method_of(f"contrast of {scale}", int(outcomes.unknown[used].sum()), few)
    return Estimate(_value(chosen, wins, known, scale), low, high, level, n, method, few)


def _rows(outcomes: Outcomes, cells: NDArray[np.intp], is_won: NDArray[np.bool_]) -> IntArray:
    return np.where(is_won, outcomes.if_won[cells], cells)


def _value(weights: FloatArray, wins: IntArray, known: IntArray, scale: str) -> float:
    rates = [k / n if n else math.nan for k, n in zip(wins.tolist(), known.tolist(), strict=True)]
    values = [logit_of(rate) for rate in rates] if scale == "logit" else rates
    return sum((w * x for w, x in zip(weights.tolist(), values, strict=True)), 0.0)  # inf - inf is nan: no value


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
    scatter = np.where(np.outer(weights, weights) < 0, _with_differing(part, scatter, level), scatter)
    # cells of different length share the shorter prefix: its share of both samples scales the covariance
    scale = np.outer(spread, spread)
    correlations = np.divide(scatter, scale, out=np.zeros_like(scale), where=scale > 0)
    np.fill_diagonal(correlations, 1.0)
    return np.asarray(np.clip(correlations, -1.0, 1.0))


def _with_differing(part: Joint, scatter: FloatArray, level: float) -> FloatArray:
    # no differing deal among n does not mean that there are none: z**2 of them give Tango's interval of such pairs
    differing = part.wins + part.wins.T - 2 * part.both
    lacking = np.maximum(float(ndtri(0.5 + 0.5 * level)) ** 2 - differing, 0.0) / 2.0
    return np.where(part.deals > 0, np.maximum(scatter - lacking, np.minimum(scatter, 0.0)), scatter)
