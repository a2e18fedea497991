"""Battles and stern abilities, clause by clause; dice are made sure or blank, so that nothing is left to luck."""

from __future__ import annotations

import pytest

from analyzer.games.portolano.rules.battle import roll
from analyzer.games.portolano.state import Phase, Stern

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")
SURE = (*QUIET, "die_hit_faces=6")
BLANK = (*QUIET, "die_hit_faces=0")
NO_PIRATE = (*SURE, "pirate_dice_same=0", "pirate_dice_adjacent=0")
COTTON, WINE, TEA, COCOA, RUM, TALER = range(1, 7)


def meet(position, sets=SURE, cells=(0, 0, 10, 11), pirate=6, **fields):
    """Let ships sail north from their cells; the pirate goes from (1,2) to (0,2)."""
    game = position(4, sets).calm(cells=cells, pirate=pirate)
    for seat, values in fields.items():
        game.equip(int(seat[1:]), **values)
    return game.select("N", "N", "N", "N")


def to_battle(game, *phases):
    return game.stop_until(Phase.CARDS, Phase.LOSE, Phase.LOOT, Phase.KNIGHT, Phase.JETTISON, *phases)


def tallies(game, name):
    return [int(n) for n in getattr(game.state.tally, name)[:4]]


def test_p_battle_1_pirate_first_and_no_player_battle_for_its_opponents(position):
    game = meet(position, cells=(2, 2, 9, 11), pirate=2)  # pirate to 14, ships 0 and 1 too
    to_battle(game)
    while game.phase == Phase.LOSE:
        game.answer(game.options()[0])
    assert tallies(game, "pirate_lost")[:2] == [1, 1]
    assert tallies(game, "duels_won") == [0, 0, 0, 0]


def test_e_p29_both_fight_the_pirate_unless_the_knight_declares(position):
    fields = {"stern": Stern.BEKELOVAG, "knight": 1, "rum": 3}
    game = to_battle(meet(position, cells=(2, 2, 9, 11), pirate=2, s0=fields))
    assert (game.phase, game.table.asked) == (Phase.KNIGHT, 0)
    game.answer(1)
    to_battle(game)
    while game.phase == Phase.LOSE:
        game.answer(game.options()[0])
    assert tallies(game, "pirate_lost") == [0, 1, 0, 0]
    assert (game.ship(0).knight, game.ship(0).rum, game.ship(1).rum) == (0, 3, 0)
    assert tallies(game, "duels_won") == [0, 0, 0, 0]


def test_p_battle_2_own_and_adjacent_tiles_but_no_ports(position):
    # the pirate ends on (1,1) = 5; ships end at 5, 1, 4 and 9
    game = meet(position, cells=(9, 5, 8, 13), pirate=9).end_turns()
    assert tallies(game, "pirate_lost") == [1, 1, 1, 1]
    game = position(4, SURE).calm(cells=(9, 5, 8, 13), pirate=9).lay(1, "H1a").lay(9, "S01a")
    game.select("N", "N", "N", "N").end_turns()
    assert tallies(game, "pirate_lost") == [1, 0, 1, 1]
    game = meet(position, cells=(4, 10, 15, 3), pirate=9).end_turns()
    assert tallies(game, "pirate_lost") == [0, 1, 0, 0]


@pytest.mark.parametrize(("cell", "lost"), [(9, 3), (10, 2)])
def test_p_battle_3_dice_of_the_pirate(position, cell, lost):
    game = meet(position, cells=(cell, 3, 2, 15), pirate=9, s0={"rum": 3, "goods": "CCC", "talers": 1})
    to_battle(game)
    assert (game.phase, game.table.due) == (Phase.LOSE, lost)


def test_p_battle_3_every_symbol_is_a_hit(position):
    game = position(2, ("die_hit_faces=3",))
    hits = [roll(game.rules, 1, game.chance[8]) for _ in range(4000)]
    assert abs(sum(hits) - 2000) < 4.5 * 31.7
    assert roll(position(2, ("die_hit_faces=6",)).rules, 4, game.chance[8]) == 4
    assert roll(position(2, ("die_hit_faces=6", "die_hits_per_symbol_face=2")).rules, 4, game.chance[8]) == 8


