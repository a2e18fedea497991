"""Clauses R-EXHAUST-1 to R-EXHAUST-8 with their worked examples, and the switches on moving."""

from __future__ import annotations

import pytest

from analyzer.games.rumini.encoding import END, play
from analyzer.games.rumini.notation import parse_face

PAIR = "H(shark, island)"
# the shark at (2,0) is surrounded, the one at (5,2) is not; islands stand at (0,0) and (2,1)
TWO_SHARKS = {
    "island:mapmaker": (0, 0),
    "ship:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:mapmaker": (3, 0),
    "lighthouse:hat": (2, -1),
    "island:hat": (2, 1),
    "shark:hat": (5, 2),
}


def two_sharks(position, **switches):
    return position(2, **switches).arrange(TWO_SHARKS).treasure(0).hand(0, PAIR, "V(ship, ship)").empty_pile("shark")


def test_e_r22_r_exhaust_1_r_exhaust_2_only_a_card_that_is_not_surrounded_moves(position, number):
    game = two_sharks(position).hand(0, PAIR)
    shark = number("shark:hat")
    face = parse_face(PAIR)
    islands = {(face, int(game.table.top[1]), 6, 2)}  # the other way: an island to the right of a shark
    assert game.plays() == {(face, shark, -1, 0), (face, shark, 1, 1)} | islands
    game.play(PAIR, "shark:hat", -1, 0)
    assert game.at(5, 2) == 0
    assert game.at(-1, 0) == shark


def test_e_r22_r_exhaust_4_afterwards_it_is_locked_for_this_turn(position, number):
    game = two_sharks(position).hand(0, PAIR, PAIR)
    game.play(PAIR, "shark:hat", -1, 0)
    assert number("shark:hat") not in {card for _, card, _, _ in game.plays()}
    game.answer(END).turn_of(0).hand(0, PAIR)
    game.table.turn = 3
    game.table.locked = 0
    assert number("shark:hat") in {card for _, card, _, _ in game.plays()}


def test_r_exhaust_4_the_lock_ends_with_the_turn(position):
    game = two_sharks(position)
    game.play(PAIR, "shark:hat", -1, 0).answer(END)
    assert game.table.active == 1
    assert game.table.locked == 0


def test_switch_lock_scope_round(position):
    game = two_sharks(position, lock_scope="round")
    game.play(PAIR, "shark:hat", -1, 0).answer(END)
    assert game.table.active == 1
    assert game.table.locked != 0
    game.answer(END)
    assert game.table.active == 0
    assert game.table.locked == 0


@pytest.mark.parametrize(("locks", "expected"), [(True, False), (False, True)])
def test_switch_lock_placed(position, number, locks, expected):
    game = position(2, lock_placed=locks).arrange().treasure(0).hand(0, PAIR, "V(shark, ship)", "V(island, island)")
    game.pile(2, [number("shark:hat")])
    game.play(PAIR, "shark:hat", -1, 0)
    moved = {card for _, card, _, _ in game.plays()}
    assert (number("shark:hat") in moved) is expected
    if expected:
        game.play("V(shark, ship)", "shark:hat", 1, -1).hand(0, "V(shark, island)", "V(island, island)")
        assert number("shark:hat") not in {card for _, card, _, _ in game.plays()}, "but only once"


def test_e_r23_r_exhaust_8_a_pile_must_be_used_up_first(position, number):
    game = two_sharks(position)
    game.pile(2, [number("shark:news_bell")])
    assert not game.is_legal(play(parse_face(PAIR), number("shark:hat"), -1, 0))
    assert game.is_legal(play(parse_face(PAIR), number("shark:news_bell"), -1, 0))


def test_r_exhaust_3_picking_up_may_break_a_surround(position, number):
    game = two_sharks(position).empty_pile("shark", "island").hand(0, "V(island, shark)", PAIR)
    assert game.table.sides[number("shark:mapmaker")] == 4
    game.play("V(island, shark)", "island:hat", 5, 1)
    assert game.table.sides[number("shark:mapmaker")] == 3


def test_r_exhaust_5_no_card_is_its_own_reference_or_stays(position, number):
    game = position(2).arrange({"ship:hat": (0, 0), "island:hat": (0, 1)}).empty_pile("ship").hand(0, "H(ship, ship)")
    assert not game.cells()
    answer = play(parse_face("H(ship, ship)"), number("ship:hat"), 0, 0)
    assert not game.is_legal(answer)


@pytest.mark.parametrize("keep", [False, True])
def test_r_exhaust_6_and_switch_keep_connected(position, number, keep):
    game = position(2, keep_connected=keep).arrange().treasure(0).empty_pile("ship").hand(0, "V(ship, lighthouse)")
    moved = {(x, y) for _, card, x, y in game.plays() if card == number("ship:hat")}
    assert moved == (set() if keep else {(3, -1)})


def test_keep_connected_allows_a_card_that_joins_the_parts_again(position, number):
    cards = {
        "island:hat": (0, 0),
        "ship:hat": (1, 0),
        "shark:hat": (2, 0),
        "island:mapmaker": (0, 1),
        "shark:mapmaker": (2, 1),
    }
    game = position(2, keep_connected=True).arrange(cards).treasure(0).empty_pile("ship").hand(0, "H(island, ship)")
    assert {(x, y) for _, card, x, y in game.plays() if card == number("ship:hat")} == {(1, 1)}


def test_e_r25_r_exhaust_7_a_moved_card_completes_two_and_old_neighbours_keep_what_they_gave(position, number):
    # the hole (1,1) lacks one card for the ship above it and the ship below it; the mover leaves a surrounded island
    cards = {
        "ship:hat": (1, 0),
        "lighthouse:hat": (1, -1),
        "island:mapmaker": (0, 0),
        "island:hat": (2, 0),
        "ship:spyglass": (1, 2),
        "lighthouse:spyglass": (0, 2),
        "lighthouse:mapmaker": (2, 2),
        "shark:hat": (1, 3),
        "shark:mapmaker": (3, 0),
        "lighthouse:news_bell": (2, -1),
        "lighthouse:iron_dropper": (2, 1),
    }
    game = position(2).arrange(cards).treasure(0).empty_pile("shark").hand(0, "V(ship, shark)", "H(ship, ship)")
    game.devices(0, "hat spyglass mapmaker")
    assert game.table.sides[number("island:hat")] == 4
    game.play("V(ship, shark)", "shark:mapmaker", 1, 1)
    assert game.state.tally.captures[0] == 2
    assert game.need(0, "hat") == 0
    assert game.need(0, "spyglass") == 0
    assert game.need(0, "mapmaker") == 1
    assert game.table.sides[number("island:hat")] == 3


def test_b_17_only_the_placed_card_moves(position, number):
    game = position(2).arrange().treasure(0).empty_pile("island").hand(0, PAIR)
    shark = int(game.table.top[2])
    assert {card for _, card, _, _ in game.plays()} == {shark}, "the island right of the shark would need (3,0)"


def test_switch_stuck_redraw(position):
    for redraws in (False, True):
        game = position(2, stuck_redraw=redraws).arrange({"ship:hat": (0, 0)}).hand(1, *["H(shark, shark)"] * 4)
        game.treasure(1, "event:hat").answer(END)
        assert (game.state.hands[1].cards[:4].tolist() != [parse_face("H(shark, shark)")] * 4) is redraws
        assert game.state.hands[1].held == 4
