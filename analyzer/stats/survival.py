"""How long games last.

Histograms over turns come in: entry t counts the games that ended in turn t, or were cut off (censored) in turn t. A
game cut off in turn t was still at risk in turn t. Give all ends as events: wins are no censored losses.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.checks import FloatArray, IntArray, check_count, check_level, check_shape, count_vector
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import wilson_bounds
from analyzer.stats.special import ndtri


@dataclass(frozen=True)
class Curve:
    """Hold a step function over turns 0, 1, …: value after each turn, pointwise interval, games at risk."""

    value: FloatArray
    low: FloatArray
    high: FloatArray
    error: FloatArray
    at_risk: IntArray
    level: float
    n: int
    method: str

    def at(self, turn: int) -> Estimate:
        """Read the curve after `turn`."""
        check_count("turn", turn, 0, self.value.size - 1)
        value, low, high = (float(x[turn]) for x in (self.value, self.low, self.high))
        return Estimate(value, low, high, self.level, self.n, self.method)


def kaplan_meier(ended: ArrayLike, censored: ArrayLike, level: float = 0.95, method: str = "log-log") -> Curve:
    """Estimate the share of games still going after each turn (Kaplan, Meier 1958).

    The standard error is Greenwood's; `log-log` intervals (Kalbfleisch, Prentice 1980) stay inside [0, 1],
    `greenwood` ones are symmetric and cut off there. While the curve is still at 1, or already at 0, where
    both would have no width, the open side is Wilson's bound for the games not cut off so far.
    """
    check_level(level)
    events, cut = _histograms(ended, censored)
    risk = _at_risk(events + cut)
    value = _product_limit(events, risk)
    error = np.asarray(value * np.sqrt(np.cumsum(_divide(events, risk * (risk - events)))), dtype=np.float64)
    low, high = _bands(value, error, _known(risk, cut), level, method)
    return Curve(value, low, high, error, risk, level, int(risk[0]), f"kaplan-meier {method}")


def _bands(
    value: FloatArray, error: FloatArray, known: IntArray, level: float, method: str
) -> tuple[FloatArray, FloatArray]:
    if method not in TRANSFORMS:
        raise ValueError(f"method must be one of {', '.join(TRANSFORMS)} but got {method}")
    inside = (value > 1e-12) & (value < 1.0 - 1e-12) & (error > 0.0)  # sums leave rounding errors at the ends
    low, high = TRANSFORMS[method](np.where(inside, value, 0.5), error, float(ndtri(0.5 + 0.5 * level)))
    end_low, end_high = wilson_bounds(np.round(np.clip(value, 0.0, 1.0)) * known, known, level)
    return np.where(inside, low, np.minimum(end_low, value)), np.where(inside, high, np.maximum(end_high, value))


def _symmetric(value: FloatArray, error: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    return np.clip(value - z * error, 0.0, 1.0), np.clip(value + z * error, 0.0, 1.0)


def _log_log(value: FloatArray, error: FloatArray, z: float) -> tuple[FloatArray, FloatArray]:
    reach = np.exp(np.minimum(z * error / (value * -np.log(value)), 700.0))
    return value**reach, value ** (1.0 / reach)


TRANSFORMS = {"log-log": _log_log, "greenwood": _symmetric}


def _known(risk: IntArray, cut: IntArray) -> IntArray:
    return np.asarray(np.maximum(risk[0] - np.cumsum(cut), 1))


def _histograms(ended: ArrayLike, censored: ArrayLike) -> tuple[IntArray, IntArray]:
    events, cut = count_vector("ended", ended), count_vector("censored", censored)
    check_shape("censored", cut, events.shape)
    check_count("games", int(events.sum() + cut.sum()), 1)
    return events, cut


def _product_limit(events: IntArray, risk: IntArray) -> FloatArray:
    return np.asarray(np.cumprod(1.0 - events / np.maximum(risk, 1)), dtype=np.float64)


def _at_risk(leaving: IntArray) -> IntArray:
    return np.asarray(np.cumsum(leaving[::-1])[::-1], dtype=np.int64)


def _divide(top: IntArray, bottom: IntArray) -> FloatArray:
    return np.where(bottom > 0, top / np.maximum(bottom, 1), 0.0)