def test_switch_die_hit_faces(position):
    few, many = position(2, ("die_hit_faces=1",)), position(2, ("die_hit_faces=5",))
    stream = few.chance[8]
    assert sum(roll(few.rules, 1, stream) for _ in range(600)) < 200
    assert sum(roll(many.rules, 1, stream) for _ in range(600)) > 400


def test_e_p24_and_p_battle_4_and_p_ext_4_fuse(position):
    one_hit = (*SURE, "pirate_dice_same=1")
    fields = {"rum": 3, "cannons": 2, "extensions": "cf"}
    game = meet(position, one_hit, cells=(9, 3, 2, 15), pirate=9, s0=fields).missions(9, 10, 6).end_turns()
    assert (game.ship(0).talers, game.table.marker[0, 0]) == (1, 1)
    # no die hits: the fuse's hit is sure
    game = meet(position, BLANK, cells=(9, 3, 2, 15), pirate=9, s0=fields).end_turns()
    assert game.ship(0).talers == 1
    fields = {"rum": 3, "cannons": 0, "extensions": "ff"}
    game = meet(position, BLANK, cells=(9, 3, 2, 15), pirate=9, s0=fields).end_turns()
    assert game.ship(0).talers == 0


def test_p_battle_5_more_equal_fewer(position):
    game = meet(position, (*SURE, "pirate_dice_same=1"), (9, 3, 2, 15), 9, s0={"cannons": 3, "extensions": "c"})
    assert game.end_turns().ship(0).talers == 2
    game = meet(position, (*SURE, "pirate_dice_same=1"), (9, 3, 2, 15), 9, s0={"cannons": 1}).end_turns()
    assert (game.ship(0).talers, game.ship(0).rum) == (0, 3)
    fields = {"rum": 2, "goods": "CB", "talers": 1}
    game = to_battle(meet(position, SURE, (9, 3, 2, 15), 9, s0=fields))
    assert game.options() == [COTTON, COCOA, RUM, TALER]
    box = int(game.table.box[3])
    game.answer(COCOA, TALER, RUM)
    ship = game.ship(0)
    assert (ship.rum, ship.talers, list(ship.goods), game.table.box[3]) == (1, 0, [1, 0, 0, 0], box + 1)


def test_e_p25_loser_without_enough(position):
    game = meet(position, cells=(10, 3, 2, 15), pirate=9, s0={"rum": 1}).end_turns()
    ship = game.ship(0)
    assert (ship.rum, ship.drifted) == (0, 0)
    assert game.table.asked == 1
    assert tallies(game, "mutinies")[0] == 1  # no recovery: it did not drift


def test_p_battle_6_all_on_one_tile_fight_together(position):
    fields = {"s0": {"cannons": 1}, "s1": {"rum": 2}, "s2": {"rum": 2}}
    game = to_battle(meet(position, NO_PIRATE, (0, 0, 0, 3), 6, **fields))
    assert (game.phase, game.table.asked) == (Phase.LOOT, 0)
    assert [int(seat) for seat in game.table.order[:3]] == [0, 1, 2]
    assert game.table.n_order == 3
    game.answer(RUM)  # from seat 1, then from seat 2
    assert game.phase == Phase.LOOT
    game.answer(RUM)
    assert [int(game.ship(seat).rum) for seat in range(3)] == [5, 1, 1]


def test_p_battle_6_tiles_are_independent(position):
    game = to_battle(meet(position, NO_PIRATE, (0, 0, 3, 3), 6, s0={"cannons": 1}, s3={"cannons": 1}))
    game.answer(0)
    assert (game.phase, game.table.asked) == (Phase.LOOT, 3)


