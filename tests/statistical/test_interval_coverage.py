"""Do the intervals cover, and are p-values uniform? Each check must also reject a wrong statistic.

Where n is small all outcomes are enumerated; where it is large, runs are simulated with fixed seeds and must
stay within 4.5 of their own binomial standard errors.
"""

import math

import numpy as np
import pytest
from scipy import stats

from analyzer.stats.diagnostics import compare_halves
from analyzer.stats.estimate import Estimate
from analyzer.stats.joint import joint_counts
from analyzer.stats.means import Moments, kaplan_meier, mean, moments, quantile
from analyzer.stats.paired import Pairs, count_pairs, mcnemar, permutation_test, tango, tango_bounds
from analyzer.stats.proportions import clopper_pearson_bounds, fisher_mid_p, newcombe, wilson_bounds, win_share
from analyzer.stats.sequences import bernoulli_bounds, share_bounds
from analyzer.stats.variance import variance_shares
from tests.stats.additive_scale import fit_scale
from tests.thinning import thinned
from tools.covering.exact import (
    binomial_coverage,
    chance_of_ever_missing,
    jeffreys_bounds,
    paired_coverage,
    tuned_sequence,
    wald_bounds,
)
from tools.covering.places import normal_contrast
from tools.covering.samples import independent_counts
from tools.covering.stopping import every_look_games

LEVEL, SIGMAS = 0.95, 4.5
SMALL_P = np.array([0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4])
P = np.concatenate([SMALL_P, [0.5], 1 - SMALL_P[::-1]])
APPROXIMATE = [wilson_bounds, jeffreys_bounds]


def band(runs, level=LEVEL):
    return SIGMAS * math.sqrt(level * (1 - level) / runs)


def covers(hits, level=LEVEL, slack=0.0):
    """Accept a share of covering runs that is not below the level by more than its own error."""
    hits = np.asarray(hits)
    return hits.mean() >= level - slack - band(hits.size, level)


def covers_exactly(hits, level=LEVEL):
    """Accept a share of covering runs that is neither below nor above the level."""
    hits = np.asarray(hits)
    return abs(hits.mean() - level) <= band(hits.size, level)


def holds(estimate: Estimate, truth):
    return not estimate.excludes(truth)


# one proportion, exact for n up to 1000


def complaints(bounds_at, n):
    """List what is wrong with an approximate interval: a deep dip, a low mean, a miss where n is ample."""
    coverage = binomial_coverage(bounds_at, n, P)
    average = binomial_coverage(bounds_at, n, np.linspace(0.001, 0.999, 199)).mean()
    ample = n * P * (1 - P) >= 10
    found = ["deep dip"] if coverage.min() < 0.82 else []
    found += ["low mean"] if average < LEVEL - 0.01 else []
    return found + (["miss where ample"] if (np.abs(coverage[ample] - LEVEL) > 0.02).any() else [])


@pytest.mark.parametrize("n", [10, 30, 100, 300, 1_000])
@pytest.mark.parametrize("bounds_at", APPROXIMATE)
def test_wilson_and_jeffreys_cover_on_average_and_never_dip_below_82_percent(bounds_at, n):
    assert complaints(bounds_at, n) == []


@pytest.mark.parametrize("n", [10, 30, 100, 300, 1_000])
def test_control_wald_is_rejected(n):
    assert complaints(wald_bounds, n) != []


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("n", [10, 30, 100, 300, 1_000, 100_000])
def test_clopper_pearson_never_covers_less_than_its_level(n, level):
    grid = np.concatenate([P, np.linspace(0.0011, 0.9989, 150)])
    assert binomial_coverage(clopper_pearson_bounds, n, grid, level).min() >= level - 1e-9
    assert binomial_coverage(wilson_bounds, n, grid, level).min() < level  # control: Wilson gives no guarantee


# one proportion, simulated for large n


def simulated(bounds_at, n, p, runs=10_000):
    wins = np.random.default_rng([n, round(1e6 * p)]).binomial(n, p, size=runs)
    low, high = bounds_at(wins, n, LEVEL)
    return (low <= p) & (p <= high)


