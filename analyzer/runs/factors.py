"""The factors of a run as columns: variant, players, policy, and every switch and knob in which its cells differ."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analyzer.games.listings import PolicyListing
    from analyzer.runs.manifest_file import CellEntry

Factors = dict[str, Any]
KNOB = "knob_"  # columns of knobs begin so: a knob may have the name of a switch
_KNOBS = re.compile(r"([\w./: -]+)\(((?:\w+=[-+.\w]+,?)+)\)$")  # a name may begin with its file


def factors_of(entries: Sequence[CellEntry], policies: Iterable[PolicyListing]) -> dict[str, Factors]:
    """List the factors of every cell of a run; all cells have the same columns."""
    defaults = {policy.name: policy.knobs for policy in policies}
    switches, paths = _switches(entries), _paths(entries)
    knobs = sorted({name for entry in entries for label in entry.policies for name in _set_knobs(label)[1]})
    found = {}
    for entry in entries:
        own: Factors = {"variant": entry.variant, "players": entry.players, "policy": entry.policy}
        own |= {name: entry.rules[name] for name in switches if name in entry.rules}
        own |= {path: _set_on_top(entry).get(path, "") for path in paths}
        own |= {f"{KNOB}{name}": _knob(entry, name, defaults) for name in knobs}
        found[entry.cell] = own
    return found


def _switches(entries: Sequence[CellEntry]) -> list[str]:
    """List the switches that were set on top of a variant, or in which the cells differ."""
    first = entries[0].rules if entries else {}
    differing = {name for entry in entries for name, value in entry.rules.items() if first.get(name) != value}
    chosen = differing | {name for entry in entries for name in _set_on_top(entry) if name in entry.rules}
    return [name for name in first if name in chosen]


def _paths(entries: Sequence[CellEntry]) -> list[str]:
    """List the component values that were set."""
    return sorted({name for entry in entries for name in _set_on_top(entry) if name not in entry.rules})


def _set_on_top(entry: CellEntry) -> dict[str, str]:
    parts = (text.partition("=") for text in entry.sets)
    return {name.strip(): value.strip() for name, _, value in parts}


def _knob(entry: CellEntry, name: str, defaults: Mapping[str, Mapping[str, float]]) -> float:
    """Give the value of a knob; none where the policy has no such knob or the seats differ."""
    if len(set(entry.policies)) != 1:
        return math.nan
    policy, own = _set_knobs(entry.policies[0])
    return float(own.get(name, defaults.get(policy, {}).get(name, math.nan)))


def _set_knobs(label: str) -> tuple[str, dict[str, float]]:
    """Read the label of a policy: its name, and the knobs that were set."""
    match = _KNOBS.match(label)
    if match is None:
        return label, {}
    pairs = (item.split("=") for item in match[2].split(",") if item)
    return match[1], {name: float(value) for name, value in pairs}
