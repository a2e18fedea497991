"""The factors of a run as columns: variant, players, policy, and every switch and knob in which its cells differ."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.games.written import WrittenPolicy, write_value

if TYPE_CHECKING:
    from analyzer.games.listings import PolicyListing
    from analyzer.runs.stored.manifest_file import CellEntry


Factors = dict[str, Any]
KNOB = "knob_"  # columns of knobs begin so: a knob may have the name of a switch


def factors_of(entries: Sequence[CellEntry], policies: Iterable[PolicyListing]) -> dict[str, Factors]:
    """List the factors of every cell of a run; all cells have the same columns."""
    defaults = {policy.name: policy.knobs for policy in policies}
    switches, paths = _switches(entries), _paths(entries)
    knobs = sorted({name for entry in entries for seat in entry.seats for name in _set_knobs(seat)})
    found = {}
    for entry in entries:
        own: Factors = {"variant": entry.variant, "players": entry.players, "policy": entry.policy}
        own |= {name: entry.rules[name] for name in switches if name in entry.rules}
        own |= {path: write_value(entry.changes.get(path, "")) for path in paths}
        own |= {f"{KNOB}{name}": _knob(entry, name, defaults) for name in knobs}
        found[entry.cell] = own
    return found


def _switches(entries: Sequence[CellEntry]) -> list[str]:
    """List the switches that were set on top of a variant, or in which the cells differ."""
    first = entries[0].rules if entries else {}
    differing = {name for entry in entries for name, value in entry.rules.items() if first.get(name) != value}
    chosen = differing | {name for entry in entries for name in entry.changes if name in entry.rules}
    return [name for name in first if name in chosen]


def _paths(entries: Sequence[CellEntry]) -> list[str]:
    """List the component values that were set."""
    return sorted({name for entry in entries for name in entry.changes if name not in entry.rules})


def _knob(entry: CellEntry, name: str, defaults: Mapping[str, Mapping[str, float]]) -> float:
    """Give the value of a knob; none where the policy has no such knob or the seats differ."""
    if len(set(entry.policies)) != 1:
        return math.nan
    seat = entry.seats[0]
    return float(_set_knobs(seat).get(name, defaults.get(seat.head, {}).get(name, math.nan)))


def _set_knobs(seat: WrittenPolicy) -> Mapping[str, float]:
    """List the knobs that were set; of a look-ahead, and on top of a file whose knobs nobody knows here, none."""
    return {} if seat.searched or seat.tuned else seat.knobs
