"""Clauses R-TREASURE-1 to R-TREASURE-11 and their worked examples."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.rumini.encoding import END, GIVE_UP, MISS, TREASURE, card_of, play, rob, x_of, y_of
from analyzer.games.rumini.heuristics import planning
from analyzer.games.rumini.notation import parse_face
from analyzer.games.rumini.state import Cause, Device, Phase

# the island with hat and chest at (1,0) lacks only the card below
FLAGGED = {
    "lighthouse:spyglass": (0, 0),
    "island:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:mapmaker": (1, -1),
}
LAST = ("V(island, ship)", "ship:sound_catcher", 1, 1)


def flagged(position, number, players=2, **switches):
    """Seat 0 has its flag on the island; seat 1 can complete it."""
    game = position(players, **switches).arrange(FLAGGED)
    for seat in range(players):
        game.treasure(seat)
    game.table.flag[number("island:hat")] = 1
    return game.turn_of(1).hand(1, "V(island, ship)", "H(shark, shark)").next_treasure("joker")


def test_r_treasure_1_kept_until_played_then_discarded_and_reshuffled(position, number):
    game = position(2).arrange().treasure(0, "joker").hand(0, "H(ship, ship)")
    game.table.treasure_discards = 0
    game.answer(END).turn_of(0)
    assert game.state.hands[0].treasure[1] == 1
    game.use("joker")
    assert game.table.treasures[0] == 0
    assert game.table.treasure_discards == 1
    game = flagged(position, number)
    game.table.treasure_pile, game.table.treasure_discards = 0, 1
    game.state.hidden.treasure_discard[0] = 2
    game.play(*LAST)
    assert game.state.hands[1].treasure[2] == 1, "the discards became the deck"
    assert game.table.treasure_pile == 0
    assert game.table.treasure_discards == 1, "then the flag was discarded"


def test_e_r13_r_treasure_2_flag_gives_the_device_to_its_owner(position, number):
    game = flagged(position, number).devices(0, "hat spyglass").devices(1, "hat spyglass").play(*LAST)
    assert game.need(0, "hat") == 0
    assert game.need(1, "hat") == 1
    assert game.state.hands[1].treasure[1] == 1, "R-TREASURE-4: the chest is the builder's"
    assert game.table.flag[number("island:hat")] == 0
    assert game.table.treasure_discards == 1


def test_e_r14_unneeded_gives_a_bazaar_card_to_the_flag_owner(position, number):
    game = flagged(position, number).devices(0, "spyglass mapmaker").devices(1, "hat spyglass").play(*LAST)
    assert game.table.bazaar[:2].tolist() == [1, 0]
    assert game.need(1, "hat") == 1


def test_e_r15_the_last_device_wins_in_anothers_turn(position, number):
    game = flagged(position, number).devices(0, "hat").devices(1, "spyglass hat").play(*LAST)
    assert game.table.cause == Cause.WON
    assert game.table.winner == 0
    assert game.table.active == 1


def test_own_flag_is_an_own_capture(position, number):
    game = flagged(position, number).devices(1, "hat spyglass")
    game.table.flag[number("island:hat")] = 2
    game.play(*LAST)
    assert game.need(1, "hat") == 0
    assert game.state.tally.obtained[1].tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize(("reading", "bazaar", "hat"), [("bazaar", 1, 1), ("nothing", 0, 1), ("builder", 0, 0)])
def test_switch_flag_unneeded(position, number, reading, bazaar, hat):
    game = flagged(position, number, flag_unneeded=reading).devices(0, "spyglass news_bell").devices(1, "hat spyglass")
    game.play(*LAST)
    assert game.table.bazaar[0] == bazaar
    assert game.need(1, "hat") == hat


@pytest.mark.parametrize(("reading", "taker"), [(False, 1), (True, 0)])
def test_r_treasure_4_and_switch_flag_takes_chest(position, number, reading, taker):
    game = flagged(position, number, flag_takes_chest=reading).devices(0, "hat spyglass").play(*LAST)
    assert game.state.hands[taker].treasure[1] == 1
    assert game.table.treasures[:2].sum() == 1


def test_r_treasure_3_where_a_flag_may_go(position, number):
    cross = {"ship:hat": (0, 0), "island:hat": (-1, 0), "shark:hat": (1, 0), "lighthouse:hat": (0, -1)}
    game = position(2).arrange({**cross, "island:mapmaker": (0, 1)}).treasure(0, "flag", "flag").use("flag")
    free = {number(name) for name in ("island:hat", "shark:hat", "lighthouse:hat", "island:mapmaker")}
    assert set(game.options()) == free, "not on the surrounded ship"
    game.answer(number("shark:hat")).use("flag")
    assert set(game.options()) == free - {number("shark:hat")}


@pytest.mark.parametrize(("reading", "flag", "discards"), [(True, 2, 0), (False, 0, 1)], ids=["moves", "falls off"])
def test_r_treasure_3_and_switch_flag_moves(position, number, reading, flag, discards):
    """A flag moves with its card, or goes to the discards when the card is picked up."""
    game = position(2, flag_moves=reading).arrange().empty_pile("shark").treasure(0)
    game.hand(0, "H(shark, island)", "H(ship, ship)")
    shark = number("shark:mapmaker")
    game.table.flag[shark] = 2
    game.play("H(shark, island)", "shark:mapmaker", -1, 0)
    assert game.at(-1, 0) == shark
    assert (game.table.flag[shark], game.table.treasure_discards, game.table.spent[0]) == (flag, discards, discards)


@pytest.mark.parametrize(("reading", "taker"), [(True, 1), (False, 0)], ids=["moves", "falls off"])
def test_switch_flag_moves_decides_who_gets_the_device_of_a_moved_card(position, number, reading, taker):
    """The shark with the flag of seat 1 is moved into a hole, and so captured by seat 0 or for seat 1."""
    hole = {"island:mapmaker": (1, 0), "ship:hat": (-1, 0), "ship:spyglass": (0, -1), "ship:mapmaker": (0, 1)}
    game = position(2, flag_moves=reading).arrange({**hole, "shark:hat": (5, 5)}).empty_pile("shark").treasure(0)
    game.hand(0, "H(shark, island)", "H(ship, ship)").devices(0, "hat spyglass").devices(1, "hat spyglass")
    game.table.flag[number("shark:hat")] = 2
    game.play("H(shark, island)", "shark:hat", 0, 0)
    assert [game.need(seat, "hat") for seat in (0, 1)] == [int(taker != 0), int(taker != 1)]


@pytest.mark.parametrize(("reading", "left"), [(True, 1), (False, 0)])
def test_switch_flag_moves_is_known_to_those_who_plan(position, number, reading, left):
    """The planner looks at a map on which a moved card has its flag, or none."""
    game = position(2, flag_moves=reading).arrange().empty_pile("shark")
    game.hand(0, "H(shark, island)")
    game.table.flag[number("shark:mapmaker")] = 1
    lines, branches = np.zeros(2, planning.LINE), np.zeros(1, planning.BRANCH)
    lines[0].table = game.table
    branches[0].answer = play(parse_face("H(shark, island)"), number("shark:mapmaker"), -1, 0)
    planning.grow(game.rules, lines, branches[0], 1, game.state.hands[0], np.ones(40), 0)
    assert lines[1].table.flag[number("shark:mapmaker")] == left


def jokers(game):
    """List the options of JOKER: map card, x, y."""
    return [(int(card_of(answer)), int(x_of(answer)), int(y_of(answer))) for answer in game.options()]


BESIDE_THE_ROW = {(x, y) for x in range(4) for y in (-1, 1)} | {(-1, 0), (4, 0)}
CORNERS = {(x, y) for x in (-1, 4) for y in (-1, 1)}


def test_e_r16_r_treasure_5_joker(position, number):
    """Any card of the four tops goes to any place beside a card."""
    game = position(2).arrange().treasure(0, "joker").use("joker")
    tops = {int(top) for top in game.table.top}
    assert set(jokers(game)) == {(top, x, y) for top in tops for x, y in BESIDE_THE_ROW}
    assert len(game.options()) == 4 * 10
    game.joker("lighthouse:sound_catcher", 1, 1)
    assert game.at(1, 1) == number("lighthouse:sound_catcher")


def test_r_treasure_5_a_joker_captures_as_usual(position):
    game = position(2).arrange(FLAGGED).treasure(0, "joker").devices(0, "hat spyglass").use("joker")
    game.joker("ship:sound_catcher", 1, 1)
    assert game.need(0, "hat") == 0


def test_r_treasure_5_empty_pile_moves_a_card(position, number):
    game = position(2).arrange().empty_pile("shark", "ship", "island", "lighthouse").treasure(0, "joker").use("joker")
    assert game.is_legal((number("shark:mapmaker") << 48) | ((5 + (1 << 23)) << 24) | (1 << 23)) is False
    game.joker("shark:mapmaker", 0, 1)
    assert game.at(2, 0) == 0
    assert game.at(0, 1) == number("shark:mapmaker")


def test_a_moved_joker_tile_needs_another_card_beside_it(position, number):
    game = position(2).arrange({"ship:hat": (0, 0), "shark:hat": (5, 5)}).treasure(0, "joker")
    game.empty_pile("shark", "ship", "island", "lighthouse").use("joker")
    assert {x for card, x, _ in jokers(game) if card == number("shark:hat")} == {-1, 0, 1}
    assert {x for card, x, _ in jokers(game) if card == number("ship:hat")} == {4, 5, 6}


def test_switch_joker_pick(position, number):
    game = position(2, joker_pick="any").arrange().treasure(0, "joker").use("joker")
    assert len(game.options()) == 28 * 10
    game.joker("lighthouse:hat", 1, 1)
    assert game.table.left[3] == 6
    assert number("lighthouse:hat") not in game.state.hidden.pile[3, :6]


@pytest.mark.parametrize(("reading", "cells"), [(True, BESIDE_THE_ROW), (False, BESIDE_THE_ROW | CORNERS)])
def test_b_10_and_switch_joker_adjacent(position, reading, cells):
    """Only beside a card, or anywhere on the map or around it."""
    game = position(2, joker_adjacent=reading).arrange().treasure(0, "joker").use("joker")
    assert {(x, y) for _, x, y in jokers(game)} == cells
    assert len(game.options()) == 4 * len(cells)


@pytest.mark.parametrize("connected", [False, True])
def test_b_10_anywhere_on_a_map_with_holes_is_every_empty_cell_once(position, connected):
    """Far groups make a wide rectangle; where the map must hang together, only cells beside it are left."""
    cards = {"ship:hat": (0, 0), "shark:hat": (1, 0), "island:hat": (1, 2)}
    cards |= {"ship:mapmaker": (1, 1)} if connected else {"lighthouse:hat": (9, -3)}
    game = position(2, keep_connected=connected, joker_adjacent=False).arrange(cards).treasure(0, "joker").use("joker")
    found = jokers(game)
    assert len(set(found)) == len(found) == 4 * (9 if connected else 12 * 8 - 4)
    assert all(game.at(x, y) == 0 for _, x, y in found)
    assert [(x, y) for _, x, y in found[: len(found) // 4]] == sorted(
        ((x, y) for _, x, y in found[: len(found) // 4]), key=lambda cell: cell[::-1]
    )


def test_switch_joker_moves(position):
    game = position(2, joker_moves=False).arrange().treasure(0, "joker")
    game.empty_pile("shark", "ship", "island", "lighthouse")
    assert not game.is_legal(TREASURE + 1)


def test_e_r17_r_treasure_6_pirate(position):
    game = position(2).arrange().devices(0, "spyglass hat").devices(1, "hat", "spyglass mapmaker").treasure(0, "pirate")
    game.use("pirate")
    assert game.options() == [rob(1, Device.MAPMAKER), rob(1, Device.SPYGLASS)]
    n_up = int(game.table.n_up[1])
    game.answer(rob(1, Device.SPYGLASS))
    assert game.need(1, "spyglass") == 1
    assert game.table.up[1, Device.SPYGLASS] == 0
    assert game.table.n_up[1] == n_up - 1
    assert game.need(0, "spyglass") == 0
    assert game.table.up[0, Device.SPYGLASS] == 1


def test_r_treasure_6_without_need_a_bazaar_card(position):
    game = position(2).arrange().devices(0, "hat").devices(1, "hat", "spyglass").treasure(0, "pirate").use("pirate")
    assert game.table.bazaar[0] == 1
    assert game.need(1, "spyglass") == 1


def test_r_treasure_6_may_win(position):
    game = (
        position(2).arrange().devices(0, "spyglass").devices(1, "hat", "spyglass").treasure(0, "pirate").use("pirate")
    )
    assert game.table.cause == Cause.WON
    assert game.table.winner == 0


def test_e_r19_a_pirate_without_a_target_stays_in_hand(position):
    game = position(2).arrange().devices(0, "hat", "spyglass").devices(1, "hat").treasure(0, "pirate")
    assert not game.is_legal(TREASURE + 2)


def test_e_r20_r_treasure_7_the_target_chooses(position):
    for choice, need, misses in ((GIVE_UP, 1, 0), (MISS, 0, 1)):
        game = (
            position(3).arrange().devices(2, "hat", "news_bell").treasure(0, "event:news_bell").use("event:news_bell")
        )
        assert game.table.phase == Phase.TARGET
        assert game.options() == [1, 2]
        game.answer(2)
        assert game.table.phase == Phase.EVENT
        assert game.table.asked == 2
        assert game.options() == [MISS, GIVE_UP]
        game.answer(choice)
        assert game.need(2, "news_bell") == need
        assert game.table.misses[2] == misses
        assert game.table.phase == Phase.MAIN
        assert game.table.asked == 0


def test_e_r21_r_treasure_8_missed_turns_add_up(position):
    game = position(2).arrange().devices(1, "hat").treasure(0, "event:news_bell", "event:hat").treasure(1)
    cards = game.state.hands[1].cards.tolist()
    game.use("event:news_bell").use("event:hat")
    assert game.table.misses[1] == 2
    for turn in (3, 5):
        game.answer(END)
        assert game.table.asked == 0
        assert game.table.turn == turn
    assert game.state.hands[1].cards.tolist() == cards
    assert game.state.tally.missed[1] == 2
    game.answer(END)
    assert game.table.asked == 1


@pytest.mark.parametrize(("reading", "misses"), [("skip", 1), ("no_effect", 0)])
def test_switch_event_without_device(position, reading, misses):
    game = (
        position(2, event_without_device=reading).arrange().devices(1, "hat").treasure(0, "event:hat").use("event:hat")
    )
    assert game.table.misses[1] == misses
    assert game.table.asked == 0


def test_switch_event_without_device_forbidden(position):
    game = position(3, event_without_device="forbidden").arrange().devices(1, "spyglass", "hat").devices(2, "hat")
    game.treasure(0, "event:hat", "event:spyglass")
    assert game.is_legal(TREASURE + 3 + Device.HAT)
    assert not game.is_legal(TREASURE + 3 + Device.SPYGLASS)
    game.use("event:hat")
    assert game.table.phase == Phase.EVENT
    assert game.table.asked == 1, "the only possible target"


def test_r_treasure_9_any_number_in_a_turn(position):
    game = position(2).arrange().devices(1, "hat").treasure(0, "event:hat", "event:hat", "event:spyglass")
    game.use("event:hat").use("event:hat").use("event:spyglass")
    assert game.table.misses[1] == 3


def test_r_treasure_10_one_of_two_equal_devices(position):
    game = position(2).arrange().devices(0, "hat hat mapmaker").devices(1, "mapmaker", "hat hat").treasure(0, "pirate")
    game.use("pirate")
    assert game.need(0, "hat") == 1
    assert game.table.up[1, Device.HAT] == 1
    game.treasure(0, "event:hat").use("event:hat").answer(GIVE_UP)
    assert game.table.up[1, Device.HAT] == 0
    assert game.need(1, "hat") == 2


def test_r_treasure_11_what_has_no_target_is_not_offered(position, number):
    game = position(2).arrange().treasure(0, "flag", "joker", "event:hat").hand(0, "H(shark, island)")
    for name in ("island:mapmaker", "ship:hat", "shark:mapmaker", "lighthouse:mapmaker"):
        game.table.flag[number(name)] = 2
        game.table.locked |= 1 << number(name)
    game.empty_pile("shark", "ship", "island", "lighthouse")
    assert game.options() == [END, TREASURE + 3 + Device.HAT]


def test_a_treasure_face_held_twice_is_one_option(position):
    game = position(2).arrange().treasure(0, "flag", "flag").hand(0)
    assert game.options() == [END, TREASURE]
