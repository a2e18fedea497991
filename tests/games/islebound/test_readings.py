"""Ambiguities of section 4 that have one reading only, or two that come to the same; decision points without a test."""

from itertools import permutations, product

import numpy as np

from analyzer.games.islebound import GAME
from analyzer.games.islebound.encoding import ASK_COMMIT, ASK_LOSS, ASK_STEP, BUY, EVENT, GO_ON, make_plan
from analyzer.games.islebound.notation import town
from analyzer.games.islebound.rules.attack import n_missing
from analyzer.games.islebound.rules.setup import set_up
from analyzer.games.islebound.state import Action, Phase
from tests.games.position import open_bench

HOPELESS = ("combat.pirate=[0, 0, 0, 0, 0, 0]", "combat.serpent=[0, 0, 0, 0, 0, 0]")


def first_player(rules, seed):
    """Set a game up and tell who starts."""
    bench = open_bench(GAME, 4, (seed, 22, 33))
    set_up(rules, bench.state, bench.chance)
    return int(bench.state.table.first)


def test_i_setup_06_every_seat_starts_equally_often(position):
    rules = position().rules
    n = 600
    starts = np.bincount([first_player(rules, seed) for seed in range(n)], minlength=4)
    assert abs(starts - n / 4).max() < 4.5 * np.sqrt(n * 3 / 16)


def test_i_setup_06_the_start_player_never_changes(position):
    game = position()
    for _ in range(60):
        game.answer(game.options()[0])
        assert game.table.first == 0


def test_amb_08_injuries_before_or_after_the_assignment_win_the_same_attacks(calm):
    """One pirate and one serpent, every roll of two dice: the best of both orders is what the engine injures."""
    game = calm()
    game.table.force[:] = [1, 1, 0, 0]
    pirate, serpent = (list(values) for values in (game.rules.value_pirate, game.rules.value_serpent))
    for need, faces in product((2, 4, 6), product(range(6), repeat=2)):
        game.table.need = need
        game.dice(*(face + 1 for face in faces))
        totals = [pirate[first] + serpent[second] for first, second in permutations(faces)]
        assigned_first = max(0, need - max(totals))
        injured_first = min(n for n in range(10) if any(total + n >= need for total in totals))
        assert n_missing(game.rules, game.table) == assigned_first == injured_first


def test_amb_14_the_fee_goes_to_the_owner_at_the_time_of_payment(calm):
    game = calm().goods(0, coin=7).goods(1, coin=0).goods(2, coin=0).own(1, "the_grotto").visit("the_grotto")
    assert (game.held("coin", 1), game.held("coin", 2)) == (1, 0)
    game.own(2, "the_grotto").again(0).visit("the_grotto")
    assert (game.held("coin", 1), game.held("coin", 2)) == (1, 1)


def test_amb_20_the_fee_may_be_paid_for_nothing(calm):
    game = calm().goods(coin=7).beside(0, "the_grotto").plan("the_grotto", Action.VISIT, 0, ASK_STEP).answer(0)
    assert (game.held("coin"), game.held("fish"), game.table.coins_on_map) == (6, 0, 1)


def test_amb_22_whoever_lost_the_home_port_plays_on(calm):
    """Effects of own ports rest meanwhile."""
    game = calm().goods(coin=7).has(0, "monster_trainers").crew(deck="admin work")
    home = int(game.table.home[0])
    name = ("crimsika", "krazk", "marhaven", "thundrake")
    port = next(word for word in name if town(word) == home)
    game.own(1, port)
    assert game.phase == Phase.PLAN
    game.visit(port)
    assert (game.held("serpent"), game.table.acted) == (0, Action.VISIT)
    game.own(0, port).again(0).visit(port)
    assert game.held("serpent") == 1


def test_amb_28_reputation_cards_are_removed_for_good(calm):
    game = calm().goods(coin=20).own(0, "farwold")
    for left in range(8, 0, -1):
        assert game.table.reputation_left.sum() == left
        game.again(0).visit("farwold")
        assert game.phase == Phase.REPUTATION
        game.answer(game.options()[1], 0)
    game.again(0).visit("farwold")
    assert (game.phase, game.table.reputation_left.sum()) == (Phase.GOODS, 0)


