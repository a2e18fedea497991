"""Records of a game as plain data, and what differs between two of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

Data = dict[str, Any]


def as_data(record: Any) -> Data:
    """Write a record as names with numbers, lists and further records."""
    return {name: _value(record[name]) for name in record.dtype.names}


def _value(value: Any) -> Any:
    if isinstance(value, np.void):
        return as_data(value)
    if isinstance(value, np.ndarray):
        return [as_data(item) for item in value] if value.dtype.names else value.tolist()
    return value.item()


def changes(before: Any, after: Any, path: str) -> Iterator[Data]:
    """List what differs, each with the path to it, such as `table.number[14]`."""
    if isinstance(before, dict):
        for name, value in before.items():
            yield from changes(value, after[name], f"{path}.{name}")
    elif isinstance(before, list):
        for index, value in enumerate(before):
            yield from changes(value, after[index], f"{path}[{index}]")
    elif before != after:
        yield {"field": path, "before": before, "after": after}
