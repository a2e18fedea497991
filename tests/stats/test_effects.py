import math

import numpy as np
import pytest
import statsmodels.api as sm

from analyzer.stats.effects import (
    added_effect,
    common_backgrounds,
    compared_effects,
    compared_interactions,
    hits_floor,
    interaction,
    largest,
    main_effect,
    together,
)
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import joint_counts
from tools.covering.places import normal_contrast
from tools.covering.samples import independent_counts

FULL = [[0, 0], [1, 0], [0, 1], [1, 1]]
SUMS_OF_TWO = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [1, 0, 1], [0, 1, 1]]


def play(design, deals=3000, seed=1):
    """Play all cells on the same deals; modules add up on the logit scale but for one interaction."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=deals)
    design = np.asarray(design)
    logit = 0.8 - design @ np.linspace(0.5, 1.0, design.shape[1]) - 0.6 * design[:, 0] * design[:, 1]
    chances = 1 / (1 + np.exp(-(logit[:, None] + 1.5 * luck)))
    return rng.random(chances.shape) < chances


def joint_of(rows):
    return joint_counts([np.packbits(row) for row in rows], [len(row) for row in rows])


def test_weights_of_a_full_design():
    assert main_effect(FULL, 0).tolist() == [-0.5, 0.5, -0.5, 0.5]
    assert main_effect(FULL, 1).tolist() == [-0.5, -0.5, 0.5, 0.5]
    assert interaction(FULL, 0, 1).tolist() == [1, -1, -1, 1]
    assert added_effect(FULL, 1, [0]).tolist() == [0, -1, 0, 1]
    assert added_effect(FULL, 1).tolist() == [-1, 0, 1, 0]


def test_designs_with_gaps_use_the_matched_cells_that_exist():
    # factor 0: matched pairs at (0, 0), (1, 0), (0, 1) of the others; the pair at (1, 1) is not played
    assert main_effect(SUMS_OF_TWO, 0) == pytest.approx(np.array([-1, 1, -1, -1, 1, 1, 0]) / 3)
    assert interaction(SUMS_OF_TWO, 0, 1).tolist() == [1, -1, -1, 0, 1, 0, 0]


def test_probability_contrast_agrees_with_per_deal_contrasts_of_statsmodels():
    rows = play(FULL)
    weights = interaction(FULL, 0, 1)
    ours = normal_contrast(weights, joint_of(rows))
    per_deal = weights @ rows.astype(float)
    theirs = sm.OLS(per_deal, np.ones(per_deal.size)).fit()
    assert ours.value == pytest.approx(theirs.params[0], abs=1e-12)
    assert ours.half_width == pytest.approx(1.959963984540054 * theirs.bse[0], rel=1e-9)


def test_logit_contrast_agrees_with_a_cluster_robust_fit_of_statsmodels():
    rows = play(FULL, 5000)
    ours = normal_contrast(interaction(FULL, 0, 1), joint_of(rows), scale="logit")
    a, b = np.repeat(np.array(FULL), 5000, axis=0).T
    design = np.column_stack([np.ones(20_000), a, b, a * b])
    fit = sm.GLM(rows.ravel().astype(float), design, family=sm.families.Binomial()).fit(
        cov_type="cluster", cov_kwds={"groups": np.tile(np.arange(5000), 4), "use_correction": False}
    )
    assert ours.value == pytest.approx(fit.params[3], abs=1e-3)  # half a win added per cell
    assert ours.half_width == pytest.approx(1.959964 * fit.bse[3], rel=1e-3)


def test_independent_cells_agree_with_the_log_odds_ratio():
    # Woolf 1955 with Haldane's half counts: standard error sqrt(sum of 1 / count)
    ours = normal_contrast([-1, 1], independent_counts([30, 55], [100, 100]), scale="logit")
    theirs = sm.stats.Table2x2(np.array([[55.5, 45.5], [30.5, 70.5]]))
    assert ours.value == pytest.approx(theirs.log_oddsratio, abs=1e-12)
    assert ours.half_width == pytest.approx(1.959964 * theirs.log_oddsratio_se, rel=0.02)


def test_common_deals_shorten_the_interval():
    rows = play(FULL)
    paired = normal_contrast(main_effect(FULL, 0), joint_of(rows))
    wins, n = [int(row.sum()) for row in rows], [rows.shape[1]] * 4
    alone = normal_contrast(main_effect(FULL, 0), independent_counts(wins, n))
    assert paired.value == pytest.approx(alone.value)
    assert paired.half_width < 0.9 * alone.half_width


def test_cells_without_wins_stay_finite_on_the_logit_scale():
    ours = normal_contrast([-1, 1], independent_counts([50, 0], [100, 100]), scale="logit")
    assert math.isfinite(ours.low)
    assert ours.high < 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: main_effect([[0, 0], [1, 1]], 0), "matched set for factors"),
        (lambda: main_effect(FULL, 2), r"factor must lie in \[0, 1\] but got 2"),
        (lambda: interaction(FULL, 1, 1), r"factors must differ but got \(1, 1\)"),
        (lambda: main_effect([[0, 2]], 0), r"values in \[0, 1\]"),
        (lambda: main_effect([[0], [0]], 0), "each cell once"),
        (lambda: normal_contrast([1], independent_counts([1, 1], [2, 2])), r"weights must have shape \(2,\)"),
        (lambda: normal_contrast([1], independent_counts([1], [2]), scale="odds"), "scale must be one of"),
    ],
)
def test_refuses_bad_designs(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_effects_are_compared_on_the_settings_that_all_of_them_were_added_to():
    # factor 2 was only played alone, factors 0 and 1 also together: their main effects speak of different company
    design = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]]
    assert main_effect(design, 0).tolist() == [-0.5, 0.5, -0.5, 0, 0.5]
    assert common_backgrounds(design, [0, 1, 2]) == [(0, 0, 0)]
    first, second, third = compared_effects(design, [0, 1, 2])
    assert first.tolist() == [-1, 1, 0, 0, 0]
    assert second.tolist() == [-1, 0, 1, 0, 0]
    assert third.tolist() == [-1, 0, 0, 1, 0]


def test_common_backgrounds_are_averaged():
    full = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    assert common_backgrounds(full, [0, 1]) == [(0, 0, 0), (0, 0, 1)]
    first, second = compared_effects(full, [0, 1])
    assert first[full.index([1, 0, 1])] == 0.5
    assert first[full.index([1, 1, 0])] == 0.0  # with factor 1 on, factor 0 has other company
    assert second[full.index([0, 1, 0])] == 0.5
    assert [row.tolist() for row in compared_interactions(FULL, [(0, 1)])] == [[1, -1, -1, 1]]


def test_interactions_are_compared_where_all_pairs_were_played():
    full = [[a, b, c] for a in (0, 1) for b in (0, 1) for c in (0, 1)]
    rows = compared_interactions(full, [(0, 1), (0, 2)])
    assert rows[0][full.index([1, 1, 0])] == 1.0
    assert rows[0][full.index([1, 1, 1])] == 0.0
    with pytest.raises(ValueError, match="all of 3 pairs"):
        compared_interactions([row for row in full if sum(row) < 2] + [[1, 1, 0]], [(0, 1), (0, 2), (1, 2)])
    with pytest.raises(ValueError, match="was added alone"):
        compared_effects([[0, 0], [1, 0]], [0, 1])


AMPLE = (0.7, 0.5, 0.5, 0.3)


def around(value, reach):
    return Estimate(value, value - reach, value + reach, 0.95, 1_000, "test")


@pytest.mark.parametrize(
    ("points", "odds", "word"),
    [
        (around(-0.1, 0.05), around(-0.5, 0.2), "harder"),
        (around(0.1, 0.05), around(0.5, 0.2), "easier"),
        (around(0.1, 0.05), around(-0.5, 0.2), "scales differ"),
        (around(-0.1, 0.05), around(0.5, 0.2), "scales differ"),
        (around(0.1, 0.05), around(0.1, 0.2), "open"),
        (around(0.01, 0.05), around(-0.5, 0.2), "open"),
        (around(0.0, 0.05), around(0.0, 0.2), "open"),
    ],
)
def test_a_verdict_needs_both_scales(points, odds, word):
    assert together(points, odds, AMPLE).word == word


def test_the_odds_come_first_where_points_hit_the_floor():
    assert together(around(0.2, 0.1), around(0.1, 0.3), AMPLE).leading == "points"
    # two modules of -40 points each from 60: together they cannot take 80
    assert together(around(0.2, 0.1), around(0.1, 0.3), (0.6, 0.2, 0.2, 0.06)).leading == "odds"
    assert hits_floor((0.5, 0.3, 0.3, 0.02))
    assert hits_floor((0.9, 0.94, 0.97, 0.98))
    assert not hits_floor(AMPLE)


def test_a_floor_alone_is_no_interaction():
    # 60 % alone, 20 % with each, 4.7 % with both: exactly additive in odds, far less than the sum in points
    points, odds = around(0.047 - 0.2 - 0.2 + 0.6, 0.02), around(0.0, 0.1)
    assert together(points, odds, (0.6, 0.2, 0.2, 0.047)).word == "open"


def test_the_largest_pair_is_sought_among_all_certain_ones():
    small = together(around(-0.05, 0.01), around(-0.9, 0.1), (0.2, 0.1, 0.1, 0.06))
    large = together(around(-0.10, 0.01), around(-0.4, 0.1), AMPLE)
    unsure = together(around(-0.30, 0.40), around(-2.0, 3.0), AMPLE)
    assert largest([unsure, large]) == 1
    assert largest([unsure, large, small]) == 2  # one hits the floor, so all are compared by odds
    assert largest([unsure]) is None
