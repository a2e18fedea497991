"""Fewer cases in the short suite: the rest is marked slow and played by `make test-slow`."""

import pytest

from analyzer.catalog import policies_of
from analyzer.kernel.jit import IS_PLAIN

QUICK_IN_PLAIN = [] if IS_PLAIN else [pytest.mark.slow]  # compiled for one module alone; `make test-plain` plays it


def thinned(cases, every):
    """Keep every nth case in the short suite, beginning with the first."""
    return [
        pytest.param(*case, marks=[] if number % every == 0 else [pytest.mark.slow])
        for number, case in enumerate(cases)
    ]


def shortened(policies, kept="tranquility"):
    """Leave policies with trained values out of the short suite, but for one game's: each takes a minute to compile."""
    slow = [policies_of(game)[policy].values and game != kept for game, policy in policies]
    return [
        pytest.param(*case, marks=[pytest.mark.slow] if is_slow else [])
        for case, is_slow in zip(policies, slow, strict=True)
    ]
