"""From component data to the rules record, by the switches and the number of players.

`complete` is called with data that `check` has passed.
"""

from collections.abc import Mapping
from math import comb
from pathlib import Path
from typing import Any

from analyzer.games.components import Tree, load_components
from analyzer.games.portolano.state import FIRST_PORT, Check, Deed, Kind, Quest, Stern, Way
from analyzer.games.portolano.switches import MAX_FUSES, MAX_GUNS, NEEDS, MissionLayout, SupplyTrim
from analyzer.games.switches import Value

COMPONENTS = load_components(Path(__file__).with_name("components.toml"))
SIDES = ("a", "b")
LETTERS = {"C": Kind.COTTON, "W": Kind.WINE, "T": Kind.TEA, "B": Kind.COCOA}
GOODS = ("cotton", "wine", "tea")
STEPS = {Way.NORTH: (-1, 0), Way.SOUTH: (1, 0), Way.EAST: (0, 1), Way.WEST: (0, -1)}
PLACES = ("first", "second", "tie_first", "tie_second")
QUESTS = {
    "goods": Quest.NEED,
    "rum": Quest.NEED,
    "mixed": Quest.NEED,
    "chests": Quest.NEED,
    "ext_types": Quest.NEED,
    "ext_same": Quest.NEED,
    "beat_pirate": Quest.BEAT_PIRATE,
    "hits_sea": Quest.HITS_SEA,
    "keep_no_cannon": Quest.KEEP_NO_CANNON,
    "keep_no_mutiny": Quest.KEEP_NO_MUTINY,
}
# A-8, second reading: what stands under which heading when the page is read line by line
LINEAR = {
    "M1": Check.ACTION,
    "M6": Check.ACTION,
    "M2": Check.MUTINY,
    "M7": Check.MUTINY,
    "M12": Check.MUTINY,
    "M3": Check.BATTLE,
    "M4": Check.BATTLE,
    "M5": Check.BATTLE,
    "M8": Check.BATTLE,
    "M9": Check.BATTLE,
    "M10": Check.BATTLE,
    "M11": Check.BATTLE,
}


def complete(rules: Any, values: Mapping[str, Value], tree: Tree) -> None:
    """Fill in what follows from the switches and the component data."""
    _fill_board(rules, tree)
    _fill_sea(rules, tree)
    _fill_ports(rules, tree)
    _fill_supply(rules, tree)
    _fill_numbers(rules, tree)
    _fill_sterns(rules, tree)
    _fill_missions(rules, tree)
    _fill_points(rules, tree)
    _fill_odds(rules)


def for_players(tree: Tree, name: str, players: int) -> Any:
    """Return the entry of a table that has one per number of players."""
    return tree[name][f"p{players}"]


