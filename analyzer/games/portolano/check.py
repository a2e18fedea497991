"""Whether a setting makes sense: the switches together, and component data that a user may have changed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.portolano import state as codes
from analyzer.games.portolano.data import GOODS, LETTERS, LINEAR, PLACES, QUESTS, SIDES, for_players, row_in_use
from analyzer.games.portolano.switches import NEEDS, SupplyLayout
from analyzer.games.switches import Value

_ACTIONS = [deed.name.lower() for deed in codes.Deed if deed != codes.Deed.NONE]
_PARTS = (
    "ext_hold_bonus",
    "ext_cannon_bonus",
    "ext_cost",
    "cannons_per_player",
    "chest_values",
    "port_pay",
    "pirate_dice_same",
    "pirate_dice_adjacent",
    "die_faces",
    "die_hits_per_symbol_face",
    "missions_in_play",
    "mission_keep_points",
    "mission_miss_penalty",
    "goods_total",
    "wind_weights",
    "ship_value_points",
    "cannon_points",
    "mission_points",
    "board",
    "ports_on_board",
    "supply",
    "sea",
    "port",
    "stern",
    "mission",
)
_CHECKS = ("action", "battle", "mutiny")


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Say what is wrong with a setting as a whole, if anything is."""
    missing = next((name for name in _PARTS if name not in tree), None)
    if missing:
        return f"component data: {missing} is missing"
    if int(values["start_rum"]) > int(values["base_hold"]):
        return f"start_rum = {values['start_rum']} does not fit into base_hold = {values['base_hold']}"
    for test in _TESTS:
        problem = next(test(values, players, tree), None)
        if problem:
            return problem
    return None


def _numbers(values: Mapping[str, Value], players: int, tree: Tree) -> Iterator[str]:
    bounds = {
        "ext_hold_bonus": (0, 10),
        "ext_cannon_bonus": (0, 3),
        "ext_cost": (0, 50),
        "cannons_per_player": (0, 12),
        "pirate_dice_same": (0, 12),
        "pirate_dice_adjacent": (0, 12),
        "die_faces": (1, 20),
        "die_hits_per_symbol_face": (1, 3),
        "missions_in_play": (0, codes.MAX_REVEALED),
        "mission_keep_points": (0, 100),
        "mission_miss_penalty": (0, 100),
    }
    for name, (low, high) in bounds.items():
        if not low <= tree[name] <= high:
            yield f"{name} = {tree[name]} must lie between {low} and {high}"
    if int(values["die_hit_faces"]) > tree["die_faces"]:
        yield f"die_hit_faces = {values['die_hit_faces']} is more than die_faces = {tree['die_faces']}"
    yield from _each_within(tree["goods_total"], "goods_total", 0, 60)
    yield from _each_within(tree["wind_weights"], "wind_weights", 0, 1000)
    if sum(tree["wind_weights"].values()) == 0:
        yield "wind_weights: at least one direction needs a weight above 0"


def _each_within(table: Mapping[str, int], name: str, low: int, high: int) -> Iterator[str]:
    for key, value in table.items():
        if not low <= value <= high:
            yield f"{name}.{key} = {value} must lie between {low} and {high}"


def _lists(values: Mapping[str, Value], players: int, tree: Tree) -> Iterator[str]:
    if len(tree["port_pay"]) != codes.MAX_SLOTS + 1:
        yield f"port_pay has {len(tree['port_pay'])} entries; one for each of 0 to {codes.MAX_SLOTS} units is needed"
    if len(tree["chest_values"]) > codes.MAX_CHESTS:
        yield f"chest_values has {len(tree['chest_values'])} entries; at most {codes.MAX_CHESTS} are possible"
    yield from _listed(tree["port_pay"], "port_pay", 200)
    yield from _listed(tree["chest_values"], "chest_values", 100)
    points = for_players(tree, "mission_points", players)
    if len(points) != players or len(points) > codes.MAX_SEATS:
        yield f"mission_points.p{players} has {len(points)} entries; {players} are needed"
    for name in ("ship_value_points", "cannon_points"):
        missing = [place for place in PLACES if place not in tree[name]]
        if missing:
            yield f"{name}.{missing[0]} is missing"


def _listed(numbers: list[Any], name: str, high: int) -> Iterator[str]:
    for place, value in enumerate(numbers):
        if not isinstance(value, int) or not 0 <= value <= high:
            yield f"{name}.{place} = {value!r} must be a whole number between 0 and {high}"


def _board(values: Mapping[str, Value], players: int, tree: Tree) -> Iterator[str]:
    side = for_players(tree, "board", players)
    ports = for_players(tree, "ports_on_board", players)
    if side not in (3, 4):
        yield f"board.p{players} = {side} must be 3 or 4"
    if not 0 <= ports <= len(tree["port"]):
        yield f"ports_on_board.p{players} = {ports} must lie between 0 and the {len(tree['port'])} port tiles"
    n_sea = side * side - ports
    if n_sea < 1 or n_sea > len(tree["sea"]):
        yield f"a {side} x {side} board with {ports} ports needs {n_sea} sea tiles; there are {len(tree['sea'])}"
    if len(tree["sea"]) > codes.MAX_SEA or len(tree["port"]) > codes.MAX_PORTS:
        yield f"at most {codes.MAX_SEA} sea tiles and {codes.MAX_PORTS} port tiles are possible"


