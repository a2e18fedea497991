"""Card selection, movement, wind and pirate, clause by clause."""

from __future__ import annotations

import pytest

from analyzer.games.portolano.encoding import ANCHOR
from analyzer.games.portolano.notation import parse_card
from analyzer.games.portolano.rules.board import card_cost
from analyzer.games.portolano.state import HIDDEN_CARD, Phase, Stern

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")
SINGLES = [0, 1, 2, 3]


def test_p_round_1_and_p_round_2_the_course_of_a_round(position):
    game = position().calm().equip(1, stern=Stern.ENYVESKEZO, rum=0)
    game.table.starter = 2
    game.go()
    asked = []
    while game.phase == Phase.CARDS:
        asked.append(int(game.table.asked))
        game.answer(0)
    assert asked == [2, 3, 0]
    turns = []
    while game.phase == Phase.SEA and game.table.round_no == 1:
        turns.append(int(game.table.asked))
        game.answer(0)
    assert turns == [2, 3, 0, 1]
    assert game.table.pirate == 5  # moved after the last turn
    assert game.table.starter == 3  # the spinner went to the left neighbour
    assert (game.phase, game.table.round_no) == (Phase.CARDS, 2)


def test_p_select_1_one_direction_without_a_sail(position):
    game = position().calm().go()
    assert game.options() == SINGLES
    game.refuse(parse_card("NE"))


def test_p_select_1_cards_stay_hidden_until_the_turn(position):
    game = position().calm().select("N", "E", "S", "W")
    assert [int(game.ship(seat).card) for seat in range(4)] == [0, HIDDEN_CARD, HIDDEN_CARD, HIDDEN_CARD]
    assert [int(game.state.hands[seat].card) for seat in range(4)] == [0, 2, 1, 3]


def test_p_select_1_the_table_shows_nothing_of_a_choice(position):
    """The bytes of the table after a choice do not depend on what was chosen."""
    seen = set()
    for card in "NSEW":
        game = position().calm().select(card)
        seen.add(game.table.tobytes())
    assert len(seen) == 1


@pytest.mark.parametrize("sails", ["s", "sss"])
def test_p_select_2_and_p_ext_3_pairs_with_a_sail(position, sails):
    game = position().calm().equip(0, extensions=sails).go()
    assert game.options() == list(range(20))
    assert (parse_card("SE"), parse_card("EE")) == (4 + 4 * 1 + 2, 4 + 4 * 2 + 2)


def test_p_select_3_only_the_strategist_may_anchor(position):
    game = position().calm().equip(0, stern=Stern.STRATEGA, rum=3).go()
    assert game.options() == [*SINGLES, ANCHOR]
    game.answer(ANCHOR)
    game.refuse(ANCHOR)


def test_p_select_4_no_rum_no_card(position):
    game = position().calm().equip(0, rum=0).missions(12, 9, 10)
    game.table.marker[0, :4] = 1
    game.go()
    assert game.table.asked == 1
    assert game.table.marker[0, 0] == 0
    assert game.state.tally.mutinies[0] == 1


def test_p_select_5_recovery_costs_two_goods(position):
    game = position().calm().equip(0, rum=0, drifted=1, goods="CWB").go()
    assert (game.phase, game.table.asked) == (Phase.RECOVER, 0)
    assert game.options() == [0, 1, 2, 4]
    game.answer(4)
    assert game.phase == Phase.RECOVER_MORE
    assert game.options() == [1, 2]
    game.answer(2)
    assert (game.ship(0).rum, list(game.ship(0).goods)) == (1, [1, 0, 0, 0])
    assert (game.phase, game.table.asked) == (Phase.CARDS, 0)
    assert game.state.tally.mutinies[0] == 0


def test_p_select_5_recovery_may_be_left(position):
    game = position().calm().equip(0, rum=0, drifted=1, goods="CW").go().answer(0)
    assert game.ship(0).rum == 0
    assert game.table.asked == 1


