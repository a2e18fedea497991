"""Clauses R-CAPTURE-1 to R-CAPTURE-8 and R-BAZAAR-1 to R-BAZAAR-3, with their worked examples."""

from __future__ import annotations

import pytest

from analyzer.games.rumini.encoding import END, EXCHANGE
from analyzer.games.rumini.rules.devices import obtain
from analyzer.games.rumini.state import Cause, Device, Phase

# island (0,0), ship with the hat (1,0), shark (2,0), lighthouse (3,0), and a lighthouse above the ship
THREE_SIDES = {
    "island:mapmaker": (0, 0),
    "ship:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:mapmaker": (3, 0),
    "lighthouse:hat": (1, -1),
}
LAST = ("V(ship, island)", "island:sound_catcher", 1, 1)


def three_sides(position, players=2, **switches):
    game = position(players, **switches).arrange(THREE_SIDES).treasure(0).treasure(1)
    return game.hand(0, "V(ship, island)", "V(shark, shark)")


def test_e_r05_r_capture_1_r_capture_2(position, number):
    game = position(2).arrange().treasure(0).devices(0, "hat spyglass")
    game.hand(0, "V(lighthouse, ship)", "V(ship, island)", "V(shark, shark)")
    game.play("V(lighthouse, ship)", "lighthouse:sound_catcher", 1, -1)
    assert game.need(0, "hat") == 1
    game.play(*LAST)
    assert game.need(0, "hat") == 0
    assert game.table.up[0, Device.HAT] == 1
    assert game.table.bazaar[0] == 0


def test_e_r06_who_completes_captures(position):
    game = position(2).arrange().treasure(0).treasure(1).devices(0, "hat spyglass").devices(1, "hat spyglass")
    game.hand(0, "V(lighthouse, ship)", "V(shark, shark)").hand(1, "V(ship, island)", "V(shark, shark)")
    game.play("V(lighthouse, ship)", "lighthouse:sound_catcher", 1, -1).answer(END).play(*LAST)
    assert game.need(0, "hat") == 1
    assert game.need(1, "hat") == 0


def test_e_r07_r_capture_3_unneeded_gives_a_bazaar_card(position):
    game = three_sides(position).devices(0, "spyglass mapmaker").play(*LAST)
    assert game.table.bazaar[0] == 1
    assert game.table.bazaar[1] == 0


def test_r_capture_3_turning_up_is_compulsory(position):
    game = three_sides(position).devices(0, "hat spyglass").play(*LAST)
    assert game.need(0, "hat") == 0
    assert game.table.bazaar[0] == 0
    assert game.table.phase == Phase.MAIN


def test_e_r08_r_bazaar_1_three_bazaar_cards_for_any_device(position):
    game = three_sides(position).devices(0, "spyglass mapmaker")
    game.table.bazaar[0] = 2
    assert not game.is_legal(EXCHANGE)
    game.play(*LAST).answer(EXCHANGE)
    assert game.options() == [Device.MAPMAKER, Device.SPYGLASS]
    game.answer(Device.SPYGLASS)
    assert game.need(0, "spyglass") == 0
    assert game.table.bazaar[0] == 0
    assert game.table.cause == Cause.RUNNING


def test_e_r08_the_last_one_wins(position):
    game = three_sides(position).devices(0, "spyglass")
    game.table.bazaar[0] = 2
    game.play(*LAST).answer(EXCHANGE)
    assert game.table.cause == Cause.WON
    assert game.table.winner == 0


def test_r_bazaar_2_at_any_moment_of_the_own_turn(position):
    game = three_sides(position).devices(0, "spyglass mapmaker")
    game.table.bazaar[0] = 3
    assert game.is_legal(EXCHANGE)
    game.table.asked = game.table.active = 1
    assert not game.is_legal(EXCHANGE)


def test_r_bazaar_2_at_once_in_anothers_turn_through_a_flag(position, number):
    game = three_sides(position).devices(0, "spyglass hat").devices(1, "spyglass mapmaker")
    game.table.bazaar[1] = 2
    game.table.flag[number("ship:hat")] = 2
    game.play(*LAST)
    assert game.table.phase == Phase.OFFER
    assert game.table.asked == 1
    assert game.table.active == 0
    assert game.options() == [0, 1 + Device.MAPMAKER, 1 + Device.SPYGLASS]
    game.answer(1 + Device.SPYGLASS)
    assert game.need(1, "spyglass") == 0
    assert game.table.bazaar[1] == 0
    assert game.table.phase == Phase.MAIN
    assert game.table.asked == 0


