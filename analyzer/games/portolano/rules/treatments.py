"""What a ship may begin with besides, and what may be taken out of the game (no clause: for experiments)."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from analyzer.games.components import Tree
from analyzer.games.portolano import state as codes
from analyzer.games.portolano.rules import hold, setup
from analyzer.games.switches import Value
from analyzer.games.treatments.declared import Material, Resource, dealt
from analyzer.games.turns import AMOUNT, FIRST_GRANT, WHAT, treated_seat
from analyzer.kernel.jit import phase, rule

POINTS, TALERS, RUM, COTTON, WINE, TEA, CANNONS = range(7)


@phase
def treat(rules, state):
    """Give every ship what it begins with besides."""
    for number in range(rules.n_handicaps):
        ship = state.table.ships[treated_seat(rules, state.table, number)]
        what = rules.handicaps[number, WHAT]
        if FIRST_GRANT <= what < FIRST_GRANT * (1 + codes.KIND_STERN):
            mark_mission(rules, state.table, treated_seat(rules, state.table, number), what % FIRST_GRANT)
        else:
            give(rules, state.table, ship, what, rules.handicaps[number, AMOUNT])


@phase
def give(rules, table, ship, what, n):
    """Give a ship more or less of a resource, or a component."""
    if what >= FIRST_GRANT * (1 + codes.KIND_EXTENSION):
        ship.extensions[what % FIRST_GRANT] += 1
    elif what >= FIRST_GRANT:
        change_stern(rules, table, ship, what % FIRST_GRANT)
    elif what == TALERS:
        ship.talers = max(0, ship.talers + n)
    elif what == RUM:
        ship.rum = max(0, ship.rum + min(n, hold.free_space(rules, ship)))
    elif what == CANNONS:
        load_cannons(rules, table, ship, n)
    elif what != POINTS:
        load_goods(rules, table, ship, what - COTTON, n)


@rule
def mark_mission(rules, table, seat, mission):
    """Give a seat the next marker on a mission; if it is not revealed, it takes the place of one without a claim."""
    place = 0
    for other in range(rules.revealed - 1, -1, -1):
        place = other if table.claimed[other] == 0 else place
    for other in range(rules.revealed):
        place = other if table.mission[other] == mission else place
    if table.mission[place] != mission:
        table.mission[place], table.claimed[place] = mission, 0
        table.marker[place, :] = 0
    table.claimed[place] += 1
    table.marker[place, seat] = table.claimed[place]


@rule
def load_goods(rules, table, ship, kind, n):
    """Load goods from the box, as many as there are and as the hold has room for."""
    n = min(n, min(hold.free_space(rules, ship), table.box[kind]))
    ship.goods[kind] += n
    table.box[kind] -= n


@rule
def load_cannons(rules, table, ship, n):
    """Load cannons, as many as there are and as the ship has slots for."""
    n = max(-ship.cannons, min(n, min(table.pool, hold.cannon_slots(rules, ship) - ship.cannons)))
    ship.cannons += n
    table.pool -= n


@phase
def change_stern(rules, table, ship, stern):
    """Take the stern tile of a ship back, with what it gave, and give it another."""
    if ship.stern == codes.Stern.ENYVESKEZO:
        ship.talers = max(0, ship.talers - setup.ENYVESKEZO_TALERS)
    elif ship.stern == codes.Stern.KARTACSMESTER:
        load_cannons(rules, table, ship, -1)
    ship.knight = 0
    ship.stern = stern
    setup.apply_stern(rules, table, ship)


def _resource(name: str, code: int, low: int, high: int, summary: str) -> Resource:
    return Resource(name=name, code=code, low=low, high=high, summary=summary)


def _ids(kind: str) -> Any:
    return lambda tree: [str(entry["id"]) for entry in tree[kind]]


def _extensions(tree: Tree) -> list[str]:
    return [extension.name.lower() for extension in codes.Extension]


def _sterns(tree: Tree) -> list[int]:
    return [int(codes.Stern[stern["id"].upper()]) for stern in tree["stern"]]


def _missions_done(rows: Any) -> Any:
    """Tell which missions each seat has a marker on, by game, seat and mission."""
    is_it = rows["mission"][:, :, None, None] == np.arange(codes.MAX_MISSIONS)
    return (is_it & (rows["marker"] > 0)[:, :, :, None]).any(axis=1)


def _missions_revealed(rows: Any) -> Any:
    """Tell which missions each seat could have fulfilled."""
    is_it = (rows["mission"][:, :, None] == np.arange(codes.MAX_MISSIONS)).any(axis=1)
    return np.repeat(is_it[:, None, :], rows["share"].shape[1], axis=1)


def _won_missions(tree: Tree) -> list[str]:
    """List the missions that are won; those that can only be lost everybody begins with."""
    return [str(mission["id"]) for mission in tree["mission"] if not mission["kind"].startswith("keep")]


def _all_are_laid(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    n_laid = tree["board"][f"p{players}"] ** 2 - tree["ports_on_board"][f"p{players}"]
    return None if n_laid < len(tree["sea"]) else f"all sea tiles lie on the board with {players} players"


RESOURCES = (
    _resource("talers", TALERS, -20, 50, "talers, each a point at the end; fewer than none are none"),
    _resource("points", POINTS, -100, 100, "points, added at the end"),
    _resource("rum", RUM, -10, 10, "rum, as far as the hold has room"),
    _resource("cotton", COTTON, 0, 10, "cotton from the box, as far as the hold has room"),
    _resource("wine", WINE, 0, 10, "wine from the box, as far as the hold has room"),
    _resource("tea", TEA, 0, 10, "tea from the box, as far as the hold has room"),
    _resource("cannons", CANNONS, 0, 5, "cannons, as long as the ship has slots for them"),
)
MATERIALS = (
    Material(
        name="mission",
        code=codes.KIND_MISSION,
        names=_ids("mission"),
        removal="it is never revealed: the next one takes its place",
        grant="it is revealed, and the ship has the first marker on it",
        granted=_won_missions,
        is_single=False,
        had=_missions_done,
        seen=_missions_revealed,
    ),
    Material(
        name="stern",
        code=codes.KIND_STERN,
        names=_ids("stern"),
        numbers=_sterns,
        removal="no ship is dealt it: the next one takes its place",
        grant="the ship begins with it instead of the one it was dealt",
        had=dealt("stern", codes.MAX_STERNS),
    ),
    Material(
        name="extension",
        code=codes.KIND_EXTENSION,
        names=_extensions,
        removal="none of its stack can be bought, and no rule puts anything in its place",
        grant="the ship begins with one that is not of the stack and adds nothing to its value",
        is_single=False,
        had=lambda rows: np.stack([rows[name] > 0 for name in ("holds", "gun_decks", "sails", "fuses")], axis=2),
    ),
    Material(
        name="tile",
        code=codes.KIND_TILE,
        names=_ids("sea"),
        removal="it is not laid: another sea tile lies in its place",
        problem=_all_are_laid,
    ),
)
