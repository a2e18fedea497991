"""Tables whose cells may be estimates, and the same tables spread out for files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd

from analyzer.stats.estimate import Estimate, Significance

FACTORS = ["cell", "variant", "setting", "players", "policy"]


def frame(rows: Iterable[dict[str, Any]], columns: list[str]) -> pd.DataFrame:
    """Make a table that has its columns even without rows."""
    return pd.DataFrame(list(rows), columns=columns)


def spread(table: pd.DataFrame) -> pd.DataFrame:
    """Replace each column of estimates by value, low, high, level, n and method: a table for CSV."""
    columns: dict[str, Any] = {}
    for name in table.columns:
        parts = [item.as_dict() for item in table[name] if isinstance(item, Estimate | Significance)]
        if parts and len(parts) == len(table):
            for field in parts[0]:
                label = str(name) if field == "value" else f"{name}_{field}"
                columns[label] = [part[field] for part in parts]
        else:
            columns[str(name)] = list(table[name])
    return pd.DataFrame(columns)
