"""What section 7 leaves to the engine is a default: by orders a policy is asked, and may answer otherwise."""

import numpy as np
import pytest

from analyzer.games.islebound.encoding import (
    ASK_ASSIGN,
    ASK_CUBE,
    ASK_DISCARD,
    ASK_DROP,
    ASK_HEAL,
    ASK_REROLL,
    ASK_STEP,
    DROP_WOOD_FIRST,
    ICHOR_FIRST,
    ORDER_SHIFT,
    make_plan,
)
from analyzer.games.islebound.notation import kind, town
from analyzer.games.islebound.rules.defaults import default_answer
from analyzer.games.islebound.rules.goods import pay_serpents
from analyzer.games.islebound.state import Action, Phase
from analyzer.kernel.jit import IS_PLAIN

SURE = ("combat.serpent=[3, 3, 3, 3, 3, 3]",)
EVERY_QUESTION = 0b1111111 | ASK_STEP | ASK_HEAL | ASK_DISCARD | ASK_DROP | ASK_ASSIGN | ASK_CUBE
ORDERED = range(Phase.ACTION, Phase.CUBE + 1)


def visit(game, name, orders):
    return game.own(0, name).beside(0, name).plan(name, Action.VISIT, 0, orders)


@pytest.mark.parametrize(("answer", "fish"), [(0, 0), (1, 5)])
def test_i_visit_07_d5_a_gain_step_may_be_skipped(calm, answer, fish):
    game = visit(calm().crew(deck="admin work"), "the_grotto", ASK_STEP)
    assert (game.phase, game.options()) == (Phase.STEP, [0, 1])
    assert game.answer(answer).held("fish") == fish


def test_i_visit_07_d5_a_rest_step_may_be_skipped(calm):
    game = visit(calm().crew(deck="admin", tired="work"), "marhaven", ASK_STEP)
    game.answer(0)
    assert game.deck() == ["admin"]
    assert (game.phase, game.held("pirate")) == (Phase.STEP, 0)
    assert game.answer(1).held("pirate") == 1


def test_d5_the_visit_after_a_take_may_be_declined_step_by_step(calm):
    game = calm(sets=SURE).goods(serpent=3).crew(deck="admin", tired="work").neutral("marhaven")
    game.attack("marhaven", ASK_STEP).answer(0, 0)
    assert (game.below()[0], game.held("pirate"), game.table.acted) == (["work"], 0, Action.ATTACK)
    assert game.table.owner[town("marhaven")] == 0


def test_d1b_the_policy_may_choose_whom_the_miracle_hut_heals(calm):
    game = calm().has(0, "miracle_hut").crew(hurt="admin negotiate_sail")
    visit(game, "marhaven", ASK_HEAL)
    assert (game.phase, game.options()) == (Phase.HEAL, [kind("admin"), kind("negotiate_sail")])
    game.answer(kind("admin"))
    assert (game.deck(), game.below()) == (["admin"], (["negotiate_sail"], []))


def test_d1b_a_single_injured_kind_is_no_question(calm):
    game = visit(calm().has(0, "miracle_hut").crew(deck="work", hurt="2*admin"), "marhaven", ASK_HEAL)
    assert game.phase == Phase.PLAN
    assert (game.deck(), game.below()) == (["admin", "work"], (["admin"], []))


def test_i_var_architect_the_policy_may_choose_the_card_to_discard(position):
    game = position(players=2, sets=("architect=true",)).no_events().scatter().again()
    cards = [card for card in range(35) if int(game.state.hands[0].cards) >> card & 1]
    dearest = max(cards, key=lambda card: int(game.rules.price[card]))
    visit(game.goods(coin=0), "thundrake", ASK_DISCARD).answer(1)
    assert (game.phase, game.options()) == (Phase.DISCARD, cards)
    assert (game.held("book"), game.renown()) == (7, 0)
    game.answer(dearest)
    assert int(game.table.discards) == 1 << dearest
    assert (game.held("book"), game.renown()) == (6, 2)


def test_i_crew_05_d8_amb_18_the_policy_may_choose_what_goes_overboard(calm):
    """EX-11: 6 wood and 2 fish, 5 fish gained; old goods may go as well as new ones."""
    game = visit(calm().crew(deck="admin work").goods(wood=6, fish=2), "the_grotto", ASK_DROP)
    assert (game.phase, game.options()) == (Phase.DROP, [0, 1, 2, 3])
    assert not game.is_legal(4)
    game.answer(1)
    assert (game.held("wood"), game.held("fish")) == (5, 5)


