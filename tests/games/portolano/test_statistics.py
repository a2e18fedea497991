"""Known answers: dice against their distribution, and seats against each other."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.games.portolano.rules.battle import roll
from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate

N = 6000


def battle_mean(rules, stream, cannons, pirate_dice):
    """Return mean and standard error of the talers won in battles with the pirate."""
    wins = [max(roll(rules, cannons, stream) - roll(rules, pirate_dice, stream), 0) for _ in range(N)]
    return float(np.mean(wins)), float(np.std(wins) / np.sqrt(N))


@pytest.mark.statistical
@pytest.mark.parametrize(("near", "cannons"), [(0, 1), (0, 3), (1, 2)])
def test_pirate_odds_are_those_of_the_dice(position, near, cannons):
    game = position(4, ())
    dice = int(game.rules.dice_same if near else game.rules.dice_near)
    mean, error = battle_mean(game.rules, game.chance[8], cannons, dice)
    assert abs(mean - game.rules.pirate_gain[near, 0, cannons]) < 4.5 * error
    wrong = position(4, ("die_hit_faces=4",)).rules  # negative control: other dice are found out
    assert abs(mean - wrong.pirate_gain[near, 0, cannons]) > 4.5 * error or cannons == 1


@pytest.mark.statistical
@pytest.mark.skipif(IS_PLAIN, reason="too many games for plain Python")
def test_seats_are_alike_before_the_start_player_is_drawn():
    rows = simulate("portolano", players=4, policy="random_legal", games=8000, jobs=1, rows=True).rows
    shares = rows["share"][:, :4]
    error = shares.std(axis=0) / np.sqrt(len(rows))
    assert (np.abs(shares.mean(axis=0) - 0.25) < 4.5 * error).all()
    # negative control: a seat that trades beats three that do not
    rows = simulate(
        "portolano", players=4, policy="trader,random_legal,random_legal,random_legal", games=500, jobs=1, rows=True
    ).rows
    assert rows["share"][:, 0].mean() > 0.25 + 4.5 * 0.5 / np.sqrt(500)


@pytest.mark.skipif(IS_PLAIN, reason="compares compiled runs")
def test_a_deal_is_the_same_deal_for_every_policy_and_reading():
    def deal(policy, *sets):
        rows = simulate("portolano", players=3, policy=policy, sets=list(sets), games=40, jobs=1, rows=True).rows
        return [rows[name].tolist() for name in ("first", "layout", "mission", "stern")]

    base = deal("random_legal")
    assert deal("trader") == base
    assert deal("random_legal", "die_hit_faces=2", "base_hold=9", "port_stock_side=front") == base
