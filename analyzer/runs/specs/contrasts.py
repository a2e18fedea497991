"""Contrasts: which two cells of a design a spec asks to compare."""

from collections.abc import Mapping

from analyzer.cells import CellReference
from analyzer.errors import BadInput
from analyzer.games.written import WrittenPolicy, WrittenVariant
from analyzer.runs.specs.spec import Experiment, Side

_SHOWN = 6  # cells that a message lists
Written = Side[WrittenVariant, WrittenPolicy]


def matches(side: Written, cell: CellReference) -> bool:
    """Tell whether a side of a contrast names a cell."""
    return (
        side.variant in (None, cell.variant)
        and side.players in (None, cell.players)
        and (side.policy is None or set(cell.policies) == {side.policy})
        and dict(side.set) == dict(cell.changes)
    )


def named_by(side: Written, cells: Mapping[str, CellReference]) -> list[str]:
    """List the cells that a side names."""
    return [name for name, cell in cells.items() if matches(side, cell)]


def check_contrasts(experiment: Experiment, cells: Mapping[str, CellReference], teams: set[str], source: str) -> None:
    """Refuse a contrast unless each side names one cell that a team plays."""
    known = {name: cell for name, cell in cells.items() if name in teams}
    for number, contrast in enumerate(experiment.contrast):
        for key, side in (("a", contrast.a), ("b", contrast.b)):
            found = named_by(side, known)
            if len(found) != 1:
                listed = ", ".join(_words(cell) for cell in [known[name] for name in found or known][:_SHOWN])
                which = f"names {len(found)} cells: {listed}" if found else f"names no cell; those of teams: {listed}"
                raise BadInput(f"{source}: contrast[{number}].{key} {which}. Say variant, players, policy and set")


def _words(cell: CellReference) -> str:
    sets = "".join(f", {name}={value}" for name, value in cell.changes.items())
    return f"{cell.variant}{sets} with {cell.players} ({cell.policy})"
