"""Scripted positions and what each policy does there."""

from __future__ import annotations

import pytest

from analyzer.catalog import policies_of
from analyzer.games.portolano import GAME
from analyzer.games.portolano.state import Extension, Phase, Stern
from analyzer.games.turns import BAD_SCORE
from tests.games.position import make_desk

QUIET = ("wind_weights.S=0", "wind_weights.E=0", "wind_weights.W=0")
SURE = (*QUIET, "die_hit_faces=6", "pirate_dice_same=0", "pirate_dice_adjacent=0")
STOP, COTTON, WINE, TEA, CANNON, ACTION = range(6)
RUM, TALER = 5, 6
N, S, E, W = range(4)
NAMES = list(policies_of("portolano"))


def ask(name, game, **knobs):
    policy = policies_of("portolano")[name]
    return int(GAME.seated_policy(policy)(*game.seen(), make_desk(policy, **knobs)))


def at_sea(position, tile, sets=QUIET, **fields):
    game = position(4, sets).calm().lay(12, tile)
    return game.equip(0, **{"rum": 3, **fields}).select("N", "N", "N", "N")


def choosing(position, sets=QUIET, cells=(5, 3, 15, 11), pirate=14, **fields):
    """Seat 0 stands on (1,1) and lays cards; its surroundings are to be arranged."""
    return position(4, sets).calm(cells=cells, pirate=pirate).equip(0, **{"rum": 3, **fields})


@pytest.mark.parametrize("name", NAMES)
def test_every_policy_answers_legally(position, name):
    game = position(4, ("free_discard=true", "peace_auto=false", "port_replace=choose"), seed=21)
    for _ in range(220):
        if game.is_over:
            break
        game.answer(ask(name, game))
    assert game.table.round_no >= 4


@pytest.mark.parametrize("name", [name for name in NAMES if name != "random_legal"])
def test_no_policy_lays_cards_it_cannot_pay(position, name):
    game = choosing(position, rum=1)
    game.table.wind = W
    assert ask(name, game.go()) != E


def test_random_legal_takes_every_option_equally_often(position):
    game = at_sea(position, "S02b")
    policy = policies_of("portolano")["random_legal"]
    desk, decide = make_desk(policy, (5, 6, 7, 8)), GAME.seated_policy(policy)
    counts = dict.fromkeys(game.options(), 0)
    for _ in range(2000):
        counts[int(decide(*game.seen(), desk))] += 1
    assert all(abs(n - 500) < 4.5 * 19.4 for n in counts.values())


def test_trader_goes_for_the_port_that_buys_three(position):
    game = choosing(position, goods="CWT").lay(1, "H1a").lay(6, "H2a")
    assert ask("trader", game.go()) == N
    game = choosing(position, goods="C").lay(1, "H1a").lay(6, "S13a")
    assert ask("trader", game.go()) != N  # one unit is not worth the visit


def test_trader_takes_the_kind_that_is_demanded(position):
    game = position(4, QUIET).calm().lay(12, "S02a").lay(7, "H3a").lay(9, "H3a").equip(0, goods="T", rum=3)
    assert ask("trader", game.select("N", "N", "N", "N")) == WINE  # WWT twice: wine is wanted most


def test_trader_sells_all_in_port(position):
    game = position(4, QUIET).calm().lay(12, "H1b").equip(0, goods="CWT", rum=2).select("N", "N", "N", "N")
    assert ask("trader", game) == 1
    assert ask("trader", game.answer(1)) == 3
    assert ask("trader", game.answer(3)) == 4
    game.answer(4)
    assert game.phase == Phase.PORT_RUM
    assert ask("trader", game) == 3


def test_trader_stops_below_its_least_sale(position):
    game = position(4, QUIET).calm().lay(12, "H1b").equip(0, goods="C", rum=2).select("N", "N", "N", "N")
    assert ask("trader", game) == STOP
    assert ask("trader", game, least_sale=1.0) == 1


def test_port_closer_sells_one_unit_for_the_chest(position):
    game = position(4, QUIET).calm().lay(12, "H1a").equip(0, goods="T", rum=2)
    game.table.slot[12, :2] = [1, 2]
    game.table.n_open[12] = 1
    game.select("N", "N", "N", "N")
    assert ask("port_closer", game) == 3
    assert ask("trader", game) == STOP


def test_shipwright_buys_the_highest_number(position):
    game = at_sea(position, "S01a", talers=2)
    game.table.stack[:] = [2, 3, 4, 4]
    assert ask("shipwright", game) == ACTION
    assert ask("shipwright", game.answer(ACTION)) == Extension.SAIL  # before the fuse on a tie
    game = at_sea(position, "S01a", talers=2, worth=9)
    assert ask("shipwright", game) != ACTION  # nobody can overtake it


