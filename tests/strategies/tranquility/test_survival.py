"""`survival` in positions whose answer follows from counting the numbers that a gap still has."""

import math

import numpy as np
import pytest

from analyzer.games.tranquility.heuristics.survival.supply import (
    MOST_NEEDED,
    STEPS,
    known_between,
    log_chance,
    look,
    n_held,
    n_lost,
    pack_steps,
    step_for,
    step_of,
)
from analyzer.games.tranquility.state import Card
from analyzer.kernel.seats.bench import KNOB_SLOTS
from tests.games.tranquility.scenes import scene


def binomial_tail(unknown, chance, needed):
    terms = (math.comb(unknown, n) * chance**n * (1 - chance) ** (unknown - n) for n in range(needed, unknown + 1))
    return sum(terms)


@pytest.mark.parametrize(("unknown", "needed"), [(1, 1), (5, 2), (12, 3), (30, 14)])
def test_the_table_holds_logarithms_of_binomial_tails(unknown, needed):
    for step in (3, 20, 45, 63):
        tail = binomial_tail(unknown, (step + 0.5) / STEPS, needed)
        assert log_chance(step, unknown, needed) == pytest.approx(math.log(tail), abs=1e-5)


def test_more_numbers_than_there_are_have_no_chance():
    assert log_chance(30, 4, 5) < -50
    assert log_chance(30, 200, MOST_NEEDED + 9) == log_chance(30, 80, MOST_NEEDED)


def test_small_gaps_have_steps_of_their_own():
    steps = pack_steps(0.25, 0.5)
    assert [step_for(steps, n) for n in (1, 2, 10, 30)] == [step_of(0.75), step_of(0.5), step_of(0.3), step_of(0.3)]


def test_what_is_known_of_a_span_is_counted(position):
    game = position(hands={0: "12 14 40 F 80"})
    memory = np.zeros(64, np.int64)
    hand = game.state.hands[0]
    hand.lost[13] = hand.lost[41] = hand.lost[11] = 1
    look(game.rules, game.table, hand, memory)
    spans = {(0, 81): (4, 3), (11, 15): (2, 1), (12, 14): (0, 1), (39, 42): (1, 1), (14, 40): (0, 0), (10, 13): (1, 1)}
    for (lower, upper), counts in spans.items():
        known = known_between(memory, lower, upper)
        assert (n_held(known), n_lost(known)) == counts


def test_a_finish_is_played_as_soon_as_it_is_legal(position, positions, choose):
    game = position(grid=positions.full_grid(), hands={0: "2 4 F 6 8"})
    assert choose(game, "survival") == "finish"


def test_an_island_goes_where_both_sides_keep_their_numbers(position, choose):
    """Between 20 and 60, with eleven cells between them, 40 belongs into the middle."""
    game = position(grid={9: 20, 21: 60}, hands={0: "40 F F F F"})
    assert choose(game, "survival") == ("place", 40, 15)


def test_a_gap_without_numbers_is_never_left(position, choose):
    """44 beside 42 would leave one number for two cells anywhere but at the next two."""
    game = position(grid={10: 42}, hands={0: "44 F F F F"})
    assert choose(game, "survival")[2] in (11, 12)


def test_a_number_given_up_is_not_waited_for(position, choose):
    """With 43 to come, 44 leaves it a cell behind 42, for nothing; with 43 gone that cell could never be filled."""
    game = position(grid={10: 42}, hands={0: "44 F F F F"})
    assert choose(game, "survival") == ("place", 44, 12)
    game.state.hands[0].lost[43] = 1
    assert choose(game, "survival") != ("place", 44, 12)


def test_the_only_number_of_a_gap_is_kept(position, choose):
    """31 alone fits between 30 and 32: everything else goes first."""
    game = position(grid={9: 30, 11: 32, 20: 50}, hands={0: "31 60 61 70 71"})
    game.discard_two()
    assert "31" not in choose(game, "survival")


def test_a_gap_spares_either_of_two_cards_and_not_both(position, choose):
    """Both fit between 30 and 33: each is cheap by itself, and dear without the other."""
    game = position(grid={9: 30, 11: 33, 15: 39, 17: 41, 20: 49, 22: 52}, hands={0: "31 32 40 50"})
    game.discard_two()
    given = set(choose(game, "survival"))
    assert len(given & {"31", "32"}) == 1
    assert "50" in given, "51 may still come, while 40 is the only number of its cell"


