"""Sea tiles, ports and extensions, clause by clause."""

from __future__ import annotations

import pytest

from analyzer.games.portolano.state import FIRST_PORT, Extension, Phase, Stern

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")
ACTION, CANNON, SEFTES = 5, 4, 6
COTTON, WINE, TEA, COCOA, RUM = range(1, 6)


def arrive(position, tile, sets=QUIET, **fields):
    """Let seat 0 sail from (0,0) onto a tile at (3,0); the others stay apart."""
    game = position(4, sets).calm().lay(12, tile)
    return game.equip(0, **{"rum": 3, **fields}).select("N", "N", "N", "N")


def goods(game, seat=0):
    return [int(n) for n in game.ship(seat).goods]


# sea tiles


def test_p_sea_1_pick_up_and_action_in_either_order_once_each(position):
    game = arrive(position, "S02b")  # taler; cotton, cannon
    assert game.options() == [0, COTTON, CANNON, ACTION]
    game.answer(ACTION)
    assert game.options() == [0, COTTON, CANNON]
    game.answer(COTTON)
    assert game.table.asked == 1  # only stop was left
    assert (game.ship(0).talers, goods(game)) == (1, [1, 0, 0, 0])
    game = arrive(position, "S02b").answer(COTTON)
    assert game.options() == [0, ACTION]
    game.answer(0)
    assert (game.table.asked, game.ship(0).talers) == (1, 0)


def test_p_sea_2_goods_come_from_the_head_of_their_row(position):
    game = arrive(position, "S02a")  # wine, tea
    head, left = int(game.table.head[1]), int(game.table.on_board[1])
    game.answer(WINE)
    assert (game.table.head[1], game.table.on_board[1], goods(game)) == (head + 1, left - 1, [0, 1, 0, 0])


def test_p_sea_2_an_empty_row_gives_nothing(position):
    game = position().calm().lay(12, "S02a")
    game.table.head[1] = game.rules.row_length[game.table.layout, 1]
    assert game.select("N", "N", "N", "N").options() == [0, TEA]


def test_e_p12_cocoa_at_the_head(position):
    game = position(4, (*QUIET, "supply_layout=l1a")).calm().lay(12, "S01a")
    game.table.head[0] = 8  # eleven cells are filled, the ninth is cocoa
    game.select("N", "N", "N", "N").answer(COTTON)
    assert (goods(game), game.table.head[0]) == ([0, 0, 0, 1], 9)


def test_p_sea_3_cannon_instead_of_a_good(position):
    game = arrive(position, "S02b")
    game.answer(CANNON)
    assert (game.ship(0).cannons, game.table.pool) == (1, 11)
    assert game.options() == [0, ACTION]


def test_e_p13_no_cannon_without_pool_or_slot(position):
    game = position().calm().lay(12, "S04a")  # upgrade; cotton, cannon
    game.table.pool = 0
    assert CANNON not in game.select("N", "N", "N", "N").options()
    game = arrive(position, "S04a", cannons=1, talers=1)
    assert game.options() == [0, COTTON, ACTION]
    game.answer(ACTION, Extension.CANNON)
    assert game.options() == [0, COTTON, CANNON]
    game.answer(CANNON)
    assert game.ship(0).cannons == 2


def test_p_sea_4_traded_goods_come_from_the_box(position):
    game = arrive(position, "S03b")  # goods_rum
    board, box = list(game.table.on_board), int(game.table.box[2])
    game.answer(ACTION, TEA)
    assert (list(game.table.on_board), game.table.box[2], goods(game)) == (board, box - 1, [0, 0, 1, 0])


def test_e_p14_and_p_sea_5_upgrade_takes_the_highest(position):
    game = arrive(position, "S01a", talers=1).answer(ACTION, Extension.HOLD)
    ship = game.ship(0)
    assert (ship.worth, ship.talers, ship.extensions[0], game.table.stack[0]) == (4, 0, 1, 3)
    game.answer(0)
    game = arrive(position, "S01a", talers=5)
    game.table.stack[:] = [3, 4, 4, 4]
    game.answer(ACTION, Extension.HOLD)
    assert game.ship(0).worth == 3


def test_p_sea_5_needs_a_taler_and_a_stack(position):
    assert ACTION not in arrive(position, "S01a").options()
    game = position().calm().lay(12, "S01a").equip(0, talers=3)
    game.table.stack[:] = [0, 2, 0, 1]
    game.select("N", "N", "N", "N").answer(ACTION)
    assert game.options() == [Extension.CANNON, Extension.FUSE]