def test_q8_a_refusal_keeps_the_cards_and_is_not_asked_again(position, number):
    game = three_sides(position).devices(1, "spyglass mapmaker")
    game.table.bazaar[1] = 8
    game.table.flag[number("ship:hat")] = 2
    game.play(*LAST).answer(0)
    assert game.table.bazaar[1] == 9
    assert game.table.phase == Phase.MAIN


def test_q8_is_asked_again_while_three_are_left(position, number):
    game = three_sides(position).devices(1, "spyglass mapmaker news_bell")
    game.table.bazaar[1] = 5
    game.table.flag[number("ship:hat")] = 2
    game.play(*LAST).answer(1 + Device.SPYGLASS)
    assert game.table.phase == Phase.OFFER
    assert game.table.asked == 1
    game.answer(1 + Device.MAPMAKER)
    assert game.table.phase == Phase.MAIN


def test_q8_may_win_in_anothers_turn(position, number):
    game = three_sides(position).devices(1, "spyglass")
    game.table.bazaar[1] = 2
    game.table.flag[number("ship:hat")] = 2
    game.play(*LAST).answer(1 + Device.SPYGLASS)
    assert game.table.cause == Cause.WON
    assert game.table.winner == 1


def test_switch_bazaar_when_on_third_only(position):
    game = three_sides(position, bazaar_when="on_third_only").devices(0, "spyglass mapmaker")
    game.table.bazaar[0] = 3
    assert not game.is_legal(EXCHANGE)
    game.play(*LAST)
    assert game.table.phase == Phase.OFFER
    assert game.table.asked == 0
    game.answer(0)
    assert game.table.phase == Phase.MAIN
    assert not game.is_legal(EXCHANGE)


def test_r_bazaar_3_bazaar_cards_are_open_and_safe(position):
    game = three_sides(position).devices(1, "hat", "spyglass").treasure(0, "pirate", "event:spyglass")
    game.table.bazaar[1] = 2
    game.use("pirate").use("event:spyglass")
    assert game.table.bazaar[1] == 2


def test_switch_bazaar_for_device(position):
    game = three_sides(position, bazaar_for_device=2).devices(0, "spyglass mapmaker")
    game.table.bazaar[0] = 2
    assert game.is_legal(EXCHANGE)


def test_data_bazaar_cards_run_out(position):
    game = three_sides(position, data={"bazaar.cards": 3}).devices(0, "spyglass mapmaker")
    game.table.stock = 0
    game.play(*LAST)
    assert game.table.bazaar[0] == 0


def test_r_capture_1_the_placed_card_may_capture_itself(position, number):
    ring = {"island:hat": (0, -1), "ship:hat": (-1, 0), "shark:hat": (1, 0), "lighthouse:hat": (0, 1)}
    game = (
        position(2)
        .arrange(ring)
        .treasure(0)
        .devices(0, "sound_catcher hat")
        .hand(0, "H(ship, island)", "V(ship, ship)")
    )
    game.play("H(ship, island)", "island:sound_catcher", 0, 0)
    assert game.need(0, "sound_catcher") == 0
    assert game.need(0, "hat") == 1


def two_at_once(position, **switches):
    """The cell (1, 1) completes the ship above it and the shark to its right."""
    cards = {**THREE_SIDES, "shark:hat": (2, 1), "island:hat": (3, 1), "ship:spyglass": (2, 2)}
    return position(2, **switches).arrange(cards).treasure(0).treasure(1).hand(0, "V(ship, island)", "V(shark, shark)")


def test_r_capture_4_several_captures_in_one_placement_all_count(position):
    game = two_at_once(position).devices(0, "hat hat spyglass").play(*LAST)
    assert game.need(0, "hat") == 0
    assert game.state.tally.captures[0] == 2


@pytest.mark.parametrize("upper", [1, 2])
def test_r_capture_4_reading_order(position, upper):
    # two chests under flags of two others, who take them: the first treasure card goes to the owner of the upper one
    cards = {**THREE_SIDES, "ship:mapmaker": (1, 0), "shark:iron_dropper": (2, 1), "island:spyglass": (3, 1)}
    del cards["ship:hat"]
    game = position(3, flag_takes_chest=True).arrange({**cards, "ship:spyglass": (2, 2)})
    game.hand(0, "V(ship, island)", "V(shark, shark)").next_treasure("joker")
    game.state.hidden.treasure[game.table.treasure_pile - 2] = 0
    game.table.flag[game.at(1, 0)] = upper + 1
    game.table.flag[game.at(2, 1)] = 3 - upper + 1
    game.play(*LAST)
    assert game.state.hands[upper].treasure[1] == 1
    assert game.state.hands[3 - upper].treasure[0] == 1


