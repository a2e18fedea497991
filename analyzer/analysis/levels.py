"""The same question asked of several levels of play: rates and orders by level, and what one wins that another loses.

Levels are compared on the variants and numbers of players that all of them played. Two levels are compared deal by
deal. Wins of several are never added up: whoever tries a deal that others have lost wins some of these, however weak.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pandas as pd

from analyzer.analysis import certainty, comparisons, frames, places
from analyzer.play.hindsight import Outcome
from analyzer.runs.stored.results import Results
from analyzer.runs.stored.solved import Solved
from analyzer.stats import Estimate, paired, proportions
from analyzer.stats.places import Order, Places, orders_of, place_variants

HINDSIGHT = "hindsight"
CASE = ["variant", "players", "switches"]
STEPS = [*CASE, "weaker", "stronger", "deals", "gained", "lost", "difference"]


@frames.remembered
def played_levels(results: Results) -> list[str]:
    """List the levels that cooperative cells were played at, weakest first; those of groups before all."""
    ladder = list(results.manifest.game.levels)
    found = {cell.level for cell in results.manifest.cells if cell.level and not cell.is_competitive}
    return [*sorted(found - set(ladder)), *(name for name in ladder if name in found)]


@frames.remembered
def level_rates(results: Results) -> pd.DataFrame:
    """List the win rate of every variant and number of players at every level, weakest level first."""
    levels = played_levels(results)
    of_cell = {cell.cell: cell.level for cell in results.manifest.cells}
    cells = places.scaled_cells(results)
    cells = cells.assign(level=[of_cell[cell] for cell in cells["cell"]])
    cells = cells[cells["level"].isin(levels)]
    return cells.sort_values("level", key=lambda column: column.map(levels.index), kind="stable").reset_index(drop=True)


@frames.remembered
def common_cells(results: Results) -> pd.DataFrame:
    """Keep of the rates by level those of variants and numbers of players that every level played."""
    rates, keys = level_rates(results), CASE
    shared = rates.groupby(keys)["level"].nunique() == len(played_levels(results))
    kept = [bool(shared.get(tuple(key), False)) for key in rates[keys].itertuples(index=False)]
    return rates[kept].reset_index(drop=True)


@frames.remembered
def level_scales(results: Results) -> list[Places]:
    """Place the variants once for every level, over the numbers of players that all levels and variants have."""
    cells = common_cells(results)
    if cells["variant"].nunique() < 2:
        return []
    scales = []
    for level, own in cells.groupby("level", sort=False):
        outcomes = comparisons.joint_outcomes(results, tuple(own["cell"]))
        contexts = [str(players) for players in own["players"]]
        try:
            scales.append(place_variants([str(name) for name in own["variant"]], contexts, outcomes, str(level)))
        except ValueError:  # a run that varied something else, or no number of players in common
            return []
    return scales


@frames.remembered
def level_orders(results: Results) -> list[Order]:
    """Compare every two variants at every level and number of players, all claims at once."""
    scales = level_scales(results)
    return orders_of(scales, each=certainty.each(results)) if len(scales) > 1 else []


@frames.remembered
def level_steps(results: Results) -> pd.DataFrame:
    """Compare each level with the next stronger one, and the strongest with hindsight, on the deals that both played.

    `gained` is the share of these deals that the stronger wins and the weaker loses, `lost` the other way round. The
    intervals of the differences hold together with all claims of a report.
    """
    found = [(key, *pair) for key, players in _played(results) for pair in pairwise(players)]
    tables = [comparisons.pairs_of(stronger[1], weaker[1]) for _, weaker, stronger in found]
    differences = paired.tango_bounded_many(tables, certainty.each(results)) if tables else []
    rows = []
    for (key, weaker, stronger), table, difference in zip(found, tables, differences, strict=True):
        deals, open_ones = table.lowest.n, table.unknown
        counts = (proportions.win_rate(k, deals, open_ones) for k in (table.known.only_a, table.known.only_b))
        rows.append((*key, weaker[0], stronger[0], deals, *counts, difference))
    return pd.DataFrame(rows, columns=STEPS)


def _played(results: Results) -> Iterator[tuple[tuple[str, int, str], list[tuple[str, comparisons.Bits]]]]:
    """Go through the cases with who played them, weakest first; last, what is known in hindsight."""
    for key, own in level_rates(results).groupby(CASE, sort=False):
        players = [(str(row["level"]), comparisons.bits_of(results, row["cell"])) for row in own.to_dict("records")]
        solved = [item for item in results.solved if (item.variant, item.players, ", ".join(item.sets)) == key][:1]
        players += [(HINDSIGHT, (item.bits(Outcome.WON), item.deals, item.bits(Outcome.UNKNOWN))) for item in solved]
        yield key, players


@frames.remembered
def hindsight_rates(results: Results) -> pd.DataFrame:
    """Bound the share of deals that can be won at all: deals that are neither won nor proved lost may be either."""
    rows = [
        {"variant": item.variant, "players": item.players, "switches": ", ".join(item.sets), "win_rate": _rate(item)}
        for item in results.solved
    ]
    return frames.frame(rows, [*CASE, "win_rate"])


def _rate(item: Solved) -> Estimate:
    won, unknown = (int(np.bitwise_count(item.bits(what)).sum()) for what in (Outcome.WON, Outcome.UNKNOWN))
    return proportions.win_rate(won, item.deals, unknown)
