"""The named variants of Tranquility, as settings of its switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.interface import Variant
from analyzer.games.switches import Source, Value
from analyzer.games.tranquility.state import MAX_CELLS


def _removal(name: str, n_removed: int, icons: int) -> Variant:
    return Variant(
        summary=f"{name}: {n_removed} random Islands are taken out unseen",
        clause="T-REMOVE-1",
        source=Source.RULEBOOK,
        sets={"removed": n_removed},
        icons=icons,
    )


VARIANTS = {
    "base": Variant(summary="the base game", clause="T-BASE", source=Source.RULEBOOK),
    "galateia": _removal("Galateia", 4, 1),
    "triton": _removal("Triton", 6, 2),
    "leucothea": _removal("Leucothea", 8, 2),
    "amphitrite": _removal("Amphitrite", 10, 3),
    "poseidon": _removal("Poseidon", 12, 3),
}


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Say what is wrong with a setting as a whole, if anything is."""
    sizes = {name: int(values[name]) for name in ("rows", "columns", "islands", "removed", "finishes")}
    n_cells = sizes["rows"] * sizes["columns"]
    if n_cells > MAX_CELLS:
        return f"rows x columns = {n_cells} cells; at most {MAX_CELLS} are possible"
    if sizes["removed"] > sizes["islands"]:
        return f"removed = {sizes['removed']} is more than the {sizes['islands']} Islands there are"
    n_cards = sizes["islands"] - sizes["removed"] + sizes["finishes"]
    if n_cards < players:
        return f"{n_cards} cards cannot be dealt to {players} players"
    return None


def complete(rules: Any, values: Mapping[str, Value], tree: Tree) -> None:
    """Fill in what follows from the switches."""
    rules.cells = rules.rows * rules.columns
