"""From component data to the rules record: codes for names, one array per column.

`complete` is called with data that `check` has passed.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.games.components import Tree, load_components
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import N_TRIGGERS, UNIONS, Effect, Trigger
from analyzer.games.islebound.rules.dice import fill_odds
from analyzer.games.switches import Value
from analyzer.kernel.jit import blank, record

COMPONENTS = load_components(Path(__file__).with_name("components.toml"))
GOODS = ("coin", "wood", "fish", "book", "pirate", "serpent")
GAINS = (*GOODS, "influence", "renown")
SKILLS = ("admin", "work", "combat", "negotiate", "sail")
SYMBOLS = ("admin", "work", "any")
TAKES = {"attack": 1, "diplo": 2, "either": 3}
PER = ("building", "fish", "wood", "book", "pirate", "serpent", "crew", "town")
TILE_GAINS = (*GOODS, "influence")
HEX_SLOTS = ("N", "W", "E", "S")
NOTCHES = ("NW", "NE", "SW", "SE")
REGIONS = ("L", "R", "B")
KEPT_REST = ("fels_garden", "undervall")  # towns of AMB-31
FREE_RECRUIT = "morlim"  # town of AMB-48
_NO_WAY = 99  # moves


def complete(rules: Any, values: Mapping[str, Value], tree: Tree) -> None:
    """Fill in what follows from the switches and the component data."""
    _fill_setup(rules, tree)
    _fill_combat(rules, tree["combat"])
    _fill_map(rules, tree)
    _fill_steps(rules, tree["step"])
    _fill_towns(rules, tree)
    _fill_crew(rules, tree)
    _fill_buildings(rules, tree["building"])
    _fill_events(rules, tree)
    _fill_reputation(rules, tree["reputation"])
    _fill_tiles(rules, tree["renown_tile"])


def _fill_setup(rules: Any, tree: Tree) -> None:
    setup, influence = tree["setup"], tree["influence"]
    rules.start_coins = setup["start_coins"]
    rules.start_speed = setup["start_speed"]
    rules.max_speed = setup["max_speed_from_crew"]
    rules.hold = setup["hold_capacity"]
    rules.lap = setup["renown_per_tile"]
    rules.surcharge = setup["owned_town_surcharge"]
    # AMB-44
    rules.end_count = 6 if rules.end_buildings else setup["end_buildings"][f"p{int(rules.players)}"]
    books = setup["row_books_six"] if rules.six_buildings else setup["row_books"]
    rules.n_row = 0 if rules.architect else len(books)
    rules.row_books[: len(books)] = books
    rules.slot_cost[:] = setup["crew_slot_cost"]
    rules.cubes = setup["cubes_per_player"] - 2  # one marks the speed, one waits for the renown track (I-INFL-04)
    rules.pirates = setup["pirate_supply"]
    rules.serpents = setup["serpent_supply"]
    rules.n_dice = setup["dice"]
    rules.blocked = influence["blocked_first_spaces_2p"] if rules.players == 2 else 0
    rules.n_spaces = len(influence["values"])
    rules.space_value[: rules.n_spaces] = influence["values"]


def _fill_combat(rules: Any, combat: Tree) -> None:
    rules.injury_bonus = combat["injured_crew_bonus"]
    rules.hit_face = combat["raid_hit_min_face"]
    rules.value_pirate[:] = combat["pirate"]
    rules.value_ichor[:] = combat["ichor"]
    rules.value_serpent[:] = combat["serpent"]
    rules.value_serpent[:2] = np.maximum(rules.value_serpent[:2], int(rules.serpent_low_face))  # AMB-01
    rules.face_order[:] = np.argsort(rules.value_pirate - rules.value_serpent, kind="stable")
    tables = tuple(tuple(int(v) for v in getattr(rules, f"value_{name}")) for name in ("pirate", "serpent", "ichor"))
    index, odds = _odds(tables)
    rules.set_index[:] = index
    rules.p_success[:] = odds


_ODDS = record(
    ("value_pirate", "i8", (6,)),
    ("value_serpent", "i8", (6,)),
    ("value_ichor", "i8", (6,)),
    ("face_order", "i8", (6,)),
)


@cache
def _odds(tables: tuple[tuple[int, ...], ...]) -> tuple[Any, Any]:
    """Compute the exact chances of all sets of up to ten dice, once per combat table."""
    values = blank(_ODDS)
    values.value_pirate[:], values.value_serpent[:], values.value_ichor[:] = tables
    values.face_order[:] = np.argsort(values.value_pirate - values.value_serpent, kind="stable")
    index = np.zeros((codes.MAX_DICE + 1,) * 3, np.int64)
    n = 0
    for pirates, serpents, extra in np.ndindex(index.shape):
        if pirates + serpents + extra <= codes.MAX_DICE:
            index[pirates, serpents, extra] = n
            n += 1
    odds = np.zeros((2, n, codes.MAX_NEED + 1))
    fill_odds(values, index, np.zeros(codes.FACES, np.int64), np.zeros(codes.FACES, np.int64), odds)
    return index, odds


def _fill_map(rules: Any, tree: Tree) -> None:
    cut = tree["map"]["cut_b" if rules.region_cut else "cut_a"]  # AMB-43
    edges = _map_edges(tree["map"], cut)
    rules.distance[:] = _distances(edges)
    for place in range(codes.N_BOARDS):
        rules.way_round[place] = _way_round(edges, place)
    towns = _numbers(tree["town"])
    rules.board_of[:] = -1
    for board, entry in enumerate(tree["board"]):
        for region, name in enumerate(REGIONS):
            town = towns[entry["regions"][name]]
            rules.board_town[board, region] = town
            rules.board_of[town] = board
    rules.port_town[:] = [number for number, town in enumerate(tree["town"]) if town["kind"] == "port"]


def _map_edges(links: Tree, cut: Tree) -> list[tuple[int, int]]:
    """List the pairs of adjacent slots (I-MAP-02 to I-MAP-05)."""
    region_of = {edge: region for region, name in enumerate(REGIONS) for edge in cut[name]}

    def slot(text: str) -> int:
        board, edge = text.split(".")
        return HEX_SLOTS.index(board) * 3 + region_of[edge]

    inside = [(board * 3 + a, board * 3 + b) for board in range(codes.N_BOARDS) for a, b in ((0, 1), (0, 2), (1, 2))]
    between = [(slot(one), slot(other)) for one, other in links["hex_links"]]
    ports = [
        (codes.FIRST_PORT_SLOT + number, slot(text))
        for number, name in enumerate(NOTCHES)
        for text in links["port_links"][name]
    ]
    return inside + between + ports


def _distances(edges: list[tuple[int, int]]) -> Any:
    """Compute the least number of moves between all slots."""
    far = np.full((codes.N_TOWNS, codes.N_TOWNS), _NO_WAY, np.int64)
    np.fill_diagonal(far, 0)
    for one, other in edges:
        far[one, other] = far[other, one] = 1
    for middle in range(codes.N_TOWNS):
        far = np.minimum(far, far[:, [middle]] + far[[middle], :])
    return far


def _way_round(edges: list[tuple[int, int]], place: int) -> Any:
    """Compute the least number of moves from all slots that enter no region of a board."""
    closed = [place * codes.BOARD_REGIONS + region for region in range(codes.BOARD_REGIONS)]
    far = _distances([edge for edge in edges if not set(edge) & set(closed)])
    for slot in closed:
        outside = [sum(edge) - slot for edge in edges if slot in edge and not set(edge) <= set(closed)]
        far[slot] = np.min(far[outside] + 1, axis=0, initial=_NO_WAY)
    far[:, closed] = _NO_WAY
    return np.minimum(far, _NO_WAY)


def _fill_steps(rules: Any, steps: Tree) -> None:
    for number, step in enumerate(steps):
        cost, gain = step.get("cost", {}), step.get("gain", {})
        rules.step_kind[number] = codes.StepKind[step["kind"].upper()]
        rules.step_by_deck[number] = step.get("limit", "none") == "deck"
        rules.step_cost[number] = [cost.get(name, 0) for name in GOODS]
        rules.step_crew[number] = [cost.get(name, 0) for name in SYMBOLS]
        rules.step_either[number] = cost.get("wood_or_fish", 0)
        rules.step_gain[number] = [gain.get(name, 0) for name in GAINS]
        rules.step_per_worker[number] = [gain.get("wood_per_worker", 0), gain.get("fish_per_worker", 0)]
        rules.step_discount[number] = step.get("discount", 0)


def _fill_towns(rules: Any, tree: Tree) -> None:
    steps = _numbers(tree["step"])
    for number, town in enumerate(tree["town"]):
        side = town["adv"] if rules.advanced and "adv" in town else town["std"]
        rules.is_port[number] = town["kind"] == "port"
        rules.takes[number] = TAKES[side["take"]]
        rules.strength[number] = side["strength"]
        rules.fee_coin[number] = side["fee"]["coin"]
        rules.fee_crew[number] = [side["fee"][name] for name in SYMBOLS]
        names = _steps_of(rules, town, side)
        rules.town_step[number] = -1
        rules.town_step[number, : len(names)] = [steps[name] for name in names]


def _steps_of(rules: Any, town: Tree, side: Tree) -> list[str]:
    """List a town's steps under the readings of the advanced side (AMB-31, AMB-48)."""
    names = list(side["steps"])
    if not rules.advanced:
        return names
    if not rules.adv_replaces and town["id"] in KEPT_REST:
        names = ["rest", *names]
    if rules.adv_morlim_free and town["id"] == FREE_RECRUIT:
        names = ["recruit_free" if name == "recruit" else name for name in names]
    return names


