"""What is wrong with a setting as a whole: sizes that cannot be dealt, modules that do not go together."""

from collections.abc import Mapping

from analyzer.games.components import Tree
from analyzer.games.switches import Value
from analyzer.games.tranquility import data, state
from analyzer.games.tranquility.switches.readings import has_storms


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Say what is wrong with a setting as a whole, if anything is."""
    return _check_sizes(values, players) or _check_combination(values) or _check_competitive(values, players)


def _check_sizes(values: Mapping[str, Value], players: int) -> str | None:
    n_cells = int(values["rows"]) * int(values["columns"])
    if values["board"] == "grid" and n_cells > state.MAX_CELLS:
        return f"rows x columns = {n_cells} cells; at most {state.MAX_CELLS} are possible"
    if int(values["removed"]) > int(values["islands"]):
        return f"removed = {values['removed']} is more than the {values['islands']} Islands there are"
    if data.n_dealt(values) < players:
        return f"{data.n_dealt(values)} cards cannot be dealt to {players} players"
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
