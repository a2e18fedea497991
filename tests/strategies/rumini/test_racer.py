"""Scripted positions of the racer, beside what the schemer answers there."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.rumini.encoding import EXCHANGE, card_of, face_of, x_of, y_of
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

# the ship with the hat lacks the card below, so does the ship with the spyglass
TWO_SHIPS = {
    "island:mapmaker": (0, 0),
    "ship:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:hat": (1, -1),
    "island:hat": (4, 0),
    "ship:spyglass": (5, 0),
    "shark:hat": (6, 0),
    "lighthouse:spyglass": (5, -1),
}
DEAR_CHESTS = {"chest": 500.0, "unneeded": 0.0}


def cell(answer):
    return int(x_of(answer)), int(y_of(answer))


@pytest.mark.parametrize("device", ["hat", "spyglass"])
def test_the_last_device_comes_before_a_chest_that_is_dear(position, ask, number, device):
    """One card is left to play; of the two ships one shows a chest, whichever is not needed."""
    game = position(2).arrange(TWO_SHIPS).hand(0, "V(ship, island)").devices(0, device)
    wanted = (1, 1) if device == "hat" else (5, 1)
    chests = game.rules.chest
    chests[number("ship:hat")], chests[number("ship:spyglass")] = int(device != "hat"), int(device == "hat")
    assert cell(ask(game, "schemer", **DEAR_CHESTS)) != wanted
    assert cell(ask(game, "racer", last=1000.0, **DEAR_CHESTS)) == wanted
    assert cell(ask(game, "racer", last=0.0, late=0.0, **DEAR_CHESTS)) != wanted


def test_a_bazaar_card_that_buys_the_last_device_counts_as_much(position, ask):
    game = position(2).arrange(TWO_SHIPS).hand(0, "V(ship, island)").devices(0, "sound_catcher")
    game.table.bazaar[0] = 2
    capture = ask(game, "racer", unneeded=0.0, chest=0.0, gift=0.0, side=0.0, last=1000.0)
    assert cell(capture) in {(1, 1), (5, 1)}
    assert ask(game.answer(capture), "racer") == EXCHANGE


def test_it_buys_after_its_plays_and_at_once_to_win(position, ask):
    game = position(2).arrange(TWO_SHIPS).devices(0, "hat sound_catcher").hand(0, "V(ship, island)")
    game.table.bazaar[0] = 3
    assert ask(game, "schemer") == EXCHANGE
    first = ask(game, "racer")
    assert cell(first) == (1, 1)
    assert ask(game.answer(first), "racer") == EXCHANGE
    won = position(2).arrange(TWO_SHIPS).devices(0, "hat").hand(0, "V(ship, island)")
    won.table.bazaar[0] = 3
    assert ask(won, "racer") == EXCHANGE


def test_a_plan_is_carried_out_to_its_end(position, ask):
    """Two cards are needed to surround the ship: above and below."""
    steps = {"island:mapmaker": (0, 0), "ship:hat": (1, 0), "shark:mapmaker": (2, 0)}
    game = position(2).arrange(steps).devices(0, "hat spyglass")
    game.hand(0, "V(shark, shark)", "V(lighthouse, ship)", "V(ship, island)")
    first = ask(game, "racer")
    second = ask(game.answer(first), "racer")
    assert {cell(first), cell(second)} == {(1, -1), (1, 1)}
    assert min(face_of(first), face_of(second)) >= 0 < min(card_of(first), card_of(second))
    assert game.answer(second).need(0, "hat") == 0


def test_a_beam_keeps_within_its_bounds(position, ask):
    steps = {"island:mapmaker": (0, 0), "ship:hat": (1, 0), "shark:mapmaker": (2, 0)}
    game = position(2).arrange(steps).devices(0, "hat spyglass")
    game.hand(0, "V(shark, shark)", "V(lighthouse, ship)", "V(ship, island)")
    assert ask(game, "racer", beam=1000.0) == ask(game, "racer", beam=1e9)
    assert ask(game, "racer", beam=-5.0) == ask(game, "racer", beam=1.0)


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.statistical
@pytest.mark.parametrize(("policy", "is_better"), [("racer,schemer", True), ("schemer,schemer", False)])
def test_it_beats_the_schemer_and_nobody_beats_itself(policy, is_better):
    games = 4000
    rows = simulate("rumini", players=2, policy=policy, games=games, seed=4, jobs=1, rows=True).rows
    swapped = simulate(
        "rumini", players=2, policy=",".join(policy.split(",")[::-1]), games=games, seed=4, jobs=1, rows=True
    )
    lead = 0.5 * (rows["share"][:, 0].mean() + swapped.rows["share"][:, 1].mean()) - 0.5
    assert bool(lead > 4 * 0.5 / np.sqrt(2 * games)) is is_better