def test_switch_recovery_strict(position):
    for strict, phase in (("false", Phase.RECOVER), ("true", Phase.CARDS)):
        game = position(4, (*QUIET, f"recovery_strict={strict}")).calm()
        game.equip(0, rum=0, drifted=1, refilled=1, goods="CW").go()
        assert game.phase == phase
    game = position(4, (*QUIET, "recovery_strict=true")).calm().equip(0, rum=0, drifted=1, goods="CW").go()
    assert game.phase == Phase.RECOVER


def test_p_select_6_cards_that_cannot_be_paid_are_legal(position):
    game = position().calm(wind="W").equip(0, rum=1).go()
    assert 2 in game.options()


def test_e_p01_peters_mutiny(position):
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, rum=2, extensions="s").missions(12, 9, 10)
    game.table.marker[0, :4] = 1
    game.select("SE", "N", "N", "N")
    ship = game.ship(0)
    assert (ship.rum, ship.cell) == (0, 1)
    assert [int(n) for n in game.table.marker[0, :4]] == [0, 1, 1, 1]
    assert (game.phase, game.table.asked) == (Phase.SEA, 0)


@pytest.mark.parametrize(("card", "left"), [("E", 3), ("N", 2), ("S", 2), ("W", 1)])
def test_e_p03_and_p_move_3_costs(position, card, left):
    game = position().calm(cells=(5, 1, 2, 3), wind="E").select(card, "E", "E", "E")
    assert game.ship(0).rum == left


def test_p_move_3_steps_are_paid_separately(position):
    game = position().calm(cells=(5, 1, 2, 3), wind="E").equip(0, extensions="s", rum=3)
    ship = game.ship(0)
    costs = [card_cost(game.table, ship, parse_card(text)) for text in ("EE", "EW", "NS", "WW", "WN")]
    assert costs == [0, 2, 2, 4, 3]


@pytest.mark.parametrize(("players", "cell", "card", "target"), [(4, 2, "N", 14), (3, 2, "N", 8), (4, 7, "E", 4)])
def test_e_p05_and_p_move_2_torus(position, players, cell, card, target):
    cells = [0] * players
    cells[0] = cell
    game = position(players).calm(cells=cells).select(card, *["N"] * (players - 1))
    assert game.ship(0).cell == target


def test_p_move_1_steps_in_order_over_sea_and_port(position):
    game = position().calm(cells=(5, 1, 2, 3)).lay(6, "H1a").lay(2, "H2a").equip(0, extensions="s")
    game.select("EN", "N", "N", "N")
    assert game.ship(0).cell == 2
    assert game.ship(0).rum == 2


def test_p_move_4_and_p_stern_6_southerner(position):
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, stern=Stern.DELFOKI, rum=3, extensions="s")
    costs = []
    for wind in "NESW":
        game.table.wind = "NSEW".index(wind)
        costs.append(card_cost(game.table, game.ship(0), parse_card("S")))
    assert costs == [1, 0, 0, 0]
    game.table.wind = 0
    assert card_cost(game.table, game.ship(0), parse_card("SS")) == 2


def test_p_move_5_ending_with_no_rum_is_no_mutiny(position):
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, rum=2).select("S", "N", "N", "N")
    assert (game.ship(0).rum, game.ship(0).cell) == (0, 9)
    assert game.state.tally.mutinies[0] == 0


def test_e_p06_and_p_move_7_mutiny_on_reveal(position):
    game = position().calm(cells=(5, 1, 2, 3), wind="W").equip(0, rum=1, goods="C").select("E", "W", "W", "W")
    ship = game.ship(0)
    assert (ship.rum, ship.cell, ship.drifted, ship.goods[0]) == (0, 4, 1, 1)


def test_p_move_7_one_tile_only_with_a_sail(position):
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, rum=1, extensions="s").select("SS", "N", "N", "N")
    assert game.ship(0).cell == 1