def test_p_battle_7_and_e_p28_rum_in_port(position):
    fields = {"s0": {"rum": 4, "cannons": 1}, "s1": {"rum": 2, "extensions": "ff", "cannons": 1}}
    game = position(4, SURE).calm(cells=(0, 0, 2, 3), pirate=6).lay(12, "H1a")
    for seat, values in fields.items():
        game.equip(int(seat[1:]), **values)
    to_battle(game.select("N", "N", "N", "N"))
    assert (game.phase, game.table.asked, game.table.due) == (Phase.LOOT, 0, 2)
    assert [int(game.ship(seat).hits) for seat in range(2)] == [4, 2]
    assert game.ship(0).best_hits == 0  # M10 looks at sea battles only
    tie = position(4, BLANK).calm(cells=(0, 0, 2, 3), pirate=6).lay(12, "H1a").equip(0, rum=4).equip(1, rum=2)
    assert to_battle(tie.select("N", "N", "N", "N")).phase == Phase.CARDS
    lucky = position(4, BLANK).calm(cells=(0, 0, 2, 3), pirate=6).lay(12, "H1a").equip(0, rum=4)
    lucky.equip(1, stern=Stern.SZERENCSE_FIA, rum=2)
    to_battle(lucky.select("N", "N", "N", "N"))
    assert (lucky.phase, lucky.table.asked, lucky.table.due) == (Phase.LOOT, 1, 1)


def test_p_battle_8_most_hits_first_ties_by_distance(position):
    fields = {"s0": {"cannons": 1}, "s1": {"cannons": 2, "extensions": "c"}, "s2": {"cannons": 1}}
    game = position(4, NO_PIRATE).calm(cells=(0, 0, 0, 3), pirate=6)
    for seat, values in fields.items():
        game.equip(int(seat[1:]), **values)
    game.table.starter = 2
    to_battle(game.select("N", "N", "N", "N"))
    assert [int(seat) for seat in game.table.order[:3]] == [1, 2, 0]


def test_p_battle_9_taker_chooses_and_may_stop(position):
    fields = {"s0": {"cannons": 3, "extensions": "c"}, "s1": {"rum": 2, "goods": "CB", "talers": 1}}
    game = to_battle(meet(position, NO_PIRATE, **fields))
    assert game.options() == [0, COTTON, COCOA, RUM, TALER]
    game.answer(COCOA, TALER, 0)
    assert (game.ship(0).goods[3], game.ship(0).talers, game.ship(0).goods[0]) == (1, 1, 0)
    assert (game.ship(1).rum, game.ship(1).goods[0]) == (2, 1)


def test_p_battle_9_a_full_taker_throws_out_own_cargo(position):
    fields = {"s0": {"cannons": 1, "rum": 3, "goods": "WWWW"}, "s1": {"rum": 2, "goods": "C"}}
    game = to_battle(meet(position, NO_PIRATE, **fields)).answer(COTTON)
    assert (game.phase, game.table.asked, game.options()) == (Phase.DISCARD, 0, [WINE, RUM])
    game.answer(WINE)
    assert [int(n) for n in game.ship(0).goods] == [1, 3, 0, 0]
    fields = {"s0": {"cannons": 1, "rum": 7}, "s1": {"rum": 2, "talers": 1}}
    assert to_battle(meet(position, NO_PIRATE, **fields)).options() == [0, TALER]  # no room for more rum


def test_switch_loot_optional(position):
    fields = {"s0": {"cannons": 1}, "s1": {"rum": 2, "talers": 1}}
    game = to_battle(meet(position, (*NO_PIRATE, "loot_optional=false"), **fields))
    assert game.options() == [RUM, TALER]


def test_p_battle_10_equal_hits_nothing_happens(position):
    fields = {"s0": {"cannons": 1}, "s1": {"cannons": 1, "talers": 3}}
    assert to_battle(meet(position, NO_PIRATE, **fields)).phase == Phase.CARDS


