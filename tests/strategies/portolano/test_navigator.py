"""Scripted positions of the navigator, and the answers it gives."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.portolano.state import Phase, Stern
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from tests.games.portolano.positions import QUIET

N, S, E, W = range(4)


def choosing(position, **fields):
    """Seat 0 stands on (1,1) with plain sea around it and lays cards; the wind blows north."""
    return position(4, QUIET).calm(cells=(5, 3, 15, 11), pirate=14).equip(0, **{"rum": 3, **fields})


def test_it_sails_to_the_port_where_its_goods_are_sold(position):
    game = choosing(position, goods="CCWT", stern=Stern.ENYVESKEZO)
    for cell, card in ((1, N), (9, S), (6, E), (4, W)):
        trial = game.copy().lay(cell, "H1a").go()
        assert trial.phase == Phase.CARDS
        assert trial.ask("navigator") == card


def test_it_does_not_sail_to_a_port_with_nothing_to_sell(position):
    game = choosing(position, stern=Stern.ENYVESKEZO).lay(6, "H1a").go()
    assert game.ask("navigator") != E


def test_the_knob_of_rum_decides_between_the_wind_and_a_better_tile(position):
    """A sale across the wind costs a rum; where rum is dear beyond measure it goes with the wind instead."""
    game = choosing(position, goods="CCWT", stern=Stern.ENYVESKEZO).lay(6, "H1a").go()
    assert game.ask("navigator") == E
    assert game.ask("navigator", thirst=50.0) == N


def test_it_keeps_the_mission_without_cannons(position):
    game = position(4, QUIET).calm().lay(12, "S01b").equip(0, rum=3)
    game.table.marker[0, :] = 1
    keeping = [m for m in range(int(game.rules.n_missions)) if int(game.rules.quest[m]) == 3]
    game.table.mission[0] = keeping[0]
    game.select("N", "N", "N", "N")
    if game.phase == Phase.SEA and 4 in game.options():
        assert game.ask("navigator") != 4


def test_a_worth_that_is_no_number_is_told(position):
    game = choosing(position).go()
    game.refuse(game.ask("navigator", guns=float("nan")), fault=2)


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.statistical
@pytest.mark.parametrize(("rival", "is_better"), [("one_ply", True), ("trader", True), ("navigator", False)])
def test_it_beats_the_others_and_nobody_beats_itself(rival, is_better):
    rows = simulate("portolano", players=2, policy=f"navigator,{rival}", games=800, seed=4, jobs=1, rows=True).rows
    lead = rows["share"][:, 0].mean() - 0.5
    assert bool(lead > 4 * 0.5 / np.sqrt(800)) is is_better