def _fill_crew(rules: Any, tree: Tree) -> None:
    kinds = tree["crew"]
    rules.n_kinds = len(kinds)
    recruits: list[int] = []
    for number, kind in enumerate(kinds):
        shown = [name in kind["skills"] for name in SKILLS]
        rules.kind_shows[number] = [*shown, shown[0] and shown[1], 1]
        rules.kind_is_double[number] = len(kind["skills"]) == 2
        rules.starters[number] = tree["setup"]["starters"].get(kind["id"], 0)
        if not kind["starter"]:
            recruits += [number] * kind["count"]
    rules.n_recruits = len(recruits)
    rules.recruits[: len(recruits)] = recruits


def _fill_buildings(rules: Any, buildings: Tree) -> None:
    rules.n_buildings = len(buildings)
    by_trigger: list[list[int]] = [[] for _ in range(N_TRIGGERS)]
    for number, building in enumerate(buildings):
        trigger, effect = Trigger[building["trigger"].upper()], Effect[building["effect"].upper()]
        rules.price[number] = building["coin"]
        rules.build_wood[number] = building["wood"]
        rules.build_fish[number] = building["fish"]
        rules.trigger[number], rules.effect[number] = trigger, effect
        rules.amount[number] = building["amount"]
        rules.effect_mask[effect] |= 1 << number
        if building["trigger"].startswith("game_end"):
            rules.end_mask |= 1 << number
        by_trigger[trigger].append(number)
    for union, parts in UNIONS.items():
        by_trigger[union] = sorted(number for part in parts for number in by_trigger[part])
    for code, numbers in enumerate(by_trigger):
        rules.trigger_count[code] = len(numbers)
        rules.trigger_list[code] = numbers + [0] * (codes.MAX_BUILDINGS - len(numbers))
        rules.trigger_mask[code] = sum(1 << number for number in numbers)