def test_p_battle_11_the_middle_player_is_looted_first(position):
    fields = {
        "s0": {"cannons": 3, "extensions": "c"},
        "s1": {"cannons": 1, "rum": 0, "talers": 0, "goods": "C", "drifted": 0},
        "s2": {"rum": 1, "talers": 5},
    }
    game = position(4, NO_PIRATE).calm(cells=(0, 0, 0, 3), pirate=6)
    for seat, values in fields.items():
        game.equip(int(seat[1:]), **values)
    to_battle(game.select("N", "N", "N"))
    game.answer(COTTON)  # seat 0 takes the only good of seat 1
    game.answer(0)  # and leaves seat 2 alone
    assert (game.phase, game.table.asked, game.table.due) == (Phase.LOOT, 1, 1)
    game.answer(TALER)
    assert (game.ship(1).talers, game.ship(2).talers) == (1, 4)


def test_p_battle_12_loot_does_not_change_the_hits(position):
    """In port hits come from rum: who lost rum to the first keeps the hits rolled before."""
    game = position(4, SURE).calm(cells=(0, 0, 0, 3), pirate=6).lay(12, "H1a")
    game.equip(0, rum=4).equip(1, rum=3).equip(2, rum=1)
    to_battle(game.select("N", "N", "N", "N")).answer(RUM, 0)
    assert (game.table.asked, game.table.due) == (1, 2)
    assert game.ship(1).rum == 2


def test_p_battle_13_more_than_six_dice_and_switch_dice_cap(position):
    for cap, hits in ((0, 7), (6, 6), (2, 2)):
        game = position(4, (*SURE, f"dice_cap={cap}")).calm(cells=(0, 0, 2, 3), pirate=6).lay(12, "H1a")
        game.equip(0, rum=7).equip(1, rum=1, talers=2)
        to_battle(game.select("N", "N", "N", "N"))
        assert game.ship(0).hits == hits


def test_switch_free_discard(position):
    fields = {"s0": {"cannons": 1}, "s1": {"rum": 2, "goods": "C"}}
    game = to_battle(meet(position, (*NO_PIRATE, "free_discard=true"), **fields))
    assert (game.phase, game.table.asked, game.options()) == (Phase.JETTISON, 1, [0, COTTON, RUM])
    game.answer(COTTON)
    assert game.phase == Phase.JETTISON
    game.answer(0)
    assert (game.phase, game.options()) == (Phase.LOOT, [0, RUM])


def test_e_p30_isle_of_peace_exempts(position):
    game = position(4, SURE).calm(cells=(10, 10, 3, 15), pirate=9).lay(6, "S05b").equip(0, cannons=1)
    game.select("N", "N", "N", "N").end_turns()
    assert tallies(game, "pirate_lost") == [0, 0, 0, 0]
    assert tallies(game, "duels_won") == [0, 0, 0, 0]


def test_a_28_an_exempt_ship_does_not_block_the_others(position):
    fields = {"s0": {"stern": Stern.BEKELOVAG, "knight": 1, "rum": 3}, "s1": {"cannons": 1}}
    game = to_battle(meet(position, NO_PIRATE, (0, 0, 0, 3), 6, **fields))
    assert (game.phase, game.table.asked) == (Phase.KNIGHT, 0)
    to_battle(game.answer(1))
    assert (game.phase, game.table.asked, game.table.n_order) == (Phase.LOOT, 1, 2)


def test_switch_peace_auto(position):
    sets = (*SURE, "peace_auto=false")
    game = position(4, sets).calm(cells=(10, 2, 3, 15), pirate=9).lay(6, "S05b")
    game.select("N", "N", "N", "N").end_turns()
    assert tallies(game, "pirate_lost")[0] == 1
    game = position(4, sets).calm(cells=(10, 2, 3, 15), pirate=9).lay(6, "S05b").select("N", "N", "N", "N")
    game.answer(5)
    game.end_turns()
    assert tallies(game, "pirate_lost")[0] == 0


# stern abilities


