"""What a run varied: its factors and what each cell is to be compared with, from the manifest alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.analysis.frames import remembered
from analyzer.runs.manifest_file import CellEntry
from analyzer.runs.results import Results

KINDS = ("reading", "variant", "switch", "policy")
Sets = tuple[tuple[str, bool | int | float | str], ...]  # switches or components with their values, as a key


@dataclass(frozen=True)
class Factors:
    """The factors of a design, each in the order of the spec."""

    plain: str  # the variant that changes nothing
    variants: tuple[str, ...]
    sets: tuple[Sets, ...]  # what is set on top of a variant
    players: tuple[int, ...]
    policies: tuple[str, ...]
    has_sums: bool
    alone: frozenset[str]  # switches of which each value was set alone
    field: str | None  # who sat at all other seats
    is_cooperative: bool  # some cell is
    is_competitive: bool  # some cell is


@remembered
def factors_of(results: Results) -> Factors:
    """Read the factors of a run."""
    asked = results.manifest.experiment
    cells = results.manifest.cells
    return Factors(
        plain=_plain_variant(results),
        variants=_each(cell.variant for cell in cells),
        sets=_each(sets_of(cell) for cell in cells),
        players=_each(cell.players for cell in cells),
        policies=_each(policy for cell in cells for policy in cell.policies),
        has_sums=asked.sums is not None or any(len(cell.parts) > 1 for cell in cells),
        alone=frozenset(asked.alone),
        field=results.manifest.field,
        is_cooperative=any(not cell.is_competitive for cell in cells),
        is_competitive=any(cell.is_competitive for cell in cells),
    )


def sets_of(entry: CellEntry) -> Sets:
    """Give what is set on top of the variant of a cell, as a key."""
    return tuple(entry.changes.items())


def is_alone(results: Results, entry: CellEntry) -> bool:
    """Tell whether a switch was set alone in a cell."""
    return not factors_of(results).alone.isdisjoint(entry.changes)


@remembered
def bare_names(results: Results) -> dict[str, str]:
    """Give by its label the name without knobs of every policy that sat in a run."""
    pairs = (pair for cell in results.manifest.cells for pair in zip(cell.policies, cell.seats, strict=True))
    return {label: seat.head for label, seat in pairs}


def _plain_variant(results: Results) -> str:
    """Name the variant that changes nothing: the first one of the game."""
    return results.manifest.game.variants[0].name


def _each(items: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(items))


@remembered
def references_of(results: Results) -> dict[str, list[tuple[str, str]]]:
    """Give per kind of change the cells with the one that each is to be compared with.

    A reading is compared with the same cell without it, a variant with the plain game, a setting of switches with
    the first one of the spec, a policy with the first one; all else is equal.
    """
    played = [results.entry(cell) for cell in results.blocks["cell"].unique()]
    found: dict[str, list[tuple[str, str]]] = {kind: [] for kind in KINDS}
    known = {_key(entry): entry.cell for entry in played}
    for entry in played:
        for kind, key in _other_keys(entry, factors_of(results)).items():
            if known.get(key, entry.cell) != entry.cell:
                found[kind].append((entry.cell, known[key]))
    return found


def _key(entry: CellEntry) -> tuple[Any, ...]:
    return entry.variant, sets_of(entry), entry.players, tuple(entry.policies)


def _other_keys(entry: CellEntry, factors: Factors) -> dict[str, tuple[Any, ...]]:
    variant, sets, players, policies = _key(entry)
    if sets and sets[-1][0] in factors.alone:
        return {"reading": (variant, sets[:-1], players, policies)}
    others = {
        "variant": (factors.plain, sets, players, policies),
        "switch": (variant, factors.sets[0], players, policies),
    }
    if len(set(policies)) == 1:
        others["policy"] = (variant, sets, players, (factors.policies[0],) * players)
    return others