def _fill_events(rules: Any, tree: Tree) -> None:
    towns = _numbers(tree["town"])
    rules.n_events = len(tree["event"])
    for number, event in enumerate(tree["event"]):
        rules.event_town[number] = towns[event["region"]]
        rules.event_cost[number] = [event["cost"].get(name, 0) for name in GOODS]
        rules.event_crew[number] = [event["cost"].get(name, 0) for name in SYMBOLS]
        rules.event_cubes[number] = event["cubes"]


def _fill_reputation(rules: Any, cards: Tree) -> None:
    rules.n_reputation = len(cards)
    for number, card in enumerate(cards):
        rules.reputation_bonus[number] = card["bonus"]
        rules.reputation_per[number] = PER.index(card["per"])
        rules.reputation_limit[number] = card["limit"]


def _fill_tiles(rules: Any, tiles: Tree) -> None:
    all_tiles = [tile for tile in tiles for _ in range(tile["count"])]
    rules.n_tiles = len(all_tiles)
    for number, tile in enumerate(all_tiles):
        rules.tile_gain[number] = TILE_GAINS.index(tile["gain"])
        rules.tile_amount[number] = tile["amount"]


def _numbers(entries: Tree) -> dict[str, int]:
    return {entry["id"]: number for number, entry in enumerate(entries)}
