"""Which places of the board were empty when games were lost."""

from __future__ import annotations

import pandas as pd

from analyzer.analysis.frames import FACTORS, frame, remembered
from analyzer.analysis.tables import cells_of
from analyzer.runs.results import Results
from analyzer.stats.proportions import wilson


@remembered
def empty_places(results: Results, cells: tuple[str, ...] | None = None) -> pd.DataFrame:
    """Estimate for every place of the board the share of lost games in which it was empty; in some or all cells."""
    known = {factors["cell"]: factors for factors, _blocks in cells_of(results, competitive=False)}
    places = {cell: results.entry(cell).places or [] for cell in known}
    rows = []
    for row in results.grids_of(known if cells is None else cells).to_dict("records"):
        if row["cell"] in known and row["lost"]:
            column, line = places[row["cell"]][row["place"]]
            own = {"place": row["place"], "column": column, "row": line, "lost": int(row["lost"])}
            rows.append(known[row["cell"]] | own | {"empty": wilson(int(row["empty"]), int(row["lost"]))})
    return frame(rows, [*FACTORS, "place", "column", "row", "lost", "empty"])
