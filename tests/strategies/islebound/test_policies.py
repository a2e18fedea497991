"""Scripted positions and the answer each policy gives."""

import numpy as np
import pytest

from analyzer.catalog import policies_of
from analyzer.cells import make_cell
from analyzer.games.islebound import GAME
from analyzer.games.islebound.encoding import action_of, town_of
from analyzer.games.islebound.notation import kind, town
from analyzer.games.islebound.rules.crew import to_deck
from analyzer.games.islebound.rules.options import next_option
from analyzer.games.islebound.rules.setup import set_up
from analyzer.games.islebound.rules.turn import advance, carry_out
from analyzer.games.islebound.state import (
    BOOK,
    COIN,
    FISH,
    NO_CARD,
    SERPENT,
    STATE,
    WOOD,
    Action,
    Moment,
    Phase,
)
from analyzer.kernel.bench import DESK
from analyzer.kernel.jit import IS_PLAIN, blank
from analyzer.kernel.random import seed_stream
from analyzer.play.simulation import simulate

HEURISTICS = ("balanced", "conqueror", "diplomat", "builder", "trader", "renown", "rusher", "one_ply")


class Sitting:
    """A policy in seat 0 of a game of four that is asked for a plan."""

    def __init__(self, name):
        self.policy = policies_of("islebound")[name]
        self.rules = make_cell("islebound", players=4, policy=name).rules
        self.state = blank(STATE)
        self.table = self.state.table
        chance = np.zeros((GAME.n_chance, 4), np.int64)
        for number in range(GAME.n_chance):
            seed_stream(chance[number], np.array([1, 2, 3], np.int64), number)
        set_up(self.rules, self.state, chance)
        self.table.first = 0
        advance(self.rules, self.state)
        while self.table.phase == Phase.HOME:
            hand = self.state.hands[int(self.table.asked)]
            carry_out(self.rules, self.state, int(next_option(self.rules, self.table, hand, -1)))
            advance(self.rules, self.state)
        self.table.event_left[:] = 1
        self.table.event_top[:] = 0
        self.table.row[:] = NO_CARD

    def beside(self, name):
        far, slots = self.rules.distance, self.table.slot
        ships = [int(region) for region in self.table.region[1:]]
        near = [t for t in range(16) if far[int(slots[t]), int(slots[town(name)])] == 1 and t not in ships]
        self.table.region[0] = near[0]
        return self

    def goods(self, **amounts):
        columns = {"coin": COIN, "wood": WOOD, "fish": FISH, "book": BOOK, "serpent": SERPENT}
        for name, n in amounts.items():
            self.table.goods[0, columns[name]] = n
        return self

    def cubes(self, *spaces):
        for space in spaces:
            self.table.space[space - 1] = 0
            self.table.influence[0] += int(self.rules.space_value[space - 1])
        return self

    def decide(self):
        desk = blank(DESK)
        desk.knobs[: len(self.policy.knobs)] = list(self.policy.knobs.values())
        seat = int(self.table.asked)
        seated = GAME.seated_policy(self.policy)
        return int(seated(self.rules, self.table, self.state.hands[seat], desk))

    def plan(self):
        answer = self.decide()
        return town_of(answer), Action(action_of(answer))


def test_conqueror_attacks_the_strongest_town_it_can_take():
    sitting = Sitting("conqueror").beside("grenille").goods(serpent=8)
    place, action = sitting.plan()
    assert action == Action.ATTACK
    assert sitting.rules.takes[place] & 1


def test_diplomat_allies_as_soon_as_it_can_pay():
    sitting = Sitting("diplomat").beside("fels_garden").cubes(13, 14, 15)
    assert sitting.plan()[1] == Action.DIPLOMACY


def test_builder_builds_where_goods_suffice():
    sitting = Sitting("builder").beside("stratic").goods(wood=5, fish=5)
    sitting.table.row[4] = 0
    assert sitting.plan() == (town("stratic"), Action.VISIT)


def test_trader_hunts_a_full_map_and_sells_books():
    sitting = Sitting("trader").beside("thundrake").goods(book=5)
    sitting.table.coins_on_map = 4
    assert sitting.plan()[1] == Action.HUNT
    sitting.table.coins_on_map = 0
    sitting.table.region[1:] = sitting.table.region[1]
    to_deck(sitting.rules, sitting.table, 0, kind("admin"), 2)
    assert sitting.plan() == (town("thundrake"), Action.VISIT)


def test_renown_boasts_when_it_pays():
    sitting = Sitting("renown").beside("farwold").goods(fish=9)
    sitting.table.reputation_top[:] = 1  # fish
    assert sitting.plan() == (town("farwold"), Action.VISIT)


@pytest.mark.parametrize(("name", "slot"), [("balanced", 3), ("rusher", 4)])
def test_balanced_buys_the_dearest_rusher_the_cheapest(name, slot):
    sitting = Sitting(name).goods(coin=20)
    sitting.table.row[3], sitting.table.row[4] = 16, 2  # palace 12, butcher 5
    sitting.table.phase, sitting.table.moment = Phase.FREE, Moment.AFTER
    assert sitting.decide() == 8 + slot


def test_balanced_keeps_a_coin():
    sitting = Sitting("balanced").goods(coin=5)
    sitting.table.row[4] = 2  # costs 5
    sitting.table.phase, sitting.table.moment = Phase.FREE, Moment.AFTER
    assert sitting.decide() == 0


@pytest.mark.parametrize("name", ["balanced", "one_ply"])
def test_a_rich_map_is_hunted_before_poor_towns(name):
    sitting = Sitting(name).goods(coin=0)
    sitting.table.coins_on_map = 15
    assert sitting.plan()[1] == Action.HUNT


def test_random_legal_answers_among_the_options():
    sitting = Sitting("random_legal")
    answer, options = -1, []
    while (answer := int(next_option(sitting.rules, sitting.table, sitting.state.hands[0], answer))) >= 0:
        options.append(answer)
    assert sitting.decide() in options


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize(("players", "variant"), [(2, "base"), (4, "base"), (2, "architect"), (2, "advanced")])
def test_a_heuristic_ends_its_games(name, players, variant):
    """Fewer than 5 % of the games may be cut off by the round limit."""
    result = simulate("islebound", players=players, variant=variant, policy=name, games=400, seed=3, jobs=1)
    assert result.fault_message() is None
    assert result.count("truncated") < 0.05 * 400


@pytest.mark.skipif(IS_PLAIN, reason="many games")
@pytest.mark.statistical
def test_balanced_beats_random_and_random_does_not_beat_itself():
    rows = simulate("islebound", players=2, policy="balanced,random_legal", games=300, seed=4, jobs=1, rows=True).rows
    assert rows["share"][:, 0].mean() > 0.5 + 4 * 0.5 / np.sqrt(300)
    rows = simulate("islebound", players=2, policy="random_legal", games=300, seed=4, jobs=1, rows=True).rows
    assert abs(rows["share"][:, 0].mean() - 0.5) < 4.5 * 0.5 / np.sqrt(300)
