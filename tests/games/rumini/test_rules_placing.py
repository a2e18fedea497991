"""Clauses R-PLACE-1 to R-PLACE-7 and the worked examples on placing."""

from __future__ import annotations

from analyzer.games.rumini.encoding import play
from analyzer.games.rumini.notation import parse_face


def test_e_r01_r_place_1_r_place_3_rulebook_pair(position):
    game = position(2).arrange().hand(0, "H(shark, island)").treasure(0)
    assert game.plays() == {(parse_face("H(shark, island)"), int(game.table.top[2]), -1, 0)}


def test_e_r02_both_ways(position, number):
    row = {"ship:hat": (0, 0), "island:hat": (1, 0), "lighthouse:hat": (2, 0), "shark:hat": (3, 0)}
    game = position(2).arrange(row).hand(0, "H(shark, island)").treasure(0)
    island, shark = int(game.table.top[1]), int(game.table.top[2])
    face = parse_face("H(shark, island)")
    assert game.plays() == {(face, island, 4, 0)}
    game = position(2).arrange({**row, "island:mapmaker": (1, 1)}).hand(0, "H(shark, island)").treasure(0)
    assert game.plays() == {(face, int(game.table.top[1]), 4, 0), (face, shark, 0, 1)}


def test_e_r03_r_place_2_vertical_pair(position):
    game = position(2).arrange().hand(0, "V(ship, lighthouse)").treasure(0)
    face = parse_face("V(ship, lighthouse)")
    assert game.plays() == {(face, int(game.table.top[0]), 3, -1), (face, int(game.table.top[3]), 1, 1)}


def test_r_place_3_the_cell_must_be_empty(position):
    game = position(2).arrange().hand(0, "H(island, ship)").treasure(0)
    assert not game.is_legal(play(parse_face("H(island, ship)"), int(game.table.top[1]), 0, 0))
    assert not game.plays()


def test_r_place_4_other_neighbours_do_not_matter(position):
    game = position(2).arrange({"ship:hat": (0, 0), "shark:hat": (1, 1), "island:hat": (2, 0)})
    assert (1, 0) in game.hand(0, "H(ship, lighthouse)").cells()


def test_r_place_5_the_reference_may_be_surrounded_or_captured(position):
    cross = {"ship:hat": (0, 0), "island:hat": (-1, 0), "shark:hat": (1, 0), "lighthouse:hat": (0, -1)}
    game = position(2).arrange({**cross, "island:mapmaker": (0, 1)}).hand(0, "H(shark, shark)")
    game.table.captured[29] = 1
    assert game.cells() == {(2, 0)}
    game.empty_pile("shark")
    assert not game.cells(), "a card is no reference for itself"


def test_switch_porthole_reference_new(position):
    for allowed in (True, False):
        game = position(2, porthole_reference_new=allowed).arrange()
        game.hand(0, "V(ship, shark)", "H(shark, shark)", "H(ship, island)").treasure(0)
        game.answer(play(parse_face("V(ship, shark)"), int(game.table.top[2]), 1, 1))
        assert ((2, 1) in game.cells()) is allowed


def test_r_place_6_exactly_one_map_card_per_porthole_card(position):
    game = position(2).arrange().hand(0, "H(shark, island)", "V(ship, ship)")
    left = game.table.left.sum()
    game.answer(play(parse_face("H(shark, island)"), int(game.table.top[2]), -1, 0))
    assert game.table.on_table == 5
    assert game.table.left.sum() == left - 1
    assert game.state.hands[0].held == 1


def test_r_place_7_no_border(position):
    game = position(2).arrange({"ship:hat": (5000, -70000)}).hand(0, "H(ship, island)", "V(ship, shark)")
    assert game.cells() == {(5001, -70000), (5000, -69999)}
    game.answer(play(parse_face("H(ship, island)"), int(game.table.top[1]), 5001, -70000))
    assert game.at(5001, -70000) > 0


def test_an_equal_pair_between_two_fitting_cards_is_one_option(position):
    game = position(2).arrange({"ship:hat": (0, 0), "ship:mapmaker": (2, 0)}).hand(0, "H(ship, ship)").treasure(0)
    assert sorted(x for _, _, x, _ in game.plays()) == [-1, 1, 3]


def test_equal_porthole_cards_in_hand_are_one_option(position):
    one = position(2).arrange().hand(0, "H(ship, ship)").options()
    two = position(2).arrange().hand(0, "H(ship, ship)", "H(ship, ship)").options()
    assert one == two


def test_a_moved_card_between_two_fitting_cards_needs_only_one_of_them(position, number):
    game = position(2).arrange({"ship:hat": (0, 0), "ship:mapmaker": (2, 0)}).hand(0, "H(ship, ship)").treasure(0)
    game.empty_pile("ship")
    hat, mapmaker = number("ship:hat"), number("ship:mapmaker")
    assert {(card, x) for _, card, x, _ in game.plays()} == {(hat, 1), (hat, 3), (mapmaker, -1), (mapmaker, 1)}
