"""From component data to the rules record.

`complete` is called with data that `check` has passed.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.games.components import Tree, load_components
from analyzer.games.rumini.state import PER_KIND, Device, Kind, Treasure
from analyzer.games.switches import Value

COMPONENTS = load_components(Path(__file__).with_name("components.toml"))
KIND_NAMES = [kind.name.lower() for kind in Kind]
DEVICE_NAMES = [device.name.lower() for device in Device]
TREASURE_NAMES = ("flag", "joker", "pirate", "event_per_device")


def complete(rules: Any, values: Mapping[str, Value], tree: Tree) -> None:
    """Fill in the component data."""
    rules.collect = tree["devices_to_collect"][f"p{int(rules.players)}"]
    rules.device_copies = tree["devices"]["copies"]
    rules.porthole_copies = tree["portholes"]["copies"]
    rules.bazaar_stock = tree["bazaar"]["cards"]
    for face, name in enumerate(TREASURE_NAMES[:3]):
        rules.treasure[face] = tree["treasure"][name]
    rules.treasure[Treasure.EVENT :] = tree["treasure"]["event_per_device"]
    for kind, name in enumerate(KIND_NAMES):
        _print_cards(rules, kind, tree["map"][name])


def _print_cards(rules: Any, kind: int, entry: Tree) -> None:
    """Write the map cards of a kind; each chest goes to the first card of its device that has none."""
    chests = list(entry["chests"])
    rules.per_kind[kind] = len(entry["devices"])
    for place, device in enumerate(entry["devices"]):
        card = 1 + kind * PER_KIND + place
        rules.device_of[card] = DEVICE_NAMES.index(device)
        if device in chests:
            chests.remove(device)
            rules.chest[card] = 1
