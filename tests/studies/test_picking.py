"""A game that is picked is of the kind that was asked for."""

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate_cell
from analyzer.studies import picking
from analyzer.studies.picking import KINDS, pick

pytestmark = pytest.mark.skipif(IS_PLAIN, reason="plays hundreds of games")


def rows_of(cell):
    return simulate_cell(cell, games=picking.DEALS, jobs=1, rows=True).rows


def test_a_game_of_a_team():
    cell = make_cell("tranquility", players=3, policy="spacing")
    rows, won = rows_of(cell), int(cell.game.causes["WON"])
    lost = rows["cause"] != won
    deals = {kind: pick(cell, kind).deal for kind in KINDS}
    assert deals["lost"] == np.flatnonzero(lost)[0]
    assert rows["turns"][deals["narrow"]] == rows["turns"][~lost].max()
    assert rows["turns"][deals["fastest"]] == rows["turns"][lost].min()
    assert lost[deals["typical"]]
    assert abs(rows["turns"][deals["typical"]] - np.median(rows["turns"][lost])) <= 1


def test_a_contest():
    cell = make_cell("tranquility", variant="competitive", policy="spacing")
    rows = rows_of(cell)
    assert rows["share"][pick(cell, "lost").deal, 0] == 0
    margins = abs(rows["score"][:, 0] - rows["score"][:, 1])
    assert margins[pick(cell, "narrow").deal] == margins.min()


def test_it_says_which_and_begins_where_it_is_told():
    cell = make_cell("tranquility", players=3, policy="spacing")
    first = pick(cell, "lost")
    assert f"deal {first.deal}: the first that was lost" in first.words
    assert pick(cell, "lost", first=first.deal + 1).deal > first.deal


def test_a_game_that_is_not_there_is_refused(monkeypatch):
    cell = make_cell("tranquility", players=3, policy="spacing")
    won = int(np.flatnonzero(rows_of(cell)["cause"] == int(cell.game.causes["WON"]))[0])
    monkeypatch.setattr(picking, "DEALS", 1)
    with pytest.raises(BadInput, match=f"--pick lost: there is no such game among the deals {won} to {won}"):
        pick(cell, "lost", first=won)
    assert pick(cell, "narrow", first=won).deal == won