def test_gunboat_arms_first(position):
    game = at_sea(position, "S04a", talers=2)
    assert ask("gunboat", game) == ACTION
    assert ask("gunboat", game.answer(ACTION)) == Extension.CANNON
    assert ask("gunboat", game.answer(Extension.CANNON)) == CANNON


def test_gunboat_sails_onto_a_weaker_ship(position):
    game = choosing(position, cells=(5, 6, 15, 11), cannons=3, extensions="c").lay(6, "S07b").lay(4, "S07b")
    game.lay(1, "S07b").lay(9, "S07b")
    assert ask("gunboat", game.go()) == E


def test_gunboat_loots_talers_first(position):
    game = position(4, SURE).calm(cells=(0, 0, 2, 3), pirate=6).equip(0, cannons=1)
    game.equip(1, goods="CB", talers=2).select("N", "N", "N", "N").stop_until(Phase.LOOT)
    assert ask("gunboat", game) == TALER


def test_rum_miser_makes_cheap_moves_only(position):
    game = choosing(position, rum=3, goods="CWT").lay(9, "H1a")
    assert ask("rum_miser", game.go()) != S
    assert ask("trader", game) == S


def test_mission_hunter_collects_for_its_mission(position):
    game = position(4, QUIET).calm().lay(12, "S02a").missions(3, 9, 10).equip(0, goods="TTT", rum=3)
    game.select("N", "N", "N", "N")
    assert ask("mission_hunter", game) == TEA


def test_mission_hunter_keeps_the_mission_without_cannons(position):
    game = position(4, QUIET).calm().lay(12, "S02b").missions(11, 9, 10).equip(0, rum=3)
    game.table.marker[0, :4] = 1
    assert ask("mission_hunter", game.select("N", "N", "N", "N")) != CANNON


@pytest.mark.parametrize(("talers", "answer"), [(9, WINE), (0, TEA)])
def test_rusher_empties_the_shortest_row_when_leading(position, talers, answer):
    game = position(4, (*QUIET, "supply_layout=l2a")).calm().lay(12, "S07b").equip(0, rum=3, talers=talers)
    game.equip(1, talers=4)
    game.table.head[:] = [0, 8, 2]
    assert ask("rusher", game.select("N", "N", "N", "N")) == answer


def test_dove_takes_no_cannon_and_flees(position):
    game = at_sea(position, "S05a")
    assert ask("dove", game) != CANNON
    game = position(4, ("wind_weights.N=1",)).calm(cells=(5, 3, 15, 11), pirate=1).equip(0, rum=3).lay(9, "S07b")
    for cell in (1, 4, 6):
        game.lay(cell, "S07b")
    assert ask("dove", game.go()) != N


def test_dove_spends_the_knight_only_against_two_or_more(position):
    for dice, answer in (("pirate_dice_same=2", 0), ("pirate_dice_same=4", 1)):
        game = position(4, (*QUIET, "die_hit_faces=6", dice)).calm(cells=(9, 3, 2, 15), pirate=9)
        game.equip(0, stern=Stern.BEKELOVAG, knight=1, rum=3).select("N", "N", "N", "N").stop_until(Phase.KNIGHT)
        assert ask("dove", game) == answer
        assert ask("trader", game) == 1


def test_one_ply_takes_what_brings_most_at_once(position):
    game = choosing(position, goods="CWT").lay(1, "S13b").lay(4, "S13b").lay(9, "S13b").lay(6, "H1a")
    assert ask("one_ply", game.go()) == E
    assert game.ship(0).rum == 3


def test_one_ply_fears_the_pirate(position):
    game = choosing(position, pirate=13, rum=3).lay(9, "S07b")  # the pirate will blow north onto (2,1)
    for cell in (1, 4, 6):
        game.lay(cell, "S13b")
    game.table.wind = S
    assert ask("one_ply", game.go(), battle=0.0) == S
    assert ask("one_ply", game, battle=5.0) != S


def test_defaults_for_small_decisions(position):
    full = at_sea(position, "S01a", rum=3, goods="CCWT").answer(COTTON)
    assert full.phase == Phase.DISCARD
    assert ask("trader", full) in full.options()
    lose = position(4, (*QUIET, "die_hit_faces=6")).calm(cells=(9, 3, 2, 15), pirate=9)
    lose.lay(7, "H1a").equip(0, rum=6, goods="C", talers=1).select("N", "N", "N", "N").stop_until(Phase.LOSE)
    assert ask("trader", lose) == RUM  # plenty of it
    recover = position(4, QUIET).calm().equip(0, rum=0, drifted=1, goods="CWB").go()
    assert ask("trader", recover) in (COTTON, WINE)  # never nothing, never the cocoa


def test_a_score_that_is_no_number_is_a_fault(position):
    game = choosing(position).go()
    assert ask("trader", game, pull=float("nan")) == BAD_SCORE
    assert ask("trader", game, guns=float("nan")) == BAD_SCORE