def test_e_p07_and_p_move_6_drift_without_recovery(position):
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, rum=0, goods="CC").select("N", "N", "N")
    ship = game.ship(0)
    assert (ship.cell, ship.drifted, list(ship.goods)) == (1, 1, [2, 0, 0, 0])
    assert (game.phase, game.table.asked) == (Phase.SEA, 0)


def test_e_p08_recovery_after_drifting(position):
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, rum=0, goods="CB", drifted=1).go()
    box = [int(n) for n in game.table.box]
    game.answer(1)  # the second good, the cocoa, is given without a question
    assert [int(n) for n in game.table.box] == [box[0] + 1, box[1], box[2], box[3] + 1]
    assert (game.ship(0).rum, game.phase, game.table.asked) == (1, Phase.CARDS, 0)
    assert game.state.tally.mutinies[0] == 0
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, rum=0, goods="C", drifted=1).go()
    assert game.table.asked == 1


def test_p_move_8_the_wind_of_the_last_round_holds_in_turns(position):
    sets = ("wind_weights.N=0", "wind_weights.S=0", "wind_weights.W=0")  # later winds blow east
    game = position(4, sets).calm(cells=(5, 1, 2, 3), wind="N").select("N", "N", "N", "N")
    assert game.ship(0).rum == 3
    game.end_turns()
    assert game.table.wind == 2
    game.select("E", "E", "E", "E")
    assert game.ship(1).rum == 3


def test_e_p09_and_p_move_9_flip(position):
    def face_after(arrange):
        game = position().calm(cells=(5, 1, 2, 3), pirate=15)
        arrange(game)
        before = int(game.table.face[5])
        game.select("N", "E", "E", "E")
        return before, int(game.table.face[5])

    before, after = face_after(lambda game: None)
    assert after == before ^ 1
    before, after = face_after(lambda game: game.equip(1, cell=5))
    assert after == before
    before, after = face_after(lambda game: setattr(game.table, "pirate", 5))
    assert after == before
    before, after = face_after(lambda game: game.lay(5, "H1a"))
    assert after == before


def test_p_move_9_drifting_flips_and_switch_flip_on_drift(position):
    for setting, turned in (("true", 1), ("false", 0)):
        game = position(4, (*QUIET, f"flip_on_drift={setting}")).calm(cells=(5, 1, 2, 3)).equip(0, rum=0)
        before = int(game.table.face[5])
        game.select("E", "E", "E")
        assert int(game.table.face[5]) == before ^ turned


def test_p_move_10_intermediate_tile_and_switch_flip_intermediate(position):
    for setting, turned in (("true", 1), ("false", 0)):
        game = position(4, (*QUIET, f"flip_intermediate={setting}")).calm(cells=(5, 1, 2, 3)).equip(0, extensions="s")
        before = [int(game.table.face[cell]) for cell in (5, 6, 7)]
        game.select("EE", "E", "E", "E")
        assert [int(game.table.face[cell]) for cell in (5, 6, 7)] == [before[0] ^ 1, before[1] ^ turned, before[2]]


def test_p_move_11_returning_to_the_start(position):
    game = position().calm(cells=(5, 1, 2, 3)).equip(0, extensions="s", rum=3)
    before = int(game.table.face[5])
    game.select("EW", "N", "N", "N")
    assert (game.ship(0).cell, game.ship(0).rum, int(game.table.face[5])) == (5, 1, before ^ 1)


def test_e_p11_same_direction_twice(position):
    game = position(3).calm(cells=(4, 0, 1), wind="E").equip(0, extensions="s").select("EE", "E", "E")
    assert (game.ship(0).cell, game.ship(0).rum) == (3, 3)


def test_p_move_12_action_on_the_final_tile_only(position):
    game = position().calm(cells=(5, 1, 2, 3)).lay(6, "S13b").lay(7, "S02b").equip(0, extensions="s")
    game.select("EE", "N", "N", "N")
    assert game.options() == [0, 1, 4, 5]  # S02b: cotton, cannon, taler


