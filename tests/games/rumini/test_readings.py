"""Ambiguities of section 4 that the clauses' tests leave open, and the lists of section 7 (Q1 to Q7)."""

from __future__ import annotations

import pytest

from analyzer.games.rumini.encoding import END, EXCHANGE, GIVE_UP, MISS, TREASURE, card_of, rob, x_of, y_of
from analyzer.games.rumini.state import CARDS, Cause, Device, Phase

THREE_SIDES = {
    "island:mapmaker": (0, 0),
    "ship:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:mapmaker": (3, 0),
    "lighthouse:hat": (1, -1),
}
LAST = ("V(ship, island)", "island:sound_catcher", 1, 1)
PAIRS = ("V(ship, ship)", "V(island, island)", "V(shark, shark)", "V(lighthouse, lighthouse)")


def three_sides(position, players=2, **switches):
    """The ship with the hat lacks only the card below it; seat 0 can place it."""
    game = position(players, **switches).arrange(THREE_SIDES)
    return game.hand(0, "V(ship, island)", "V(shark, shark)")


def start_cells(game):
    table = game.table
    return sorted((int(table.x[card]), int(table.y[card])) for card in range(1, CARDS) if table.laid[card])


# ambiguities


def test_b_2_and_switch_start_layout(position):
    """One horizontal row of each kind once, or any arrangement in which every card adjoins another."""
    assert all(start_cells(position(2, deal=deal)) == [(x, 0) for x in range(4)] for deal in range(5))
    shapes = set()
    for deal in range(20):
        game = position(2, deal=deal, start_layout="any")
        cells = start_cells(game)
        shapes.add(tuple((x - cells[0][0], y - cells[0][1]) for x, y in cells))
        assert len(cells) == 4
        assert all(sum(abs(x - u) + abs(y - v) == 1 for u, v in cells) > 0 for x, y in cells)
        assert [int(n) for n in game.table.left] == [7] * 4
    assert len(shapes) > 5


def test_b_5_and_switch_pile_pick(position, number):
    """Only the top card of a face-up pile can be placed, or any card of it."""
    game = position(2).arrange().hand(0, "H(shark, island)")
    assert {card for _, card, _, _ in game.plays()} == {int(game.table.top[2])}
    game = position(2, pile_pick="search").arrange().hand(0, "H(shark, island)")
    assert {card for _, card, _, _ in game.plays()} == {number("shark:mapmaker") + place for place in range(1, 8)}
    game.play("H(shark, island)", "shark:hat", -1, 0)
    assert (game.at(-1, 0), int(game.table.left[2])) == (number("shark:hat"), 6)


def test_b_9_and_switch_flag_anywhere(position, number):
    """No flag on a surrounded card nor a second one on a card; else the new one takes the place of the old."""
    cards = {**THREE_SIDES, "island:hat": (1, 1)}
    for reading, expected in ((False, 4), (True, 6)):
        game = position(2, flag_anywhere=reading).arrange(cards).treasure(0, "flag")
        game.table.flag[number("shark:mapmaker")] = 2
        game.use("flag")
        assert len(game.options()) == expected
        assert (number("ship:hat") in game.options()) is reading
        assert (number("shark:mapmaker") in game.options()) is reading
    discards = int(game.table.treasure_discards)
    game.answer(number("shark:mapmaker"))
    assert (game.table.flag[number("shark:mapmaker")], game.table.treasure_discards) == (1, discards + 1)


def test_b_13_the_target_of_an_event_chooses(position):
    game = position(2).arrange().devices(1, "hat", "news_bell").treasure(0, "event:news_bell").use("event:news_bell")
    assert (game.table.phase, game.table.asked, game.table.active) == (Phase.EVENT, 1, 0)
    assert game.options() == [MISS, GIVE_UP]


def test_b_15_a_device_obtained_again_is_a_bazaar_card(position):
    game = three_sides(position).devices(0, "spyglass mapmaker", "hat").play(*LAST)
    assert (game.table.bazaar[0], game.table.up[0, Device.HAT]) == (1, 1)


def test_b_16_and_switch_prefer_bazaar(position):
    """A needed device has to be turned up; or it may be left for a bazaar card."""
    game = three_sides(position).devices(0, "hat spyglass").play(*LAST)
    assert (game.table.phase, game.need(0, "hat"), game.table.bazaar[0]) == (Phase.MAIN, 0, 0)
    for answer, need, bazaar in ((0, 0, 0), (1 + Device.HAT, 1, 1)):
        game = three_sides(position, prefer_bazaar=True).devices(0, "hat spyglass").play(*LAST)
        assert (game.table.phase, game.options()) == (Phase.PREFER, [0, 1 + Device.HAT])
        assert not game.is_legal(1 + Device.SPYGLASS)
        game.answer(answer)
        assert (game.need(0, "hat"), game.table.bazaar[0]) == (need, bazaar)
        assert game.state.tally.obtained[0, 0] == 1 - need


