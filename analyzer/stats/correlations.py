"""How far the outcomes of two arms on the same deals go together."""

import math

import numpy as np

from analyzer.stats.checks import FloatArray, check_count, check_level, check_shape
from analyzer.stats.estimate import Estimate
from analyzer.stats.special import normal_quantile


def correlation(a: FloatArray, b: FloatArray, level: float = 0.95) -> Estimate:
    """Estimate the correlation of two samples by Fisher's transformation (1921); none if one of them never varies."""
    check_level(level)
    check_shape("b", b, a.shape)
    check_count("deals", len(a), 4)
    scale = float(np.std(a) * np.std(b))
    if scale == 0.0:
        return Estimate(math.nan, -1.0, 1.0, level, len(a), "fisher z")
    value = float(np.mean((a - a.mean()) * (b - b.mean()))) / scale
    reach = normal_quantile(0.5 + 0.5 * level) / math.sqrt(len(a) - 3)
    centre = math.atanh(min(max(value, -1 + 1e-15), 1 - 1e-15))
    return Estimate(value, math.tanh(centre - reach), math.tanh(centre + reach), level, len(a), "fisher z")
