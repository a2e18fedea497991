from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analyzer.stats.proportions import wilson_bounds
from tools.covering import deciding, exact, places, samples, stopping
from tools.covering.exact import (
    binomial_coverage,
    chance_of_ever_missing,
    jeffreys_bounds,
    paired_coverage,
    wald_bounds,
)

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


def test_wald_agrees_with_statsmodels():
    low, high = wald_bounds(30, 100)
    assert (float(low), float(high)) == pytest.approx(proportion_confint(30, 100, method="normal"))


def test_coverage_agrees_with_brown_cai_dasgupta_2001():
    # Brown, Cai, DasGupta 2001, section 2: Wald at p = 0.2 covers 0.946 at n = 30 and 0.928 at n = 98
    assert round(float(binomial_coverage(wald_bounds, 30, [0.2])[0]), 3) == 0.946
    assert round(float(binomial_coverage(wald_bounds, 98, [0.2])[0]), 3) == 0.928


def test_windowed_enumeration_agrees_with_the_full_sum_of_scipy():
    for n, p in [(10, 0.001), (1_000, 0.5), (20_000, 0.999)]:
        k = np.arange(n + 1)
        low, high = wilson_bounds(k, n)
        full = stats.binom.pmf(k, n, p)[(low <= p) & (p <= high)].sum()
        assert binomial_coverage(wilson_bounds, n, [p])[0] == pytest.approx(full, abs=1e-9)


def test_one_look_is_ordinary_coverage_and_paired_chances_sum_to_one():
    once = chance_of_ever_missing(jeffreys_bounds, 0.3, 50, 1)
    assert once == pytest.approx(1 - binomial_coverage(jeffreys_bounds, 50, [0.3])[0], abs=1e-12)
    assert paired_coverage(15, 0.2, 0.1, level=1 - 1e-12) == pytest.approx(1.0, abs=1e-9)


def test_the_page_shows_the_tables_of_the_program(monkeypatch):
    page = PAGE.read_text(encoding="utf-8").splitlines()
    monkeypatch.setattr(exact, "TABLE_N", (10, 30, 100))
    rows = exact.coverage_table()
    assert len(rows) == 2 + 3 * 4
    assert set(rows) <= set(page)
    monkeypatch.setattr(exact, "PAIRED_N", (20, 50))
    assert set(exact.paired_table()) <= set(page)
    assert set(exact.sequence_table()) <= set(page)


def test_the_page_shows_the_tables_of_stopping_and_of_few_wins(monkeypatch):
    page = PAGE.read_text(encoding="utf-8").splitlines()
    monkeypatch.setattr(stopping, "TABLE_WIDTHS", (0.02, 0.01, 0.005))
    assert set(stopping.stopping_table()) <= set(page)
    assert set(exact.few_wins_table()) <= set(page)
    monkeypatch.setattr(samples, "SAMPLES", (30,))
    assert set(samples.survival_table()) <= set(page)


@pytest.mark.slow
def test_the_page_shows_all_simulated_tables():
    page = PAGE.read_text(encoding="utf-8").splitlines()
    stops = (stopping.stopping_table, stopping.share_table, stopping.difference_table)
    of_places = (places.place_table, places.icon_table, places.crossing_table)
    of_samples = (samples.bootstrap_table, samples.survival_table, samples.rating_table)
    for table in (*stops, *of_places, *of_samples, deciding.decision_table):
        assert set(table()) <= set(page)
