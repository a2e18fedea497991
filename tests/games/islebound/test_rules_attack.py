"""Attack and raid (rules 2.6, I-VAR-RAID), with the probability oracle of section 3.2."""

import numpy as np
import pytest

from analyzer.games.islebound.encoding import ASK_COMMIT, ASK_INJURE, ASK_LOSS, ASK_REROLL, order_limits
from analyzer.games.islebound.notation import town
from analyzer.games.islebound.rules.attack import best_force
from analyzer.games.islebound.rules.dice import best_total
from analyzer.games.islebound.rules.turn import advance
from analyzer.games.islebound.state import NOBODY, Action, Phase, Stage

SURE = ("combat.serpent=[3, 3, 3, 3, 3, 3]", "combat.pirate=[2, 2, 2, 2, 2, 2]")
HOPELESS = ("combat.serpent=[0, 0, 0, 0, 0, 0]", "combat.pirate=[0, 0, 0, 0, 0, 0]")
ORACLE = {
    (3, 0, 0): (0.630, 0.370, 0.148, 0.037, 0, 0),
    (4, 0, 0): (0.815, 0.617, 0.383, 0.185, 0.062, 0.012),
    (5, 0, 0): (0.914, 0.790, 0.605, 0.395, 0.210, 0.086),
    (6, 0, 0): (0.962, 0.893, 0.770, 0.597, 0.403, 0.230),
    (0, 2, 0): (0.667, 0.444, 0.333, 0.111, 0, 0),
    (0, 3, 0): (0.852, 0.741, 0.630, 0.407, 0.259, 0.148),
    (0, 4, 0): (0.938, 0.889, 0.815, 0.667, 0.543, 0.395),
    (2, 2, 0): (0.938, 0.889, 0.815, 0.617, 0.383, 0.185),
    (3, 2, 0): (0.975, 0.955, 0.914, 0.790, 0.605, 0.395),
    (2, 3, 0): (0.975, 0.955, 0.914, 0.831, 0.749, 0.605),
    (0, 3, 1): (0.938, 0.889, 0.815, 0.667, 0.531, 0.333),
    (4, 0, 1): (0.914, 0.790, 0.601, 0.374, 0.169, 0.045),
}


def chances(rules, pirates, serpents, extra, ichor=0):
    return rules.p_success[ichor, int(rules.set_index[pirates, serpents, extra])]


def force(pirates=0, serpents=0, ichor=0, extra=0):
    return pirates | serpents << 4 | ichor << 8 | extra << 12


def red(calm, sets=(), name="grenille", **goods):
    """A neutral red town of strength 5, a crew of three on deck."""
    return calm(sets=tuple(sets)).goods(**{"coin": 0, **goods}).crew(deck="2*admin work")


def total(game, faces, pirates, serpents, ichor=0):
    dice = game.dice(*faces).table.dice
    return int(best_total(game.rules, dice, pirates, serpents, ichor))


@pytest.mark.parametrize("cards", ORACLE)
def test_section_3_2_oracle(position, cards):
    found = chances(position().rules, *cards)
    assert np.abs(found[3:9] - ORACLE[cards]).max() < 0.00051
    assert found[0] == 1


def test_section_3_2_oracle_with_the_other_serpent_table_amb_01(position):
    rules = position(sets=("serpent_low_face=1",)).rules
    assert np.abs(chances(rules, 0, 3, 0)[[5, 6]] - [0.852, 0.630]).max() < 0.00051
    assert np.abs(chances(rules, 0, 4, 0)[[6, 7]] - [0.938, 0.815]).max() < 0.00051


@pytest.mark.statistical
def test_ex_45_three_serpents_against_five_by_simulation(position):
    game = position()
    rng = np.random.Generator(np.random.PCG64(45))
    throws = rng.integers(1, 7, (40_000, 3))
    values = np.array([0, 0, 0, 2, 2, 3, 3])[throws].sum(1)
    assert abs((values >= 5).mean() - 0.630) < 0.01
    assert abs((values >= 5).mean() - chances(game.rules, 0, 3, 0)[5]) < 0.01


def test_the_table_agrees_with_the_assignment_on_random_dice(position):
    """Another way to the same numbers: throw dice, assign them, count."""
    game = position()
    rng = np.random.Generator(np.random.PCG64(46))
    hits = [total(game, list(rng.integers(1, 7, 5)), 2, 1, 1) >= 8 for _ in range(2000)]
    p = float(chances(game.rules, 2, 1, 1, 1)[8])
    assert abs(np.mean(hits) - p) < 4.5 * np.sqrt(p * (1 - p) / 2000)