def test_p_sea_5_duplicates_are_allowed(position):
    game = arrive(position, "S01a", talers=1, extensions="hh").answer(ACTION, Extension.HOLD)
    assert game.ship(0).extensions[0] == 3


def test_e_p15_and_p_sea_6_goods_to_rum(position):
    game = arrive(position, "S03b", rum=1, goods="CCT")
    game.answer(ACTION)
    assert (game.phase, game.options()) == (Phase.TRADE_WAY, [0, 1])
    game.answer(0)
    assert game.options() == [COTTON, TEA]  # no stop before the first
    game.answer(COTTON)
    assert game.options() == [0, COTTON, TEA]
    game.answer(COTTON, 0)
    assert (game.ship(0).rum, goods(game)) == (3, [0, 0, 1, 0])
    assert ACTION not in game.options()


def test_p_sea_6_rum_to_goods_never_cocoa(position):
    game = arrive(position, "S03b", rum=3, goods="")
    game.table.box[3] = 3
    game.answer(ACTION)
    assert game.phase == Phase.TRADE  # one way only
    assert game.options() == [COTTON, WINE, TEA]
    game.answer(COTTON, TEA, COTTON)
    assert (game.ship(0).rum, goods(game)) == (0, [2, 0, 1, 0])


def test_p_sea_6_cocoa_given_is_one_rum(position):
    game = arrive(position, "S03b", rum=1, goods="B")
    box = int(game.table.box[3])
    game.answer(ACTION, 0)
    assert (game.ship(0).rum, goods(game), game.table.box[3]) == (2, [0, 0, 0, 0], box + 1)


def test_p_sea_6_what_the_box_lacks_and_switch_box_limited(position):
    for setting, kinds in (("true", [WINE]), ("false", [COTTON, WINE, TEA])):
        game = arrive(position, "S03b", (*QUIET, f"box_limited={setting}"))
        game.table.box[:] = [0, 2, 0, 3]
        game.answer(ACTION)
        if setting == "true":
            assert (game.phase, game.options()) == (Phase.TRADE, [0, WINE])  # the first wine came by itself
            assert goods(game) == [0, 1, 0, 0]
        else:
            assert game.options() == kinds


def test_e_p16_and_p_sea_7_goods_goods(position):
    game = arrive(position, "S04b", rum=4, goods="CWT")
    game.answer(ACTION)
    assert game.options() == [COTTON, WINE, TEA]
    game.answer(COTTON)
    assert game.options() == [WINE, TEA]  # taking cotton back is illegal
    game.answer(WINE)
    assert game.options() == [WINE, TEA]
    game.answer(TEA)
    assert (game.phase, game.options()) == (Phase.DISCARD, [WINE, TEA, RUM])
    game.answer(RUM)
    assert (game.ship(0).rum, goods(game)) == (3, [0, 2, 2, 0])


def test_p_sea_7_cocoa_also_yields_two_and_the_box_limits(position):
    game = arrive(position, "S04b", rum=1, goods="B").answer(ACTION)
    assert game.phase == Phase.SWAP_TAKE
    game.answer(COTTON, COTTON)
    assert goods(game) == [2, 0, 0, 0]
    game = arrive(position, "S04b", rum=1, goods="B")
    game.table.box[:] = [0, 0, 1, 0]
    game.answer(ACTION)
    assert goods(game) == [0, 0, 1, 0]
    game = arrive(position, "S04b", rum=1, goods="T")
    game.table.box[:] = [0, 0, 3, 1]
    assert ACTION not in game.options()


def test_p_sea_8_free_rum(position):
    game = arrive(position, "S01b").answer(ACTION)
    assert game.ship(0).rum == 4
    game = position().calm().lay(12, "S01b").equip(0, rum=7)
    assert ACTION not in game.select("N", "N", "N", "N").options()


def test_p_sea_9_taler(position):
    assert arrive(position, "S02b").answer(ACTION).ship(0).talers == 1


def test_p_sea_10_isle_of_peace_is_no_action_to_choose(position):
    assert ACTION not in arrive(position, "S05b").options()
    assert ACTION in arrive(position, "S05b", (*QUIET, "peace_auto=false")).options()


