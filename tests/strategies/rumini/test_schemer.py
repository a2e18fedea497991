"""Scripted positions of the schemer, and the answers it gives."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.rumini.encoding import END, TREASURE, x_of, y_of
from analyzer.games.rumini.state import Device, Treasure
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

# two cards are needed to surround the ship with the hat: above and below
TWO_STEPS = {"island:mapmaker": (0, 0), "ship:hat": (1, 0), "shark:mapmaker": (2, 0)}


def cell(answer):
    return int(x_of(answer)), int(y_of(answer))


def test_it_sees_a_capture_two_cards_ahead(position, ask):
    game = position(2).arrange(TWO_STEPS).devices(0, "hat spyglass")
    game.hand(0, "V(shark, shark)", "V(lighthouse, ship)", "V(ship, island)")
    first = ask(game, "schemer")
    second = ask(game.answer(first), "schemer")
    assert {cell(first), cell(second)} == {(1, -1), (1, 1)}
    game.answer(second)
    assert game.need(0, "hat") == 0


def test_it_leaves_no_gift_where_gifts_are_dear(position, ask):
    """An island below the ship leaves it with three sides; a ship above the island leaves nothing."""
    game = position(2).arrange(TWO_STEPS).devices(0, "hat spyglass").hand(0, "V(ship, island)")
    assert cell(ask(game, "schemer", gift=50.0, ready=0.0, fresh=1.0)) == (0, -1)
    assert cell(ask(game, "schemer", gift=0.0, ready=9.0, fresh=1.0)) == (1, 1)


def test_it_ends_the_turn_when_every_card_would_be_a_gift(position, ask):
    game = position(2).arrange(TWO_STEPS | {"shark:hat": (0, -1)}).devices(0, "hat spyglass").hand(0, "V(ship, island)")
    assert ask(game, "schemer", gift=50.0, ready=0.0, least=0.0) == END


def test_it_keeps_events_until_somebody_is_close_enough(position, ask):
    game = position(2).arrange().devices(1, "hat mapmaker spyglass").treasure(0, "event:hat", "event:news_bell")
    event = TREASURE + Treasure.EVENT + Device.NEWS_BELL
    assert ask(game, "schemer", threat=2.0) != event
    game.devices(1, "mapmaker", "news_bell")
    assert ask(game, "schemer", threat=2.0) == event


def test_it_rates_a_capture_above_everything_else(position, ask):
    surrounded = {**TWO_STEPS, "lighthouse:mapmaker": (1, -1)}
    game = position(2).arrange(surrounded).devices(0, "hat spyglass").hand(0, "V(shark, shark)", "V(ship, island)")
    ratings = game.rated("schemer")
    assert max(ratings, key=ratings.get) == ask(game, "schemer")
    assert cell(ask(game, "schemer")) == (1, 1)
    assert ratings[END] == 0.0


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.statistical
@pytest.mark.parametrize(("rival", "is_better"), [("greedy_capture", True), ("schemer", False)])
def test_it_beats_the_greedy_and_nobody_beats_itself(rival, is_better):
    rows = simulate("rumini", players=2, policy=f"schemer,{rival}", games=400, seed=4, jobs=1, rows=True).rows
    lead = rows["share"][:, 0].mean() - 0.5
    assert bool(lead > 4 * 0.5 / np.sqrt(400)) is is_better