def find_stern(position, stern, players=5):
    for seed in range(200):
        game = position(players, QUIET, seed)
        for seat in range(players):
            if game.ship(seat).stern == stern:
                return game, seat
    raise AssertionError("not dealt")


def test_p_stern_1_sticky_fingers(position):
    game, seat = find_stern(position, Stern.ENYVESKEZO)
    assert game.ship(seat).talers == 2


def test_p_stern_2_grapeshot_master(position):
    game, seat = find_stern(position, Stern.KARTACSMESTER)
    assert (game.ship(seat).cannons, game.table.pool) == (1, 14)


def test_p_stern_3_jack_of_all_trades(position):
    game, seat = find_stern(position, Stern.EZERMESTER)
    while game.table.asked != seat or game.phase != Phase.GIFT_TYPE:
        game.answer(game.options()[0])
    assert game.options() == [0, 1, 2, 3]
    game.answer(0)
    assert (game.ship(seat).extensions[0], game.ship(seat).worth) == (1, 0)


@pytest.mark.parametrize(("reading", "four", "three"), [("add", 7, 6), ("replace", 4, 3)])
def test_p_stern_4_still_and_switch_szeszkazan(position, reading, four, three):
    for answer, rum in ((0, four), (2, three)):
        for seed in range(200):
            game = position(5, (*QUIET, f"szeszkazan={reading}"), seed)
            while game.phase == Phase.GIFT_TYPE:
                game.answer(0)
            if game.phase == Phase.GIFT_RUM:
                break
        seat = int(game.table.asked)
        assert game.options() == [0, 1, 2, 3]
        game.answer(answer)
        assert (game.ship(seat).rum, game.ship(seat).goods[1]) == (rum, answer == 2)


def test_p_stern_7_lucky_tie_with_the_pirate_and_switch_lucky_zero_tie(position):
    fields = {"stern": Stern.SZERENCSE_FIA, "rum": 3}
    for setting, talers in (("true", 1), ("false", 0)):
        sets = (*BLANK, f"lucky_zero_tie={setting}")
        assert meet(position, sets, (9, 3, 2, 15), 9, s0=fields).end_turns().ship(0).talers == talers
        sets = (*SURE, "pirate_dice_same=1", f"lucky_zero_tie={setting}")
        game = meet(position, sets, (9, 3, 2, 15), 9, s0={**fields, "cannons": 1}).end_turns()
        assert game.ship(0).talers == 1


def test_p_stern_7_lucky_tie_with_players_and_switch_lucky_each(position):
    for setting, units in (("true", 2), ("false", 1)):
        sets = (*NO_PIRATE, f"lucky_each={setting}")
        fields = {"s1": {"stern": Stern.SZERENCSE_FIA, "rum": 1}}
        game = to_battle(meet(position, sets, (0, 0, 0, 3), 6, **fields))
        taken = 0
        while game.phase == Phase.LOOT:
            assert (game.table.asked, game.table.due) == (1, 1)
            game.answer(RUM)
            taken += 1
        assert taken == units


def test_p_stern_8_knight_once_per_game(position):
    fields = {"s0": {"stern": Stern.BEKELOVAG, "knight": 1, "rum": 3}}
    game = to_battle(meet(position, SURE, (9, 3, 2, 15), 9, **fields))
    assert (game.phase, game.options()) == (Phase.KNIGHT, [0, 1])
    game.answer(0)
    assert tallies(game, "pirate_lost")[0] == 1
    assert game.ship(0).knight == 1
    spent = meet(position, SURE, (9, 3, 2, 15), 9, s0={"stern": Stern.BEKELOVAG, "knight": 0, "rum": 3})
    assert to_battle(spent).phase != Phase.KNIGHT


def test_p_stern_8_not_asked_without_a_battle(position):
    fields = {"s0": {"stern": Stern.BEKELOVAG, "knight": 1, "rum": 3}}
    assert to_battle(meet(position, SURE, (0, 1, 2, 3), 6, **fields)).phase == Phase.CARDS
