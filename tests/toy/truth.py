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


def luck_shares(keeps: list[tuple[float, float]], edge: int = EDGE, gap: int = GAP) -> dict[str, tuple[float, float]]:
    """Return what each source decides of who wins a duel, by itself and in all, where the way to sit is drawn too.

    The streams of chance are enumerated: who begins, four cards (two are new ones), and the face of the die.
    """
    thresholds = np.array([[_thresholds(first, pair, edge, gap) for first in (0, 1)] for pair in keeps])
    faces = np.arange(2 * FACES)
    is_won = thresholds[..., None] > faces  # (way to sit, who begins, cards, face)
    axes = {"skill": 0, "turn-order": 1, "deck": 2, "dice": 3}
    rate = is_won.mean()
    variance = rate * (1 - rate)
    shares = {}
    for name, axis in axes.items():
        by_itself = is_won.mean(axis=tuple(other for other in axes.values() if other != axis)).var()
        inside = is_won.mean(axis=axis)
        shares[name] = float(by_itself / variance), float((inside * (1 - inside)).mean() / variance)
    return shares


def _thresholds(first: int, keeps: tuple[float, float], edge: int, gap: int) -> NDArray[np.int64]:
    """Return below which face the first seat wins, for all cards dealt (one each, then two in the pile)."""
    dealt = np.indices((CARDS,) * 4).reshape(4, -1) + 1
    order = (first, 1 - first)
    final, taken = dealt[:2].copy(), np.zeros(dealt.shape[1], np.int64)
    for seat in order:
        is_new = dealt[seat] < keeps[seat]
        final[seat] = np.where(is_new, np.where(taken == 0, dealt[2], dealt[3]), dealt[seat])
        taken += is_new
    return FACES + gap * (final[0] - final[1]) + edge * (1 - 2 * first)


FLIPS_AT, PLAUSIBLE = 15.5, {"edge": range(14, 27), "gap": range(3, 6), "hit": range(21, 40)}  # see claims.toml


def share_of_worlds(least_edge: float = FLIPS_AT) -> float:
    """Return the share of plausible worlds, among those that the checks allow, where the edge is large enough."""
    edge, gap, hit = np.meshgrid(*map(list, PLAUSIBLE.values()), indexing="ij")
    is_possible = edge + (CARDS - 1) * gap + hit <= FACES
    return float((edge[is_possible] >= least_edge).mean())
