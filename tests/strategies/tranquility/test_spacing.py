"""`spacing` in positions whose answer follows from yardstick/README.md by hand."""

import pytest


def test_a_finish_is_played_as_soon_as_it_is_legal(position, positions, choose):
    game = position(grid=positions.full_grid(), hands={0: "2 4 F 6 8"})
    assert choose(game, "spacing") == "finish"


def test_an_island_goes_to_its_proportional_cell(position, choose):
    # want = 37 * 41 / 81 = 18.7: cell 19, the best of all cards (0.27 off), path index 18
    game = position(hands={0: "38 41 F F F"})
    assert choose(game, "spacing") == ("place", 41, 18)


def test_the_first_card_in_hand_wins_a_tie(position, choose):
    # 27/81 and 54/81 of 37 are 12.33 and 24.67: both a third of a cell off
    game = position(hands={0: "54 27 F F F"})
    assert choose(game, "spacing") == ("place", 54, 24)


def test_cost_counts_point_six_a_card(position, choose):
    # between 30 (cell 10) and 60 (cell 14): 31 wants 10.13; cell 11 costs 1 (-0.87 - 0.6), cell 12 nothing (-1.87)
    game = position(grid={9: 30, 13: 60}, hands={0: "31 F F F F"})
    assert choose(game, "spacing") == ("place", 31, 10)


def test_a_gap_is_never_closed_for_good(position, choose):
    # 44 behind 42 at cell 11 wants 12.3: cell 12 costs 2, cell 13 is free and leaves 43 for cell 12
    game = position(grid={10: 42}, hands={0: "44 F F F F"})
    assert choose(game, "spacing") == ("place", 44, 12)
    # behind 43 nothing is left for a cell between: cell 12 or none
    game = position(grid={10: 43}, hands={0: "44 F F F F"})
    assert choose(game, "spacing") == ("place", 44, 11)
    assert game.can_place(44, 12)


def test_too_far_off_is_not_played(position, choose):
    # 80 in an empty grid wants 36.5; 78 after 77 at cell 30 wants 31.75 but has 3 numbers for 6 cells
    game = position(grid={29: 77}, hands={0: "78 F F F F"})
    assert choose(game, "spacing") == "discard_two"


def test_patience_decides(position, choose):
    # 35 between 30 (cell 10) and 60 (cell 14): want 10.67, cell 12 is 1.33 off and free; cell 11 costs 5
    game = position(grid={9: 30, 13: 60}, hands={0: "35 F F F F"})
    assert choose(game, "spacing") == ("place", 35, 11)
    assert choose(game, "spacing(patience=1.3)") == "discard_two"


def test_one_card_is_played_whatever_it_scores(position, choose):
    game = position(grid={9: 30, 14: 60}, hands={0: "35"}, piles={0: ""})
    assert choose(game, "spacing(patience=0.1)") == ("place", 35, 11)


def test_payment_gives_the_lowest_keep_values(position, choose):
    # dead Start -100, 21 fits nowhere -50, Finish -5 + 20 * 3/36, others 10 * cells per number
    game = position(grid={9: 20, 10: 22, 20: 50}, hands={0: "52 21 S F 70"})
    game.place(52, 21)
    assert (game.phase, int(game.table.cost)) == ("PAY", 2)
    assert choose(game, "spacing") == ("21", "S")


def test_discard_two_gives_the_first_of_equal_values(position, choose):
    game = position(hands={0: "10 20 30 40 50"})
    game.discard_two()
    assert choose(game, "spacing") == ("10", "20")


def test_finishes_are_kept_when_the_grid_is_nearly_full(position, positions, choose):
    grid = positions.full_grid()
    del grid[20]
    game = position(grid=grid, hands={0: "F 41 2 4 6"})
    game.discard_two()
    assert choose(game, "spacing") == ("2", "4")


@pytest.mark.parametrize(
    ("first", "split"), [(0, (3, 2, 3)), (1, (2, 3, 3)), (2, (3, 2, 3))], ids=["first 0", "first 1", "first 2"]
)
def test_the_eight_come_one_by_one_from_the_fullest_hand(position, choose, first, split):
    """Hands 4, 5, 5. Ties go to the player nearest clockwise from the first player of the game."""
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"})
    game.offer_all()
    game.table.first = first
    held, expected = [4, 5, 5], [0, 0, 0]
    for _ in range(8):  # by hand, as the yardstick words it
        order = [(first + step) % 3 for step in range(3)]
        giver = max(order, key=lambda seat: held[seat])
        held[giver] -= 1
        expected[giver] += 1
    assert choose(game, "spacing") == tuple(expected)
    assert sorted(expected) == sorted(split)


def test_it_never_pays_more_than_the_hand_limit_allows(position, choose):
    """A hand of six (A12) raises no cap: cost 5 stays illegal, however little a card counts."""
    game = position(grid={9: 35, 11: 45, 13: 71}, hands={0: "40 70 F F F F"})
    assert not game.can_place(40, 10)
    assert choose(game, "spacing(cost=0.1)") == ("place", 70, 12)


def test_an_unplayed_start_pays_nothing(position, choose):
    """A deferred Start may not be given up, so the two cards besides it cannot pay three."""
    game = position(
        players=3,
        started=False,
        grid={9: 37, 11: 43, 13: 71},
        hands={0: "S 40 F 70", 1: "50 51", 2: "60 61"},
        piles={0: "", 1: "", 2: ""},
        sets=("start_shortage=defer",),
    )
    assert not game.can_place(40, 10)
    assert choose(game, "spacing(cost=0.1)") == ("place", 70, 12)
