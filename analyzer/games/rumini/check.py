"""Whether a setting makes sense: the switches together, and component data that a user may have changed."""

from collections.abc import Mapping
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.rumini import data, state
from analyzer.games.switches import Value

MAX_COPIES = 4


def check(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    """Say what is wrong with a setting as a whole, if anything is."""
    return _check_shape(tree) or _check_map(tree["map"]) or _check_counts(values, players, tree)


def _check_shape(tree: Tree) -> str | None:
    wanted: dict[str, tuple[str, ...]] = {
        "devices_to_collect": ("p2", "p3", "p4"),
        "devices": ("copies",),
        "portholes": ("copies",),
        "treasure": data.TREASURE_NAMES,
        "bazaar": ("cards",),
        "map": tuple(data.KIND_NAMES),
    }
    for name, parts in wanted.items():
        if not isinstance(tree, dict) or not isinstance(tree.get(name), dict):
            return f"component data: {name} is missing"
        missing = [part for part in parts if part not in tree[name]]
        if missing:
            return f"component data: {name}.{missing[0]} is missing"
        wrong = [part for part in parts if name != "map" and not _is_count(tree[name][part])]
        if wrong:
            return f"component data: {name}.{wrong[0]} = {tree[name][wrong[0]]!r} is not a whole number of 0 or more"
    return None


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _check_map(kinds: Tree) -> str | None:
    for kind in data.KIND_NAMES:
        for part in ("devices", "chests"):
            names = kinds[kind].get(part) if isinstance(kinds[kind], dict) else None
            if not isinstance(names, list):
                return f"component data: map.{kind}.{part} is not a list of devices"
            wrong = [name for name in names if name not in data.DEVICE_NAMES]
            if wrong:
                return (
                    f"component data: map.{kind}.{part}: {wrong[0]!r} is not a device ({', '.join(data.DEVICE_NAMES)})"
                )
        n_cards = len(kinds[kind]["devices"])
        if not 1 <= n_cards <= state.PER_KIND:
            return f"component data: map.{kind}.devices has {n_cards} cards; 1 to {state.PER_KIND} are possible"
        spare = [
            name for name in data.DEVICE_NAMES if kinds[kind]["chests"].count(name) > kinds[kind]["devices"].count(name)
        ]
        if spare:
            return f"component data: map.{kind}.chests names {spare[0]} more often than map.{kind}.devices does"
    return None


def _check_counts(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    collect = tree["devices_to_collect"][f"p{players}"]
    copies = tree["devices"]["copies"]
    each = min(copies, players) if values["devices_distinct"] else copies
    if not 1 <= copies <= MAX_COPIES or not 1 <= tree["portholes"]["copies"] <= MAX_COPIES:
        return f"devices.copies and portholes.copies must be from 1 to {MAX_COPIES}"
    if not collect >= 1 or players * collect > state.DEVICES * each:
        return (
            f"devices_to_collect.p{players} = {collect}: at least 1 is needed, and {players} players can be "
            f"dealt at most {state.DEVICES * each} device cards"
        )
    n_faces = state.FACES if values["porthole_same_kind"] else state.FACES - 2 * state.KINDS
    n_portholes = n_faces * tree["portholes"]["copies"]
    if players * int(values["hand_size"]) > n_portholes:
        return f"hand_size = {values['hand_size']}: {n_portholes} porthole cards do not fill {players} hands"
    n_treasures = _n_treasures(tree["treasure"])
    if n_treasures > state.TREASURE_SLOTS:
        return f"treasure: {n_treasures} treasure cards; at most {state.TREASURE_SLOTS} are possible"
    if tree["bazaar"]["cards"] > 10_000:
        return f"bazaar.cards = {tree['bazaar']['cards']}; at most 10000 are possible (0 = unlimited)"
    return None


def _n_treasures(counts: Tree) -> int:
    return int(counts["flag"] + counts["joker"] + counts["pirate"] + state.DEVICES * counts["event_per_device"])
