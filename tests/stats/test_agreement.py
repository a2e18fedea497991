import numpy as np
import pytest
from scipy import stats

from analyzer.stats.agreement import certain_disorders, kendall

PRINTED = [1, 1, 2, 2, 3, 3, 1, 2]
MEASURED = [0.1, 0.4, 0.3, 0.9, 0.8, 1.2, 1.1, 0.5]
EXACT = np.eye(8) * 1e-12


def test_the_rank_correlation_agrees_with_scipy():
    tau = kendall(PRINTED, MEASURED, EXACT, 1)
    assert tau.value == pytest.approx(stats.kendalltau(PRINTED, MEASURED).statistic, abs=1e-12)
    assert tau.half_width == pytest.approx(0.0, abs=1e-12)


def test_ties_in_measured_places_are_handled_as_in_scipy():
    tied = [0.1, 0.1, 0.3, 0.3, 0.8, 1.2, 1.2, 0.5]
    zero = np.zeros((8, 8))
    assert kendall(PRINTED, tied, zero, 1).value == pytest.approx(stats.kendalltau(PRINTED, tied).statistic)


def test_interval_grows_with_the_sampling_error_and_is_seeded():
    slim = kendall(PRINTED, MEASURED, np.eye(8) * 0.001, 1)
    wide = kendall(PRINTED, MEASURED, np.eye(8) * 0.1, 1)
    assert slim.half_width < wide.half_width
    assert wide == kendall(PRINTED, MEASURED, np.eye(8) * 0.1, 1)
    assert wide.low <= wide.value <= wide.high


def test_finds_the_pairs_that_are_reversed_for_certain():
    labels = ["a", "b", "c"]
    found = certain_disorders(labels, [1, 2, 2], [1.0, 0.0, 0.9], np.eye(3) * 0.01)
    assert [(d.printed_easier, d.printed_harder) for d in found] == [("a", "b")]
    # Šidák for two comparisons: z at level 0.95 ** 0.5, standard error sqrt(0.02)
    reach = stats.norm.ppf(0.5 + 0.5 * 0.95**0.5) * np.sqrt(0.02)
    assert found[0].excess.low == pytest.approx(1.0 - reach)
    assert found[0].excess.level == 0.95


def test_common_deals_make_a_disorder_certain():
    correlated = np.array([[1.0, 0.95], [0.95, 1.0]])
    assert certain_disorders(["a", "b"], [1, 2], [1.0, 0.0], np.eye(2)) == []
    assert len(certain_disorders(["a", "b"], [1, 2], [1.0, 0.0], correlated)) == 1
    assert certain_disorders(["a", "b"], [1, 1], [1.0, 0.0], correlated) == []


def test_refuses_what_cannot_be_ranked():
    with pytest.raises(ValueError, match="at least 2 different values"):
        kendall([1, 1], [0.0, 1.0], np.eye(2), 1)
    with pytest.raises(ValueError, match=r"covariance must have shape \(2, 2\)"):
        kendall([1, 2], [0.0, 1.0], np.eye(3), 1)
    with pytest.raises(ValueError, match=r"labels must lie in \[2, 2\] but got 1"):
        certain_disorders(["a"], [1, 2], [0.0, 1.0], np.eye(2))
