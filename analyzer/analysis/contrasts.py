"""Contrasts that a spec asks for: which of two cells is harder, or whether they are as hard as each other."""

from enum import StrEnum
from typing import NamedTuple

from analyzer.analysis import comparisons, frames
from analyzer.runs.specs.contrasts import named_by
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate


class Contrasted(StrEnum):
    """How hard the first of two cells is beside the second."""

    AS_HARD = "as hard as"
    HARDER = "harder than"
    EASIER = "easier than"
    OPEN = "open"


class Found(NamedTuple):
    """Two cells, their win rates subtracted on the same deals, and what follows within the margin."""

    a: str
    b: str
    difference: Estimate  # holds together with all claims of a report
    margin: float
    verdict: Contrasted


@frames.remembered
def contrasts(results: Results) -> list[Found]:
    """Compare the two cells of every contrast that were played."""
    played = set(results.blocks["cell"].unique())
    cells = {cell.cell: cell.reference for cell in results.manifest.cells if cell.cell in played}
    found = []
    for asked in results.manifest.experiment.contrast:
        sides = [named_by(side, cells) for side in (asked.a, asked.b)]
        if all(sides):
            (a, *_), (b, *_) = sides
            difference = comparisons.difference_of(results, a, b)
            found.append(Found(a, b, difference, asked.margin, verdict_of(difference, asked.margin)))
    return found


def verdict_of(difference: Estimate, margin: float) -> Contrasted:
    """Judge a difference of win rates: as hard as each other where all of its interval lies within the margin."""
    if difference.reach < margin:
        return Contrasted.AS_HARD
    if difference.excludes(0.0):
        return Contrasted.HARDER if difference.value < 0 else Contrasted.EASIER
    return Contrasted.OPEN