@pytest.mark.parametrize("n", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("bounds_at", [*APPROXIMATE, clopper_pearson_bounds])
def test_simulated_coverage_of_large_samples(bounds_at, n):
    exact = binomial_coverage(bounds_at, n, P)
    for p, known in zip(P, exact, strict=True):
        hits = simulated(bounds_at, n, p)
        assert covers(hits)
        assert abs(hits.mean() - known) <= band(hits.size, known)


def test_control_wald_is_rejected_by_simulation():
    assert not covers(simulated(wald_bounds, 10_000, 0.001))


# fractional wins, means, quantiles


def shares_of(rng, p_shared, p_won, games):
    kind = rng.random(games)
    return np.where(kind < p_won, 1.0, np.where(kind < p_won + p_shared, 0.5, 0.0))


@pytest.mark.parametrize(("p_shared", "p_won", "games"), [(0.1, 0.2, 60), (0.6, 0.1, 40), (0.01, 0.01, 500)])
def test_win_share_covers_with_shared_wins(p_shared, p_won, games):
    rng = np.random.default_rng([1, games])
    samples = [shares_of(rng, p_shared, p_won, games) for _ in range(4_000)]
    truth = p_won + p_shared / 2
    assert covers([holds(win_share(games, x.sum(), (x**2).sum()), truth) for x in samples], slack=0.005)
    if games == 500:  # control: mean plus and minus z standard errors, which collapses near 0
        reach = [1.96 * x.std() / math.sqrt(games) for x in samples]
        assert not covers([abs(x.mean() - truth) <= r for x, r in zip(samples, reach, strict=True)], slack=0.005)


def test_t_interval_covers_few_turns_and_z_does_not():
    rng = np.random.default_rng(2)
    samples = rng.binomial(40, 0.4, size=(6_000, 6))
    ours = [mean(moments(x)) for x in samples]
    assert covers_exactly([holds(e, 16.0) for e in ours])
    shrunk = [
        Estimate(e.value, e.value - 0.762 * e.half_width, e.value + 0.762 * e.half_width, LEVEL, 6, "z") for e in ours
    ]
    assert not covers_exactly([holds(e, 16.0) for e in shrunk])  # control: z(0.975) / t(0.975, 5) = 0.762


@pytest.mark.parametrize(("n", "q"), [(15, 0.5), (60, 0.1), (200, 0.95)])
def test_quantile_interval_covers_any_law_and_a_narrower_one_does_not(n, q):
    rng = np.random.default_rng([3, n])
    truth = stats.expon.ppf(q)
    samples = np.sort(rng.exponential(size=(6_000, n)), axis=1)
    assert covers([holds(quantile(x, q), truth) for x in samples])
    ranks = stats.binom.ppf([0.025, 0.975], n, q).astype(int)  # the interval is X(first) to X(second + 1)
    narrow_low, narrow_high = samples[:, ranks[0]], samples[:, ranks[1] - 1]
    assert not covers((narrow_low <= truth) & (truth <= narrow_high))  # control: one order statistic further in


# two proportions


@pytest.mark.parametrize(("n1", "n2"), [(20, 30), (100, 60)])
def test_newcombe_covers_differences(n1, n2):
    coverage, wald = [], []
    k1, k2 = np.arange(n1 + 1), np.arange(n2 + 1)
    table = [[newcombe(int(a), n1, int(b), n2) for b in k2] for a in k1]
    low, high = (np.array([[getattr(e, side) for e in row] for row in table]) for side in ("low", "high"))
    r1, r2 = np.meshgrid(k1 / n1, k2 / n2, indexing="ij")
    reach = 1.96 * np.sqrt(r1 * (1 - r1) / n1 + r2 * (1 - r2) / n2)
    for p1, p2 in [(0.01, 0.02), (0.05, 0.2), (0.3, 0.3), (0.5, 0.8), (0.97, 0.9)]:
        chance = np.outer(stats.binom.pmf(k1, n1, p1), stats.binom.pmf(k2, n2, p2))
        coverage.append(chance[(low <= p1 - p2) & (p1 - p2 <= high)].sum())
        wald.append(chance[np.abs(r1 - r2 - (p1 - p2)) <= reach].sum())
    assert min(coverage) > 0.93
    assert min(wald) < 0.93  # control


PAIRED = [(0.01, 0.01), (0.02, 0.004), (0.05, 0.02), (0.1, 0.1), (0.3, 0.1), (0.02, 0.4)]


def wald_paired_coverage(n, a, b):
    only_a, only_b = np.mgrid[0 : n + 1, 0 : n + 1]
    chance = stats.multinomial.pmf(np.stack([only_a, only_b, n - only_a - only_b], axis=-1), n, [a, b, 1 - a - b])
    difference = (only_a - only_b) / n
    error = np.sqrt(np.maximum((only_a + only_b) / n - difference**2, 0) / n)
    return chance[np.abs(difference - (a - b)) <= 1.96 * error + 1e-12].sum()


@pytest.mark.parametrize("n", [20, 60, 120])
def test_tango_covers_paired_differences(n):
    assert min(paired_coverage(n, a, b) for a, b in PAIRED) > 0.935
    assert min(wald_paired_coverage(n, a, b) for a, b in PAIRED) < 0.935  # control


def test_tango_covers_many_deals():
    rng = np.random.default_rng(4)
    n, chances = 20_000, [0.4, 0.12, 0.10, 0.38]
    tables = rng.multinomial(n, chances, size=4_000)
    low, high = tango_bounds(tables[:, 1], tables[:, 2], n, LEVEL)
    assert covers_exactly((low <= 0.02) & (high >= 0.02))
    unpaired = [newcombe(int(a + b), n, int(a + c), n) for a, b, c, _ in tables]
    assert not covers_exactly([holds(e, 0.02) for e in unpaired])  # control: ignores the pairing, far too wide


# looking after every block


def ever_wrong(bounds_at, wins, n, p):
    """Tell per run whether the interval excluded `p` after any block; `wins` is (runs, blocks)."""
    wrong = np.zeros(wins.shape[0], dtype=bool)
    for look, games in enumerate(n):
        values, index = np.unique(wins[:, look], return_inverse=True)
        low, high = bounds_at(values, np.full(values.size, games), LEVEL)
        wrong |= ((low > p) | (high < p))[index]
    return wrong


@pytest.mark.parametrize("p", thinned([(0.03,), (0.5,), (0.001,), (0.9,)], 4))
def test_sequence_is_wrong_in_at_most_5_percent_of_2000_runs_although_looked_at_after_every_block(p):
    rng = np.random.default_rng([5, round(1000 * p)])
    wins = np.cumsum(rng.binomial(100, p, size=(2_000, 300)), axis=1)
    n = 100 * np.arange(1, 301)
    assert ever_wrong(tuned_sequence(10_000), wins, n, p).mean() <= 0.05
    assert ever_wrong(wilson_bounds, wins, n, p).mean() > 0.05 + band(2_000)  # control: peeking at a fixed-n interval


@pytest.mark.parametrize("p", [0.01, 0.2, 0.5])
@pytest.mark.parametrize("tuned_for", [100, 5_000])
def test_exact_chance_of_ever_missing_is_below_5_percent(p, tuned_for):
    assert chance_of_ever_missing(tuned_sequence(tuned_for), p, 20, 80) <= 0.05
    assert chance_of_ever_missing(wilson_bounds, p, 20, 80) > 0.2  # control


def test_estimate_at_the_stop_covers():
    n, tuned_for = 100 * np.arange(1, 61), every_look_games(0.04)
    rng = np.random.default_rng(6)
    ours, peeked = [], []
    for _ in range(400):
        blocks = rng.binomial(100, 0.3, size=60)
        low, high = bernoulli_bounds(np.cumsum(blocks), n, LEVEL, tuned_for)
        narrow = (high - low) / 2 <= 0.04
        assert narrow.any()
        stop = int(np.argmax(narrow))
        ours.append(low[stop] <= 0.3 <= high[stop])
        low, high = wilson_bounds(np.cumsum(blocks), n)
        decided = np.flatnonzero((low > 0.3) | (high < 0.3))  # control: stop when the answer is liked
        peeked.append(decided.size == 0)
    assert covers(ours)
    assert not covers(peeked)


def share_runs(seed, runs=1_000, blocks=60, size=50):
    rng = np.random.default_rng(seed)
    values = rng.choice([0.0, 0.5, 1.0], p=[0.6, 0.2, 0.2], size=(runs, blocks, size))
    return values.sum(axis=2), (values**2).sum(axis=2), np.full(blocks, size)


def test_share_sequence_is_never_wrong_too_often_and_a_peeked_share_is():
    total, squares, n = share_runs(7)
    wrong, peeked = [], []
    for sums, powers in zip(total, squares, strict=True):
        low, high = share_bounds(n, sums, powers, LEVEL, 1_500)
        wrong.append(bool(((low > 0.3) | (high < 0.3)).any()))
        looks = zip(*(np.cumsum(v)[2::3] for v in (n, sums, powers)), strict=True)  # 20 of 60 are enough to go wrong
        peeked.append(any(win_share(*look).excludes(0.3) for look in looks))
    assert np.mean(wrong) <= 0.05
    assert np.mean(peeked) > 0.05 + band(len(peeked))  # control


def test_difference_sequence_is_never_wrong_too_often_and_a_peeked_tango_is():
    rng = np.random.default_rng(8)
    blocks, n = rng.multinomial(100, [0.12, 0.10, 0.78], size=(1_000, 40)), np.full(40, 100)
    wrong = []
    for a, b in zip(blocks[..., 0], blocks[..., 1], strict=True):
        low, high = share_bounds(n, (n + a - b) / 2, (n - a - b) / 4 + a, LEVEL, 2_000)
        wrong.append(bool(((2 * low - 1 > 0.02) | (2 * high - 1 < 0.02)).any()))
    assert np.mean(wrong) <= 0.05
    so_far = np.cumsum(blocks, axis=1)
    low, high = tango_bounds(so_far[..., 0], so_far[..., 1], np.cumsum(n), LEVEL)
    assert ((low > 0.02) | (high < 0.02)).any(axis=1).mean() > 0.05 + band(1_000)  # control: peeking


# A/A: nothing differs, so p-values are uniform


def test_disjoint_halves_give_uniform_p_values_and_halves_on_the_same_deals_do_not():
    rng = np.random.default_rng(9)
    apart = [
        compare_halves(int(a), 20_000, int(b), 20_000).test.p_value for a, b in rng.binomial(20_000, 0.3, (2_000, 2))
    ]
    assert stats.kstest(apart, "uniform").pvalue > 1e-4
    tables = rng.multinomial(20_000, [0.25, 0.05, 0.05, 0.65], size=2_000)  # same deals: correlated outcomes
    wrongly = [compare_halves(int(a + b), 20_000, int(a + c), 20_000).test.p_value for a, b, c, _ in tables]
    assert stats.kstest(wrongly, "uniform").pvalue < 1e-6  # control: the unpaired test on paired data
    paired = [mcnemar(Pairs(*map(int, row)), "mid-p").p_value for row in tables]
    assert stats.kstest(paired, "uniform").pvalue > 1e-4


def distance_from_uniform(p_values, chances):
    """Average over the level of how far the chance of a smaller p-value is from that level."""
    levels = np.linspace(0.01, 0.99, 99)
    smaller = np.array([chances[p_values <= level].sum() for level in levels])
    return (smaller - levels).mean()


def test_discrete_tests_are_uniform_on_average_by_mid_p_and_not_by_exact_p():
    chances = stats.binom.pmf(np.arange(31), 30, 0.5)
    p = {m: np.array([mcnemar(Pairs(0, k, 30 - k, 0), m).p_value for k in range(31)]) for m in ("mid-p", "exact")}
    assert abs(distance_from_uniform(p["mid-p"], chances)) < 0.02
    assert distance_from_uniform(p["exact"], chances) < -0.05  # control: exact p-values are too large
    k = np.arange(26)
    tables = np.outer(stats.binom.pmf(k, 25, 0.2), stats.binom.pmf(k, 25, 0.2)).ravel()
    halves = np.array([fisher_mid_p(int(a), 25, int(b), 25).p_value for a in k for b in k])
    assert abs(distance_from_uniform(halves, tables)) < 0.02


def test_permutation_p_values_are_uniform_on_noise():
    rng = np.random.default_rng(10)
    noise = [permutation_test(rng.integers(-5, 6, 200), seed=i, resamples=499).p_value for i in range(500)]
    assert stats.kstest(noise, "uniform").pvalue > 1e-4
    shifted = [permutation_test(rng.integers(-5, 7, 200), seed=i, resamples=499).p_value for i in range(500)]
    assert stats.kstest(shifted, "uniform").pvalue < 1e-6  # control


# models


def correlated_cells(rng, deals, logits=(0.4, -0.4), spread=1.5):
    luck = rng.normal(size=deals)
    chances = 1 / (1 + np.exp(-(np.array(logits)[:, None] + spread * luck)))
    return rng.random(chances.shape) < chances


def marginal_rates(logits=(0.4, -0.4), spread=1.5):
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    rates = [(weights / (1 + np.exp(-(x + spread * nodes)))).sum() / weights.sum() for x in logits]
    return np.array(rates)


def test_contrasts_and_scale_cover_on_common_deals_and_ignoring_the_deals_is_noticed():
    rng = np.random.default_rng(11)
    rates = marginal_rates()
    logits = np.log(rates / (1 - rates))
    hits: dict[str, list[bool]] = {"rates": [], "logits": [], "scale": [], "unpaired": [], "model": []}
    for _ in range(2_000):
        rows = correlated_cells(rng, 600)
        joint = joint_counts([np.packbits(row) for row in rows], [600, 600])
        alone = independent_counts([int(row.sum()) for row in rows], [600, 600])
        hits["rates"].append(holds(normal_contrast([1, -1], joint), rates[0] - rates[1]))
        hits["logits"].append(holds(normal_contrast([1, -1], joint, scale="logit"), logits[0] - logits[1]))
        hits["unpaired"].append(holds(normal_contrast([1, -1], alone), rates[0] - rates[1]))
        for name, by_deal in (("scale", True), ("model", False)):
            scale = fit_scale({"variant": ["a", "b"]}, joint, by_deal=by_deal)
            hits[name].append(holds(scale.difference("variant", "b", "a"), logits[0] - logits[1]))
    for name in ("rates", "logits", "scale"):
        assert covers_exactly(hits[name])
    for name in ("unpaired", "model"):  # controls: intervals that ignore the common deals are too wide
        assert not covers_exactly(hits[name])


def test_survival_bands_cover_with_truncated_games_and_dropping_these_does_not():
    rng = np.random.default_rng(12)
    truth = 0.9**8
    ours, dropped = [], []
    for _ in range(3_000):
        end, cut = rng.geometric(0.1, 150), rng.integers(1, 16, 150)
        lost = end <= cut
        ended = np.bincount(end[lost], minlength=80)[:80]
        censored = np.bincount(cut[~lost], minlength=80)[:80]
        ours.append(holds(kaplan_meier(ended, censored).at(8), truth))
        dropped.append(holds(kaplan_meier(ended, 0 * censored).at(8), truth))
    assert covers(ours)
    assert not covers(dropped)  # control: silent censoring


def test_variance_shares_cover_and_a_shuffled_table_does_not():
    rng = np.random.default_rng(13)
    policy = np.array([-0.5, 0.5, -0.5, 0.5])
    truth = 1 / (1 + 1 + 1 / 3)
    ours, shuffled = [], []
    for _ in range(1_000):
        table = policy[:, None] + rng.normal(size=150) + rng.normal(size=(4, 150))
        ours.append(holds(variance_shares(table, ["policy"])["deal"], truth))
        mixed = rng.permuted(table, axis=1)  # control: each policy on other deals, so the deal explains nothing
        shuffled.append(holds(variance_shares(mixed, ["policy"])["deal"], truth))
    assert covers(ours)
    assert not covers(shuffled)


def test_merged_summaries_cover_like_whole_samples():
    rng = np.random.default_rng(14)
    hits, halved = [], []
    for _ in range(3_000):
        first, second = moments(rng.poisson(9, 20)), moments(rng.poisson(9, 30))
        hits.append(holds(mean(first + second), 9.0))
        whole = first + second
        halved.append(holds(mean(Moments(2 * whole.n, 2 * whole.total, 2 * whole.squares)), 9.0))
    assert covers_exactly(hits)
    assert not covers_exactly(halved)  # control: every game counted twice


def test_counting_pairs_loses_nothing():
    rng = np.random.default_rng(15)
    rows = correlated_cells(rng, 10_000)
    pairs = count_pairs(*rows)
    assert tango(pairs).value == pytest.approx(rows[0].mean() - rows[1].mean())
    assert holds(tango(pairs, 0.9999), float(np.subtract(*marginal_rates())))