def _tiles(values: Mapping[str, Value], players: int, tree: Tree) -> Iterator[str]:
    for tile in tree["sea"]:
        for side in SIDES:
            yield from _sea_side(tile[side], f"sea.{tile['id']}.{side}")
    if players <= 3 and not any(tile[side]["action"] == "upgrade" for tile in tree["sea"] for side in SIDES):
        yield "sea: with 2 or 3 players one sea tile must have the action upgrade (P-23P-1)"
    for tile in tree["port"]:
        for side in SIDES:
            yield from _port_side(tile[side], f"port.{tile['id']}.{side}")


def _sea_side(side: Mapping[str, Any], path: str) -> Iterator[str]:
    if side["action"] not in _ACTIONS:
        yield f"{path}.action = {side['action']!r} must be one of {', '.join(_ACTIONS)}"
    wrong = [symbol for symbol in side["symbols"] if symbol not in (*GOODS, "cannon")]
    if wrong:
        yield f"{path}.symbols: {wrong[0]!r} must be one of {', '.join(GOODS)}, cannon"


def _port_side(side: Mapping[str, Any], path: str) -> Iterator[str]:
    wrong = [letter for letter in side["slots"] if letter not in "CWT"]
    if wrong or not 1 <= len(side["slots"]) <= codes.MAX_SLOTS:
        yield f"{path}.slots = {side['slots']!r} must be 1 to {codes.MAX_SLOTS} letters out of C, W, T"
    if not 0 <= side["rum"] <= 20:
        yield f"{path}.rum = {side['rum']} must lie between 0 and 20"


def _supply(values: Mapping[str, Value], players: int, tree: Tree) -> Iterator[str]:
    supply = tree["supply"]
    n_layouts = len(supply["layout"])
    if not 1 <= n_layouts <= codes.MAX_LAYOUTS:
        yield f"supply.layout has {n_layouts} entries; 1 to {codes.MAX_LAYOUTS} are possible"
    wanted = SupplyLayout[str(values["supply_layout"]).upper()]
    if wanted > n_layouts:
        yield f"supply_layout = {values['supply_layout']} is layout {int(wanted)} of {n_layouts}"
    for layout in supply["layout"]:
        yield from _layout(layout, supply["min_players"], values, players, tree)


def _layout(
    layout: Mapping[str, str], thresholds: list[int], values: Mapping[str, Value], players: int, tree: Tree
) -> Iterator[str]:
    path = f"supply.layout.{layout['id']}"
    used = ""
    for name in GOODS:
        row = layout[name]
        if len(row) != len(thresholds) or len(row) > codes.MAX_ROW:
            most = f"supply.min_players has {len(thresholds)}, at most {codes.MAX_ROW}"
            yield f"{path}.{name} has {len(row)} cells; {most}"
            return
        if any(letter not in LETTERS for letter in row):
            yield f"{path}.{name} = {row!r} must be letters out of {', '.join(LETTERS)}"
        used += row_in_use(row, thresholds, players, int(values["supply_trim"] == "both"))
    if not used:
        yield f"{path}: with {players} players no cell is filled"
    for letter, name in zip(LETTERS, (*GOODS, "cocoa"), strict=True):
        if used.count(letter) > tree["goods_total"][name]:
            yield f"{path} needs {used.count(letter)} {name}; goods_total.{name} = {tree['goods_total'][name]}"


def _people(values: Mapping[str, Value], players: int, tree: Tree) -> Iterator[str]:
    known = [stern.name.lower() for stern in codes.Stern]
    wrong = [stern["id"] for stern in tree["stern"] if stern["id"] not in known]
    if wrong:
        yield f"stern.{wrong[0]}: there is no such ability; known: {', '.join(known)}"
    ids = [stern["id"] for stern in tree["stern"] if stern["in_play"]]
    if len(set(ids)) != len(ids):
        yield "stern: an ability is listed twice"
    if len(ids) < players:
        yield f"stern: {len(ids)} abilities in play are too few for {players} players"


def _missions(values: Mapping[str, Value], players: int, tree: Tree) -> Iterator[str]:
    missions = tree["mission"]
    if not tree["missions_in_play"] <= len(missions) <= codes.MAX_MISSIONS:
        limits = f"missions_in_play = {tree['missions_in_play']}, limit {codes.MAX_MISSIONS}"
        yield f"mission: there are {len(missions)}; {limits}"
    for mission in missions:
        yield from _mission(mission, f"mission.{mission['id']}")
        if values["mission_layout"] == "linear" and mission["id"] not in LINEAR:
            yield f"mission.{mission['id']}: mission_layout = linear allows only the missions {', '.join(LINEAR)}"


def _mission(mission: Mapping[str, Any], path: str) -> Iterator[str]:
    if mission["kind"] not in QUESTS:
        yield f"{path}.kind = {mission['kind']!r} must be one of {', '.join(QUESTS)}"
    if mission["check"] not in _CHECKS:
        yield f"{path}.check = {mission['check']!r} must be one of {', '.join(_CHECKS)}"
    wrong = [name for name in mission["need"] if name not in NEEDS]
    if wrong:
        yield f"{path}.need.{wrong[0]} must be one of {', '.join(NEEDS)}"
    yield from _each_within(mission["need"], f"{path}.need", 0, 20)


_TESTS: tuple[Callable[[Mapping[str, Value], int, Tree], Iterator[str]], ...] = (
    _numbers,
    _lists,
    _board,
    _tiles,
    _supply,
    _people,
    _missions,
)
