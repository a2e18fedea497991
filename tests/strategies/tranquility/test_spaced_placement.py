"""The best placement of a whole hand is the one that a look at every card and cell finds."""

import random

import numpy as np
import pytest

from analyzer.games.tranquility.encoding import cell_of, kind_of, play
from analyzer.games.tranquility.heuristics.small_answers import NO_ACTION
from analyzer.games.tranquility.heuristics.values import spacing_score
from analyzer.games.tranquility.rules.placement import cost_at
from strategies.tranquility.spaced_placement import BARRED, best_free_placement, best_open_placement
from strategies.tranquility.spacing import best_placement, placement_score

COST, PATIENCE = 0.6, 2.2
KNOBS = np.array([COST, PATIENCE, 10.0, 20.0, 5.0])


def random_hand(position, positions, seed, *, n_cards=None, variant="base"):
    """Rules, table and hand: ascending numbers at random cells; Islands, Finishes and Starts in hand."""
    draws = random.Random(seed)
    n_laid = draws.randint(0, 30)
    laid = sorted(draws.sample(range(1, 81), n_laid))
    game = position(variant=variant)
    game.lay(dict(zip(sorted(draws.sample(range(36), n_laid)), laid, strict=True)))
    others = [str(number) for number in range(1, 81) if number not in laid] + ["F", "F", "S"]
    game.give_hand(0, positions.parse_cards(" ".join(draws.sample(others, n_cards or draws.randint(2, 5)))))
    return game.rules, game.table, game.state.hands[0]


def best_by_looking(rules, table, hand, closed_rows=()):
    """Score and action as yardstick/README.md words it: cards in hand order, cells from low to high."""
    funds = min(int(hand.held), 5) - 1
    number = {cell: int(table.number[cell]) for cell in range(1, 37) if table.number[cell]}
    best, found = BARRED, None
    for card in map(int, hand.cards[: hand.held]):
        if card > 80 or card in number.values():
            continue
        lo, lower = max(((cell, n) for cell, n in number.items() if n < card), default=(0, 0))
        hi, upper = min(((cell, n) for cell, n in number.items() if n > card), default=(37, 81))
        want = lo + (hi - lo) * (card - lower) / (upper - lower)
        for cell in range(lo + 1, hi):
            costs = [card - lower] * (cell - 1 == lo > 0) + [upper - card] * (cell + 1 == hi < 37)
            cost = min(costs, default=0)
            leaves_room = cell - lo <= card - lower and hi - cell <= upper - card
            if leaves_room and cost <= funds and int(rules.row_of[cell]) not in closed_rows:
                score = -abs(cell - want) - COST * cost
                best, found = (score, (card, cell)) if score > best else (best, found)
    return best, found


def test_a_look_at_every_cell_finds_the_same(position, positions):
    n_found = 0
    for seed in range(200):
        seen = random_hand(position, positions, seed)
        score, action = best_free_placement(*seen, COST, 0.0)
        best, found = best_by_looking(*seen)
        open_score, open_action = best_open_placement(*seen, COST, 0.0)
        if found is None:
            assert score == open_score == BARRED, seed
        else:
            assert (score, (kind_of(action), cell_of(action))) == (best, found), seed
            assert (open_score, open_action) == (score, action), seed
            n_found += 1
    assert n_found >= 100, "most hands have a placement"


def test_the_score_of_the_replay_is_the_one_that_the_searches_find(position, positions):
    n_found = 0
    for seed in range(40):
        rules, table, hand = random_hand(position, positions, seed)
        score, action = best_free_placement(rules, table, hand, COST, PATIENCE)
        if score > BARRED:
            card, cell = kind_of(action), cell_of(action)
            seen = (rules, table, hand, KNOBS, card, cell, cost_at(rules, table, card, cell))
            assert placement_score(*seen) == pytest.approx(score, abs=1e-12), seed
            assert spacing_score(*seen) == pytest.approx(score, abs=1e-12), seed
            n_found += 1
    assert n_found >= 20


@pytest.mark.parametrize("n_cards", [1, 4, 8, 13])
def test_hands_of_any_size_are_read_to_the_end(position, positions, n_cards):
    last_card_wins = 0
    for seed in range(60):
        rules, table, hand = random_hand(position, positions, seed, n_cards=n_cards)
        _, action = best_free_placement(rules, table, hand, COST, 0.0)
        _, found = best_by_looking(rules, table, hand)
        if found is not None:
            assert (kind_of(action), cell_of(action)) == found
            last_card_wins += found[0] == int(hand.cards[n_cards - 1])
    assert last_card_wins > 0


@pytest.mark.parametrize("is_best_closed", [False, True])
def test_closed_rows_only_take_placements_away(position, positions, is_best_closed):
    for seed in range(100):
        rules, table, _hand = seen = random_hand(position, positions, seed, variant="rocks")
        _, free = best_by_looking(*seen)
        table.rocks_row = row = int(rules.row_of[free[1]]) if free and is_best_closed else seed % 6
        score, action = best_open_placement(*seen, COST, PATIENCE)
        best, found = best_by_looking(*seen, closed_rows=(row,))
        assert not is_best_closed or found is None or found != free, seed
        if found is None:
            assert best_placement(*seen, KNOBS)[0] == NO_ACTION, seed
        else:
            assert (score, (kind_of(action), cell_of(action))) == (best + PATIENCE, found), seed
            assert best_placement(*seen, KNOBS) == (action, score), seed


@pytest.mark.parametrize(("cost", "patience"), [(0.6, 2.2), (0.6, 1e10), (0.6, 1e300), (-1e10, 2.2), (-1e300, 2.2)])
@pytest.mark.parametrize(
    ("hand", "rocks_row", "is_placed"),
    [("44 21", 0, True), ("44 21", 3, False), ("44", 0, False), ("21 F", 0, False)],
    ids=["44 between 43 and 45", "closed by the Rocks", "too dear", "no gap for 21"],
)
def test_no_knob_makes_a_barred_cell_worth_playing(position, positions, cost, patience, hand, rocks_row, is_placed):
    game = position(variant="rocks", grid={9: 20, 10: 22, 20: 43, 22: 45})
    game.give_hand(0, positions.parse_cards(hand))
    game.table.rocks_row = rocks_row
    knobs = np.array([cost, patience, 10.0, 20.0, 5.0])
    action, _ = best_placement(game.rules, game.table, game.state.hands[0], knobs)
    assert action == (play(44, 22) if is_placed else NO_ACTION)
