"""How often a report says something false for certain, measured on fabricated results in which nothing differs.

Run `python -m tools.covering.reports` to print the table of docs/statistics.md (about an hour; with the name of an
experiment, its row). The control is what reports did before: 5 % of error for every table and sentence.
"""

import sys
from typing import Any

from analyzer.analysis import certainty
from tools.covering.exact import percent_row, table_header
from tools.covering.fabricated import Fabricated, fabricate, shipped
from tools.covering.families import FAMILIES, Family

RUNS, DEALS = 2_000, 400
HEAD = ["design", "claims", "results", "reports with a false one", "5 % for each table and sentence (control)"]
CLAIMS = ("analyzer.analysis.certainty", "claims", "()", "[]")
# what does not depend on the level of a claim, and is kept from one method to the other
KEPT = {
    "bits_of",
    "joint_outcomes",
    "scales",
    "win_rates",
    "_played",
    "factors_of",
    "references_of",
    "losses",
    "causes",
}
KEPT |= {
    "largest_gap",
    "largest_mean_gap",
    "largest_lead",
    "largest_change",
    "module_effects",
    "_seat_values",
    "scaled_cells",
    "halves",
}
KEPT |= {"largest_unfairness", "level_scales", "common_cells", "level_rates", "played_levels"}


def false_claims(results: Fabricated) -> dict[str, bool]:
    """Tell which families claim something of results in which nothing differs."""
    return {family.name: family.claims_something(results) for family in FAMILIES}


def former_claims(results: Fabricated) -> bool:
    """Tell whether a report would claim something if each family had 5 % of error to itself."""
    return any(family.claims_something(_as_before(results, family), is_former=True) for family in FAMILIES)


def _as_before(results: Fabricated, family: Family) -> Fabricated:
    other = results.again()
    other.answers.update({key: value for key, value in results.answers.items() if key[1] in KEPT})
    other.answers[CLAIMS] = {family.name: max(family.size(results), 1)}
    return other


def rates(name: str, runs: int = RUNS, first: int = 0, deals: int = DEALS) -> dict[str, Any]:
    """Count the fabricated reports of a design that say something false for certain, now and before."""
    found = {"runs": runs, "now": 0, "before": 0, "claims": 0}
    for seed in range(first, first + runs):
        results = fabricate(name, deals, seed)
        found["now"] += any(false_claims(results).values())
        found["before"] += former_claims(results)
        found["claims"] = sum(certainty.claims(results).values())
    return found


def main() -> None:
    """Print the table."""
    print("\n".join(table_header(HEAD)))
    for name in sys.argv[1:] or shipped():
        found = rates(name)
        shares = {key: found[key] / found["runs"] for key in ("now", "before")}
        print(percent_row(f"{name} | {found['claims']:,} | {found['runs']:,}", shares), flush=True)


if __name__ == "__main__":
    main()
