"""Rates of few deals that borrow strength: from the same deals played by others, and from each other.

A control variate takes out of a rate what others who played the same deals, and many more, show to be the luck of these
deals. Shrinking takes out of the largest of many estimates what makes it the largest by chance.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analyzer.stats.estimate import Estimate, FloatArray, check_count, check_level, check_shape, normal_quantile
from analyzer.stats.proportions import are_few, wilson

WORTH = 1.05  # times the games from which borrowing is said to pay
FEWEST = 50  # deals below which the correlations are too uncertain to be used


@dataclass(frozen=True)
class Borrowed:
    """A rate as it was measured, and with what the same deals of others tell; `gain` is in games."""

    raw: Estimate
    rate: Estimate
    gain: float  # times as many games as the raw rate would need for the same interval

    @property
    def pays(self) -> bool:
        """Tell whether it is worth while."""
        return self.gain >= WORTH


def borrow(
    won: FloatArray, controls: FloatArray, rates: FloatArray, games: int, level: float = 0.95
) -> Borrowed | None:
    """Estimate a rate from few deals with the help of others who won or lost the same ones (one row for each).

    `rates` are theirs over all of `games` deals, of which the few are the first. None where there are too few deals,
    wins or losses. The weights come from the same deals, which costs a degree of freedom each.
    """
    check_level(level)
    check_shape("controls", controls, (len(rates), len(won)))
    check_count("games", games, len(won))
    n, kept = len(won), controls[controls.std(axis=1) > 0.0]
    wins, known = float(won.sum()), rates[controls.std(axis=1) > 0.0]
    if n < FEWEST or are_few(wins, n) or not len(kept):
        return None
    raw, off = wilson(wins, n, level), kept.mean(axis=1) - known
    centred = kept - kept.mean(axis=1, keepdims=True)
    weights = np.linalg.lstsq(centred @ centred.T, centred @ (won - won.mean()), rcond=None)[0]
    value = float(np.clip(won.mean() - weights @ off, 0.0, 1.0))
    variance = _variance(won, weights @ centred, len(kept), games)
    effective = value * (1.0 - value) / variance if variance > 0 else math.inf
    if not 0 < effective < math.inf:
        return None
    found = wilson(value * effective, effective, level)
    rate = replace(found, n=n, method="wilson with control variates")
    return Borrowed(raw, rate, effective / n)


def _variance(won: FloatArray, explained: FloatArray, controls: int, games: int) -> float:
    """Give the variance of the rate: what the others do not explain, and what they know of all deals themselves."""
    n = len(won)
    rest = float(np.var(won - won.mean() - explained)) * n / max(n - controls - 1, 1)
    return rest / n + float(np.var(explained)) / games


def shrunken(estimates: Sequence[Estimate]) -> list[Estimate]:
    """Shrink estimates of many effects towards their mean, each by how uncertain it is (empirical Bayes).

    The spread of the effects is what the estimates scatter beyond their errors (DerSimonian, Laird 1986). The largest
    of many is then no longer too large on average. Fewer than three, and those without an error, stay as they are.
    """
    if len(estimates) < 3:
        return list(estimates)
    errors = np.array([_error(item) for item in estimates])
    values = np.array([item.value for item in estimates])
    usable = np.isfinite(values) & np.isfinite(errors) & (errors > 0.0)
    if usable.sum() < 3:
        return list(estimates)
    centre, spread = spread_of(values[usable], errors[usable])
    return [
        _shrink(item, error, centre, spread) if is_usable else item
        for item, error, is_usable in zip(estimates, errors, usable, strict=True)
    ]


def _error(item: Estimate) -> float:
    """Read the standard error off an interval."""
    return (item.high - item.low) / (2.0 * normal_quantile(0.5 + 0.5 * item.level))


def spread_of(values: FloatArray, errors: FloatArray) -> tuple[float, float]:
    """Estimate the mean of many effects and their variance, from estimates and their errors (none of them 0)."""
    weights = 1.0 / errors**2
    mean = float((weights * values).sum() / weights.sum())
    excess = float((weights * (values - mean) ** 2).sum()) - (len(values) - 1)
    variance = max(excess / float(weights.sum() - (weights**2).sum() / weights.sum()), 0.0)
    weights = 1.0 / (errors**2 + variance)
    return float((weights * values).sum() / weights.sum()), variance


def _shrink(item: Estimate, error: float, centre: float, spread: float) -> Estimate:
    kept = spread / (spread + error**2)
    value, reach = centre + kept * (item.value - centre), normal_quantile(0.975) * error * math.sqrt(kept)
    return Estimate(value, value - reach, value + reach, 0.95, item.n, "empirical Bayes")
