"""When a cell is done, and which interval it then has."""

import pytest

from analyzer.play.stopping import Goal, Tally, expectation, planned_games
from analyzer.stats.proportions import wilson, win_rate
from analyzer.stats.sequences import WidthRule, bernoulli_sequence, share_sequence
from tools.covering.stopping import fixed_games

BLOCK = 4096


def blocks(count, p=0.5, **more):
    return [Tally(BLOCK, round(p * BLOCK), **more) for _ in range(count)]


def first_stop(goal, p):
    return next(count for count in range(1, 10_000) if goal.is_reached(blocks(count, p))) * BLOCK


@pytest.mark.parametrize(("until", "p"), [(0.01, 0.5), (0.005, 0.3), (0.005, 0.02)])
def test_a_width_costs_about_as_much_as_a_fixed_plan(until, p):
    games = first_stop(Goal(10**9, until), p)
    assert fixed_games(until, p) <= games <= 1.15 * fixed_games(until, p) + BLOCK
    assert games == Goal(10**9, until).foreseen_games(round(p * BLOCK) / BLOCK)


def test_a_finished_cell_has_the_interval_of_its_rule():
    goal = Goal(10**9, 0.01)
    done = blocks(first_stop(goal, 0.5) // BLOCK)
    whole = WidthRule(0.01, 10**9).estimate(BLOCK // 2 * len(done), BLOCK * len(done))
    assert goal.win_rate(done) == whole
    assert whole.half_width <= 0.01
    assert Goal(BLOCK).win_rate(blocks(1)) == win_rate(BLOCK // 2, BLOCK)


@pytest.mark.parametrize("goal", [Goal(10**6, 0.005), Goal(10**6)])
def test_an_unfinished_cell_has_an_interval_for_every_look(goal):
    found = goal.win_rate(blocks(2))
    assert found == bernoulli_sequence(BLOCK, 2 * BLOCK, tuned_for=goal.foreseen_games(0.5))
    assert found.half_width > wilson(BLOCK, 2 * BLOCK).half_width


def test_shares_of_an_unfinished_cell_are_valid_at_every_look():
    goal = Goal(10**6, 0.005)
    tallies = [Tally(BLOCK, 0, (2048.0, 2048.0), (2048.0, 2048.0)) for _ in range(3)]
    expected = share_sequence([BLOCK] * 3, [2048.0] * 3, [2048.0] * 3, tuned_for=goal.foreseen_games(0.5))
    assert goal.shares(tallies)[0] == expected
    assert "stopped by width" in goal.shares(tallies, is_reached=True)[0].method


@pytest.mark.parametrize("goal", [Goal(BLOCK), Goal(BLOCK, 0.001), Goal(10**6), Goal(10**6, 0.02)])
def test_unknown_games_bound_a_rate_from_both_sides(goal):
    """88 of 100 games cut off, 11 won: 11.35 % [10.9, 11.8] was printed."""
    found = goal.win_rate([Tally(BLOCK, 460, unknown=3604)])
    assert found.low < 460 / BLOCK
    assert found.high > (460 + 3604) / BLOCK
    assert found.value == 460 / (BLOCK - 3604)
    share = goal.shares([Tally(BLOCK, 0, (460.0,), (460.0,), unknown=3604)])[0]
    assert (share.low < 460 / BLOCK, share.high > (460 + 3604) / BLOCK) == (True, True)
    assert "unknown games" in found.method
    assert "unknown games" in share.method


def test_more_games_do_not_tell_what_became_of_unknown_ones():
    goal = Goal(10**9, 0.01)
    tallies = blocks(4, 0.1, unknown=3000)
    assert goal.is_reached(tallies)
    assert goal.win_rate(tallies).half_width > 0.3


def test_the_expectation_is_that_of_the_rule():
    assert planned_games(0.01) <= 1.15 * fixed_games(0.01) + BLOCK
    assert f"about {planned_games(0.01):,} games at a win rate of 50 %" in expectation(None, 0.01)
