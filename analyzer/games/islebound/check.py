"""Whether a setting makes sense: the switches together, and component data that a user may have changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.islebound import data
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.abilities import GIVING, TRIGGERS_OF, UNIONS, Effect, Trigger
from analyzer.games.switches import Value

_EDGES = ("NE", "E", "SE", "SW", "W", "NW")
_STEP_COSTS = (*data.GOODS, *data.SYMBOLS, "wood_or_fish")
_STEP_GAINS = (*data.GAINS, "wood_per_worker", "fish_per_worker")


class _Wrong(Exception):
    """What is wrong, as one sentence."""


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Say what is wrong with a setting as a whole, if anything is; name the path of wrong data."""
    if values["closed_quarters"] and players != 2:
        return f"closed_quarters is a variant for 2 players, not for {players}"
    if values["architect"] and values["six_buildings"]:
        return "architect has no building row, so six_buildings cannot be added"
    try:
        _check_data(tree, players, bool(values["architect"]))
    except _Wrong as problem:
        return str(problem)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
        return f"component data: {type(problem).__name__}: {problem}"
    return None


def _check_data(tree: Tree, players: int, architect: bool) -> None:
    parts: Sequence[Callable[[Tree], None]] = (
        _check_setup,
        _check_combat,
        _check_influence,
        _check_map,
        _check_steps,
        _check_towns,
        _check_crew,
        _check_buildings,
        _check_events,
        _check_reputation,
        _check_tiles,
    )
    for part in parts:
        part(tree)
    starters = {kind["id"]: kind["count"] for kind in tree["crew"]}
    for name, n in tree["setup"]["starters"].items():
        if n * players > starters[name]:
            raise _Wrong(f"crew.{name}.count: {starters[name]} cards are too few for {players} players")
    if architect and len(tree["building"]) < codes.PACK * players:
        raise _Wrong(f"building: architect deals {codes.PACK} to each of {players} players")