def test_i_attack_01_ex_27_red_towns_only_not_own_with_a_card(calm):
    game = red(calm, serpent=6).beside(0, "fels_garden")
    assert not game.can_plan("fels_garden", Action.ATTACK)
    game.beside(0, "grenille")
    assert game.can_plan("grenille", Action.ATTACK)
    assert not game.can_plan("grenille", Action.DIPLOMACY)
    game.goods(serpent=0)
    assert not game.can_plan("grenille", Action.ATTACK)
    game.goods(pirate=1).own(0, "grenille")
    assert not game.can_plan("grenille", Action.ATTACK)


def test_i_attack_02_10_12_ex_26_an_owned_town_needs_two_more_but_pays_its_printed_strength(calm):
    game = red(calm, SURE, serpent=4).own(1, "grenille").has(1, "mausoleum").crew(deck="work")
    cubes = int(game.table.cubes[1])
    game.beside(0, "grenille").plan("grenille", Action.ATTACK, 0, ASK_COMMIT)
    assert game.table.need == 7
    game.answer(force(serpents=3))
    assert game.held("coin") == 5
    assert game.table.owner[town("grenille")] == 0
    assert game.renown(1) == 3
    assert game.table.cubes[1] == cubes + 1


def test_i_attack_03_any_own_cards_may_be_committed(calm):
    game = red(calm, pirate=2, serpent=1, ichor=1).crew(deck="admin_combat").beside(0, "grenille")
    game.plan("grenille", Action.ATTACK, 0, ASK_COMMIT)
    assert len(game.options()) == 3 * 2 * 2 * 2 - 2
    assert not game.is_legal(force(extra=1))
    assert not game.is_legal(force(pirates=3))


def test_i_attack_04_13_each_combat_crew_adds_a_die_and_stays_exhausted(calm):
    game = red(calm, HOPELESS, pirate=1).crew(deck="admin_combat work_combat").beside(0, "grenille")
    game.plan("grenille", Action.ATTACK, 0, ASK_COMMIT | ASK_LOSS)
    game.answer(force(pirates=1, extra=2))
    assert game.table.dice.sum() == 3
    assert game.below()[0] == ["admin_combat", "work_combat"]


def test_i_attack_05_no_more_than_ten_dice_amb_10(calm):
    for cap, legal in (("cap", False), ("reuse", True)):
        game = red(calm, (f"dice_cap={cap}",), pirate=12).beside(0, "grenille")
        game.plan("grenille", Action.ATTACK, 0, ASK_COMMIT)
        assert game.is_legal(force(pirates=10))
        assert game.is_legal(force(pirates=11)) == legal


def rerolling(calm, sets=(), wood=3):
    game = red(calm, sets, pirate=2, wood=wood).beside(0, "grenille")
    game.plan("grenille", Action.ATTACK, 0, ASK_COMMIT | ASK_REROLL | ASK_INJURE)
    game.answer(force(pirates=2))
    return game


def test_i_attack_06_a_wood_rerolls_one_die_again_and_again(calm):
    game = rerolling(calm)
    assert game.phase == Phase.REROLL
    for wood in (2, 1, 0):
        face = int(np.flatnonzero(game.table.dice)[0])
        game.answer(face + 1)
        assert (game.held("wood"), int(game.table.dice.sum())) == (wood, 2)
    assert game.phase != Phase.REROLL


def test_amb_07_each_die_may_be_rerolled_once_only(calm):
    game = rerolling(calm, ("reroll_repeat=false",), wood=9)
    for _ in range(2):
        face = next(f for f in range(6) if game.table.dice[f] > game.table.fixed[f])
        game.answer(face + 1)
    assert game.phase == Phase.INJURE
    assert game.held("wood") == 7


def test_i_attack_07_08_ex_22_the_best_assignment(position):
    game = position()
    assert total(game, [5, 3, 1], pirates=1, serpents=2) == 5


def test_i_attack_07_ex_23_surplus_dice_are_dropped(position):
    assert total(position(), [6, 4, 3, 1], pirates=1, serpents=2) == 6


@pytest.mark.parametrize(
    ("face", "pirate", "serpent", "ichor"), [(1, 0, 0, 2), (3, 1, 2, 3), (4, 1, 2, 3), (6, 2, 3, 4)]
)
def test_i_attack_08_values_by_die(position, face, pirate, serpent, ichor):
    game = position()
    assert total(game, [face], 1, 0) == pirate
    assert total(game, [face], 0, 1) == serpent
    assert total(game, [face], 0, 0, 1) == ichor


