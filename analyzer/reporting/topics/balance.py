"""Balance: the designer's sheet and the numbers behind it, where a spec asked for studies of balance."""

from analyzer.reporting.balance.page import sections_of
from analyzer.reporting.document import Section
from analyzer.runs.stored.found import read_found
from analyzer.runs.stored.results import Results

PLACE = 5
NEEDS = ("has_balance",)


def build(results: Results) -> tuple[Section, ...] | None:
    """Show what was found; None as long as the studies are not finished."""
    found = read_found(results.folder, results.manifest)
    return None if found is None else sections_of(found)