def test_b_16_the_third_bazaar_card_may_be_exchanged(position):
    game = three_sides(position, prefer_bazaar=True).devices(0, "hat spyglass mapmaker")
    game.table.bazaar[0] = 2
    game.play(*LAST).answer(1 + Device.HAT)
    assert game.is_legal(EXCHANGE)


@pytest.mark.parametrize("reading", [True, False], ids=["at once", "own turn"])
def test_b_21_and_switch_win_at_once(position, number, reading):
    game = three_sides(position, win_at_once=reading).devices(1, "hat").devices(0, "hat spyglass")
    game.table.flag[number("ship:hat")] = 2
    game.play(*LAST)
    assert game.table.n_up[1] == game.rules.collect
    assert (game.table.cause == Cause.WON) == reading
    if not reading:
        game.answer(END)
        assert (game.table.cause, game.table.winner, game.table.active) == (Cause.WON, 1, 1)


def test_b_21_a_set_that_was_robbed_in_between_does_not_win(position, number):
    game = three_sides(position, win_at_once=False).devices(1, "hat").devices(0, "hat spyglass").treasure(0, "pirate")
    game.table.flag[number("ship:hat")] = 2
    game.play(*LAST).use("pirate")
    assert (game.need(0, "hat"), game.need(1, "hat")) == (0, 1)
    game.answer(END)
    assert (game.table.cause, game.table.asked) == (Cause.RUNNING, 1)


def test_b_22_treasure_cards_and_needed_devices_are_secret(position):
    """The table tells how many treasure cards somebody holds, and nothing of what they are or what is needed."""
    tables = []
    for treasure, needs in (("joker", "hat spyglass"), ("pirate", "news_bell mapmaker")):
        game = position(2).arrange().treasure(1, treasure).devices(1, needs)
        tables.append(game.table.tobytes())
        assert game.table.treasures[1] == 1
    assert tables[0] == tables[1]


def test_b_24_cards_may_be_kept_for_the_next_turn(position):
    game = position(2).arrange().hand(0, *PAIRS)
    assert len(game.plays()) > 0
    game.answer(END)
    assert game.state.hands[0].cards[:4].tolist() == position(2).arrange().hand(0, *PAIRS).asked_hand.cards[:4].tolist()


def test_b_25_pirate_and_event_may_strike_anybody(position):
    """The weakest opponent is as good a target as the leader."""
    game = position(4).arrange().devices(0, "hat").treasure(0, "pirate", "event:hat")
    for seat, up in ((1, "hat"), (2, "hat spyglass"), (3, "hat spyglass mapmaker")):
        game.devices(seat, "news_bell", up)
    game.use("event:hat")
    assert game.options() == [1, 2, 3]
    game.answer(1).answer(MISS).use("pirate")
    assert {target // 8 for target in game.options()} == {1, 2, 3}


# decision points


def test_q1_one_flat_list(position):
    game = position(2).arrange().hand(0, "H(shark, island)").devices(1, "hat", "spyglass")
    game.treasure(0, "flag", "flag", "joker", "pirate", "event:hat", "event:hat")
    game.table.bazaar[0] = 3
    treasures = [TREASURE + face for face in (0, 1, 2, 3 + Device.HAT)]
    assert game.options()[:6] == [END, EXCHANGE, *treasures]
    assert [(x_of(a), y_of(a)) for a in game.options()[6:]] == [(-1, 0)]


def test_q2_flag_targets(position, number):
    game = position(2).arrange().treasure(0, "flag").use("flag")
    assert set(game.options()) == {number(f"{kind}:mapmaker") for kind in ("island", "shark", "lighthouse")} | {
        number("ship:hat")
    }


def test_q3_joker_source_and_cell(position):
    game = position(2).arrange().treasure(0, "joker").use("joker")
    assert len(game.options()) == 4 * 10
    assert {int(card_of(answer)) for answer in game.options()} == {int(top) for top in game.table.top}


def test_q4_pirate_copies_are_one(position):
    game = position(3).arrange().devices(1, "mapmaker", "hat hat").devices(2, "mapmaker", "hat")
    game.treasure(0, "pirate").use("pirate")
    assert game.options() == [rob(1, Device.HAT), rob(2, Device.HAT)]


def test_q5_event_every_opponent(position):
    game = position(4).arrange().treasure(0, "event:hat")
    game.table.misses[2] = 2
    game.use("event:hat")
    assert (game.table.phase, game.options()) == (Phase.TARGET, [1, 2, 3])


def test_q6_event_answer(position):
    game = position(2).arrange().devices(1, "spyglass", "hat").treasure(0, "event:hat").use("event:hat")
    assert (game.table.phase, game.options()) == (Phase.EVENT, [MISS, GIVE_UP])
    game = position(2).arrange().devices(1, "spyglass").treasure(0, "event:hat").use("event:hat")
    assert (game.table.phase, game.table.misses[1]) == (Phase.MAIN, 1), "one option is not asked"


def test_q7_bazaar_device_distinct(position):
    game = position(2).arrange().devices(0, "hat hat spyglass")
    game.table.bazaar[0] = 3
    game.answer(EXCHANGE)
    assert game.options() == sorted([Device.HAT, Device.SPYGLASS])
