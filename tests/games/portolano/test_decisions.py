"""Section 7: the list of options of every decision point, for the default switches."""

from __future__ import annotations

from analyzer.games.portolano.state import FIRST_PORT, Extension, Phase, Stern

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")
SURE = (*QUIET, "die_hit_faces=6")
NO_PIRATE = (*SURE, "pirate_dice_same=0", "pirate_dice_adjacent=0")
STOP, CANNON, ACTION, SEFTES = 0, 4, 5, 6
COTTON, WINE, TEA, COCOA, RUM, TALER = range(1, 7)
TO_RUM, TO_GOODS = 0, 1
SINGLES, PAIRS, ANCHOR = range(4), range(4, 20), 20


def arrive(position, tile, sets=QUIET, **fields):
    """Let seat 0 sail onto a tile and ask it there."""
    game = position(4, sets).calm().lay(12, tile)
    return game.equip(0, **{"rum": 3, **fields}).select("N", "N", "N", "N")


def begin(position, phase, players=4, seeds=range(200)):
    """Deal until the setup asks a question."""
    for seed in seeds:
        game = position(players, QUIET, seed)
        while game.table.round_no == 0:
            if game.phase == phase:
                return game
            game.answer(game.options()[0])
    raise AssertionError("the question did not come")


def sea_cells(game):
    return [cell for cell in range(int(game.rules.cells)) if game.table.face[cell] < FIRST_PORT]


def test_d1_and_d2_every_sea_cell(position):
    for players, n_cells in ((4, 13), (3, 7)):
        game = begin(position, Phase.PIRATE, players)
        assert (game.table.asked, game.options()) == (game.table.first, sea_cells(game))
        game.answer(game.options()[0])
        for _ in range(players):
            assert (game.phase, game.options()) == (Phase.SHIP, sea_cells(game))
            assert len(game.options()) == n_cells
            game.answer(game.options()[0])


def test_d3_gifts(position):
    assert begin(position, Phase.GIFT_TYPE).options() == [0, 1, 2, 3]
    game = begin(position, Phase.GIFT_RUM)
    assert game.options() == [0, COTTON, WINE, TEA]
    game.table.box[1] = 0  # a kind the box lacks is left out
    assert game.options() == [0, COTTON, TEA]


def test_d4_recovery_names_kinds_and_none(position):
    game = position(4, QUIET).calm().equip(0, rum=0, drifted=1, goods="CCB").go()
    assert (game.phase, game.options()) == (Phase.RECOVER, [STOP, COTTON, COCOA])
    game.answer(COCOA)
    assert (game.ship(0).rum, list(game.ship(0).goods)) == (1, [1, 0, 0, 0])  # the second is a list of one


def test_d5_cards(position):
    game = position(4, QUIET).calm().equip(0, rum=1).go()
    assert game.options() == [*SINGLES]
    game = position(4, QUIET).calm().equip(0, stern=Stern.STRATEGA, rum=1, extensions="s").go()
    assert game.options() == [*SINGLES, *PAIRS, ANCHOR]


def test_d6_sea_turn(position):
    game = arrive(position, "S02b", stern=Stern.SEFTES, rum=6, goods="T")  # taler; cotton, cannon; a full hold
    assert game.options() == [STOP, COTTON, CANNON, ACTION, SEFTES]
    game.answer(ACTION)
    assert game.options() == [STOP, COTTON, CANNON]  # neither of these two again
    game.answer(CANNON)
    assert (game.phase, game.table.asked) == (Phase.SEA, 1)  # only stop was left


def test_d6a_upgrade_types_with_a_stack(position):
    game = position(4, QUIET).calm().lay(12, "S01a").equip(0, talers=1)
    game.table.stack[:] = [1, 0, 3, 0]
    game.select("N", "N", "N", "N").answer(ACTION)
    assert (game.phase, game.options()) == (Phase.UPGRADE, [Extension.HOLD, Extension.SAIL])


def test_d6b_goods_rum_one_item_at_a_time(position):
    game = arrive(position, "S03b", goods="CB").answer(ACTION)
    assert (game.phase, game.options()) == (Phase.TRADE_WAY, [TO_RUM, TO_GOODS])
    game.answer(TO_GOODS)
    assert (game.phase, game.options()) == (Phase.TRADE, [COTTON, WINE, TEA])
    game.answer(WINE)
    assert game.options() == [STOP, COTTON, WINE, TEA]
    game = arrive(position, "S03b", goods="CB").answer(ACTION, TO_RUM)
    assert game.options() == [COTTON, COCOA]


def test_d6c_goods_goods_never_the_kind_given(position):
    game = arrive(position, "S04b", goods="CB")
    game.answer(ACTION)
    assert (game.phase, game.options()) == (Phase.SWAP_GIVE, [COTTON, COCOA])
    game.answer(COTTON)
    assert (game.phase, game.options()) == (Phase.SWAP_TAKE, [WINE, TEA])
    game.answer(WINE)
    assert (game.phase, game.options()) == (Phase.SWAP_TAKE, [WINE, TEA])


def test_d6d_free_rum_with_room_taler_always_peace_never(position):
    assert ACTION in arrive(position, "S09b", rum=6).options()
    assert ACTION not in arrive(position, "S09b", rum=7).options()
    assert ACTION in arrive(position, "S02b", rum=7).options()
    assert ACTION not in arrive(position, "S05b").options()


def test_d7_unload_slots_kinds_and_cocoa(position):
    game = arrive(position, "H1b", goods="CB")  # CCWT
    assert (game.phase, game.options()) == (Phase.UNLOAD, [STOP, 1, 2, *range(8, 12), *range(16, 19)])


def test_d8_rum_after_unloading(position):
    game = arrive(position, "H1b", goods="CC", rum=5).answer(1, STOP)  # rum 3, capacity 7
    assert (game.phase, game.options()) == (Phase.PORT_RUM, [0, 1, 2])


def test_d9_discard_goods_and_rum_only_for_a_good(position):
    game = arrive(position, "S02b", rum=5, goods="WB").answer(COTTON)
    assert (game.phase, game.options()) == (Phase.DISCARD, [WINE, COCOA, RUM])
    game = arrive(position, "H1b", goods="CCW", rum=4).answer(1, STOP, 2)
    assert (game.phase, game.options()) == (Phase.DISCARD, [COTTON, WINE])


def test_d10_knight_yes_or_no(position):
    game = position(4, NO_PIRATE).calm(cells=(0, 0, 2, 3), pirate=6).equip(0, stern=Stern.BEKELOVAG, knight=1, rum=3)
    game.select("N", "N", "N", "N").stop_until(Phase.KNIGHT)
    assert (game.table.asked, game.options()) == (0, [0, 1])


def test_d11_loss_by_kind_without_stop(position):
    game = position(4, SURE).calm(cells=(9, 3, 2, 15), pirate=9).equip(0, rum=2, goods="CB", talers=1)
    game.select("N", "N", "N", "N").stop_until(Phase.LOSE)
    assert game.options() == [COTTON, COCOA, RUM, TALER]


def test_d12_loot_by_kind_with_stop(position):
    game = position(4, NO_PIRATE).calm(cells=(0, 0, 2, 3), pirate=6).equip(0, rum=7, cannons=1)
    game.equip(1, rum=1, goods="CB", talers=1).select("N", "N", "N", "N").stop_until(Phase.LOOT)
    assert game.options() == [STOP, COTTON, COCOA, TALER]  # no rum: the taker's barrels are full
