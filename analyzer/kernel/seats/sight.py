"""What a policy in plain Python sees of a record: copies for reading, with numbers that do not overflow.

Compiled code computes in 64 bits whatever the width of a field. Python would compute in the width of the field; so
a number is shown as Python's own, and an array of short integers as one of long ones.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from analyzer.kernel.faults import ChangedWhatItSaw


class Sight:
    """A record, seen: `table.phase` reads a field, and nothing can be written."""

    __slots__ = ("_record",)
    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        """Read a field."""
        if name.startswith("_") or name not in self._record.dtype.names:
            raise AttributeError(f"there is no field {name!r} to see here")
        return _seen(self._record[name])

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse to write."""
        raise ChangedWhatItSaw

    def __repr__(self) -> str:
        """Show the record."""
        return repr(self._record)


class Sights:
    """An array of records, seen."""

    __slots__ = ("_records",)
    _records: Any

    def __init__(self, records: Any) -> None:
        object.__setattr__(self, "_records", records)

    def __len__(self) -> int:
        """Count them."""
        return len(self._records)

    def __getitem__(self, place: Any) -> Any:
        """See one of them, or some."""
        return _seen(self._records[place])

    def __iter__(self) -> Iterator[Any]:
        """See one after the other."""
        return (_seen(record) for record in self._records)

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse to write."""
        raise ChangedWhatItSaw

    def __setitem__(self, place: Any, value: Any) -> None:
        """Refuse to write."""
        raise ChangedWhatItSaw


def shown(argument: Any) -> Any:
    """Give the record behind a sight, for compiled rules that a policy calls; anything else as it is."""
    return argument._record if type(argument) is Sight else argument


def _seen(value: Any) -> Any:
    if isinstance(value, np.void):
        return Sight(value)
    if not isinstance(value, np.ndarray):
        return value.item()
    if value.dtype.names is not None:
        return Sights(value)
    wide = value.astype(np.int64) if value.dtype.kind == "i" else value.copy()
    wide.flags.writeable = False
    return wide
