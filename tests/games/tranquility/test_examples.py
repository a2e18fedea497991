"""The worked examples of docs/rules/tranquility.md, section 4, that need no module and at least two players."""

from collections import Counter


def sizes(game):
    """Cards dealt, the largest share first."""
    return sorted((held + pile - 1 for held, pile in zip(game.held(), game.piles(), strict=True)), reverse=True)


def test_ex_1_any_cell_of_an_empty_grid_at_no_cost(position):
    game = position(hands={0: "40 2 3 4 5"})
    assert game.cells_of(40) == set(range(36))
    assert {game.cost_of(40, p) for p in range(36)} == {0}


def test_ex_2_cost_and_refill(position):
    game = position(grid={10: 3}, hands={0: "5 20 30 40 50"}, piles={0: "60 61 62 63"})
    assert game.cost_of(5, 11) == 2
    game.place(5, 11)
    assert (game.phase, int(game.table.cost)) == ("PAY", 2)
    game.give_up("20 40")
    assert game.cards(0) == ["30", "50", "60", "61", "62"]
    assert game.piles()[0] == 1


def test_ex_3_the_nearer_neighbour_counts(position):
    assert position(grid={4: 3, 6: 7}, hands={0: "6 20 30 40 50"}).cost_of(6, 5) == 1
    assert position(grid={4: 1, 6: 6}, hands={0: "5 20 30 40 50"}).cost_of(5, 5) == 1


def test_ex_4_rows_wrap(position):
    game = position(grid={5: 12}, hands={0: "14 20 30 40 50"})
    assert game.cost_of(14, 6) == 2
    assert game.cost_of(14, 11) == 0
    assert not game.can_place(14, 4)


def test_ex_5_vertical_cells_are_no_neighbours(position):
    game = position(grid={8: 20}, hands={0: "35 5 30 40 50"})
    assert game.cost_of(35, 14) == 0
    assert game.cost_of(5, 2) == 0


def test_ex_7_at_most_four_cards_are_paid(position):
    game = position(grid={20: 45}, hands={0: "49 50 1 2 3"}, piles={0: "60 61 62 63 64 65"})
    assert not game.can_place(50, 21)
    assert game.can_place(50, 22)
    assert game.cost_of(50, 22) == 0
    assert game.cost_of(49, 21) == 4
    game.place(49, 21)
    assert game.cards(0) == ["60", "61", "62", "63", "64"]


def test_ex_8_a_short_hand_pays_less(position):
    game = position(grid={20: 45}, hands={0: "47 1 2"}, piles={0: ""})
    game.place(47, 21)
    assert game.held()[0] == 0
    assert game.cause == "RUNNING"
    assert not position(grid={20: 45}, hands={0: "47 1"}, piles={0: ""}).can_place(47, 21)


def test_ex_9_strict_order(position):
    game = position(grid={10: 20, 12: 22}, hands={0: "21 20 22 23 1"})
    assert game.cells_of(21) == {11}
    assert game.cost_of(21, 11) == 1
    assert not any(game.can_place(card, 11) for card in (20, 22, 23))


def test_ex_10_corners(position):
    game = position(grid={1: 4, 34: 75}, hands={0: "1 3 79 80 50"})
    assert game.cost_of(1, 0) == 3
    assert game.cost_of(3, 0) == 1
    assert game.cost_of(79, 35) == 4
    assert not game.can_place(80, 35)


def test_ex_12_a_dead_gap_is_legal(position):
    game = position(grid={10: 42}, hands={0: "44 1 2 3 4"})
    assert game.cells_of(44) == set(range(11, 36))
    assert game.cost_of(44, 11) == 2
    assert game.cost_of(44, 13) == 0


def test_ex_13_deals(deal):
    three, five, two = deal(3), deal(5), deal(2)
    assert sizes(three) == [29, 28, 28]
    assert sorted(three.piles(), reverse=True) == [25, 24, 24]
    assert three.piles()[three.active] == 24
    assert sizes(five) == [17] * 5
    assert five.piles() == [13] * 5
    assert sizes(two) == [43, 42]
    assert sorted(two.piles(), reverse=True) == [39, 38]
    assert two.piles()[two.active] == 38


def test_ex_14_the_start_is_forced(position):
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"})
    assert int(game.table.started) == 1  # nothing was asked: there was no other action
    assert game.cards(0) == ["3", "9", "40", "F"]


def test_ex_15_start_payment_of_three(position):
    piles = {seat: f"6{seat} 7{seat} 5{seat} 4{seat}" for seat in range(3)}
    game = position(players=3, started=False, hands={0: "S 3 9 33 F"}, piles=piles)
    game.offer_all()
    assert game.held() == [4, 5, 5]
    game.split(2, 3, 3)
    game.first_options(3)
    assert game.held() == [5, 5, 5]
    assert game.piles() == [1, 1, 1]
    assert (game.phase, game.active) == ("ACTION", 1)


def test_ex_17_a_dead_start_is_among_the_eight(position):
    game = position(started=False, hands={0: "S 3 9 40 F", 1: "S 10 20 30 50"})
    game.offer_all()
    game.split(6, 2)
    game.give_up("S 10")
    assert game.remembered(1)["S"] == 1


def test_ex_19_a_finish_too_early(position, positions):
    grid = positions.full_grid()
    del grid[20]
    game = position(grid=grid, hands={0: "F F 80 2 S"})
    assert not game.can_finish()
    assert game.phase == "DISCARD_TWO"
    game.give_up("S 2")
    assert game.remembered(0) == Counter({"S": 1, "2": 1})


def test_ex_20_win_with_the_last_card(position, positions):
    full = positions.full_grid()
    assert position(grid=full, hands={0: "F"}, piles={0: ""}).cause == "WON"
    assert position(grid=full, hands={0: "F"}, piles={0: ""}, sets=("one_card=loss",)).cause == "ONE_CARD"


def test_ex_21_a_full_grid_without_a_finish(position, positions):
    full = positions.full_grid()
    hands = {0: "72 74 76 78 80", 1: "2 4 6 8 10"}
    game = position(grid=full, hands=hands, piles={0: "F", 1: "12 14 16"})
    assert game.phase == "DISCARD_TWO"
    game.give_up("72 74")
    assert "F" in game.cards(0)
    assert (game.phase, game.asked) == ("DISCARD_TWO", 1)
    game.first_options()
    game.finish()
    assert game.cause == "WON"
    assert position(grid=full, hands={0: "72"}, piles={0: ""}).cause == "NO_ACTION"


def test_ex_22_a_full_grid_without_a_start(position, positions):
    game = position(grid=positions.full_grid(), started=False, hands={0: "F F 72 74 76", 1: "78 80 2 4 6"})
    assert not game.can_finish()
    assert game.phase == "DISCARD_TWO"


def test_ex_24_one_card_may_be_played_free(position):
    game = position(grid={19: 45, 23: 55}, hands={0: "50"}, piles={0: ""}, sets=())
    # one cell only is affordable, so the play was carried out unasked
    assert game.grid[21] == 50
    assert game.cause == "RUNNING"
    both = position(grid={19: 45, 23: 55}, hands={0: "50 F"}, piles={0: ""})
    assert both.cells_of(50) == {21}
    assert not both.can_place(50, 20)


def test_ex_40_poseidon_with_four_players(deal):
    game = deal(4, "poseidon")
    assert sizes(game) == [19, 18, 18, 18]
    cards = game.all_cards()
    assert sum(n for card, n in cards.items() if card not in ("S", "F")) == 68
    assert cards["F"] == 5