def test_p_sea_11_room_for_rum(position):
    game = arrive(position, "S01b", rum=3, goods="CCWT").answer(ACTION)
    assert (game.phase, game.options()) == (Phase.DISCARD, [COTTON, WINE, TEA])
    game.answer(WINE)
    assert (game.ship(0).rum, goods(game)) == (4, [2, 0, 1, 0])


def test_p_sea_12_and_p_stern_5_huckster(position):
    game = arrive(position, "S02b", stern=Stern.SEFTES, goods="CT")
    assert game.options() == [0, COTTON, CANNON, ACTION, SEFTES]
    game.answer(SEFTES)
    assert game.options() == [COTTON, TEA]
    game.answer(TEA)
    assert (game.ship(0).rum, goods(game)) == (4, [1, 0, 0, 0])
    assert game.options() == [0, COTTON, CANNON]
    assert SEFTES not in arrive(position, "S02b", stern=Stern.SEFTES, goods="").options()


# extensions


def test_p_ext_5_numbers_count_for_ship_value_only(position):
    game = arrive(position, "S01a", talers=1)
    game.table.stack[:] = [1, 4, 4, 4]
    game.answer(ACTION, Extension.HOLD)
    low = game.ship(0)
    assert (low.worth, low.extensions[0]) == (1, 1)  # as much room as the one worth 4


def test_p_ext_6_a_gift_is_a_full_extension_without_value(position):
    for seed in range(60):
        game = position(5, QUIET, seed)
        if game.phase == Phase.GIFT_TYPE:
            break
    seat = int(game.table.asked)
    assert game.ship(seat).stern == Stern.EZERMESTER
    game.answer(Extension.SAIL)
    assert (game.ship(seat).extensions[2], game.ship(seat).worth) == (1, 0)
    assert game.table.stack[2] == 5
    while game.table.round_no == 0 or game.table.asked != seat:
        game.answer(game.options()[0])
    assert len(game.options()) == 20


# ports


def visit(position, tile, sets=QUIET, taken=(), **fields):
    game = position(4, sets).calm().lay(12, tile).equip(0, **{"rum": 2, **fields})
    for slot in taken:
        kind = int(game.rules.slot_kind[game.table.face[12], slot])
        game.table.slot[12, slot] = kind + 1
        game.table.n_open[12] -= 1
        game.table.box[kind] -= 1
    return game.select("N", "N", "N", "N")


def test_p_port_1_and_p_port_2_any_subset_in_any_order(position):
    game = visit(position, "H1b", goods="CCWT")  # CCWT, rum 3
    assert (game.phase, game.options()) == (Phase.UNLOAD, [0, 1, 2, 3, 4])
    game.answer(4)
    assert game.options() == [0, 1, 2, 3]
    game.answer(1, 0)
    assert goods(game) == [1, 1, 0, 0]
    assert game.ship(0).talers == 3
    assert game.rules.port_rum[game.table.face[12]] == 3


def test_p_port_2_only_kinds_held_and_slots_still_empty(position):
    game = visit(position, "H1b", taken=(1,), goods="CT")
    assert game.options() == [0, 1, 4]


def test_p_port_3_cocoa_on_one_slot_or_on_two_neighbours(position):
    game = visit(position, "H4b", taken=(2,), goods="B")  # CWTCW
    assert game.options() == [0, 8, 9, 11, 12, 16, 19]
    game.answer(16)
    assert (game.table.unloaded, game.table.n_open[12]) == (2, 2)
    assert game.ship(0).talers == 3
    game = visit(position, "H4b", goods="B").answer(10)
    assert game.ship(0).talers == 1


@pytest.mark.parametrize(("units", "talers"), [(1, 1), (2, 3), (3, 5), (4, 7), (5, 10)])
def test_p_port_4_pay(position, units, talers):
    game = visit(position, "H4b", goods="CCWWT", rum=1)
    for slot in range(units):
        game.answer(1 + slot)
    game.stop_until(Phase.PORT_RUM)
    assert game.ship(0).talers == talers


def test_e_p17_and_p_port_7_and_p_port_8_filling_a_port(position):
    game = visit(position, "H1b", taken=(0,), goods="CWT")
    stock, box = int(game.table.stock_left), [int(n) for n in game.table.box]
    game.answer(2, 3, 4)
    assert (game.phase, game.options()) == (Phase.PORT_RUM, [0, 1, 2, 3])
    game.answer(3)
    ship = game.ship(0)
    assert (ship.talers, ship.rum, ship.chests, ship.cell) == (5, 5, 1, 12)
    assert game.state.hands[0].chest_sum in (1, 2, 3)
    assert [int(n) for n in game.table.box] == [box[0] + 2, box[1] + 1, box[2] + 1, box[3]]
    assert game.table.stock_left == stock - 1
    assert game.table.face[12] >= FIRST_PORT
    assert game.table.n_open[12] == game.rules.n_slots[game.table.face[12]]
    assert game.table.asked == 1  # no second visit in this round