def _number(path: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _Wrong(f"{path} = {value!r} must be a whole number from {low} to {high}")


def _one_of(path: str, value: Any, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise _Wrong(f"{path} = {value!r} must be one of {', '.join(allowed)}")


def _length(path: str, values: Any, low: int, high: int) -> None:
    if not low <= len(values) <= high:
        raise _Wrong(f"{path} has {len(values)} entries; allowed: {low} to {high}")


def _amounts(path: str, table: Mapping[str, Any], allowed: Sequence[str]) -> None:
    for name, value in table.items():
        _one_of(f"{path}: key", name, allowed)
        _number(f"{path}.{name}", value, 0, 20)


def _entries(tree: Tree, name: str, low: int, high: int) -> Iterator[tuple[str, Tree]]:
    """Walk over an array of tables with the path of each entry."""
    _length(name, tree[name], low, high)
    seen: set[Any] = set()
    for entry in tree[name]:
        if entry["id"] in seen:
            raise _Wrong(f"{name}: the id {entry['id']!r} occurs twice")
        seen.add(entry["id"])
        yield f"{name}.{entry['id']}", entry


def _check_setup(tree: Tree) -> None:
    bounds = {
        "start_coins": (0, 100),
        "start_speed": (1, 8),
        "max_speed_from_crew": (1, 8),
        "hold_capacity": (1, 100),
        "renown_per_tile": (1, 50),
        "owned_town_surcharge": (0, 10),
        "dice": (1, codes.MAX_DICE),
        "cubes_per_player": (codes.N_TOWNS + 3, 60),
        "pirate_supply": (0, 15),
        "serpent_supply": (0, 15),
    }
    setup = tree["setup"]
    for name, (low, high) in bounds.items():
        _number(f"setup.{name}", setup[name], low, high)
    for players in ("p2", "p3", "p4"):
        _number(f"setup.end_buildings.{players}", setup["end_buildings"][players], 1, codes.MAX_BUILDINGS)
    for name in ("row_books", "row_books_six"):
        _length(f"setup.{name}", setup[name], 1, codes.MAX_ROW)
        for n in setup[name]:
            _number(f"setup.{name}", n, 0, 50)
    _length("setup.crew_slot_cost", setup["crew_slot_cost"], codes.CREW_SLOTS, codes.CREW_SLOTS)
    for n in setup["crew_slot_cost"]:
        _number("setup.crew_slot_cost", n, 0, 50)
    for name, n in setup["starters"].items():
        _one_of("setup.starters: key", name, [kind["id"] for kind in tree["crew"]])
        _number(f"setup.starters.{name}", n, 0, 20)


def _check_combat(tree: Tree) -> None:
    combat = tree["combat"]
    for name in ("serpent", "pirate", "ichor"):
        values = combat[name]
        _length(f"combat.{name}", values, codes.FACES, codes.FACES)
        for value in values:
            _number(f"combat.{name}", value, 0, 9)
        if sorted(values) != list(values):
            raise _Wrong(f"combat.{name} = {values} falls with the face; a higher die may not be worth less")
    _number("combat.injured_crew_bonus", combat["injured_crew_bonus"], 0, 9)
    _number("combat.raid_hit_min_face", combat["raid_hit_min_face"], 1, codes.FACES + 1)


def _check_influence(tree: Tree) -> None:
    values = tree["influence"]["values"]
    _length("influence.values", values, 1, codes.MAX_TRACK)
    for value in values:
        _number("influence.values", value, 1, 9)
    if sorted(values) != list(values):
        raise _Wrong(f"influence.values = {values} must not fall from left to right")
    if sum(values) > 60:
        raise _Wrong(f"influence.values add up to {sum(values)}; at most 60 are possible")
    _number("influence.blocked_first_spaces_2p", tree["influence"]["blocked_first_spaces_2p"], 0, len(values))


def _check_map(tree: Tree) -> None:
    links = tree["map"]
    for cut in ("cut_a", "cut_b"):
        edges = [edge for name in data.REGIONS for edge in links[cut][name]]
        if sorted(edges) != sorted(_EDGES):
            raise _Wrong(f"map.{cut} must name each of the edges {', '.join(_EDGES)} once")
    names = [*(text for link in links["hex_links"] for text in link)]
    for notch in data.NOTCHES:
        names += links["port_links"][notch]
    for text in names:
        board, _, edge = text.partition(".")
        if board not in data.HEX_SLOTS or edge not in _EDGES:
            raise _Wrong(f"map: {text!r} is not an edge of a board; write N.SW, for instance")
    placed = [
        town
        for _, board in _entries(tree, "board", codes.N_BOARDS, codes.N_BOARDS)
        for town in board["regions"].values()
    ]
    sea = [town["id"] for town in tree["town"] if town["kind"] == "sea"]
    if sorted(placed) != sorted(sea):
        raise _Wrong("board: every sea town must lie on exactly one board")


def _check_steps(tree: Tree) -> None:
    for path, step in _entries(tree, "step", 1, codes.MAX_STEPS):
        _one_of(f"{path}.kind", step["kind"], [kind.name.lower() for kind in codes.StepKind])
        _amounts(f"{path}.cost", step.get("cost", {}), _STEP_COSTS)
        _amounts(f"{path}.gain", step.get("gain", {}), _STEP_GAINS)
        _one_of(f"{path}.limit", step.get("limit", "none"), ("none", "deck"))
        _number(f"{path}.discount", step.get("discount", 0), 0, 20)
        if step["kind"] == "exchange" and not any(step.get("cost", {}).values()):
            raise _Wrong(f"{path}.cost is empty; an exchange that costs nothing would never end")


def _check_towns(tree: Tree) -> None:
    steps = [step["id"] for step in tree["step"]]
    kinds = []
    for path, town in _entries(tree, "town", codes.N_TOWNS, codes.N_TOWNS):
        _one_of(f"{path}.kind", town["kind"], ("port", "sea"))
        kinds.append(town["kind"])
        for name in ("std", "adv") if "adv" in town else ("std",):
            side = town[name]
            _one_of(f"{path}.{name}.take", side["take"], list(data.TAKES))
            _number(f"{path}.{name}.strength", side["strength"], 0, 20)
            _number(f"{path}.{name}.fee.coin", side["fee"]["coin"], 0, 20)
            for symbol in data.SYMBOLS:
                _number(f"{path}.{name}.fee.{symbol}", side["fee"][symbol], 0, 5)
            _length(f"{path}.{name}.steps", side["steps"], 0, codes.TOWN_STEPS - 1)
            for step in side["steps"]:
                _one_of(f"{path}.{name}.steps", step, steps)
    if kinds.count("port") != codes.N_BOARDS:
        raise _Wrong(f"town: {kinds.count('port')} ports; the map has {codes.N_BOARDS} notches")


def _check_crew(tree: Tree) -> None:
    n_recruits = 0
    for path, kind in _entries(tree, "crew", 1, codes.MAX_KINDS):
        for skill in kind["skills"]:
            _one_of(f"{path}.skills", skill, data.SKILLS)
        _number(f"{path}.count", kind["count"], 0, 24)
        n_recruits += 0 if kind["starter"] else kind["count"]
    if n_recruits > codes.MAX_RECRUITS:
        raise _Wrong(f"crew: {n_recruits} recruits; at most {codes.MAX_RECRUITS} are possible")


def _check_buildings(tree: Tree) -> None:
    triggers = [trigger.name.lower() for trigger in Trigger if trigger not in UNIONS]
    for path, building in _entries(tree, "building", 1, codes.MAX_BUILDINGS):
        for name in ("coin", "wood", "fish"):
            _number(f"{path}.{name}", building[name], 0, 50)
        _number(f"{path}.amount", building["amount"], 0, 9)
        _one_of(f"{path}.trigger", building["trigger"], triggers)
        _one_of(f"{path}.effect", building["effect"], [effect.name.lower() for effect in Effect])
        trigger, effect = Trigger[building["trigger"].upper()], Effect[building["effect"].upper()]
        allowed = TRIGGERS_OF.get(effect, GIVING)
        if trigger not in allowed:
            names = ", ".join(one.name.lower() for one in allowed)
            raise _Wrong(f"{path}.trigger = {building['trigger']!r} does not go with {building['effect']!r}: {names}")


def _check_events(tree: Tree) -> None:
    towns = [town["id"] for town in tree["town"]]
    for path, event in _entries(tree, "event", 1, codes.MAX_EVENTS):
        _one_of(f"{path}.region", event["region"], towns)
        _amounts(f"{path}.cost", event["cost"], (*data.GOODS, *data.SYMBOLS))
        _number(f"{path}.cubes", event["cubes"], 1, 20)
        if not any(event["cost"].values()):
            raise _Wrong(f"{path}.cost is empty; an event that costs nothing could be completed forever")


def _check_reputation(tree: Tree) -> None:
    for path, card in _entries(tree, "reputation", 0, codes.MAX_REPUTATION):
        _one_of(f"{path}.per", card["per"], data.PER)
        _number(f"{path}.bonus", card["bonus"], 0, 20)
        _number(f"{path}.limit", card["limit"], 0, 50)


def _check_tiles(tree: Tree) -> None:
    n = 0
    for path, tile in _entries(tree, "renown_tile", 0, codes.MAX_TILES):
        _one_of(f"{path}.gain", tile["gain"], data.TILE_GAINS)
        _number(f"{path}.amount", tile["amount"], 0, 20)
        _number(f"{path}.count", tile["count"], 0, codes.MAX_TILES)
        n += tile["count"]
    if n > codes.MAX_TILES:
        raise _Wrong(f"renown_tile: {n} tiles; at most {codes.MAX_TILES} are possible")
