"""Which variants change places as skill grows, and where: claims that hold together with all others of a report.

Two variants cross for certain if one is won more often at some sight and the other at a higher one, both on common
deals and at the level of every claim of a report (`certainty`). That supposes nothing about the curves but that they
have no gaps. Where exactly they meet is read off the fitted curves, between these two sights.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, comparisons, frames
from analyzer.analysis.skill.curves import BETWEEN, SkillCurve, dial_cells, skill_curves
from analyzer.runs.stored.results import Results
from analyzer.stats import Estimate

COLUMNS = ["players", "dial", "first", "second", "where"]
METHOD = "order on common deals at the sights on both sides"

Pair = tuple[int, str, str, str]  # players, dial, and the two variants
Signs = dict[float, int]  # by sight: 1 where the first is won more often for certain, -1 the second, 0 neither


@frames.remembered
def skill_crossings(results: Results) -> pd.DataFrame:
    """List the pairs that cross for certain: `first` is the easier one below `where`, and the harder one above."""
    curves = {(found.players, found.dial, found.variant): found for found in skill_curves(results)}
    rows = []
    for (players, dial, one, other), signs in _orders(results).items():
        for low, high, sign in _turns(signs):
            first, second = (one, other) if sign > 0 else (other, one)
            own, rival = (curves[players, dial, name] for name in (first, second))
            where = _meeting(own, rival, low, high)
            rows.append({"players": players, "dial": dial, "first": first, "second": second, "where": where})
    return frames.frame(rows, COLUMNS)


@frames.remembered
def kept_orders(results: Results) -> dict[tuple[int, str], tuple[int, int]]:
    """Count by number of players and policy the pairs that keep one order for certain at every sight, and all pairs."""
    found: dict[tuple[int, str], tuple[int, int]] = {}
    for (players, dial, _one, _other), signs in _orders(results).items():
        kept, pairs = found.get((players, dial), (0, 0))
        found[players, dial] = kept + (set(signs.values()) in ({1}, {-1})), pairs + 1
    return found


@frames.remembered
def _orders(results: Results) -> dict[Pair, Signs]:
    """Say of every pair of curves which variant is won more often at each sight, all claims of a report at once."""
    known = {(found.players, found.dial, found.variant) for found in skill_curves(results)}
    cells = dial_cells(results).set_index("cell")[["variant", "players", "dial", "sight"]].to_dict("index")
    found: dict[Pair, Signs] = {}
    for row in comparisons.paired_differences(results).to_dict("records"):
        one, other = cells.get(row["first"]), cells.get(row["second"])
        if one is None or other is None or one["variant"] == other["variant"]:
            continue
        players, dial, gap = int(one["players"]), one["dial"], row["difference"]
        if {(players, dial, side["variant"]) for side in (one, other)} <= known:
            signs = found.setdefault((players, dial, one["variant"], other["variant"]), {})
            signs[one["sight"]] = int(gap.low > 0.0) - int(gap.high < 0.0)
    return found


def _turns(signs: Signs) -> Iterator[tuple[float, float, int]]:
    """Go through the neighbouring sights with opposite orders: low, high, and the sign at the lower one."""
    certain = [(sight, sign) for sight, sign in sorted(signs.items()) if sign]
    for (low, before), (high, after) in pairwise(certain):
        if before != after:
            yield low, high, before


def _meeting(first: SkillCurve, second: SkillCurve, low: float, high: float) -> Estimate:
    """Find where the fitted curves meet between two sights."""
    places = np.linspace(low, high, max(2, round((high - low) / BETWEEN) + 1))
    gaps = first.curve.fit(places) - second.curve.fit(places)
    behind = int(np.argmax(gaps <= 0.0)) if (gaps <= 0.0).any() else len(places) - 1
    value = float(places[behind])
    if behind and gaps[behind - 1] > gaps[behind]:
        share = float(gaps[behind - 1] / (gaps[behind - 1] - gaps[behind]))
        value = float(places[behind - 1] + min(share, 1.0) * (places[behind] - places[behind - 1]))
    games = min(first.curve.games, second.curve.games)
    return Estimate(value, low, high, certainty.LEVEL, games, METHOD)
