"""The small classics in positions whose answer follows from their first sentence."""


def test_greedy_neighbour_goes_beside_another_island(position, choose):
    grid = {0: 2, 6: 15, 12: 30, 18: 45, 24: 55, 30: 70}
    game = position(grid=grid, hands={0: "46 60 F F F"})
    assert choose(game, "greedy_neighbour") == ("place", 46, 19)


def test_greedy_neighbour_pays_no_more_than_it_says(position, choose):
    grid = {0: 2, 6: 15, 12: 30, 18: 45, 24: 55, 30: 70}
    game = position(grid=grid, hands={0: "48 F F F F"})
    assert choose(game, "greedy_neighbour") == "discard_two"
    assert choose(game, "greedy_neighbour(most=3)") == ("place", 48, 19)


def test_checkerboard_leaves_an_odd_gap_on_both_sides(position, choose):
    """Between cells 10 and 16, the middle leaves two cells on each side; the cells beside it leave one and three."""
    game = position(grid={9: 30, 15: 48}, hands={0: "39 F F F F"})
    assert choose(game, "checkerboard")[2] in (11, 13)
    assert choose(game, "checkerboard(odd=0.0)") == ("place", 39, 12)


def test_gap_counting_leaves_out_what_was_given_up(position, choose):
    game = position(grid={9: 30, 15: 48}, hands={0: "39 F F F F"})
    assert choose(game, "gap_counting") == ("place", 39, 12)
    game.state.hands[0].lost[31:37] = 1
    assert choose(game, "gap_counting") != ("place", 39, 12)
