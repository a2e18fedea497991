"""The rows of a simulation as a table: one line per game, arrays spread over columns, causes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.cells import Cell

if TYPE_CHECKING:
    import pandas as pd


def rows_frame(cell: Cell, rows: Any) -> pd.DataFrame:
    """Make a table of rows, with the factors of their cell in front."""
    import pandas as pd  # most simulations are never asked for it

    columns: dict[str, Any] = {"variant": cell.setting.name, "players": cell.players, "policy": cell.seating}
    for name in rows.dtype.names:
        columns |= spread(name, np.asarray(rows[name]))
    causes = [cause.name.lower() for cause in cell.game.causes]
    columns["cause"] = pd.Categorical.from_codes(np.asarray(rows["cause"], np.int64), causes)
    return pd.DataFrame(columns)


def spread(name: str, values: Any) -> dict[str, Any]:
    """Give every place of an array a column of its own: `score_0`, `score_1`."""
    if values.ndim == 1:
        return {name: np.ascontiguousarray(values)}
    places = np.ndindex(*values.shape[1:])
    return {"_".join([name, *map(str, place)]): np.ascontiguousarray(values[(slice(None), *place)]) for place in places}
