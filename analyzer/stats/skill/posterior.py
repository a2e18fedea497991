"""What plays say about the dial of a group: the posterior on a grid of sights, and what follows for other games.

The curves come as draws, of shape (cells, draws, places), so the error of the grid is part of every answer: sight and
curve are weighed together by how likely they make the plays. Intervals are the shortest ones that hold a share of the
weight; they reach an end of the dial where the plays cannot tell from it.

The prior is even: before any play every sight of the grid is as likely as any other. Sights have no natural unit in
which another choice would be neutral, and the grid's ends are known. What other priors would say is `sensitivity`'s.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import Estimate, FloatArray, check_count, check_level, check_shape
from analyzer.stats.skill.monotone import monotone_curve

CURVES = 200  # draws of each curve: grid errors are small beside those of a log
STEP = 0.005  # between the sights that are weighed
WINDOWS = 201  # intervals of which the shortest is taken
DIAL, RATE = "posterior of the dial, shortest interval", "posterior of the win rate, shortest interval"
PRIORS = ("even", "low", "high", "middle")


@dataclass(frozen=True)
class Posterior:
    """Hold how likely every drawn set of curves is with every sight: weights of shape (draws, places) that sum to 1."""

    places: FloatArray
    weights: FloatArray
    plays: int

    @property
    def chances(self) -> FloatArray:
        """Give the chance of every sight."""
        return np.asarray(self.weights.sum(axis=0))

    @property
    def mean(self) -> float:
        """Give the mean of the dial."""
        return float(self.chances @ self.places)

    @property
    def deviation(self) -> float:
        """Give the standard deviation of the dial."""
        return math.sqrt(max(float(self.chances @ self.places**2) - self.mean**2, 0.0))

    def dial(self, level: float = 0.95) -> Estimate:
        """Estimate the dial: the median, with the shortest interval."""
        check_level(level)
        edges = edges_of(self.places)
        value, low, high = _shortest(edges, np.concatenate([[0.0], np.cumsum(self.chances)]), level)
        return Estimate(value, low, high, level, self.plays, DIAL)

    def expected(self, rates: FloatArray) -> float:
        """Give the mean of a number that every curve has at every sight: of a win rate the chance of the next win."""
        return float((self.weights * rates).sum())

    def predicted(self, rates: FloatArray, level: float = 0.95, method: str = RATE) -> Estimate:
        """Estimate a number that every curve has at every sight, of shape (draws, places): its mean and interval."""
        check_level(level)
        check_shape("rates", rates, self.weights.shape)
        order = np.argsort(rates, axis=None)
        values, passed = rates.ravel()[order], np.cumsum(self.weights.ravel()[order])
        _, low, high = _shortest(values, passed, level)
        value = min(max(self.expected(rates), low), high)
        return Estimate(value, low, high, level, self.plays, method)


def places_of(sights: ArrayLike, step: float = STEP) -> FloatArray:
    """Give the sights that are weighed, from the first to the last of the grid."""
    first, last = float(np.min(sights)), float(np.max(sights))
    return np.linspace(first, last, round((last - first) / step) + 1)


def edges_of(places: FloatArray) -> FloatArray:
    """Give the ends of the piece that each place stands for."""
    middles = 0.5 * (places[1:] + places[:-1])
    return np.concatenate([places[:1], middles, places[-1:]])


def drawn_rates(
    sights: ArrayLike,
    wins: ArrayLike,
    games: ArrayLike,
    places: FloatArray,
    *,
    unknown: ArrayLike | None = None,
    draws: int = CURVES,
    seed: int = 0,
) -> FloatArray:
    """Draw the win rates of cells at places, of shape (cells, draws, places), from games of shape (cells, sights)."""
    won, played = np.atleast_2d(wins), np.atleast_2d(games)
    open_games = np.zeros_like(won) if unknown is None else np.atleast_2d(unknown)
    rows = zip(won, played, open_games, strict=True)
    return np.stack(
        [
            monotone_curve(sights, w, n, unknown=u, draws=draws, seed=seed + row).draws(places)
            for row, (w, n, u) in enumerate(rows)
        ]
    )


def prior_of(name: str, places: FloatArray) -> FloatArray:
    """Give the chance of every place before any play: `even`, or twice as much at one end or in the middle.

    `low` and `high` fall to nothing at the other end, `middle` at both.
    """
    part = (places - places[0]) / (places[-1] - places[0])
    shapes = {"even": np.ones_like(part), "low": 1.0 - part, "high": part, "middle": 1.0 - np.abs(2.0 * part - 1.0)}
    if name not in shapes:
        raise ValueError(f"prior must be one of {', '.join(PRIORS)} but got {name!r}")
    chances = shapes[name] * np.diff(edges_of(places))
    return np.asarray(chances / chances.sum())


def log_likelihood(rates: FloatArray, wins: ArrayLike, plays: ArrayLike) -> FloatArray:
    """Give the log likelihood of counted plays of cells, for rates of shape (cells, …) as an array of the rest.

    `wins` and `plays` may have further axes before the last one (many logs at once).
    """
    won, played = np.asarray(wins, dtype=np.float64), np.asarray(plays, dtype=np.float64)
    return np.asarray(np.tensordot(won, np.log(rates), 1) + np.tensordot(played - won, np.log1p(-rates), 1))


def posterior_of(places: FloatArray, likelihood: FloatArray, prior: FloatArray, plays: int) -> Posterior:
    """Weigh drawn curves and places by prior and log likelihood, of shape (draws, places)."""
    check_count("plays", plays)
    with np.errstate(divide="ignore"):
        logs = likelihood + np.log(prior)
    weights = np.exp(logs - logs.max())
    return Posterior(places, weights / weights.sum(), plays)


def sensitivity(places: FloatArray, likelihood: FloatArray, plays: int, level: float = 0.95) -> Mapping[str, Estimate]:
    """Estimate the dial under every prior."""
    return {name: posterior_of(places, likelihood, prior_of(name, places), plays).dial(level) for name in PRIORS}


def difference(first: Posterior, second: Posterior, level: float = 0.95) -> tuple[Estimate, float]:
    """Estimate by how much the first group's dial exceeds the second's, and the chance that it does."""
    gaps = first.places[:, None] - second.places[None, :]
    weights = first.chances[:, None] * second.chances[None, :]
    order = np.argsort(gaps, axis=None)
    value, low, high = _shortest(gaps.ravel()[order], np.cumsum(weights.ravel()[order]), level)
    above = float(weights[gaps > 0.0].sum() + 0.5 * weights[gaps == 0.0].sum())
    plays = min(first.plays, second.plays)
    return Estimate(value, low, high, level, plays, "difference of two posteriors, shortest interval"), above


def _shortest(values: FloatArray, passed: FloatArray, level: float) -> tuple[float, float, float]:
    """Give the median and the shortest interval of rising values, from the weight passed up to each."""
    starts = np.linspace(0.0, 1.0 - level, WINDOWS)
    lows, highs = np.interp(starts, passed, values), np.interp(starts + level, passed, values)
    best = int(np.argmin(highs - lows))
    return float(np.interp(0.5, passed, values)), float(lows[best]), float(highs[best])
