"""Difficulty, few wins, unknown games, icons, ratings: do intervals cover, and do wrong ones fail the same check?"""

import math

import numpy as np
import pytest

from analyzer.stats.effects import contrast_of
from analyzer.stats.joint import joint_counts, outcomes_of
from analyzer.stats.paired import count_bounded, count_pairs, tango, tango_bounded
from analyzer.stats.places import orders_of, place_variants
from analyzer.stats.proportions import bounded_share, wilson, win_rate
from tools.covering.exact import EXPECTED_WINS, few_wins
from tools.covering.places import PLACE_CASES, normal_contrast, places, printed_icons
from tools.covering.samples import play_deals, ratings, separate, settled

LEVEL, SIGMAS = 0.95, 4.5


def band(runs, level=LEVEL):
    return SIGMAS * math.sqrt(level * (1 - level) / runs)


def covers(hits):
    hits = np.asarray(hits)
    return hits.mean() >= LEVEL - band(hits.size)


def test_few_wins_are_covered_by_the_exact_interval_and_not_with_half_a_win_added():
    found = {wins: few_wins(wins) for wins in EXPECTED_WINS}
    for wins, shares in found.items():
        least = LEVEL if wins < 8 else 0.94  # around ten wins the exact interval gives way to the approximate one
        assert min(shares["rate"], shares["odds"]) >= least
    assert min(shares["control"] for shares in found.values()) < 0.92


@pytest.mark.parametrize("case", PLACE_CASES)
def test_places_and_differences_cover(case):
    found = places(case, runs=400)
    assert found["place"] >= LEVEL - band(400)
    assert found["difference"] >= LEVEL - band(400)
    if "1 win" in case or "2 losses" in case:
        assert found["control"] < LEVEL - band(400)  # control: half a win added, normal interval


def test_places_that_ignore_the_common_deals_are_rejected():
    rng = np.random.default_rng(1)
    rates, n = (0.5, 0.3, 0.1), (800, 800, 800)
    truth = sum(math.log((1 - p) / p) for p in rates) / 3
    ours, naive = [], []
    for _ in range(800):
        joint = joint_counts(play_deals(rng, rates, n), n)
        labels = ["a"] * 3, ["2", "3", "4"]
        ours.append(not place_variants(*labels, settled(joint)).place("a").excludes(truth))
        alone = separate(np.diagonal(joint.wins).tolist(), n)
        naive.append(not place_variants(*labels, alone).place("a").excludes(truth))
    assert covers(ours)
    assert not covers(naive)  # control: the same luck in every cell, taken for independent luck


def test_differences_cover_where_hardly_any_deal_differs():
    rng = np.random.default_rng(2)
    n, ours, old = 2_000, [], []
    for _ in range(1_500):
        first = rng.random(n) < 0.4
        changed = rng.random(n) < 0.001
        second = first ^ changed
        joint = joint_counts([np.packbits(first), np.packbits(second)], [n, n])
        truth = 0.4 - (0.4 * 0.999 + 0.6 * 0.001)
        ours.append(not contrast_of([1, -1], settled(joint)).excludes(truth))
        old.append(not normal_contrast([1, -1], joint).excludes(truth))
    assert covers(ours)
    assert not covers(old)  # control: no width where no deal differs


def cut_off(rng, n, p_won, p_cut_if_won, p_cut_if_lost):
    """Play games of which those that are going well are cut off more often than the others."""
    won = rng.random(n) < p_won
    unknown = rng.random(n) < np.where(won, p_cut_if_won, p_cut_if_lost)
    return won & ~unknown, unknown


def test_unknown_games_are_covered_whatever_became_of_them_and_dropping_them_fails():
    rng = np.random.default_rng(3)
    bounded, dropped, shares, logits = [], [], [], []
    for _ in range(600):
        won, unknown = cut_off(rng, 500, 0.4, 0.3, 0.05)
        k, u = int(won.sum()), int(unknown.sum())
        bounded.append(not win_rate(k, 500, u).excludes(0.4))
        shares.append(not bounded_share(500, float(k), float(k), u).excludes(0.4))
        logits.append(not contrast_of([1], separate([k], [500], [u]), scale="logit").excludes(math.log(2 / 3)))
        dropped.append(not wilson(k, 500 - u).excludes(0.4))
    for hits in (bounded, shares, logits):
        assert covers(hits)
    assert not covers(dropped)  # control


def test_unknown_games_of_pairs_are_covered_and_dropping_them_fails():
    rng = np.random.default_rng(4)
    ours, effects, dropped = [], [], []
    for _ in range(250):
        a, no_a = cut_off(rng, 600, 0.5, 0.2, 0.02)
        b, no_b = cut_off(rng, 600, 0.4, 0.02, 0.2)
        rows = [np.packbits(x) for x in (a, b, no_a, no_b)]
        ours.append(not tango_bounded(count_bounded(*rows, 600)).excludes(0.1))
        effects.append(not contrast_of([1, -1], outcomes_of(rows[:2], [600] * 2, rows[2:])).excludes(0.1))
        known = ~(no_a | no_b)
        dropped.append(not tango(count_pairs(a[known], b[known])).excludes(0.1))
    assert covers(ours)
    assert covers(effects)
    assert not covers(dropped)  # control


@pytest.mark.parametrize("spacing", [0.3, 1.0])
def test_the_agreement_with_icons_covers_and_redrawn_ranks_do_not(spacing):
    found = printed_icons(spacing, runs=150)
    assert found["share"] >= LEVEL - band(150)
    if spacing == 0.3:
        assert found["control"] < LEVEL - band(150)


def test_orders_are_hardly_ever_claimed_where_there_is_none():
    rng = np.random.default_rng(5)
    false, careless = [], []
    labels = [v for v in "abcd" for _ in range(3)], ["2", "3", "4"] * 4
    for _ in range(300):
        scale = place_variants(*labels, separate(rng.binomial(3_000, 0.3, 12).tolist(), [3_000] * 12))
        false.append(any(order.harder or order.easier for order in orders_of([scale])))
        # control: every claim at 95 % for itself
        careless.append(any(scale.difference("a", v, context=c).excludes(0.0) for v in "bcd" for c in ("2", "3")))
    assert np.mean(false) <= 0.05 + band(300)
    assert np.mean(careless) > 0.05 + band(300)


@pytest.mark.slow
def test_ratings_cover_when_deals_suit_a_policy_and_games_taken_for_themselves_do_not():
    found = ratings(60, runs=400)
    assert found["by deal"] >= LEVEL - band(400)
    assert found["control"] < LEVEL - band(400)
