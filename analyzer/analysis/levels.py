"""The same question asked of several levels of play: rates and orders by level, and which deals take which level.

Levels are compared on the variants and numbers of players that all of them played.
"""

from typing import Any

import pandas as pd

from analyzer.analysis import certainty, comparisons, frames, places
from analyzer.play.hindsight import Outcome
from analyzer.runs.stored.results import Results
from analyzer.stats import joint
from analyzer.stats.places import Order, Places, orders_of, place_variants

HINDSIGHT, NOBODY = "hindsight", "nobody"


@frames.remembered
def played_levels(results: Results) -> list[str]:
    """List the levels that cooperative cells were played at, weakest first."""
    ladder = list(results.manifest.game.levels)
    found = {cell.level for cell in results.manifest.cells if cell.level and not cell.is_competitive}
    return [name for name in ladder if name in found]


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
    rates, keys = level_rates(results), ["variant", "players", "switches"]
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
def deals_by_level(results: Results) -> pd.DataFrame:
    """Divide the deals of every variant and number of players by the weakest level that wins them."""
    rows: list[dict[str, Any]] = []
    for key, own in level_rates(results).groupby(["variant", "players", "switches"], sort=False):
        known = [item for item in results.solved if (item.variant, item.players, ", ".join(item.sets)) == key]
        solved = known[:1]  # what is known in hindsight of these deals
        names = [*own["level"], *(HINDSIGHT for _ in solved)]
        if len(names) < 2:
            continue
        bits = [comparisons.bits_of(results, cell) for cell in own["cell"]]
        bits += [(item.bits(Outcome.WON), item.deals, item.bits(Outcome.UNKNOWN)) for item in solved]
        won, deals, unknown = zip(*bits, strict=True)
        found = joint.first_wins(won, deals, unknown)
        shared = {"variant": key[0], "players": int(key[1]), "deals": found.deals, "unknown": found.unknown}
        shares = zip([*names, NOBODY], found.shares(), strict=True)
        rows += [shared | {"level": name, "share": share} for name, share in shares]
    return frames.frame(rows, ["variant", "players", "level", "deals", "unknown", "share"])
