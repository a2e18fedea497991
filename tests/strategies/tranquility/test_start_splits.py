"""The ways to share the Start's price, in positions whose answer follows by hand."""

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.games.tranquility.encoding import share_of
from analyzer.kernel.jit import blank
from analyzer.play.simulation import simulate
from strategies.tranquility import start_splits
from strategies.tranquility.start_splits import BY_PAYER, BY_SPARE, EVENLY, share_price


def shares(way, held, *, active=0, spare=(), cost=8):
    """Who gives how many of the price, if the hands are as large as `held` and the others announced `spare`."""
    cell = make_cell("tranquility", players=len(held), variant="base")
    table, hand = blank(cell.game.table), blank(cell.game.hand)
    table.cost, table.active = cost, active
    table.held[: len(held)] = held
    table.offer[: len(held)] = spare or [0] * len(held)
    split = share_price(cell.rules, table, hand, way)
    return [int(share_of(split, seat)) for seat in range(len(held))]


def test_evenly_goes_around_from_the_active_seat():
    assert shares(EVENLY, [5, 5, 5], active=1) == [2, 3, 3]
    assert shares(EVENLY, [1, 5, 5]) == [1, 4, 3]


def test_the_payer_gives_all_and_the_fullest_hands_the_rest():
    assert shares(BY_PAYER, [4, 5, 5], active=0) == [4, 2, 2]
    assert shares(BY_PAYER, [5, 3, 5], active=1) == [2, 3, 3]


def test_spare_cards_go_first_and_the_rest_is_levelled():
    assert shares(BY_SPARE, [4, 5, 5], spare=[0, 4, 0]) == [2, 4, 2]  # 4, 1 and 5 are left, then levelled
    assert shares(BY_SPARE, [5, 5], spare=[0, 0]) == [4, 4]


@pytest.mark.parametrize("policy", ["even_split", "spare_split", "payer_split"])
def test_only_the_split_differs_from_spacing(policy):
    """One player has nothing to share: the games are those of spacing."""
    assert getattr(start_splits, policy).knobs == start_splits.KNOBS
    games = 40
    rows = [
        simulate("tranquility", policy=name, players=1, games=games, jobs=1, rows=True).rows
        for name in (policy, "spacing")
    ]
    assert np.array_equal(rows[0], rows[1])
