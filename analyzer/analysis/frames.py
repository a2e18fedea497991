"""Tables whose cells may be estimates, and the same tables spread out for files."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import pandas as pd

from analyzer.runs.results import Results
from analyzer.stats.estimate import Estimate, Significance

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

FACTORS = ["cell", "variant", "setting", "players", "policy"]


def frame(rows: Iterable[dict[str, Any]], columns: list[str]) -> pd.DataFrame:
    """Make a table that has its columns even without rows."""
    return pd.DataFrame(list(rows), columns=columns)


def remembered(
    ask: Callable[Concatenate[Results, Given], Answer],
) -> Callable[Concatenate[Results, Given], Answer]:
    """Keep the answer with the results: a report asks the same question in several sections.

    Whoever gets a table from a remembered function must not change it.
    """

    @wraps(ask)
    def answer(results: Results, /, *args: Given.args, **options: Given.kwargs) -> Answer:
        key = (ask.__module__, ask.__qualname__, repr(args), repr(sorted(options.items())))
        if key not in results.answers:
            results.answers[key] = ask(results, *args, **options)
        found: Answer = results.answers[key]
        return found

    return answer


def spread(table: pd.DataFrame) -> pd.DataFrame:
    """Replace each column of estimates by value, low, high, level, n and method: a table for CSV.

    A row without an estimate leaves all of them empty.
    """
    columns: dict[str, Any] = {}
    for name in table.columns:
        parts = [item.as_dict() if isinstance(item, Estimate | Significance) else {} for item in table[name]]
        fields = next((list(part) for part in parts if part), [])
        for field in fields:
            label = str(name) if field == "value" else f"{name}_{field}"
            values = [part.get(field) for part in parts]
            columns[label] = pd.Series(values, dtype=object if None in values else None)  # a gap makes no n a float
        if not fields:
            columns[str(name)] = list(table[name])
    return pd.DataFrame(columns)
