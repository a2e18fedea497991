"""The dial from scores: where all play alike wins say nothing, but the winning score and the length of a game may.

At every sight of the grid a cell has a mean and a standard deviation of each measure. Between the sights both are
joined by a cubic without overshoot; the error of the grid's means is drawn. A play is taken as normal around the mean.
If even the two most different sights of the dial would differ by less than two standard errors of the plays at hand,
the curves are too flat to tell.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analyzer.stats.estimate import FloatArray, check_shape
from analyzer.stats.skill.posterior import CURVES

PIECES, FAR = 61, 4.0  # of the range of a mean: so many, and so many standard errors beyond the curve
ENOUGH = 2.0  # standard errors between the two most different sights


@dataclass(frozen=True)
class Means:
    """Hold drawn means (draws, places) and the standard deviation (places) of one measure of a cell."""

    means: FloatArray
    spread: FloatArray

    @property
    def contrast(self) -> float:
        """Give how far apart the two most different sights are, in standard deviations of one play."""
        middle = self.means.mean(axis=0)
        return float((middle.max() - middle.min()) / self.spread.mean())


def drawn_means(
    sights: ArrayLike,
    means: ArrayLike,
    deviations: ArrayLike,
    games: ArrayLike,
    places: FloatArray,
    *,
    draws: int = CURVES,
    seed: int = 0,
) -> Means:
    """Draw the mean of a measure at places from its mean, deviation and games at each sight."""
    from scipy.interpolate import PchipInterpolator  # loaded when needed

    where, middle = np.asarray(sights, dtype=np.float64), np.asarray(means, dtype=np.float64)
    spread, played = np.asarray(deviations, dtype=np.float64), np.asarray(games, dtype=np.float64)
    for name, values in (("means", middle), ("deviations", spread), ("games", played)):
        check_shape(name, values, where.shape)
    noise = np.random.default_rng(seed).standard_normal((draws, len(where)))
    drawn = middle + noise * spread / np.sqrt(played)
    smallest = max(1e-9, 1e-3 * float(spread.max()))
    return Means(
        np.asarray(PchipInterpolator(where, drawn, axis=1)(places)),
        np.maximum(PchipInterpolator(where, spread)(places), smallest),
    )


def score_likelihood(curve: Means, values: ArrayLike) -> FloatArray:
    """Give the log likelihood of the values of some plays, of shape (draws, places)."""
    seen = np.asarray(values, dtype=np.float64)
    squares = seen.size * (seen.mean() - curve.means) ** 2 + float(((seen - seen.mean()) ** 2).sum())
    return np.asarray(-0.5 * squares / curve.spread**2 - seen.size * np.log(curve.spread))


def outcomes_of(curve: Means, plays: int) -> FloatArray:
    """Give the chance that the mean of some plays falls into each piece of its range, of shape (pieces, places)."""
    from scipy.special import ndtr  # loaded when needed

    middle, error = curve.means.mean(axis=0), curve.spread / np.sqrt(plays)
    edges = np.linspace((middle - FAR * error).min(), (middle + FAR * error).max(), PIECES - 1)[:, None]
    passed = ndtr((edges - middle) / error)
    return np.diff(passed, axis=0, prepend=0.0, append=1.0)


def plays_needed(contrasts: ArrayLike) -> float:
    """Give the plays after which the ends of the dial would differ by two standard errors; inf if never."""
    best = float(np.max(contrasts))
    return np.inf if best <= 0.0 else (ENOUGH / best) ** 2


def is_too_flat(contrasts: ArrayLike, plays: ArrayLike) -> bool:
    """Tell whether so many plays of cells with such contrasts cannot tell the ends of the dial apart."""
    apart = np.sqrt(np.asarray(plays, dtype=np.float64)) * np.asarray(contrasts, dtype=np.float64)
    return bool(np.sqrt((apart**2).sum()) < ENOUGH)
