"""Setup and map (rules 2.1, 2.2)."""

import numpy as np
import pytest

from analyzer.games.islebound.notation import KINDS, TOWNS, town
from analyzer.games.islebound.state import BLOCKED, NOBODY, Phase

PORTS = {0, 1, 2, 3}


def test_i_setup_01_boards_lie_in_random_order_and_keep_their_towns_together(position):
    layouts = {tuple(position(seed=seed).table.slot[4:]) for seed in range(30)}
    assert len(layouts) > 10
    for seed in range(5):
        slots = position(seed=seed).table.slot
        boards = [["fels_garden", "rockslide", "grenille"], ["suns_rest", "undervall", "borsham"]]
        assert all(len({int(slots[town(name)]) // 3 for name in board}) == 1 for board in boards)


def test_i_setup_02_boards_are_not_rotated(position):
    for seed in range(8):
        slots = position(seed=seed).table.slot
        assert [int(slots[town(name)]) % 3 for name in ("fels_garden", "rockslide", "grenille")] == [0, 1, 2]


def test_i_setup_03_the_ports_lie_in_the_four_notches_in_random_order(position):
    layouts = {tuple(position(seed=seed).table.slot[:4]) for seed in range(30)}
    assert len(layouts) > 8
    assert all(sorted(layout) == [12, 13, 14, 15] for layout in layouts)


def test_i_setup_04_ex_01_everybody_has_7_coins_three_crew_on_deck_and_nothing_else(position):
    game = position()
    for seat in range(4):
        assert list(game.table.goods[seat]) == [7, 0, 0, 0, 0, 0, 0]
        assert game.deck(seat) == ["admin", "admin", "work"]


def test_i_setup_05_unused_starters_are_no_recruits(position):
    game = position(players=2)
    recruits = {int(kind) for kind in [*game.table.recruit, *game.state.hidden.recruits[:10]]}
    assert not recruits & {KINDS.index("admin"), KINDS.index("work")}


def test_i_setup_06_the_start_player_is_random_and_play_is_clockwise(position):
    game = position().no_events().row()
    order = []
    for _ in range(8):
        order.append(game.asked)
        game.answer(game.options()[0])
    assert order == [0, 1, 2, 3, 0, 1, 2, 3]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_i_setup_07_ex_01_home_ports_are_chosen_from_the_last_player_back(position, players):
    game = position(players, homes=False)
    order = []
    while game.phase == Phase.HOME:
        order.append(game.asked)
        assert set(game.options()) <= PORTS
        game.answer(game.options()[-1])
    expected = list(range(players - 1, -1, -1))
    assert order == (expected[:-1] if players == 4 else expected)  # the fourth player has no choice left


def test_i_setup_08_a_home_port_is_a_town_with_a_cube_and_the_ship_but_no_spoils(position):
    game = position()
    for seat in range(4):
        home = int(game.table.home[seat])
        assert game.table.owner[home] == seat
        assert game.table.region[seat] == home
        assert game.table.cubes[seat] == 17
        assert game.held("coin", seat) == 7


def test_i_setup_09_ports_not_chosen_are_neutral(position):
    game = position(players=2)
    assert sum(1 for port in PORTS if game.table.owner[port] == NOBODY) == 2


def test_i_setup_10_events_lie_8_and_7_reputation_4_and_4(position):
    table = position().table
    assert list(table.event_left) == [8, 7]
    assert list(table.reputation_left) == [4, 4]


def test_i_setup_11_three_two_symbol_crew_lie_in_the_slots_and_seven_in_the_pile(position):
    table = position().table
    assert all("_" in KINDS[int(kind)] for kind in table.recruit)
    assert table.recruits_left == 7


def test_i_setup_12_sixteen_tiles_with_a_public_top(position):
    game = position()
    assert game.table.tiles_left == 16
    assert game.table.tile_top == game.state.hidden.tiles[15]


def test_i_setup_13_ex_02_two_players_cannot_use_the_first_two_spaces(position):
    game = position(players=2).no_events().row().scatter()
    assert list(game.table.space[:3]) == [BLOCKED, BLOCKED, NOBODY]
    assert position(players=3).table.space[0] == NOBODY
    game.event(0, 13, left=1).goods(wood=3)  # Grenille: 3 wood for 3 cubes
    game.beside(0, "grenille").plan("grenille").answer(1)
    assert game.spaces() == [3, 4, 5]
    assert game.table.influence[0] == 1 + 1 + 2


def test_i_setup_14_five_buildings_lie_in_the_row(position):
    game = position()
    assert len(set(game.table.row[:5])) == 5
    assert game.table.deck_left == 30
    assert list(game.rules.row_books[:5]) == [3, 2, 1, 0, 0]


def test_i_setup_15_the_top_events_name_their_regions(position):
    game = position()
    for pile in (0, 1):
        top = game.state.hidden.events[pile, int(game.table.event_left[pile]) - 1]
        assert game.table.event_top[pile] == top


def test_i_setup_16_the_map_is_empty_and_nobody_has_renown(position):
    table = position().table
    assert table.coins_on_map == 0
    assert not table.track.any()


def test_i_map_01_sixteen_regions_each_with_one_town(position):
    assert len(TOWNS) == 16
    assert sorted(position().table.slot) == list(range(16))


def neighbours(rules):
    return {(a, b) for a in range(16) for b in range(a) if rules.distance[a, b] == 1}


def test_i_map_02_to_04_shared_edges_and_notches(position):
    edges = neighbours(position().rules)
    north, west, east, south = 0, 3, 6, 9
    left, right, bottom = 0, 1, 2
    between = [
        (north + bottom, west + right),
        (north + bottom, east + left),
        (west + right, east + left),
        (west + bottom, south + left),
        (east + bottom, south + right),
    ]
    for one, other in between:
        assert (max(one, other), min(one, other)) in edges
    assert not any((south + a, north + b) in edges for a in range(3) for b in range(3))
    notches = {12: (north + left, west + left), 13: (north + right, east + right)}
    for notch, touched in notches.items():
        assert {other for one, other in edges if one == notch} == set(touched)


def test_i_map_05_the_regions_of_a_board_touch_each_other(position):
    edges = neighbours(position().rules)
    assert all((3 * b + one, 3 * b + other) in edges for b in range(4) for one, other in ((1, 0), (2, 0), (2, 1)))


@pytest.mark.parametrize("cut", ["a", "b"])
def test_i_map_06_size_and_reach_of_the_map(position, cut):
    far = position(sets=(f"region_cut={cut}",)).rules.distance
    assert len(neighbours(position(sets=(f"region_cut={cut}",)).rules)) == 25
    assert far.max() == 5
    reached = [np.mean([(far[slot] <= speed).sum() - 1 for slot in range(16)]) for speed in (2, 3, 4)]
    assert np.round(reached, 1).tolist() == [7.9, 12.1, 14.5]
    assert {int((far[slot] <= 2).sum() - 1) for slot in range(12, 16)} == {6}
