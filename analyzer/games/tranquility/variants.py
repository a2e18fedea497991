"""The named variants of Tranquility, what goes together, and what follows from the switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.interface import Variant
from analyzer.games.switches import Source, Value
from analyzer.games.tranquility.boards import (
    PYRAMID_ROWS,
    Place,
    arch,
    grid,
    left_over_borders,
    pyramid,
    write_board,
)
from analyzer.games.tranquility.state import MAX_CELLS, Chance
from analyzer.games.tranquility.switches.conditions import has_monsters, has_rocks, has_storms
from analyzer.games.tranquility.switches.readings import PyramidRows, SoloStart


def _removal(name: str, n_removed: int, icons: int) -> Variant:
    return Variant(
        summary=f"{name}: {n_removed} random Islands are taken out unseen",
        clause="T-REMOVE-1",
        source=Source.RULEBOOK,
        sets={"removed": n_removed},
        icons=icons,
    )


def _monsters(n_monsters: int, icons: int | None) -> Variant:
    return Variant(
        summary=f"{n_monsters} Sea Monsters: they eat Islands and block the Finish",
        clause="T-MONSTER-1",
        source=Source.RULEBOOK,
        sets={"monsters": n_monsters},
        icons=icons,  # printed: 2 or 3, depending on the number; which goes with four is not stated
    )


def _sheet(summary: str, clause: str, icons: int | None, **sets: Value) -> Variant:
    """Make a variant whose full rules were not found: it rests on a reconstruction."""
    return Variant(summary=summary, clause=clause, source=Source.ASSUMED, sets=sets, icons=icons)


VARIANTS = {
    "base": Variant(summary="the base game", clause="T-BASE", source=Source.RULEBOOK),
    "galateia": _removal("Galateia", 4, 1),
    "triton": _removal("Triton", 6, 2),
    "leucothea": _removal("Leucothea", 8, 2),
    "amphitrite": _removal("Amphitrite", 10, 3),
    "poseidon": _removal("Poseidon", 12, 3),
    "rocks": Variant(
        summary="Jagged Rocks: one row takes no Islands, another one after every action",
        clause="T-ROCKS-1",
        source=Source.RULEBOOK,
        sets={"rocks": True},
        icons=1,
    ),
    "monsters-3": _monsters(3, 2),
    "monsters-4": _monsters(4, None),
    "monsters-5": _monsters(5, 3),
    "storm": Variant(
        summary="Storm and Compass: six Storms hinder players and rows, six Compasses clear them",
        clause="T-STORM-1",
        source=Source.RULEBOOK,
        sets={"yellow": 2, "purple": 2, "orange": 2, "compasses": 6},
        icons=3,
    ),
    "wild": Variant(
        summary="two Wild cards that stand for any card", clause="T-WILD-1", source=Source.RULEBOOK, sets={"wilds": 2}
    ),
    "archway": _sheet("Archway: two pillars, then a roof", "T-ARCH-1", 1, board="arch"),
    "pyramid": _sheet("Pyramid with an Explorer deck", "T-PYR-1", 2, board="pyramid", explorer=True),
    "day-night": _sheet("Day and Night: each half of the grid wants one side", "T-DAY-1", 1, day_night=True),
    "competitive": _sheet("Competitive: two players for points", "T-COMP-1", None, competitive=True),
}


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Say what is wrong with a setting as a whole, if anything is."""
    return _check_sizes(values, players) or _check_combination(values) or _check_competitive(values, players)


def _check_sizes(values: Mapping[str, Value], players: int) -> str | None:
    n_cells = int(values["rows"]) * int(values["columns"])
    if values["board"] == "grid" and n_cells > MAX_CELLS:
        return f"rows x columns = {n_cells} cells; at most {MAX_CELLS} are possible"
    if int(values["removed"]) > int(values["islands"]):
        return f"removed = {values['removed']} is more than the {values['islands']} Islands there are"
    if n_dealt(values) < players:
        return f"{n_dealt(values)} cards cannot be dealt to {players} players"
    return None