def test_d3b_the_assignment_is_the_best_of_all(position):
    """Compare with trying every way to share the dice."""
    from itertools import permutations

    game = position()
    values = {"p": (0, 0, 1, 1, 2, 2), "s": (0, 0, 2, 2, 3, 3), "i": (2, 2, 3, 3, 4, 4)}
    rng = np.random.Generator(np.random.PCG64(7))
    for _ in range(60):
        p, s, i, x = rng.integers(0, 3), rng.integers(0, 3), rng.integers(0, 2), rng.integers(0, 2)
        faces = list(rng.integers(1, 7, p + s + i + x))
        cards = "p" * p + "s" * s + "i" * i
        ways = permutations(faces, len(cards))
        best = max(sum(values[c][f - 1] for c, f in zip(cards, way, strict=True)) for way in ways)
        assert total(game, faces, int(p), int(s), int(i)) == best


def test_i_attack_09_ex_25_injuries_only_where_they_win(calm):
    game = red(calm, HOPELESS, pirate=3, coin=9).crew(deck="admin work").neutral("krazk")
    game.row("museum", "market", "mansion", "bridge", "jeweller")
    game.attack("grenille")
    game.answer(0)
    assert game.below() == ([], [])
    assert game.held("pirate") == 2
    assert game.phase == Phase.FREE  # buying is still legal
    assert game.held("coin") == 9


def test_i_attack_09_injured_crew_add_one_each(calm):
    game = red(calm, SURE, serpent=1).crew(deck="2*admin work").beside(0, "grenille")
    game.plan("grenille", Action.ATTACK)
    assert game.below()[1] == ["admin", "admin"]  # 3 + 2 = 5
    assert game.table.owner[town("grenille")] == 0


def test_d3c_the_injury_limit_is_the_policys(calm):
    game = red(calm, SURE, serpent=1).crew(deck="2*admin work").beside(0, "grenille")
    game.plan("grenille", Action.ATTACK, 0, order_limits(60, -1, 1))
    assert game.table.owner[town("grenille")] == NOBODY
    assert game.below()[1] == []


def test_amb_09_injure_on_fail(calm):
    for reading, legal in (("false", False), ("true", True)):
        game = red(calm, (*HOPELESS, f"injure_on_fail={reading}"), pirate=1).beside(0, "grenille")
        game.plan("grenille", Action.ATTACK, 0, ASK_INJURE)
        if game.phase == Phase.INJURE:
            assert game.is_legal(1) == legal
        else:
            assert not legal  # no choice but to retreat


def test_i_attack_10_success_returns_the_cards_pays_the_spoils_and_visits_free(calm):
    game = red(calm, SURE, serpent=2).crew(tired="admin").own(0, "krazk").attack("grenille")
    assert game.held("serpent") == 0
    assert game.table.serpents_left == 14
    assert game.held("coin") == 5
    assert game.held("wood") == 2  # no fee
    assert game.table.towns[0] == 3


def test_i_attack_11_d3d_retreat_loses_one_card_a_pirate_first(calm):
    game = red(calm, HOPELESS, pirate=1, serpent=1, ichor=1).crew().attack("grenille")
    assert (game.held("pirate"), game.held("serpent"), game.held("ichor")) == (0, 1, 1)
    game = red(calm, HOPELESS, pirate=1, serpent=1).beside(0, "grenille")
    game.plan("grenille", Action.ATTACK, 0, ASK_COMMIT | ASK_LOSS).answer(force(1, 1), 1)
    assert (game.held("pirate"), game.held("serpent")) == (1, 0)


def test_i_attack_13_wood_stays_spent_on_failure(calm):
    game = red(calm, ("combat.serpent=[0, 0, 0, 0, 0, 9]",), serpent=1, wood=2).crew()
    game.attack("grenille")
    if game.table.owner[town("grenille")] == NOBODY:
        assert game.held("wood") == 0


# The default commitment


def committed(game):
    found = int(best_force(game.rules, game.table, 0))
    return found & 15, found >> 4 & 15, found >> 8 & 15, found >> 12


def test_d3_the_cheapest_set_that_reaches_the_threshold(calm):
    """Need 5, two injuries: 3 by dice. Pirate and serpent have .667 for 30, three pirates .630 for 36."""
    game = red(calm, pirate=5, serpent=4)
    game.table.need = 5
    game.table.orders = 0
    assert committed(game) == (1, 1, 0, 0)
    game.goods(serpent=0)
    assert committed(game) == (3, 0, 0, 0)
    game.table.orders = order_limits(65, -1, -1)
    assert committed(game) == (4, 0, 0, 0)


def test_d3_without_a_set_the_greatest_chance(calm):
    game = red(calm, pirate=2).crew()
    game.table.need = 4
    assert committed(game) == (2, 0, 0, 0)
    game.table.need = 9  # hopeless: all chances are equal, the cheapest goes
    assert committed(game) == (1, 0, 0, 0)


def test_d3_combat_crew_cannot_be_injured_too(calm):
    game = red(calm, pirate=3).crew(deck="admin_combat")
    game.table.need = 3
    # an extra die costs the injury: 2 to reach without, 3 with it
    assert committed(game) == (2, 0, 0, 0)