def test_p_move_12_drifting_into_a_port_and_switch_drift_port_action(position):
    for setting, asked in (("true", 0), ("false", 1)):
        game = position(4, (*QUIET, f"drift_port_action={setting}")).calm(cells=(5, 2, 3, 6)).lay(1, "H1a")
        game.equip(0, rum=0, goods="C").select("E", "E", "E")
        assert game.table.asked == asked
        assert (game.phase == Phase.UNLOAD) == (asked == 0)


def test_e_p35_and_p_stern_9_anchor(position):
    game = position(4, (*QUIET, "die_hit_faces=0")).calm(cells=(5, 0, 2, 3)).equip(0, stern=Stern.STRATEGA, rum=3)
    face = int(game.table.face[5])
    game.select("anchor", "N", "N", "N")
    assert (game.ship(0).cell, game.ship(0).rum, int(game.table.face[5])) == (5, 3, face)
    assert (game.phase, game.table.asked) == (Phase.SEA, 0)
    game.end_turns()
    while game.table.asked != 0:
        game.answer(0)
    assert ANCHOR not in game.options()  # round 2 must move
    game.answer(0)
    game.end_turns()
    while game.table.asked != 0:
        game.answer(0)
    assert ANCHOR in game.options()


def test_p_stern_9_a_drift_allows_the_anchor_again(position):
    game = position().calm(cells=(5, 0, 2, 3)).equip(0, stern=Stern.STRATEGA, rum=0, anchored=1)
    game.select("N", "N", "N")
    assert game.ship(0).anchored == 0


def test_p_wind_1_all_four_winds_come_equally_often(position):
    game = position(2, ())
    from analyzer.games.portolano.rules.board import spin_wind

    counts = [0] * 4
    for _ in range(4000):
        spin_wind(game.rules, game.table, game.chance[7])
        counts[int(game.table.wind)] += 1
    assert all(abs(n - 1000) < 4.5 * 27.4 for n in counts)  # sqrt(4000 * 3/16) = 27.4


def test_p_wind_2_the_wind_blows_towards_its_name(position):
    game = position().calm(cells=(5, 1, 2, 3), pirate=14, wind="N").select("N", "N", "N", "N")
    assert (game.ship(0).cell, game.ship(0).rum) == (1, 3)
    game.end_turns()
    assert game.table.pirate == 10


def test_p_pirate_1_one_tile_with_the_wind(position):
    game = position().calm(pirate=1).select("N", "N", "N", "N").end_turns()
    assert game.table.pirate == 13


def test_e_p22_and_p_pirate_2_and_p_pirate_3_ports_are_passed(position):
    east = ("wind_weights.N=0", "wind_weights.S=0", "wind_weights.W=0")
    for ship_there, turned in ((False, 1), (True, 0)):
        game = position(4, east).calm(cells=(10, 11, 14, 15), pirate=4, wind="E").lay(5, "H1a").lay(6, "H2a")
        if ship_there:
            game.equip(3, cell=7)
        before = int(game.table.face[4])
        game.select("E", "E", "E", "E").end_turns()
        assert game.table.pirate == 7
        assert int(game.table.face[4]) == before ^ turned


@pytest.mark.parametrize(("reading", "cell", "turned"), [("false", 6, 0), ("true", 6, 1), ("true", 13, 0)])
def test_p_pirate_4_and_a_32_and_switch_flip_on_circle(position, reading, cell, turned):
    """Back on its own tile the pirate turns nothing, or the tile: unless a ship (here of seat 3) is on it."""
    game = position(4, (*QUIET, f"flip_on_circle={reading}")).calm(cells=(0, 2, 3, cell), pirate=9)
    for port in (1, 5, 13):
        game.lay(port, "H1a")
    before = int(game.table.face[9])
    game.select("N", "N", "N", "N").end_turns()
    assert (game.table.pirate, int(game.table.face[9])) == (9, before ^ turned)