def test_d8_only_what_is_there_can_go_overboard(calm):
    game = calm().crew(deck="2*work").goods(wood=1, fish=9)
    visit(game, "the_grotto", ASK_DROP)
    assert game.options() == [0, 1]
    game = visit(calm().crew(deck="admin").goods(wood=10), "krazk", ASK_DROP).answer(0)
    assert (game.phase, game.held("wood")) == (Phase.PLAN, 10)  # wood for wood: one option is not asked


def test_i_attack_07_d3b_the_policy_may_assign_the_dice(calm):
    """EX-22 with dice 5, 3, 1: the 5 for the pirate leaves 4 in all."""
    for choice, wins in (((0,), True), ((4, 2), False)):
        game = calm().goods(serpent=2, pirate=1, wood=1).crew()
        game.attack("grenille", ASK_REROLL | ASK_ASSIGN | 4)
        game.answer(1 | 2 << 4)
        assert game.phase == Phase.REROLL
        game.dice(5, 3, 1).answer(0)
        assert (game.phase, game.options()) == (Phase.ASSIGN, [0, 2, 4])
        game.answer(choice[0])
        if not wins:
            assert game.options() == [0, 2]
            game.answer(choice[1])
        else:
            game.answer(2)
        assert (game.table.owner[town("grenille")] == 0) == wins


def test_i_infl_04_d4_the_policy_may_choose_the_cube_that_marks_a_town(calm):
    game = calm(sets=SURE).goods(serpent=3).cubes_at(0, 9, 2, 1)
    game.table.cubes[0] = 0
    game.attack("grenille", ASK_CUBE)
    assert (game.phase, game.options()) == (Phase.CUBE, [0, 1, 8])
    game.answer(8)
    assert (game.spaces(), game.table.owner[town("grenille")]) == ([1, 2], 0)


@pytest.mark.parametrize(("orders", "left"), [(0, (0, 1)), (ICHOR_FIRST, (1, 0))])
def test_i_event_08_d1b_the_policy_may_pay_a_serpent_with_ichor(calm, orders, left):
    game = calm().goods(serpent=1, ichor=1)
    game.table.orders = orders
    pay_serpents(game.state, 0, 1)
    assert (game.held("serpent"), game.held("ichor")) == left


FIELDS = ("goods", "owner", "owned", "deck", "tired", "hurt", "space", "track", "tiles", "row", "region", "turn")


@pytest.mark.parametrize(
    ("players", "sets", "orders"),
    [
        (2, (), EVERY_QUESTION),
        (3, ("architect=true",), EVERY_QUESTION),
        (4, ("advanced=true", "action_mandatory=true"), EVERY_QUESTION | DROP_WOOD_FIRST),
    ],
    ids=["standard", "architect", "advanced"],
)
def test_the_default_answers_are_what_the_engine_does(position, players, sets, orders):
    """The same game twice: nothing asked, and everything asked and answered by default."""
    preference = orders & DROP_WOOD_FIRST
    quiet, asked = (position(players, sets, seed=7, homes=False) for _ in range(2))
    rng = np.random.Generator(np.random.PCG64(4))
    seen = set()
    for _ in range(60 if IS_PLAIN else 600):
        if quiet.is_over:
            break
        while asked.phase in ORDERED:
            seen.add(asked.phase)
            asked.answer(int(default_answer(asked.rules, asked.table, asked.hand())))
        assert (asked.phase, asked.options()) == (quiet.phase, quiet.options())
        for field in FIELDS:
            assert (getattr(asked.table, field) == getattr(quiet.table, field)).all(), field
        answer = int(rng.choice(quiet.options()))
        if quiet.phase == Phase.PLAN:
            attacks = [option for option in quiet.options() if option >> 2 & 7 in (Action.ATTACK, Action.DIPLOMACY)]
            answer = attacks[0] if attacks else answer
            quiet.answer(answer | preference << ORDER_SHIFT)
            asked.answer(answer | orders << ORDER_SHIFT)
        else:
            quiet.answer(answer)
            asked.answer(answer)
    assert {Phase.ACTION, Phase.STEP} <= seen
    assert make_plan(0, 0, 0, orders) < 1 << 41
