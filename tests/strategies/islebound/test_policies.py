"""Scripted positions and the answer each policy gives."""

import numpy as np
import pytest

from analyzer.games.islebound.encoding import action_of, town_of
from analyzer.games.islebound.notation import kind, town
from analyzer.games.islebound.rules.crew import to_deck
from analyzer.games.islebound.state import Action, Moment, Phase
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from tests.games.islebound.positions import Position

HEURISTICS = ("balanced", "conqueror", "diplomat", "builder", "trader", "renown", "rusher", "one_ply")


class Sitting(Position):
    """A policy in seat 0 of a game of four that is asked for a plan, with an empty row and no events."""

    def __init__(self, policy):
        super().__init__(4, seed=1)
        self.policy = policy
        self.no_events().row()

    def beside(self, name):
        return super().beside(0, name)

    def decide(self):
        return self.ask(self.policy)

    def decided(self):
        """Where the plan goes, and for which action."""
        answer = self.decide()
        return town_of(answer), Action(action_of(answer))


def test_conqueror_attacks_the_strongest_town_it_can_take():
    sitting = Sitting("conqueror").beside("grenille").goods(serpent=8)
    place, action = sitting.decided()
    assert action == Action.ATTACK
    assert sitting.rules.takes[place] & 1


def test_diplomat_allies_as_soon_as_it_can_pay():
    sitting = Sitting("diplomat").beside("fels_garden").cubes_at(0, 13, 14, 15)
    assert sitting.decided()[1] == Action.DIPLOMACY


def test_builder_builds_where_goods_suffice():
    sitting = Sitting("builder").beside("stratic").goods(wood=5, fish=5)
    sitting.table.row[4] = 0
    assert sitting.decided() == (town("stratic"), Action.VISIT)


def test_trader_hunts_a_full_map_and_sells_books():
    sitting = Sitting("trader").beside("thundrake").goods(book=5)
    sitting.table.coins_on_map = 4
    assert sitting.decided()[1] == Action.HUNT
    sitting.table.coins_on_map = 0
    sitting.table.region[1:] = sitting.table.region[1]
    to_deck(sitting.rules, sitting.table, 0, kind("admin"), 2)
    assert sitting.decided() == (town("thundrake"), Action.VISIT)


def test_renown_boasts_when_it_pays():
    sitting = Sitting("renown").beside("farwold").goods(fish=9)
    sitting.table.reputation_top[:] = 1  # fish
    assert sitting.decided() == (town("farwold"), Action.VISIT)


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
    assert sitting.decided()[1] == Action.HUNT


def test_random_legal_answers_among_the_options():
    sitting = Sitting("random_legal")
    assert sitting.decide() in sitting.options()


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