@pytest.mark.parametrize(("flagged", "first"), [(None, "ship"), ("ship", "shark")])
def test_r_capture_4_own_captures_before_flagged_ones(position, flagged, first):
    # with the chests given to the flags' owners, the first treasure card tells who was settled first
    cards = {**THREE_SIDES, "ship:mapmaker": (1, 0), "shark:iron_dropper": (2, 1), "island:spyglass": (3, 1)}
    del cards["ship:hat"]
    game = position(2, flag_takes_chest=True).arrange({**cards, "ship:spyglass": (2, 2)})
    game.hand(0, "V(ship, island)", "V(shark, shark)").next_treasure("joker")
    game.state.hidden.treasure[game.table.treasure_pile - 2] = 0
    ship, shark = game.at(1, 0), game.at(2, 1)
    game.table.flag[shark if flagged is None else ship] = 2
    game.play(*LAST)
    owner_of_first = 0 if (first == "ship") == (flagged is None) else 1
    assert game.state.hands[owner_of_first].treasure[1] == 1


def test_e_r12_r_capture_5_a_chest_gives_a_treasure_card_too(position):
    cards = {**THREE_SIDES, "ship:mapmaker": (1, 0)}
    del cards["ship:hat"]
    game = (
        position(2).arrange(cards).treasure(0).devices(0, "mapmaker hat").hand(0, "V(ship, island)", "V(shark, shark)")
    )
    game.next_treasure("joker").play(*LAST)
    assert game.need(0, "mapmaker") == 0
    assert game.state.hands[0].treasure[1] == 1
    assert game.use("joker").table.phase == Phase.JOKER


def test_r_capture_5_no_treasure_left_gives_none(position):
    cards = {**THREE_SIDES, "ship:mapmaker": (1, 0)}
    del cards["ship:hat"]
    game = (
        position(2).arrange(cards).treasure(0).devices(0, "mapmaker hat").hand(0, "V(ship, island)", "V(shark, shark)")
    )
    game.table.treasure_pile = game.table.treasure_discards = 0
    game.play(*LAST)
    assert game.table.treasures[0] == 0
    assert game.need(0, "mapmaker") == 0


def test_r_capture_6_cards_stay_on_the_table(position, number):
    game = three_sides(position).devices(0, "hat spyglass").play(*LAST)
    assert game.at(1, 0) == number("ship:hat")


@pytest.mark.parametrize(("reading", "expected"), [("always", 2), ("once", 1)])
def test_r_capture_7_and_switch_recapture(position, reading, expected):
    game = three_sides(position, recapture=reading).devices(0, "hat hat spyglass").play(*LAST)
    assert game.need(0, "hat") == 1
    assert game.state.tally.captures[0] == 1
    # in later turns the island is moved away and back
    game.turn_of(0).empty_pile("island").hand(0, "V(lighthouse, island)", "V(ship, island)")
    game.table.locked = 0
    game.play("V(lighthouse, island)", "island:sound_catcher", 3, 1)
    game.turn_of(0)
    game.table.locked = 0
    game.play("V(ship, island)", "island:sound_catcher", 1, 1)
    assert game.state.tally.captures[0] == expected
    assert game.need(0, "hat") == 2 - expected
    assert game.state.tally.recaptures == expected - 1


def test_e_r11_r_capture_8_corners_do_not_count(position):
    corners = {"shark:hat": (0, -1), "shark:spyglass": (2, -1), "island:hat": (0, 1), "island:spyglass": (2, 1)}
    cards = {"ship:hat": (1, 0), "island:mapmaker": (0, 0), "lighthouse:hat": (2, 0), **corners}
    game = (
        position(2)
        .arrange(cards)
        .treasure(0)
        .devices(0, "hat spyglass")
        .hand(0, "V(lighthouse, ship)", "V(ship, ship)")
    )
    game.play("V(lighthouse, ship)", "lighthouse:sound_catcher", 1, -1)
    assert game.need(0, "hat") == 1
    assert game.table.sides[game.at(1, 0)] == 3


def test_e_r28_duplicates_are_obtained_one_by_one(position):
    game = position(2).arrange().devices(0, "hat hat spyglass")
    left = []
    for _ in range(3):
        obtain(game.rules, game.state, 0, int(Device.HAT), 0)
        left.append((game.need(0, "hat"), int(game.table.bazaar[0])))
    assert left == [(1, 0), (0, 0), (0, 1)]
