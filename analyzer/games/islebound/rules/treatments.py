"""What a seat may begin with besides, and what may be taken out of the game (no clause: for experiments)."""

from collections.abc import Mapping
from typing import Any

from analyzer.games.components import Tree
from analyzer.games.islebound import state as codes
from analyzer.games.islebound.rules import buildings, crew, goods, towns, tracks
from analyzer.games.switches import Value
from analyzer.games.treatments.declared import Material, Resource, owned
from analyzer.games.turns import AMOUNT, FIRST_GRANT, WHAT, treated_seat
from analyzer.kernel.lean import phase, rule

POINTS, COINS, WOOD, FISH, BOOKS, PIRATES, SERPENTS, RENOWN, CUBES = range(9)
GIVEN = 0  # how a building was gained that somebody begins with


@phase
def treat(rules, state):
    """Give every seat what it begins with besides."""
    for number in range(rules.n_handicaps):
        seat = treated_seat(rules, state.table, number)
        give(rules, state, seat, rules.handicaps[number, WHAT], rules.handicaps[number, AMOUNT])


@phase
def give(rules, state, seat, what, n):
    """Give a seat more or less of a resource, or a component."""
    table = state.table
    if what >= FIRST_GRANT:
        give_component(rules, state, seat, what // FIRST_GRANT - 1, what % FIRST_GRANT)
    elif what == RENOWN:
        tracks.gain_renown(rules, state, seat, n)
    elif what == CUBES:
        tracks.place_cubes(rules, table, seat, n)
    elif PIRATES <= what <= SERPENTS:
        goods.gain_goods(rules, table, seat, codes.PIRATE + what - PIRATES, n)
    elif what != POINTS:
        table.goods[seat, codes.COIN + what - COINS] = max(0, table.goods[seat, codes.COIN + what - COINS] + n)
        goods.drop_overflow(rules, table, seat)


@phase
def give_component(rules, state, seat, kind, number):
    """Let a seat begin with a component."""
    if kind == codes.KIND_TOWN:
        towns.set_owner(rules, state.table, seat, number)
    elif kind == codes.KIND_CREW:
        crew.to_deck(rules, state.table, seat, number, 1)
        state.table.crew[seat] += 1
    elif kind == codes.KIND_TILE:
        state.table.tiles[seat] += 1
        tracks.reward(rules, state, seat, number)
        goods.drop_overflow(rules, state.table, seat)
    else:
        give_building(rules, state, seat, number)


@rule
def give_building(rules, state, seat, number):
    """Let a seat begin with a building."""
    state.table.owned[seat] |= 1 << number
    state.table.n_owned[seat] += 1
    if buildings.brings_ichor(rules, number, buildings.BUILT):
        goods.gain_ichor(state.table, seat)
    buildings.note_building(state, seat, number, GIVEN)


def _ids(kind: str) -> Any:
    return lambda tree: [str(entry["id"]) for entry in tree[kind]]


def _numbered(kind: str) -> Any:
    """Name cards that have no names by numbers, tiles as many as there are of each."""
    return lambda tree: [str(number + 1) for number in range(sum(entry.get("count", 1) for entry in tree[kind]))]


def _sea_towns(tree: Tree) -> list[str]:
    return [town["id"] for town in tree["town"] if town["kind"] == "sea"]


def _idle_town(tree: Tree, name: str) -> dict[str, Any]:
    town = next(town for town in tree["town"] if town["id"] == name)
    return {f"town.{name}.{side}.steps": [] for side in ("std", "adv") if side in town}


def _no_architect(values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    return "books and building cards are the same in the architect variant" if values["architect"] else None


def _resource(name: str, code: int, low: int, high: int, summary: str, problem: Any = None) -> Resource:
    return Resource(name=name, code=code, low=low, high=high, summary=summary, problem=problem)


RESOURCES = (
    _resource("coins", COINS, -20, 50, "coins; fewer than none are none"),
    _resource("points", POINTS, -100, 100, "points, added at the end"),
    _resource("wood", WOOD, -10, 20, "wood, as far as the hold has room"),
    _resource("fish", FISH, -10, 20, "fish, as far as the hold has room"),
    _resource("books", BOOKS, -10, 20, "books", _no_architect),
    _resource("pirates", PIRATES, 0, 10, "pirates, as long as there are any"),
    _resource("serpents", SERPENTS, 0, 10, "serpents, as long as there are any"),
    _resource("renown", RENOWN, 0, 50, "steps on the renown track, with the tiles that they bring"),
    _resource("influence", CUBES, 0, 10, "cubes on the influence track, as long as there is room"),
)
MATERIALS = (
    Material(
        name="building",
        code=codes.KIND_BUILDING,
        names=_ids("building"),
        removal="its card is not in the pile: the next one takes its place",
        grant="the seat owns it from the start, with its points and what it does, and it counts towards the end",
        problem=_no_architect,
        had=owned("building_seat", codes.MAX_BUILDINGS),
        price="building.{}.coin",
        paid_in="coins",
    ),
    Material(
        name="town",
        code=codes.KIND_TOWN,
        names=_ids("town"),
        removal="it stays on the map without an action: a visit there does nothing",
        without=_idle_town,
        grant="the seat owns it from the start, without spoils",
        granted=_sea_towns,
        had=owned("town_owner", codes.N_TOWNS),
        price="town.{}.std.strength",
    ),
    Material(
        name="crew",
        code=codes.KIND_CREW,
        names=lambda tree: [kind["id"] for kind in tree["crew"] if not kind["starter"]],
        numbers=lambda tree: [number for number, kind in enumerate(tree["crew"]) if not kind["starter"]],
        removal="none of these cards is in the crew pile: the next ones take their places",
        grant="the seat has one on deck from the start, and none is in the crew pile",
    ),
    Material(
        name="event",
        code=codes.KIND_EVENT,
        names=_numbered("event"),
        removal="its card is not in the piles: the next one takes its place",
    ),
    Material(
        name="reputation",
        code=codes.KIND_REPUTATION,
        names=_numbered("reputation"),
        removal="its card is not in the piles: the next one takes its place",
    ),
    Material(
        name="tile",
        code=codes.KIND_TILE,
        names=_numbered("renown_tile"),
        removal="it is not in the pile: the next one takes its place",
        grant="the seat has it from the start, with what it brings, and it counts among its tiles",
    ),
)