def _check_combination(values: Mapping[str, Value]) -> str | None:
    own_modules = [name for name in ("rocks", "monsters", "yellow", "purple", "orange") if values[name]]
    if values["explorer"] and own_modules:
        return f"{own_modules[0]} cannot be added to the Explorer deck, which holds these cards already (T-PYR-9)"
    if values["explorer"] and values["board"] != "pyramid":
        return "explorer needs board = pyramid: only its border cards draw Explorer cards (T-PYR-3)"
    if values["board"] == "pyramid" and not values["explorer"]:
        return "board = pyramid needs explorer = true (T-PYR-2)"
    if values["day_night"] and values["board"] != "grid":
        return "day_night is played on the grid, not on another shape of board (T-DAY-8)"
    if values["compasses"] and not has_storms(values):
        return "compasses without Storms have nothing to clear; set yellow, purple or orange"
    return None


def _check_competitive(values: Mapping[str, Value], players: int) -> str | None:
    if not values["competitive"]:
        return None
    if players != 2:
        return f"competitive is for 2 players, not for {players} (T-COMP-1)"
    others = ("rocks", "monsters", "yellow", "purple", "orange", "wilds", "explorer", "day_night")
    used = [name for name in others if values[name]]
    if used or values["board"] != "grid":
        return f"competitive is played without modules (T-COMP-7), so not with {used[0] if used else 'board'}"
    return None


def n_dealt(values: Mapping[str, Value]) -> int:
    """Count the cards that are dealt to the piles (T-BASE-33, T-PYR-6, T-COMP-7)."""
    module_cards = sum(int(values[name]) for name in ("monsters", "yellow", "purple", "orange", "wilds"))
    finishes = 0 if values["explorer"] or values["competitive"] else int(values["finishes"])
    return int(values["islands"]) - int(values["removed"]) + finishes + module_cards


def board_of(values: Mapping[str, Value]) -> list[Place]:
    """Choose the shape of the board."""
    if values["board"] == "arch":
        return arch(is_tall=values["arch_shape"] == "tall36", by_pillar=values["arch_path"] == "pillar_major")
    if values["board"] == "pyramid":
        return pyramid(PYRAMID_ROWS[PyramidRows[str(values["pyr_rows"]).upper()]])
    return grid(int(values["rows"]), int(values["columns"]))


def grid_of(values: Mapping[str, Value]) -> tuple[tuple[int, int], ...]:
    """Return column and row of every cell along the path."""
    return tuple((place.column, place.row) for place in board_of(values))


def complete(rules: Any, values: Mapping[str, Value], tree: Tree) -> None:
    """Fill in what follows from the switches."""
    places = board_of(values)
    write_board(rules, places)
    if rules.players == 1 and rules.solo_start == SoloStart.AS2P:
        rules.players = 2  # T-SOLO-2: one player plays two hands
    is_directed = bool(values["competitive"]) and values["comp_owner"] == "direction"
    is_shaped = values["board"] != "grid"
    rules.has_storms = has_storms(values)
    rules.has_piled_storms = has_storms(values) and not values["explorer"]
    rules.has_monsters = has_monsters(values)
    rules.has_rocks = has_rocks(values)
    rules.has_closures = has_storms(values) or has_rocks(values) or values["board"] == "arch" or is_directed
    others = any(values[name] for name in ("wilds", "explorer", "day_night", "competitive"))
    rules.has_modules = has_storms(values) or has_monsters(values) or has_rocks(values) or is_shaped or others
    if not rules.has_modules:
        rules.n_streams = int(Chance.MONSTERS)  # the modules' streams are the last ones
    rules.has_plain_costs = values["cost_rule"] == "min" and not values["day_night"]
    rules.n_dealt = n_dealt(values)
    rules.n_borders = left_over_borders(places)
