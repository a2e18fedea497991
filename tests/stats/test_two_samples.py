import pytest
from scipy.stats import fisher_exact, hypergeom
from statsmodels.stats.proportion import proportions_ztest

from analyzer.stats.proportions import compare_proportions, fisher_mid_p, pooled_score


@pytest.mark.parametrize("counts", [(8, 20, 3, 25), (0, 10, 5, 10), (1, 40, 1, 60), (30, 30, 20, 30)])
def test_mid_p_is_fishers_p_value_less_half_of_the_tied_tables(counts):
    k1, n1, k2, n2 = counts
    p = fisher_exact([[k1, n1 - k1], [k2, n2 - k2]]).pvalue
    law = hypergeom(n1 + n2, k1 + k2, n1)
    own = law.pmf(k1)
    tied = sum(law.pmf(k) for k in range(n1 + 1) if abs(law.pmf(k) - own) < 1e-9 * own)
    assert fisher_mid_p(*counts).p_value == pytest.approx(p - tied / 2, rel=1e-8)


def test_tea_tasting_of_fisher_1935():
    # Fisher 1935: three of four cups right, two-sided p 0.486; the tables with 1 and 3 tie (16/70 each)
    assert fisher_mid_p(3, 4, 1, 4).p_value == pytest.approx(0.4857 - 16 / 70, abs=1e-4)


def test_score_test_agrees_with_statsmodels():
    ours = pooled_score(512, 1000, 470, 990)
    z, p = proportions_ztest([512, 470], [1000, 990])
    assert (ours.statistic, ours.p_value) == pytest.approx((z, p), rel=1e-12)


def test_chooses_by_the_expected_counts():
    assert compare_proportions(3, 1000, 5, 1000).method == "fisher mid-p"
    assert compare_proportions(300, 1000, 350, 1000).method == "pooled score"
    assert compare_proportions(0, 1000, 0, 1000).p_value == pytest.approx(0.5)
    assert pooled_score(0, 10, 0, 10).p_value == 1.0


def test_refuses_more_wins_than_games():
    with pytest.raises(ValueError, match=r"k must lie in \[0, 5\] but got 6"):
        compare_proportions(6, 5, 1, 5)
