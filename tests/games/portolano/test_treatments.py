"""Treatments of Portolano that have rules of their own, and the ban on missions."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.portolano import GAME
from analyzer.games.portolano.encoding import STOP
from analyzer.games.portolano.rules import missions
from analyzer.games.portolano.state import Item, Phase
from analyzer.games.portolano.strategies import MISSION, is_of


def test_a_granted_mission_is_revealed_and_the_seat_has_its_first_marker(position):
    for deal in range(12):
        game = position(2, sets=("seat 1: mission:M4=+1",), seed=deal)
        (places,) = np.nonzero(game.table.mission[:3] == 3)
        assert len(places) == 1
        assert game.table.marker[places[0], :2].tolist() == [0, 1]
        assert game.table.claimed[places[0]] == 1
        assert len(set(game.table.mission[:3].tolist())) == 3


def test_a_second_granted_mission_does_not_take_the_place_of_the_first(position):
    game = position(2, sets=("seat 1: mission:M4=+1", "seat 0: mission:M1=+1", "position 2: mission:M2=+1"), seed=3)
    assert {0, 1, 3} == set(game.table.mission[:3].tolist())


def test_missions_that_can_only_be_lost_are_nobodys_grant():
    material = next(one for one in GAME.materials if one.name == "mission")
    names = material.granted(GAME.components.tree)
    assert set(material.names(GAME.components.tree)) - set(names) == {"M11", "M12"}


@pytest.mark.parametrize(
    ("mission", "ship", "question", "answer", "is_for_it"),
    [
        (4, {"rum": 5}, {"phase": Phase.PORT_RUM}, 1, True),
        (4, {"rum": 4}, {"phase": Phase.PORT_RUM}, 1, False),
        (4, {"rum": 4}, {"phase": Phase.PORT_RUM}, 2, True),
        (4, {"rum": 4}, {"phase": Phase.PORT_RUM}, STOP, False),
        (1, {"cotton": 3}, {"phase": Phase.SWAP_TAKE}, Item.COTTON, True),
        (1, {"cotton": 3}, {"phase": Phase.SWAP_TAKE}, Item.WINE, False),
        (1, {"cotton": 2}, {"phase": Phase.SWAP_TAKE}, Item.COTTON, False),
        (7, {"extensions": "hc"}, {"phase": Phase.UPGRADE}, 2, True),
        (7, {"extensions": "hc"}, {"phase": Phase.UPGRADE}, 0, False),
        (8, {"extensions": "h"}, {"phase": Phase.UPGRADE}, 0, True),
        (8, {"extensions": "h"}, {"phase": Phase.UPGRADE}, 1, False),
        (4, {"rum": 5}, {"phase": Phase.CARDS}, 1, False),
    ],
)
def test_an_answer_that_fulfils_an_open_mission_is_of_the_kind(position, mission, ship, question, answer, is_for_it):
    game = position(2).calm()
    game.equip(0, **{name: value for name, value in ship.items() if name != "cotton"})
    game.ship(0).goods[0] = ship.get("cotton", 0)
    game.missions(mission, 9, 10)
    game.table.phase = int(question["phase"])
    hand = game.state.hands[0]
    hand.seat = 0
    assert bool(is_of(game.rules, game.table, hand, int(answer), MISSION)) is is_for_it
    game.table.marker[0, 0] = 1
    assert not is_of(game.rules, game.table, hand, int(answer), MISSION), "it has the marker already"


def test_a_mission_needs_all_that_it_names(position):
    game = position(2).calm().missions(5, 9, 10)  # a cotton, a wine, a tea and two rum
    game.equip(0, rum=2)
    game.ship(0).goods[:] = [1, 0, 1, 0]
    assert missions.would_fulfil(game.rules, game.table, 0, 1, 1)
    game.ship(0).rum = 1
    assert not missions.would_fulfil(game.rules, game.table, 0, 1, 1)