def test_what_fits_nowhere_is_given_up_first(position, choose):
    game = position(grid={9: 20, 10: 22, 20: 50}, hands={0: "52 21 S 60 70"})
    game.discard_two()
    assert choose(game, "survival") == ("21", "S")


def test_the_last_finish_is_kept_when_the_grid_is_nearly_full(position, positions, choose):
    grid = positions.full_grid()
    del grid[20]
    game = position(grid=grid, hands={0: "F 41 2 4 6"})
    game.discard_two()
    assert choose(game, "survival") == ("2", "4")


def test_larger_piles_give_more_at_the_start(position, choose):
    piles = {0: "1 2", 1: " ".join(str(n) for n in range(50, 75)), 2: "5 6"}
    game = position(players=3, started=False, hands={0: "S 3 9 40 F"}, piles=piles)
    game.offer_all()
    shares = choose(game, "survival")
    assert sum(shares) == 8
    assert shares[1] == max(shares)


def test_a_monster_eats_what_closes_a_gap(position, positions):
    """40 and 41 lie two cells apart: nothing fits between them until one is gone."""
    game = position(variant="monsters-5", grid={3: 8, 15: 40, 17: 41, 30: 70}, hands={0: "M 41 F F F"})
    game.table.played[[8, 40, 41, 70]] = 1
    answer = game.ask("survival")
    assert answer & 63 in (16, 18)
    assert answer >> 6 == 123


def test_a_wrong_side_is_flipped_when_nothing_else_is_missing(position, positions):
    game = position(variant="day-night", grid=positions.full_grid(), hands={0: "F 2 4 6 8"})
    game.table.side[1:37] = game.rules.wanted_side[1:37]
    game.table.side[4] = 1 - game.table.side[4]
    game.table.n_wrong = 1
    answer = game.ask("survival")
    assert (answer >> 6, answer & 63) == (129, 4)


@pytest.mark.parametrize(
    ("stock", "n_drawn", "purple", "cleared"),
    [
        (1, 0, {}, "none"),
        (2, 0, {}, "none"),
        (3, 0, {}, ("orange", 1)),
        (1, 2, {}, ("orange", 1)),
        (1, 1, {2: 0}, ("purple", 2)),
    ],
)
def test_compasses_are_kept_for_purple_storms_that_may_still_come(stock, n_drawn, purple, cleared):
    """Of two purple Storms so many were drawn; without the knob the worst Storm on the table is cleared."""
    game = scene("storm", orange={1: 1}, purple=purple, stock=stock)
    game.table.shown[Card.PURPLE] = n_drawn
    assert game.name(game.ask("survival", reserve=0.5)) == cleared
    assert game.name(game.ask("survival")) == (cleared if purple else ("orange", 1))


@pytest.mark.parametrize(("card", "answer"), [("Y", "no"), ("O", "no"), ("P", "cancel")])
def test_a_compass_cancels_a_purple_storm_and_is_kept_from_others(card, answer):
    game = scene("storm", hands={0: "3 20 40 60 80"}, piles={0: f"{card} 70 71"}, stock=1)
    game.do(("place", 3, 0))
    assert game.phase == "CANCEL"
    assert game.name(game.ask("survival", reserve=0.5)) == answer
    assert game.name(game.ask("survival")) == "cancel"


@pytest.mark.slow  # compiled for this test alone
def test_ratings_are_finite_and_the_own_choice_is_rated_best(position):
    from analyzer.catalog import policies_of

    policy = policies_of("tranquility")["survival"]
    knobs = np.zeros(KNOB_SLOTS)
    knobs[: len(policy.knobs)] = list(policy.knobs.values())
    game = position(grid={9: 30, 13: 60}, hands={0: "31 45 52 F 70"})
    hand, memory, choice = game.state.hands[0], np.zeros(64, np.int64), np.zeros(4, np.int64)
    own = policy.decide(game.rules, game.table, hand, knobs, memory, choice)
    rated = {code: policy.rate(game.rules, game.table, hand, knobs, memory, choice, code) for code in game.codes()}
    assert all(np.isfinite(value) for value in rated.values())
    assert max(rated, key=rated.get) == own
