"""Clauses R-TURN-1 to R-TURN-6 and R-END-1 to R-END-4."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.rumini import GAME
from analyzer.games.rumini.encoding import END, EXCHANGE
from analyzer.games.rumini.measures import RECORD, measure
from analyzer.games.rumini.notation import parse_face
from analyzer.games.rumini.state import Cause, Phase
from analyzer.games.turns import BAD_SCORE
from analyzer.kernel.faults import Fault

PAIRS = ("V(ship, ship)", "V(island, island)", "V(shark, shark)", "V(lighthouse, lighthouse)")  # all playable


def row_of(game):
    row = np.zeros(1, RECORD)
    measure(game.rules, game.state, int(Fault.NONE), 0, row[0])
    return row[0]


def test_r_turn_1_any_number_of_cards_one_after_the_other(position):
    game = position(2).arrange().hand(0, *PAIRS)
    for n in range(4):
        assert game.table.asked == 0
        assert game.is_legal(END)
        assert game.table.played == n
        game.answer(game.options()[1])
    assert game.table.on_table == 8
    assert game.table.asked == 1


def test_r_turn_2_a_treasure_card_is_playable_in_the_turn_it_was_drawn(position):
    game = position(2).arrange(
        {"ship:mapmaker": (0, 0), "island:hat": (-1, 0), "shark:hat": (1, 0), "ship:hat": (0, 1)}
    )
    game.devices(0, "mapmaker hat").treasure(0).next_treasure("joker").hand(0, "V(ship, ship)", "H(ship, ship)")
    top = int(game.table.top[0])
    game.answer(next(a for a in game.options() if a > 100 and (a >> 48) & 63 == top))
    assert game.table.treasures[0] == 1
    assert game.table.asked == 0
    assert game.use("joker").table.phase == Phase.JOKER


def test_r_turn_3_draws_as_many_as_were_played(position):
    game = position(2).arrange().hand(0, *PAIRS)
    left = int(game.table.draw_pile)
    game.answer(game.options()[1]).answer(END)
    assert game.state.hands[0].held == 4
    assert game.table.draw_pile == left - 1
    assert game.table.asked == 1


def test_r_turn_4_discards_become_the_new_draw_pile_only_when_needed(position):
    game = position(2).arrange().hand(0, *PAIRS)
    game.table.draw_pile = 1
    game.table.discards = 0
    game.answer(game.options()[1])
    assert game.table.discards == 1
    assert game.state.hidden.discard[0] == parse_face(PAIRS[0])
    game.answer(END)
    assert game.table.draw_pile == 0
    assert game.table.discards == 1, "no reshuffle before a card must be drawn"
    game.turn_of(0).answer(game.options()[1]).answer(END)
    assert game.table.draw_pile == 1
    assert game.table.discards == 0


def test_r_turn_5_and_e_r27_pass_draws_nothing(position):
    game = position(2).arrange().hand(0, *PAIRS)
    before, left = game.state.hands[0].cards.tolist(), int(game.table.draw_pile)
    game.answer(END)
    assert game.state.hands[0].cards.tolist() == before
    assert game.table.draw_pile == left
    assert game.table.asked == 1


def test_r_turn_6_only_the_active_player_is_asked(position):
    game = position(3).arrange().hand(0, *PAIRS)
    for _ in range(3):
        assert game.table.asked == game.table.active == 0
        game.answer(game.options()[1])
    game.answer(END)
    assert game.table.asked == game.table.active == 1


def test_a_turn_without_any_option_but_its_end_is_not_asked(position):
    game = position(2).arrange({"ship:hat": (0, 0)}).hand(0, "H(ship, ship)").hand(1, "H(shark, shark)").treasure(1)
    game.answer(END)
    assert game.table.asked == 0
    assert game.table.turn == 3


def test_an_answer_outside_the_options_is_a_fault_and_changes_nothing(position):
    game = position(2).arrange()
    before = game.state.tobytes()
    assert GAME.step(game.rules, game.state, 77, game.chance) == Fault.ILLEGAL
    assert GAME.step(game.rules, game.state, BAD_SCORE, game.chance) == Fault.NOT_A_NUMBER
    assert game.state.tobytes() == before


def test_r_end_1_the_last_device_wins_at_once(position):
    game = position(2).arrange().devices(0, "spyglass hat").treasure(0).hand(0, *PAIRS)
    game.table.bazaar[0] = 6
    game.answer(EXCHANGE).answer(2)
    assert game.table.cause == Cause.RUNNING
    game.answer(EXCHANGE)
    assert game.table.cause == Cause.WON
    assert game.table.winner == 0
    assert game.state.hands[0].held == 4, "nothing is drawn after a win"
    assert row_of(game)["share"].tolist() == [1, 0, 0, 0]


# the cell (1, 1) completes the ship with the hat above it and the shark with the spyglass to its right
TWO_AT_ONCE = {
    "island:mapmaker": (0, 0),
    "ship:hat": (1, 0),
    "shark:mapmaker": (2, 0),
    "lighthouse:hat": (1, -1),
    "shark:spyglass": (2, 1),
    "island:hat": (3, 1),
    "ship:spyglass": (2, 2),
}


@pytest.mark.parametrize(("active", "flags", "winner"), [(0, 2, 0), (1, 1, 1)])
def test_r_end_2_the_active_player_wins_if_one_placement_completes_two_sets(position, number, active, flags, winner):
    game = position(2).arrange(TWO_AT_ONCE).devices(active, "spyglass").devices(1 - active, "hat").turn_of(active)
    game.table.flag[number("ship:hat")] = flags
    game.hand(active, "V(ship, island)").play("V(ship, island)", "island:sound_catcher", 1, 1)
    assert game.table.n_up[:2].tolist() == [game.rules.collect] * 2
    assert game.table.cause == Cause.WON
    assert game.table.winner == winner


def test_b_23_then_clockwise(position, number):
    game = position(3).arrange(TWO_AT_ONCE).devices(0, "hat").devices(2, "spyglass").devices(1, "mapmaker").turn_of(1)
    game.table.flag[number("ship:hat")] = 1
    game.table.flag[number("shark:spyglass")] = 3
    game.hand(1, "V(ship, island)").play("V(ship, island)", "island:sound_catcher", 1, 1)
    assert game.table.winner == 2


def test_r_end_3_cut_off_after_max_rounds(position):
    game = position(2, max_rounds=1).arrange()
    game.table.n_up[:2] = [2, 1]
    for _ in range(2):
        assert game.table.cause == Cause.RUNNING
        game.answer(END)
    assert game.table.cause == Cause.TRUNCATED
    assert game.table.turn == 2
    assert row_of(game)["share"].tolist() == [1, 0, 0, 0]
    assert row_of(game)["winner"] == 0


def test_r_end_3_most_bazaar_cards_decide_between_equal_devices(position):
    game = position(3, max_rounds=1).arrange()
    game.table.n_up[:3] = [2, 2, 1]
    game.table.bazaar[:3] = [0, 1, 5]
    for _ in range(3):
        game.answer(END)
    assert game.table.cause == Cause.TRUNCATED
    assert game.table.winner == 1


def test_r_end_3_else_a_draw(position):
    game = position(3, max_rounds=1).arrange()
    game.table.n_up[:3] = [2, 1, 2]
    for _ in range(3):
        game.answer(END)
    assert game.table.winner == -1
    assert row_of(game)["share"].tolist() == [0.5, 0, 0.5, 0]


def test_r_end_4_three_idle_rounds_stall(position):
    game = position(2).arrange()
    for turn in range(6):
        assert game.table.cause == Cause.RUNNING
        assert game.table.idle == turn
        game.answer(END)
    assert game.table.cause == Cause.STALLED
    assert game.table.turn == 6


def test_r_end_4_a_placement_ends_the_idle_count(position):
    game = position(2).arrange().hand(0, *PAIRS)
    game.table.idle = 5
    game.answer(game.options()[1]).answer(END)
    assert game.table.idle == 0
    assert game.table.cause == Cause.RUNNING


def test_r_end_4_whatever_else_is_done_does_not_count(position):
    game = position(2).arrange().hand(0, *PAIRS).treasure(0, "event:hat")
    game.table.idle = 4
    game.use("event:hat").answer(END)
    assert game.table.cause == Cause.STALLED
    assert game.table.idle == 6, "a missed turn is an idle one"


def test_switch_idle_rounds(position):
    game = position(2, idle_rounds=1).arrange()
    game.answer(END).answer(END)
    assert game.table.cause == Cause.STALLED
