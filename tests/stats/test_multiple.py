import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from analyzer.stats.estimate import bonferroni_level, holm, sidak_level

# Benjamini, Hochberg 1995, section 3.2: at 0.05 Bonferroni rejects 3
THROMBOLYSIS = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262]
THROMBOLYSIS += [0.5719, 0.6528, 0.7590, 1.0000]


def test_rejects_as_printed_in_benjamini_hochberg_1995():
    assert (holm(THROMBOLYSIS) <= 0.05).sum() == 3


def test_agrees_with_statsmodels():
    rng = np.random.default_rng(1)
    for size in (1, 2, 50):
        p = np.round(rng.random(size) ** 3, 2)  # rounded, so that there are ties
        assert holm(p) == pytest.approx(multipletests(p, method="holm")[1], abs=1e-12)


def test_levels_are_those_of_bonferroni_and_sidak():
    assert bonferroni_level(0.95, 10) == pytest.approx(0.995)
    assert sidak_level(0.95, 10) ** 10 == pytest.approx(0.95)
    assert sidak_level(0.95, 10) < bonferroni_level(0.95, 10)
    assert bonferroni_level(0.95, 1) == pytest.approx(sidak_level(0.95, 1))


@pytest.mark.parametrize("p", [[1.1], [-0.1], [float("nan")], []])
def test_refuses_what_is_no_p_value(p):
    with pytest.raises(ValueError, match="p_values must"):
        holm(p)


def test_refuses_no_comparisons():
    with pytest.raises(ValueError, match=r"comparisons must lie in \[1, inf\] but got 0"):
        sidak_level(0.95, 0)