def row_in_use(row: str, thresholds: list[int], players: int, trim: int) -> str:
    """Return the cells of a supply row that are filled (P-SETUP-4, A-29)."""
    filled = "".join(token for token, least in zip(row, thresholds, strict=True) if least <= players)
    if trim == SupplyTrim.BOTH:
        n_empty = len(row) - len(filled)
        return row[n_empty - n_empty // 2 : len(row) - n_empty // 2]
    return filled


def symbols_in_use(symbols: list[str], n_wanted: int) -> list[str]:
    """Add, where a side has fewer symbols, the good that follows its last one in the order C, W, T (3.2)."""
    found = list(symbols)
    goods = [name for name in found if name in GOODS]
    follower = GOODS.index(goods[-1]) + 1 if goods else 0
    for step in range(len(GOODS)):
        name = GOODS[(follower + step) % len(GOODS)]
        if len(found) < n_wanted and name not in found:
            found.append(name)
    return found


def _fill_board(rules: Any, tree: Tree) -> None:
    rules.side = for_players(tree, "board", int(rules.players))
    rules.cells = rules.side**2
    rules.ports_laid = for_players(tree, "ports_on_board", int(rules.players))
    side, cells = int(rules.side), int(rules.cells)
    for cell in range(cells):
        row, column = divmod(cell, side)
        for way, (south, east) in STEPS.items():
            rules.next_cell[way, cell] = (row + south) % side * side + (column + east) % side
        for other in range(cells):
            down, along = abs(other // side - row), abs(other % side - column)
            rules.distance[cell, other] = min(down, side - down) + min(along, side - along)


def _fill_sea(rules: Any, tree: Tree) -> None:
    rules.n_sea = len(tree["sea"])
    for number, tile in enumerate(tree["sea"]):
        for side, name in enumerate(SIDES):
            face = 2 * number + side
            symbols = symbols_in_use(tile[name]["symbols"], int(rules.sea_symbols_variant))
            rules.deed[face] = Deed[tile[name]["action"].upper()]
            rules.printed[face] = sum(1 << GOODS.index(symbol) for symbol in symbols if symbol in GOODS)
            rules.shows_cannon[face] = "cannon" in symbols
            if rules.deed[face] == Deed.UPGRADE:
                rules.has_upgrade[number] = 1


def _fill_ports(rules: Any, tree: Tree) -> None:
    rules.n_ports = len(tree["port"])
    for number, tile in enumerate(tree["port"]):
        for side, name in enumerate(SIDES):
            face = FIRST_PORT + 2 * number + side
            slots = tile[name]["slots"]
            rules.n_slots[face] = len(slots)
            rules.port_rum[face] = tile[name]["rum"]
            for place, letter in enumerate(slots):
                rules.slot_kind[face, place] = LETTERS[letter]


def _fill_supply(rules: Any, tree: Tree) -> None:
    supply = tree["supply"]
    rules.n_layouts = len(supply["layout"])
    for number, layout in enumerate(supply["layout"]):
        for row, name in enumerate(GOODS):
            cells = row_in_use(layout[name], supply["min_players"], int(rules.players), int(rules.supply_trim))
            rules.row_length[number, row] = len(cells)
            for place, letter in enumerate(cells):
                rules.row_token[number, row, place] = LETTERS[letter]


def _fill_numbers(rules: Any, tree: Tree) -> None:
    for kind, name in enumerate((*GOODS, "cocoa")):
        rules.goods_total[kind] = tree["goods_total"][name]
    rules.n_chests = len(tree["chest_values"])
    for number, value in enumerate(tree["chest_values"]):
        rules.chest_value[number] = value
    for units, talers in enumerate(tree["port_pay"]):
        rules.port_pay[units] = talers
    rules.hold_bonus = tree["ext_hold_bonus"]
    rules.slot_bonus = tree["ext_cannon_bonus"]
    rules.ext_cost = tree["ext_cost"]
    rules.cannon_pool = tree["cannons_per_player"] * rules.players
    rules.dice_same = tree["pirate_dice_same"]
    rules.dice_near = tree["pirate_dice_adjacent"]
    rules.die_faces = tree["die_faces"]
    rules.die_hits = tree["die_hits_per_symbol_face"]
    for way, name in enumerate("NSEW"):
        rules.wind_weight[way] = tree["wind_weights"][name]
        rules.wind_total += tree["wind_weights"][name]


def _fill_sterns(rules: Any, tree: Tree) -> None:
    codes = [Stern[stern["id"].upper()] for stern in tree["stern"] if stern["in_play"]]
    rules.n_sterns = len(codes)
    for number, code in enumerate(codes):
        rules.stern_code[number] = code


def _fill_missions(rules: Any, tree: Tree) -> None:
    rules.revealed = tree["missions_in_play"]
    rules.n_missions = len(tree["mission"])
    for number, mission in enumerate(tree["mission"]):
        rules.quest[number] = QUESTS[mission["kind"]]
        rules.check[number] = Check[mission["check"].upper()]
        if rules.mission_layout == MissionLayout.LINEAR:
            rules.check[number] = LINEAR[mission["id"]]
        for place, name in enumerate(NEEDS):
            rules.need[number, place] = mission["need"].get(name, 0)


def _fill_points(rules: Any, tree: Tree) -> None:
    for place, name in enumerate(PLACES):
        rules.ship_points[place] = tree["ship_value_points"][name]
        rules.gun_points[place] = tree["cannon_points"][name]
    for place, points in enumerate(for_players(tree, "mission_points", int(rules.players))):
        rules.place_points[place] = points
    rules.keep_points = tree["mission_keep_points"]
    rules.miss_penalty = tree["mission_miss_penalty"]


def _fill_odds(rules: Any) -> None:
    """Tabulate what a battle with the pirate brings on average, for policies that look ahead."""
    p_hit = int(rules.die_hit_faces) / int(rules.die_faces)
    worth = int(rules.die_hits)
    for near, n_dice in enumerate((int(rules.dice_near), int(rules.dice_same))):
        pirate = _binomial(n_dice, p_hit)
        for rolled in range(MAX_GUNS):
            own = _binomial(rolled, p_hit)
            for fuses in range(MAX_FUSES):
                leads = [
                    (p * q, worth * (fuses + hits - pirate_hits))
                    for hits, p in enumerate(own)
                    for pirate_hits, q in enumerate(pirate)
                ]
                rules.pirate_gain[near, fuses, rolled] = sum(p * lead for p, lead in leads if lead > 0)
                rules.pirate_loss[near, fuses, rolled] = sum(-p * lead for p, lead in leads if lead < 0)


def _binomial(n: int, p: float) -> list[float]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
