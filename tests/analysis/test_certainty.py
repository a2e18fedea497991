"""What a report calls certain holds together: on made-up results in which nothing differs."""

import re
from math import comb

import numpy as np
import pandas as pd
import pytest

from analyzer.analysis import certainty, losses, soundness
from analyzer.stats import proportions
from tests.conftest import ROOT
from tools.covering import families, reports
from tools.covering.fabricated import fabricate, shipped

RUNS = 60
LONG = ("difficulty", "tranquility_readings", "modules", "start_split", "balance")


def marked(name):
    return pytest.param(name, marks=[pytest.mark.slow] * any(part in name for part in LONG))


def test_each_claim_has_an_equal_part_of_the_error_of_the_report():
    results = fabricate("tranquility_solo", 50, 1)
    claims = certainty.claims(results)
    variants = 10
    assert claims["places of variants"] == comb(variants, 2)
    assert certainty.each(results) == pytest.approx(1 - 0.05 / sum(claims.values()))


@pytest.mark.parametrize("name", [marked(name) for name in shipped()])
def test_no_family_of_claims_is_forgotten(name):
    """The design counts at least as many claims as the tables and sentences of the report can make."""
    results = fabricate(name, 40, 2)
    made = sum(family.size(results) for family in families.FAMILIES if family.name not in ("halves", "matrix"))
    assert sum(certainty.claims(results).values()) >= made + families.matrix_claims(results)


def test_no_section_has_an_error_of_its_own():
    """Levels of several claims are made in one place; only studies, which are reports of their own, make others."""
    allowed = {"certainty.py", "comparisons.py", "shares.py"}  # the last two for `analyzer compare`
    wrong = re.compile(r"bonferroni_level|sidak_level")
    files = [*ROOT.glob("analyzer/analysis/*.py"), *ROOT.glob("analyzer/reporting/**/*.py")]
    assert [file.name for file in files if file.name not in allowed and wrong.search(file.read_text("utf-8"))] == []


@pytest.mark.statistical
def test_a_report_in_which_nothing_differs_is_seldom_wrong_and_was_too_often():
    """Five tables: whether beginning is worth something, whether places differ, margins. `-m slow` asks all designs."""
    found = reports.rates("portolano_levels", RUNS)
    assert found["now"] / RUNS <= 0.05 + 4 * np.sqrt(0.05 * 0.95 / RUNS)
    assert found["before"] > found["now"], "the negative control: 5 % for every table and sentence"


def test_a_cause_leads_only_if_it_does_with_all_claims_of_the_report():
    """300 against 240 of 900 lost games: the two intervals do not overlap, so it was said to lead for certain."""
    results = fabricate("tranquility_solo", 50, 1)

    def leading(*counts):
        words = [f"cause {number}" for number in range(len(counts))]
        return losses.leader(results, pd.DataFrame({"words": words, "count": counts}))

    first, second = (proportions.wilson(count, 900) for count in (300, 240))
    assert first.low > second.high, "what it went by"
    assert leading(300, 240, 180, 180) is None
    assert leading(180, 400, 140, 180)["words"] == "cause 1"
    assert leading(3)["words"] == "cause 0"


@pytest.mark.statistical
def test_equal_causes_are_hardly_ever_told_apart_and_were_in_half_of_the_reports():
    """Fifteen variants with two causes of loss: one was said to lead for certain in 55 % of the reports."""
    rng, results = np.random.default_rng(3), fabricate("tranquility_solo", 50, 1)
    now = before = 0
    for _ in range(60):
        counts = np.sort(rng.multinomial(1_000, [0.5, 0.5], size=15), axis=1)[:, ::-1]
        now += any(losses.leader(results, pd.DataFrame({"count": row})) is not None for row in counts)
        first, second = (proportions.wilson_bounds(counts[:, i], 1_000, 0.95) for i in (0, 1))
        before += bool((first[0] > second[1]).any())
    assert now == 0
    assert before > 0.25 * 60, "the negative control"


def test_who_begins_in_a_team_is_judged_by_all_its_seats():
    results = fabricate("tranquility_solo", 400, 4)
    rates = soundness.first_player_rates(results)["sure"]
    assert max(rate.low for rate in rates) <= min(rate.high for rate in rates)
