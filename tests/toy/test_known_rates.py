"""The toy game does what is known of it, within 4.5 standard errors; what is not so is told apart."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.kernel.jit import IS_PLAIN
from analyzer.play.simulation import simulate
from tests.toy import truth

pytestmark = [pytest.mark.statistical, pytest.mark.usefixtures("toy")]
GAMES = 200 if IS_PLAIN else 200_000
LIMIT = 4.5
DUEL = ("edge=0", "hit=0", "gap=11")  # a duel of cards alone
compiled_only = pytest.mark.skipif(IS_PLAIN, reason="too few games")


def rows_of(**cell):
    return simulate("toy", games=GAMES, seed=11, jobs=1, rows=True, **cell).rows


def errors_off(values, expected):
    """Count the standard errors between the rate of a yes or no and what it should be."""
    return (np.mean(values) - expected) / np.sqrt(expected * (1 - expected) / len(values))


def wins(rows, seat=0):
    return rows["share"][np.arange(len(rows)), seat]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_ahead_by_the_planted_effect(players):
    rows = rows_of(players=players, policy="rock")
    assert abs(errors_off(wins(rows, rows["first"]), truth.first_rate(players))) < LIMIT


@compiled_only
def test_the_effect_is_told_from_none_and_from_a_slightly_other_one():
    rows = rows_of(policy="rock")
    for wrong in (0, truth.EDGE - 2, truth.EDGE + 2):
        assert abs(errors_off(wins(rows, rows["first"]), truth.first_rate(2, wrong))) > LIMIT


def test_a_fair_game_has_no_effect():
    rows = rows_of(variant="fair", policy="rock")
    assert abs(errors_off(wins(rows, rows["first"]), 0.5)) < LIMIT


@pytest.mark.parametrize(("winner", "loser"), [("paper", "rock"), ("scissors", "paper"), ("rock", "scissors")])
def test_three_policies_beat_each_other_in_a_circle(winner, loser):
    assert abs(errors_off(wins(rows_of(policy=f"{winner},{loser}")), truth.duel_rate(beats=1))) < LIMIT
    assert abs(errors_off(wins(rows_of(policy=f"{loser},{winner}")), truth.duel_rate(beats=-1))) < LIMIT


def test_the_best_knob_is_six_and_every_other_has_its_rate():
    means = {keep: truth.mean_card(keep) for keep in range(1, 12)}
    assert max(means, key=means.get) == truth.BEST_KEEP
    for keep in means:
        rows = rows_of(policy=f"patient(keep={keep}),patient(keep=1)", sets=DUEL)
        assert abs(errors_off(wins(rows), truth.duel_rate(keep=keep, other_keep=1, gap=11))) < LIMIT, keep


@compiled_only
def test_a_wrong_knob_is_told_apart():
    rows = rows_of(policy="patient(keep=6),patient(keep=1)", sets=DUEL)
    assert abs(errors_off(wins(rows), truth.duel_rate(keep=3, other_keep=1, gap=11))) > LIMIT


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_team_reaches_each_target_as_often_as_the_curve_says(players):
    assert truth.team_rate(players, players, 1) == pytest.approx(1)
    for target in range(4 * players, 9 * players + 1, players):
        rows = rows_of(variant="together", players=players, policy="rock", sets=(f"target={target}",))
        assert abs(errors_off(rows["cause"] == 2, truth.team_rate(players, target, 6))) < LIMIT, target


@compiled_only
def test_a_neighbour_on_the_curve_is_told_apart():
    rows = rows_of(variant="together", policy="rock")
    assert abs(errors_off(rows["cause"] == 2, truth.team_rate(2, 14, 6))) > LIMIT


def test_lots_are_as_good_as_keeping_everything():
    rows = rows_of(policy="random_legal,rock(keep=1)")
    assert abs(errors_off(wins(rows), 0.5)) < LIMIT
