"""Plans of many worlds that fill the ranges of their values evenly."""

import numpy as np

from analyzer.stats.estimate import FloatArray


def latin_hypercube(n: int, values: int, lots: np.random.Generator) -> FloatArray:
    """Draw `n` rows of numbers from 0 to 1: each column has one in each of `n` equal parts (McKay et al. 1979)."""
    from scipy.stats import qmc

    return np.asarray(qmc.LatinHypercube(d=values, rng=lots).random(n))
