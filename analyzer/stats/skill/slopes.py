"""Smooth curves through points that rise: cubic between them, rising everywhere, with what nobody played left open.

The slope at a point is the harmonic mean of those on its two sides (Fritsch and Butland 1984), so no curve turns
between points that rise. How a curve bends between two points was not played: each drawn curve therefore has slopes of
its own, normally spread by a quarter of the difference of its two sides, and kept within three times the smaller side,
where a cubic is sure to rise (Fritsch and Carlson 1980). Where points lie on a line nothing is open.
"""

import numpy as np

from analyzer.stats.estimate import FloatArray

SPREAD = 0.25  # of the difference of the slopes on both sides: the standard deviation of the slope at a point
STEEPEST = 3.0  # times the smaller side


def slopes_of(places: FloatArray, heights: FloatArray, noise: FloatArray) -> FloatArray:
    """Give the slopes at the points of curves, all of shape (curves, places); `noise` in standard deviations."""
    sides = np.diff(heights, axis=-1) / np.diff(places)
    left = np.concatenate([sides[..., :1], sides], axis=-1)
    right = np.concatenate([sides, sides[..., -1:]], axis=-1)
    least, total = np.minimum(left, right), left + right
    middle = 2.0 * left * right / np.where(total > 0.0, total, 1.0)
    gaps = np.abs(right - left)
    gaps[..., 0], gaps[..., -1] = gaps[..., 1], gaps[..., -2]  # an end bends about as its neighbour does
    return np.asarray(np.clip(middle + SPREAD * gaps * noise, 0.0, STEEPEST * least))


def heights_at(places: FloatArray, heights: FloatArray, slopes: FloatArray, where: FloatArray) -> FloatArray:
    """Give the heights of curves between their points, of shape (curves, where)."""
    after = np.clip(np.searchsorted(places, where, side="right"), 1, len(places) - 1)
    step = places[after] - places[after - 1]
    t = (where - places[after - 1]) / step
    rest = 1.0 - t
    level = rest**2 * (1.0 + 2.0 * t) * heights[..., after - 1] + t**2 * (3.0 - 2.0 * t) * heights[..., after]
    bent = rest**2 * t * slopes[..., after - 1] - t**2 * rest * slopes[..., after]
    return np.asarray(level + step * bent)
