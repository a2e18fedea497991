"""Archway: every clause of section 3.1 of the rules, and every value of its switches."""

from tests.games.tranquility import scenes
from tests.games.tranquility.scenes import scene

HAND = "40 2 80 70 71"
PILLARS = {p: 2 * p + 1 for p in range(16)}  # all pillar cells of the default shape


def places(**sets):
    """The cells along the path as (row, column), and which are roof."""
    rules = scenes.Scene(2, "archway", tuple(f"{name}={value}" for name, value in sets.items())).rules
    cells = range(1, int(rules.cells) + 1)
    return [(int(rules.row_of[c]), int(rules.column_of[c])) for c in cells], [int(rules.is_roof[c]) for c in cells]


def test_t_arch_1_nothing_goes_into_the_roof_before_both_pillars_are_complete():
    game = scene("archway", hands={0: HAND})
    assert game.cells_of(40) == set(range(16))
    grid = {p: v for p, v in PILLARS.items() if p != 7}
    assert scene("archway", grid=grid, hands={0: HAND}).cells_of(40) == set()
    assert scene("archway", grid=PILLARS, hands={0: HAND}).cells_of(40) == set(range(17, 28))  # p16 costs nine


def test_t_arch_2_all_other_rules_as_in_the_base_game():
    game = scene("archway", grid={3: 30}, hands={0: "32 2 80 70 71"})
    assert game.cost_of(32, 4) == 2
    assert game.can_discard_two()
    game = scenes.Scene(3, "archway")
    assert sorted(held + pile - 1 for held, pile in zip(game.held(), game.piles(), strict=True)) == [28, 28, 29]


def test_t_arch_3_arch_shape_box6():
    cells, roof = places(arch_shape="box6")
    assert len(cells) == 28
    assert sum(roof) == 12
    pillars = {cell for cell, is_roof in zip(cells, roof, strict=True) if not is_roof}
    assert pillars == {(row, column) for row in range(4) for column in (0, 1, 4, 5)}
    assert {cell for cell, is_roof in zip(cells, roof, strict=True) if is_roof} == {
        (row, column) for row in (4, 5) for column in range(6)
    }


def test_t_arch_3_arch_shape_tall36():
    cells, roof = places(arch_shape="tall36")
    assert (len(cells), sum(roof)) == (36, 12)
    assert max(row for row, _ in cells) == 7  # eight rows


def test_arch_path_row_major():
    cells, _ = places(arch_path="row_major")
    assert cells[:9] == [(0, 0), (0, 1), (0, 4), (0, 5), (1, 0), (1, 1), (1, 4), (1, 5), (2, 0)]
    assert cells[16:] == [(row, column) for row in (4, 5) for column in range(6)]


def test_arch_path_pillar_major():
    cells, _ = places(arch_path="pillar_major")
    assert cells[:8] == [(row, column) for row in range(4) for column in (0, 1)]
    assert cells[8:16] == [(row, column) for row in range(4) for column in (4, 5)]
    assert cells[16:] == [(row, column) for row in (4, 5) for column in range(6)]


def test_t_arch_4_neighbours_are_path_neighbours_across_the_opening():
    game = scene("archway", grid={1: 30}, hands={0: "32 2 80 70 71"})
    assert game.cost_of(32, 2) == 2  # the right pillar's first cell


def test_t_arch_5_a_monster_that_reopens_a_pillar_closes_the_roof_again():
    grid = {**PILLARS, 20: 50}
    game = scene("archway+monsters-3", grid=grid, hands={0: "M 2 80 70 71", 1: "60 61 62 63 64"})
    game.do(("monster", 7))
    assert game.cells_of(60) == set()
    assert game.grid[20] == 50  # what lies there stays


def test_t_arch_5_a_wild_is_kept_out_too():
    game = scene("archway+wild", hands={0: "W 2 80 70 71"})
    assert set(game.of_kind("wild")) == set(range(16))


def test_t_arch_6_all_cells_of_the_shape_win():
    grid = {p: 2 * p + 1 for p in range(28)}
    assert scene("archway", grid=grid, hands={0: "F 2 80 70 72"}).do("finish").cause == "WON"
    grid.pop(27)
    assert not scene("archway", grid=grid, hands={0: "F 2 80 70 72"}).can_finish()


def test_t_arch_7_rocks_close_a_geometric_row_over_both_pillars():
    game = scene("archway+rocks", hands={0: HAND}, rocks=1)
    assert game.cells_of(40) == set(range(16)) - {4, 5, 6, 7}
    game.do(("place", 40, 9))
    assert [option for option in game.options() if option != "stay"] == [0, 2, 3, 4, 5]  # closed roof rows are open


def test_t_arch_7_the_closed_roof_takes_purple_storms():
    game = scene("archway+storm", hands={0: HAND}, piles={0: "P 60 61"})
    game.do(("place", 40, 9))
    assert game.options() == [0, 1, 2, 3, 4, 5]


def test_t_arch_7_four_rows_stay_four():
    grid = {p: v for p, v in PILLARS.items() if p != 13}
    game = scene("archway+rocks", grid=grid, hands={0: "27 2 80 70 71"}, rocks=5)
    game.do(("place", 27, 13), "2 70")
    assert game.rocks is None


def test_t_arch_7_eight_rows_offer_up_to_seven_moves():
    game = scene("archway+rocks", hands={0: HAND}, rocks=1, sets=("arch_shape=tall36",))
    game.do(("place", 40, 9))
    assert len(game.options()) == 8  # seven rows and STAY


def test_t_arch_7_orange_looks_at_path_neighbours():
    game = scene("archway+storm", grid={1: 30}, hands={0: "32 2 80 70 71"}, orange={0: 1})
    assert game.of_kind("place") == [(32, 2)]


def test_t_arch_7_only_rows_of_six_earn_a_compass():
    grid = {0: 10, 1: 11, 2: 12}
    game = scene("archway+storm", grid=grid, hands={0: "13 2 80 70 71"}).do(("place", 13, 3), "2")
    assert game.compasses() == (0, 6)  # a row of four
    grid = {**PILLARS, **{16 + n: 40 + n for n in range(5)}}
    game = scene("archway+storm", grid=grid, hands={0: "45 2 80 70 71"}).do(("place", 45, 21), "2")
    assert game.compasses() == (1, 5)
