"""Logarithms of the chance that enough numbers are still to come, as a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.kernel.lean import rule

STEP_BITS = 6
STEPS = 1 << STEP_BITS  # chances of one number that are told apart
MOST_UNKNOWN = 80
MOST_NEEDED = 36
SIZES = 10  # of gaps that have a step of their own
_LEAST = -60.0  # a chance below is no chance


def _tails(chance: float) -> NDArray[np.float64]:
    """Return P(Bin(u, chance) >= n) by u and n."""
    exactly = np.zeros((MOST_UNKNOWN + 1, MOST_UNKNOWN + 2))
    exactly[0, 0] = 1.0
    for unknown in range(MOST_UNKNOWN):
        exactly[unknown + 1] = exactly[unknown] * (1.0 - chance)
        exactly[unknown + 1, 1:] += exactly[unknown, :-1] * chance
    return np.cumsum(exactly[:, ::-1], axis=1)[:, ::-1][:, : MOST_NEEDED + 1]


def _table() -> NDArray[np.float32]:
    tails = np.array([_tails((step + 0.5) / STEPS) for step in range(STEPS)])
    logarithms: NDArray[np.float32] = np.log(np.maximum(tails, np.exp(_LEAST))).astype(np.float32)
    return logarithms


LOG_CHANCE = _table()


@rule
def step_of(chance):
    """Return the step of the table for the chance of one number."""
    return int(min(max(chance, 0.0), 0.999) * STEPS)


@rule
def pack_steps(chance, more):
    """Return the steps for gaps of 1 to 10 cells in one word: in a gap of n cells a number has `more` / n besides."""
    steps = 0
    for place in range(SIZES):
        steps |= step_of(chance + more / (place + 1)) << (STEP_BITS * place)
    return steps


@rule
def step_for(steps, n_cells):
    """Return the step for a gap of so many cells; all larger ones have the last."""
    return (steps >> (STEP_BITS * (min(n_cells, SIZES) - 1))) & (STEPS - 1)


@rule
def log_chance(step, unknown, needed):
    """Return log P(Bin(unknown, chance) >= needed); `needed` is at least 1."""
    return float(LOG_CHANCE[step, min(unknown, MOST_UNKNOWN), min(needed, MOST_NEEDED)])