def test_amb_32_an_overpaid_influence_is_not_returned(calm):
    """Two cubes of value 4 on a town of strength 5 or so: both go back to the stock, and nothing is paid out."""
    game = calm().goods(coin=0).cubes_at(0, 13, 14)
    strength = int(game.rules.strength[town("fels_garden")])
    assert 4 < strength < 8
    stock = int(game.table.cubes[0])
    game.ally("fels_garden")
    placed = len(game.spaces())  # the visit places one cube by itself
    assert (game.held("coin"), game.table.owner[town("fels_garden")]) == (strength, 0)
    assert (placed, int(game.table.cubes[0])) == (1, stock + 2 - 1 - 1)


def test_amb_34_the_attacker_chooses_the_loss(calm):
    game = calm(sets=HOPELESS).goods(pirate=1, serpent=1).crew().attack("grenille", ASK_COMMIT | ASK_LOSS)
    game.answer(1 | 1 << 4)
    assert (game.phase, game.asked, game.options()) == (Phase.LOSS, 0, [0, 1])


def test_amb_37_the_speed_is_that_of_the_start_of_the_move(calm):
    """The only admin is a sailor: it pays for sharing a region that only its own sail reaches."""
    game = calm().crew(0, deck="admin_sail").goods(fish=0)
    here = int(game.table.region[0])
    there = next(number for number in game.near(here, 3))
    game.table.region[1] = there
    game.answer(make_plan(there, int(Action.NONE), 0, 0))
    assert (int(game.table.region[0]), game.below()[0]) == (there, ["admin_sail"])


def test_amb_39_the_raider_chooses_one_of_several_ships(calm):
    game = calm(sets=("raid=true",)).crew(deck="admin")
    there = game.near(int(game.table.region[0]))[0]
    game.table.region[1] = game.table.region[3] = there
    targets = [option & 3 for option in game.options() if option >> 2 == there << 3 | Action.RAID]
    assert targets == [1, 3]


def test_amb_41_architects_have_no_hand_limit(position):
    game = position(players=2, sets=("architect=true",)).no_events().scatter().again().goods(coin=0).own(0, "rockslide")
    for cards in range(8, 13):
        game.again(0).visit("rockslide")
        assert game.held("book") == cards == int(game.state.hands[0].cards).bit_count()


# decision points


def test_d0_home_ports_not_yet_taken(position):
    game = position(homes=False)
    assert (game.phase, game.options()) == (Phase.HOME, [0, 1, 2, 3])
    game.answer(2)
    assert game.options() == [0, 1, 3]


def test_d1_plans_are_destination_and_action(calm):
    """Without cards, cubes or ships about: none and hunt everywhere, a visit where the fee can be paid."""
    game = calm().goods(coin=0)
    actions = {option >> 5: set() for option in game.options()}
    for option in game.options():
        actions[option >> 5].add(Action(option >> 2 & 7))
    assert all(
        {Action.NONE, Action.HUNT} <= found <= {Action.NONE, Action.HUNT, Action.VISIT} for found in actions.values()
    )
    assert all((Action.VISIT in found) == (game.rules.fee_coin[place] == 0) for place, found in actions.items())


def test_d1a_fish_are_forced_by_the_distance(calm):
    game = calm().goods(fish=5)
    there = game.near(int(game.table.region[0]), 4)[0]
    game.answer(make_plan(there, int(Action.HUNT), 0, 0))
    assert game.held("fish") == 3


def test_d2_d6_d7_free_actions_are_go_on_events_and_purchases(calm):
    game = calm().goods(coin=30, book=1).crew(deck="admin work").event(0, 1)
    game.table.event_left[1] = 0
    game.row("museum", "market", "mansion", "bridge", "jeweller")
    morlim = int(game.rules.event_town[0])
    game.table.region[0] = game.near(morlim)[0]
    game.answer(make_plan(morlim, int(Action.NONE), 0, 0))
    assert (game.phase, game.options()) == (Phase.FREE, [GO_ON, EVENT, BUY + 2, BUY + 3, BUY + 4])


def test_d10_offers_one_for_one(calm):
    game = calm(sets=("merchant=true",)).goods(0, coin=3, wood=1).goods(1, coin=3, fish=1, wood=2)
    there = game.near(int(game.table.region[0]))[0]
    game.table.region[1] = there
    game.answer(make_plan(there, int(Action.NONE), 0, 0))
    assert (game.phase, len(game.options())) == (Phase.OFFER, 2)  # no offer, or wood for fish
