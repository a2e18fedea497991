"""What calibration must find in the toy game: the values at which its known curves cross a line."""

from __future__ import annotations

import math

from tests.toy import truth

KEEP = 6  # of rock


def logit(rate):
    return math.log(rate / (1 - rate))


def team_crossing(players, line, keep=KEEP):
    """Find where straight log odds between whole targets cross a line."""
    rates = {value: truth.team_rate(players, value, keep) for value in range(10 * players + 1)}
    for value in range(10 * players):
        here, there = rates[value], rates[value + 1]
        if here > line >= there:
            if here > 1 - 1e-12:
                return None
            return value + (logit(here) - logit(line)) / (logit(here) - logit(there))
    return None


def edge_for(players, share):
    """Find the faces that give the first player a share: its curve is a straight line."""
    return (share - truth.first_rate(players, 0)) / (truth.first_rate(players, 1) - truth.first_rate(players, 0))


def nearest_target(wants, keeps):
    """Find the target whose rates come nearest to wants, given as {players: rate}, in the mean square."""

    def miss(target):
        return sum((truth.team_rate(n, target, keeps) - rate) ** 2 for n, rate in wants.items())

    return min(range(10 * min(wants) + 1), key=miss)
