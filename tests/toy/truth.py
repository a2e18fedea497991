"""What is known of the toy game, exactly.

A seat wins with the share of its faces, and the faces are a sum over pairs: so all win rates are linear in what the
seats have ahead of each other, and the mean card is all that matters of how a card is played.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.toy.games.toy.rules import FACES
from tests.toy.games.toy.state import CARDS

EDGE, GAP, HIT = 20, 4, 30  # of the base game
BEST_KEEP = 6  # the smallest card above the mean of a new one, 5.5


def card_chances(keep: float) -> NDArray[np.float64]:
    """Return the chances of the last card showing 1, 2, … 10, for a policy that keeps a card from a number on."""
    cards = np.arange(1, CARDS + 1)
    return ((cards >= keep) + (cards < keep).mean()) / CARDS


def mean_card(keep: float) -> float:
    """Return the mean of the last card."""
    return float(card_chances(keep) @ np.arange(1, CARDS + 1))


def first_rate(players: int, edge: int = EDGE) -> float:
    """Return how often the first player wins among equal rivals."""
    return 1 / players + edge / (players * FACES)


def duel_rate(*, keep: float = 6, other_keep: float = 6, beats: int = 0, gap: int = GAP, hit: int = HIT) -> float:
    """Return how often a seat wins against one other, whoever begins; its stance beats the other (1) or loses (-1)."""
    return 0.5 + (gap * (mean_card(keep) - mean_card(other_keep)) + hit * beats) / (2 * FACES)


def team_rate(players: int, target: int, keep: float) -> float:
    """Return how often the cards of all reach the target."""
    total = np.ones(1)
    for _ in range(players):
        total = np.convolve(total, card_chances(keep))
    return float(total[max(0, target - players) :].sum())