def test_p_port_5_rum_within_capacity_and_goods_overboard(position):
    game = visit(position, "H1b", rum=2, goods="CCCWW").answer(1, 0)
    assert game.options() == [0, 1, 2, 3]
    game.answer(3)  # one space free, two goods go
    assert (game.phase, game.options()) == (Phase.DISCARD, [COTTON, WINE])
    game.answer(COTTON)
    assert game.phase == Phase.DISCARD
    game.answer(WINE)
    assert (game.ship(0).rum, goods(game)) == (5, [1, 1, 0, 0])
    game = visit(position, "H1b", rum=6, goods="C").answer(1)
    assert game.options() == [0, 1]


def test_e_p21_nothing_unloaded_no_rum(position):
    game = visit(position, "H1b", goods="C").answer(0)
    assert (game.table.asked, game.ship(0).rum, game.ship(0).talers) == (1, 2, 0)


def test_p_port_6_goods_stay_on_the_slots(position):
    game = visit(position, "H1b", goods="C").answer(1).stop_until(Phase.CARDS)
    assert [int(n) for n in game.table.slot[12]] == [1, 0, 0, 0, 0]


def test_e_p20_five_units(position):
    game = visit(position, "H4b", goods="CCWWT").answer(1, 2, 3, 4, 5)
    assert (game.ship(0).talers, game.options()) == (10, [0, 1, 2, 3, 4])
    game.answer(4)
    assert (game.ship(0).chests, game.ship(0).rum) == (1, 6)
    game = visit(position, "H4b", goods="CCWWT").answer(1, 2, 3, 4, 0, 0)
    assert (game.ship(0).talers, game.ship(0).chests) == (7, 0)


def test_p_port_7_an_empty_chest_pool_gives_nothing(position):
    game = visit(position, "H1b", taken=(0,), goods="CWT")
    game.table.chests_left = 0
    game.answer(2, 3, 4, 0)
    assert game.ship(0).chests == 0


def test_p_port_8_ships_stay_and_cocoa_returns_once(position):
    game = position().calm(cells=(0, 12, 2, 3)).lay(12, "H1a").equip(0, goods="CB", rum=2)
    game.table.box[3] = 0
    game.select("N", "N", "N", "N").answer(1, 17, 0)
    assert game.table.box[3] == 1
    assert game.ship(1).cell == 12 or game.ship(0).cell == 12


def test_p_port_9_the_next_of_the_stock(position):
    game = visit(position, "H1b", taken=(0,), goods="CWT")
    top = int(game.state.hidden.stock[game.table.stock_left - 1])
    game.answer(2, 3, 4, 0)
    assert int(game.table.face[12]) == top


def test_switch_port_replace_choose(position):
    game = visit(position, "H1b", (*QUIET, "port_replace=choose"), taken=(0,), goods="CWT")
    stock = [int(face) for face in game.state.hidden.stock[:5]]
    game.answer(2, 3, 4, 0)
    assert (game.phase, game.options()) == (Phase.PORT_CHOICE, [0, 1, 2, 3, 4])
    assert [int(face) for face in game.table.offered[:5]] == stock
    game.answer(2)
    assert int(game.table.face[12]) == stock[2]
    left = [int(face) for face in game.state.hidden.stock[: int(game.table.stock_left)]]
    assert sorted([*left, stock[2]]) == sorted(stock)


def test_p_port_10_and_p_port_11_used_ports_come_back_other_side_up(position):
    game = visit(position, "H1b", taken=(0,), goods="CWT")
    game.table.stock_left = 0
    game.table.used[0] = FIRST_PORT + 2 * 4  # H5a
    game.table.n_used = 1
    game.answer(2, 3, 4, 0)
    h1a, h5b = FIRST_PORT, FIRST_PORT + 2 * 4 + 1
    laid, left = int(game.table.face[12]), int(game.state.hidden.stock[0])
    assert {laid, left} == {h1a, h5b}
    assert (game.table.stock_left, game.table.n_used) == (1, 0)
