"""From a setting of the switches to the rules record: the board, and what follows from several switches.

`complete` is called with a setting that `check` has passed.
"""

from collections.abc import Mapping
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.switches import Value
from analyzer.games.tranquility.rules import boards
from analyzer.games.tranquility.state import Chance
from analyzer.games.tranquility.switches.base import FINISHES, ISLANDS
from analyzer.games.tranquility.switches.readings import PyramidRows, SoloStart, has_monsters, has_rocks, has_storms


def complete(rules: Any, values: Mapping[str, Value], tree: Tree) -> None:
    """Fill in what follows from the switches."""
    places = board_of(values)
    boards.write_board(rules, places)
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
    if not rules.has_modules:  # the modules' streams are the last ones, and that of removal lies before them
        rules.n_streams = int(Chance.MONSTERS if rules.removed else Chance.REMOVAL)
    rules.has_plain_costs = values["cost_rule"] == "min" and not values["day_night"]
    describe_deal(rules, values)
    rules.n_borders = boards.left_over_borders(places)


def describe_deal(rules: Any, values: Mapping[str, Value]) -> None:
    """Fill in what is dealt, to how many piles, and what the deals of all variants have in common."""
    rules.n_piles = 1 if rules.competitive else rules.players
    rules.n_dealt = n_dealt(values)
    rules.n_shuffled = max(rules.islands, ISLANDS) + max(rules.finishes, FINISHES)
    rules.has_whole_deck = rules.n_dealt == rules.n_shuffled and n_module_cards(values) == 0
    rules.highest = -(-rules.n_dealt // rules.n_piles)


def n_dealt(values: Mapping[str, Value]) -> int:
    """Count the cards that are dealt to the piles (T-BASE-33, T-PYR-6, T-COMP-7)."""
    finishes = 0 if values["explorer"] or values["competitive"] else int(values["finishes"])
    return int(values["islands"]) - int(values["removed"]) + finishes + n_module_cards(values)


def n_module_cards(values: Mapping[str, Value]) -> int:
    """Count the module cards that are dealt with the others."""
    return sum(int(values[name]) for name in ("monsters", "yellow", "purple", "orange", "wilds"))


def board_of(values: Mapping[str, Value]) -> list[boards.Place]:
    """Choose the shape of the board."""
    if values["board"] == "arch":
        return boards.arch(is_tall=values["arch_shape"] == "tall36", by_pillar=values["arch_path"] == "pillar_major")
    if values["board"] == "pyramid":
        return boards.pyramid(boards.PYRAMID_ROWS[PyramidRows[str(values["pyr_rows"]).upper()]])
    return boards.grid(int(values["rows"]), int(values["columns"]))


def grid_of(values: Mapping[str, Value]) -> tuple[tuple[int, int], ...]:
    """Return column and row of every cell along the path."""
    return tuple((place.column, place.row) for place in board_of(values))