def test_amb_05_combat_crew_limit(calm):
    for limit, most in (("each", 2), ("one", 1)):
        game = red(calm, (f"combat_crew_limit={limit}",), pirate=1).crew(deck="admin_combat work_combat")
        game.beside(0, "grenille").plan("grenille", Action.ATTACK, 0, ASK_COMMIT)
        assert max(answer >> 12 for answer in game.options()) == most


def test_d3a_default_rerolls_stop_when_the_total_is_reached(calm):
    game = red(calm, serpent=2, wood=9).crew()
    table = game.table
    table.active, table.orders, table.need, table.wood_limit = 0, 0, 6, 99
    table.region[0] = town("grenille")
    table.force[:] = [0, 2, 0, 0]
    game.dice(1, 6)
    table.stage = Stage.REROLL
    advance(game.rules, game.state)
    won = table.owner[town("grenille")] == 0
    assert won or game.held("wood") == 0
    assert game.held("wood") < 9


def test_d3a_no_reroll_where_even_sixes_would_not_do(calm):
    game = red(calm, pirate=1, wood=5).crew().attack("grenille")
    assert game.held("wood") == 5


def test_d3a_the_wood_limit_is_the_policys(calm):
    game = red(calm, ("combat.pirate=[0, 0, 0, 0, 0, 5]",), pirate=1, wood=5).crew().beside(0, "grenille")
    game.plan("grenille", Action.ATTACK, 0, order_limits(60, 1, -1))
    assert game.held("wood") >= 4


# Raid


def raiders(calm, sets=(), own="", other="", pirates=(0, 0), coins=(5, 5)):
    game = calm(sets=("raid=true", *sets)).crew(0, deck=own or "admin").crew(1, deck=other or "work")
    game.goods(0, coin=coins[0], pirate=pirates[0]).goods(1, coin=coins[1], pirate=pirates[1])
    here = int(game.table.region[0])
    game.table.region[1] = game.near(here)[0]
    return game, int(game.table.region[1])


ALL_HIT = ("combat.raid_hit_min_face=1",)


def raid(game, where):
    from analyzer.games.islebound.encoding import make_plan

    return game.answer(make_plan(where, int(Action.RAID), 1, 0))


def test_i_var_raid_ex_44_the_difference_in_hits_is_taken_in_coins(calm):
    game, where = raiders(calm, ALL_HIT, own="admin admin_combat work_combat", pirates=(1, 0))
    raid(game, where)
    assert (game.held("coin"), game.held("coin", 1)) == (8, 2)
    assert game.held("pirate") == 1


def test_i_var_raid_at_most_what_the_loser_has_and_the_defender_may_win(calm):
    game, where = raiders(calm, ALL_HIT, own="admin", pirates=(0, 4), coins=(1, 5))
    raid(game, where)
    assert (game.held("coin"), game.held("coin", 1)) == (0, 6)


def test_i_var_raid_a_tie_moves_nothing(calm):
    game, where = raiders(calm, ALL_HIT, pirates=(2, 2))
    raid(game, where)
    assert (game.held("coin"), game.held("coin", 1)) == (5, 5)


def test_i_var_raid_needs_the_variant_and_a_ship_there(calm):
    from analyzer.games.islebound.encoding import make_plan

    game = calm()
    assert not any(answer >> 2 & 7 == Action.RAID for answer in game.options())
    game, where = raiders(calm)
    targets = {answer & 3 for answer in game.options() if answer >> 2 & 7 == Action.RAID}
    assert targets == {1}
    assert not game.is_legal(make_plan(where, int(Action.RAID), 2, 0))


def test_i_var_raid_at_most_ten_dice(calm):
    game, where = raiders(calm, ALL_HIT, pirates=(14, 0), coins=(0, 20))
    raid(game, where)
    assert game.held("coin") == 10


def test_amb_40_raid_spends(calm):
    game, where = raiders(calm, (*ALL_HIT, "raid_spends=true"), pirates=(2, 1))
    raid(game, where)
    assert (game.held("pirate"), game.held("pirate", 1), game.table.pirates_left) == (0, 0, 15)


@pytest.mark.parametrize(("reading", "spends"), [("false", False), ("true", True)])
def test_amb_49_raid_rerolls(calm, reading, spends):
    """One die against ten: whoever is behind rerolls a miss for wood, if raids know rerolls."""
    spent = 0
    for seed in range(12):
        game = calm(sets=("raid=true", f"raid_rerolls={reading}"), seed=seed).crew(0, deck="admin")
        game.goods(0, pirate=1, wood=3, coin=5).goods(1, pirate=12)
        where = game.near(int(game.table.region[0]))[0]
        game.table.region[1] = where
        raid(game, where)
        spent += 3 - game.held("wood")
    assert (spent > 0) == spends
