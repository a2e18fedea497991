"""Scripted positions of the navigator, and the answers it gives."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.portolano.encoding import TAKE_CANNON
from analyzer.games.portolano.state import FIRST_PORT, Phase, Quest, Stern
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


@pytest.mark.parametrize("keeps", [True, False])
def test_it_keeps_the_mission_without_cannons(position, keeps):
    game = position(4, QUIET).calm().equip(0, rum=3)
    face = next(face for face in range(FIRST_PORT) if game.rules.shows_cannon[face] == 1)
    game.lay(12, f"S{face // 2 + 1:02d}{'ab'[face % 2]}")
    game.table.mission[0] = list(game.rules.quest).index(Quest.KEEP_NO_CANNON)
    game.table.marker[0, 0] = keeps
    game.select("N", "N", "N", "N")
    assert game.phase == Phase.SEA
    assert (game.ask("navigator", guns=9.0) == TAKE_CANNON) is not keeps


def test_a_worth_that_is_no_number_is_told(position):
    game = choosing(position).go()
    game.refuse(game.ask("navigator", guns=float("nan")), fault=2)


def test_it_rates_its_own_cards_highest(position):
    game = choosing(position, goods="CCWT", stern=Stern.ENYVESKEZO).lay(6, "H1a").go()
    ratings = game.rated("navigator")
    assert max(ratings, key=ratings.get) == game.ask("navigator") == E
    assert ratings[S] < ratings[N], "against the wind costs two rum"


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.statistical
@pytest.mark.parametrize(("rival", "is_better"), [("one_ply", True), ("trader", True), ("navigator", False)])
def test_it_beats_the_others_and_nobody_beats_itself(rival, is_better):
    rows = simulate("portolano", players=2, policy=f"navigator,{rival}", games=800, seed=4, jobs=1, rows=True).rows
    lead = rows["share"][:, 0].mean() - 0.5
    assert bool(lead > 4 * 0.5 / np.sqrt(800)) is is_better
