"""How often a report is wrong where it says "for certain": 2,000 made-up results of every shipped design."""

import math

import pytest

from tools.covering import reports
from tools.covering.fabricated import shipped

ERROR = 4 * math.sqrt(0.05 * 0.95 / reports.RUNS)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.statistical
@pytest.mark.parametrize("name", shipped())
def test_all_claims_of_a_report_hold_together(name, record_property):
    """Nothing differs in these results, so every claim is false; before, 5 % for each table and sentence added up."""
    found = reports.rates(name)
    now, before = (found[key] / found["runs"] for key in ("now", "before"))
    record_property("false claims", now)
    print(f"{name}: {found['claims']} claims, a false one in {now:.1%} of the reports, before in {before:.1%}")
    assert now <= 0.05 + ERROR
    assert before > 0.05 + ERROR, "the negative control"
