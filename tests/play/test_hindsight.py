"""Deals solved by playing them again: won, proved lost, or unknown; never by looking at what is hidden."""

from itertools import product

import numpy as np
import pytest

from analyzer.cells import make_cell
from analyzer.errors import BadInput
from analyzer.kernel.jit import IS_PLAIN, blank
from analyzer.kernel.streams import open_streams
from analyzer.play.hindsight import Outcome, Solver, hindsight
from analyzer.play.seeding import deal_seeds

DEALS = 60


def can_be_won(cell, seed, deal, given=()):
    """Try all ways to answer a deal of the toy game after the given answers, one after the other."""
    game, rules = cell.game, cell.rules
    for rest in product(range(2), repeat=cell.players - len(given)):
        answers = (*given, *rest)
        bench = blank(game.bench)
        open_streams(bench, cell.players, deal_seeds(seed, deal)[0])
        game.start(rules, bench.state, bench.chance)
        for answer in answers:
            game.step(rules, bench.state, answer, bench.chance)
        if int(bench.state.table.cause) == game.causes["WON"]:
            return True
    return False


def test_small_deals_are_won_or_proved_lost_as_all_ways_to_play_them_say(toy):
    found = hindsight(toy, players=3, variant="together", sets=["target=24"], deals=DEALS, jobs=2)
    truth = [can_be_won(found.cell, 0, deal) for deal in range(DEALS)]
    assert 5 < sum(truth) < DEALS - 5
    assert found.outcomes.tolist() == [Outcome.WON if won else Outcome.LOST for won in truth]
    assert found.count(Outcome.UNKNOWN) == 0
    assert found.winnable.low < sum(truth) / DEALS < found.winnable.high


def test_the_answer_after_which_a_deal_is_lost_is_the_one_that_all_ways_to_play_on_say(toy):
    """An autopsy named a decision that was made when the game was lost already."""
    cell = make_cell(toy, players=3, variant="together", sets=["target=24"])
    solver, seen = Solver(cell), set()
    for deal, answers in product(range(12, 20), product(range(2), repeat=3)):
        if not can_be_won(cell, 0, deal, answers):
            truth = next(given for given in range(4) if not can_be_won(cell, 0, deal, answers[:given]))
            assert solver.lost_since(0, deal, list(answers), [1, 2, 3], 30) == truth
            seen.add(truth)
    assert seen == {0, 1, 2, 3}, "lost from the start, and by each of the three answers"


def test_what_a_budget_does_not_reach_is_unknown_and_bounds_the_rate(toy):
    few = hindsight(toy, players=3, variant="together", sets=["target=24"], deals=DEALS, budget=1, jobs=1)
    all_of_them = hindsight(toy, players=3, variant="together", sets=["target=24"], deals=DEALS, jobs=1)
    assert few.count(Outcome.UNKNOWN) > 5
    assert few.count(Outcome.LOST) == 0
    known = few.outcomes != Outcome.UNKNOWN
    assert (few.outcomes[known] == all_of_them.outcomes[known]).all()
    assert few.winnable.low < all_of_them.count(Outcome.WON) / DEALS < few.winnable.high


@pytest.mark.skipif(IS_PLAIN, reason="thousands of games: only compiled")
def test_a_hard_variant_can_nearly_always_be_won_by_who_knows_the_deal():
    games = {"players": 3, "variant": "poseidon", "policy": "spacing", "deals": 8, "budget": 5000}
    one, two = (hindsight("tranquility", jobs=jobs, **games) for jobs in (1, 2))
    assert one.outcomes.tolist() == two.outcomes.tolist()
    assert one.played == two.played
    assert one.count(Outcome.WON) >= 6  # `spacing` itself wins one game in sixteen
    assert one.count(Outcome.LOST) == 0


def test_rivals_have_no_hindsight(toy):
    with pytest.raises(BadInput, match="only for cooperative games"):
        hindsight(toy, players=2, deals=1)


def test_it_answers_legally_and_leaves_rows_without_fault(toy):
    found = hindsight(toy, players=2, variant="together", deals=20, jobs=1)
    assert set(np.unique(found.outcomes)) <= {Outcome.WON, Outcome.LOST}
    assert make_cell(toy, players=2, variant="together").reference == found.cell.reference
