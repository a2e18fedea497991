import math

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats

from analyzer.stats.effects import contrast_of
from analyzer.stats.joint import joint_counts, outcomes_of
from analyzer.stats.paired import Pairs, tango
from tools.covering.samples import separate, settled

Z = 1.959963984540054


def play(deals=3_000, cuts=(-1.0, 0.0, 1.0), seed=1):
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=deals)
    return np.array([luck + rng.normal(size=deals) > cut for cut in cuts])


def outcomes(rows, unknown=None):
    masks = None if unknown is None else [np.packbits(row) for row in unknown]
    return outcomes_of([np.packbits(row) for row in rows], [len(row) for row in rows], masks)


def test_ample_probabilities_agree_with_per_deal_sums_of_statsmodels():
    rows, weights = play(), np.array([1.0, -0.5, -0.5])
    ours = contrast_of(weights, outcomes(rows))
    theirs = sm.OLS(weights @ rows.astype(float), np.ones(3_000)).fit()
    assert ours.value == pytest.approx(theirs.params[0], abs=1e-12)
    assert ours.half_width == pytest.approx(Z * theirs.bse[0], rel=1e-9)
    assert not ours.is_sparse


def test_ample_log_odds_agree_with_a_cluster_robust_fit_of_statsmodels():
    rows, weights = play(5_000), np.array([1.0, -0.25, -0.75])
    ours = contrast_of(weights, outcomes(rows), scale="logit")
    design = np.repeat(np.eye(3), 5_000, axis=0)
    clusters = {"groups": np.tile(np.arange(5_000), 3), "use_correction": False}
    fit = sm.GLM(rows.ravel().astype(float), design, family=sm.families.Binomial()).fit(
        cov_type="cluster", cov_kwds=clusters
    )
    assert ours.value == pytest.approx(weights @ fit.params, abs=1e-8)
    assert ours.half_width == pytest.approx(Z * math.sqrt(weights @ fit.cov_params() @ weights), rel=1e-3)


def test_cells_of_different_length_have_the_covariance_of_their_common_deals():
    rows = play(4_000)
    lengths = [4_000, 1_000, 2_500]
    found = outcomes_of([np.packbits(r[:n]) for r, n in zip(rows, lengths, strict=True)], lengths)
    ours = contrast_of([1, -1, 0], found)
    rates = [rows[0].mean(), rows[1][:1_000].mean()]
    residuals = [rows[0][:1_000] - rates[0], rows[1][:1_000] - rates[1]]
    covariance = (residuals[0] * residuals[1]).sum() / (4_000 * 1_000)
    variance = rates[0] * (1 - rates[0]) / 3_999 + rates[1] * (1 - rates[1]) / 999 - 2 * covariance
    assert ours.half_width == pytest.approx(Z * math.sqrt(variance), rel=1e-3)
    assert ours.n == 1_000


def test_few_wins_put_the_exact_ends_together_by_squares():
    # the method of Zou and Donner 2008 by hand: 3 of 1,000 against 40 of 100
    ours = contrast_of([1, -1], separate([3, 40], [1_000, 100]))
    reach = Z * math.sqrt(0.24 / 99)
    low, high = stats.beta.ppf(0.025, 3, 998), stats.beta.ppf(0.975, 4, 997)
    assert ours.low == pytest.approx(0.003 - 0.4 - math.hypot(0.003 - low, reach))
    assert ours.high == pytest.approx(0.003 - 0.4 + math.hypot(high - 0.003, reach))
    assert ours.is_sparse


def test_a_cell_without_wins_makes_a_one_sided_bound_and_never_a_narrow_interval():
    ours = contrast_of([0.5, 0.5], separate([0, 500], [1_000, 1_000]), scale="logit")
    assert (ours.value, ours.low) == (-math.inf, -math.inf)
    assert math.isfinite(ours.high)
    top = 1 - 0.025 ** (1 / 1_000)
    assert ours.high > 0.5 * math.log(top / (1 - top))  # the other cell's error comes on top
    against = contrast_of([-0.5, 0.5], separate([0, 500], [1_000, 1_000]), scale="logit")
    assert against.high == math.inf
    assert math.isfinite(against.low)


def test_no_wins_against_no_losses_say_nothing_about_the_mean():
    ours = contrast_of([0.5, 0.5], separate([0, 1_000], [1_000, 1_000]), scale="logit")
    assert math.isnan(ours.value)
    assert (ours.low, ours.high) == (-math.inf, math.inf)


def test_two_cells_without_wins_differ_by_something_unknown():
    ours = contrast_of([1, -1], separate([0, 0], [1_000, 1_000]), scale="logit")
    assert math.isnan(ours.value)
    assert (ours.low, ours.high) == (-math.inf, math.inf)
    points = contrast_of([1, -1], separate([0, 0], [1_000, 1_000]))
    assert points.high == pytest.approx(1 - 0.025 ** (1 / 1_000))  # never 0 [0, 0]
    assert points.low == -points.high


@pytest.mark.parametrize("differing", [0, 1, 3])
def test_equal_outcomes_on_all_deals_are_no_proof_of_equality(differing):
    first = play(2_000)[1]
    second = first.copy()
    second[np.flatnonzero(first)[:differing]] = False
    ours = contrast_of([1, -1], outcomes([first, second]))
    score = tango(Pairs(int(second.sum()), differing, 0, 2_000 - int(first.sum())))
    assert ours.half_width == pytest.approx(score.half_width, rel=0.25)
    assert ours.half_width > 3 / 2_000


def test_unknown_games_fill_against_each_end():
    rows = play()
    unknown = ~rows & (np.random.default_rng(2).random(rows.shape) < 0.1)
    ours = contrast_of([1, -1, 0], outcomes(rows, unknown), scale="logit")
    worst = contrast_of([1, -1], outcomes([rows[0], rows[1] | unknown[1]]), scale="logit")
    best = contrast_of([1, -1], outcomes([rows[0] | unknown[0], rows[1]]), scale="logit")
    assert ours.low == pytest.approx(worst.low)
    assert ours.high == pytest.approx(best.high)
    assert ours.low < ours.value < ours.high
    assert "unknown games" in ours.method


def test_no_unknown_game_changes_nothing():
    rows = play()
    ours = contrast_of([1, 0, -1], outcomes(rows, np.zeros_like(rows)))
    assert ours == contrast_of([1, 0, -1], settled(joint_counts([np.packbits(r) for r in rows], [3_000] * 3)))


def test_refuses_other_scales_and_wrong_weights():
    with pytest.raises(ValueError, match="scale must be one of probability, logit but got odds"):
        contrast_of([1], separate([5], [10]), scale="odds")
    with pytest.raises(ValueError, match=r"weights must have shape \(1,\) but got \(2,\)"):
        contrast_of([1, 2], separate([5], [10]))
