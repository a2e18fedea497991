"""Treatments: what may be changed for one seat, one turn position or the whole table, to see what it does.

A game declares its resources and its kinds of components in `rules/treatments.py`, and gives what a handicap names at
the end of its `start`. Everything a treatment changes stands in the rules record, or in the component data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.errors import BadInput, unknown
from analyzer.games.switches import Value
from analyzer.games.treatments.written import (
    GIVE,
    POSITION,
    PRICE,
    REMOVE,
    Treatment,
    bare,
    kind_of,
    read_spec_treatment,
    read_treatment,
)

__all__ = ["Treatment", "bare", "kind_of", "read_spec_treatment", "read_treatment"]  # for whoever makes a setting
from analyzer.games.turns import FIRST_GRANT, MOST_HANDICAPS

Tree = Any  # component data, as games/components.py has it
Had = Callable[[Any], Any]
Problem = Callable[[Mapping[str, Value], int, Tree], str | None]  # (switches, players, data): why it is impossible


@dataclass(frozen=True, kw_only=True)
class Resource:
    """What a seat may begin with more or less of."""

    name: str
    code: int  # by which the rules know it; 0 stands for points, which count at the end
    summary: str  # what comes of more and of less
    low: int
    high: int
    problem: Problem | None = None


@dataclass(frozen=True, kw_only=True)
class Material:
    """A kind of component: what its pieces are called, how one is taken out, given away, and priced."""

    name: str
    code: int  # its place in `rules.left_out`
    names: Callable[[Tree], Sequence[str]]  # of all pieces, in the order of their numbers
    numbers: Callable[[Tree], Sequence[int]] | None = None  # of these pieces; None = 0, 1, 2, …
    removal: str = ""  # how the game goes on without one; "" = none can be removed
    without: Callable[[Tree, str], Mapping[str, Any]] | None = None  # that data; None = the rules leave it out
    grant: str = ""  # what it means to begin with one; "" = nobody can
    granted: Callable[[Tree], Sequence[str]] | None = None  # those that can be given; None = all
    problem: Problem | None = None  # with taking out or giving one
    most: Callable[[Mapping[str, Value], int, Tree], int] | None = None  # that can be out of the game; None = all
    is_single: bool = True  # there is one of each: who begins with it takes it out of the piles
    had: Had | None = None  # (rows): who had which at the end, by game, seat and piece, for the raw table
    price: str = ""  # the value of component data that is its price, with {} for the name
    paid_in: str = ""  # the resource that its price is paid in; "" = none that a seat can begin with
    seen: Had | None = None  # (rows): who could have had which, likewise; None = all seats, once somebody had it


def owned(field: str, pieces: int) -> Had:
    """Read who had which from a field of the rows that holds a seat for every piece, -1 = nobody."""
    return lambda rows: rows[field][:, None, :pieces] == np.arange(rows["share"].shape[1])[None, :, None]


def dealt(field: str, pieces: int) -> Had:
    """Read who had which from a field of the rows that holds a piece for every seat."""
    return lambda rows: rows[field][:, :, None] == np.arange(pieces)


def find_resource(game: Any, treatment: Treatment) -> Resource:
    """Find the resource that a handicap names."""
    for resource in game.resources:
        if resource.name == treatment.what:
            return resource  # type: ignore[no-any-return]
    known = [resource.name for resource in game.resources] + [f"{kind.name}:…" for kind in game.materials if kind.grant]
    raise unknown(f"resource of {game.name}", treatment.what, known, where=treatment.where)


def find_component(game: Any, treatment: Treatment, tree: Tree) -> tuple[Material, str, int]:
    """Find the component that a treatment names: its kind, its name and its number."""
    kind, name = kind_of(treatment.what), bare(treatment.what)
    can = {"removed": REMOVE, "given": GIVE, "priced": PRICE}
    word = next(word for word, action in can.items() if action == treatment.action)
    found = {one.name: one for one in game.materials if _can(one, treatment.action)}
    if kind not in found:
        raise unknown(f"kind of component of {game.name} that can be {word}", kind, found, where=treatment.where)
    names = list(found[kind].names(tree))
    allowed = list(_named(found[kind], treatment.action, tree))
    if name not in allowed:
        raise unknown(f"{kind} that can be {word}", name, allowed, where=treatment.where)
    number = names.index(name)
    numbers = found[kind].numbers
    return found[kind], name, number if numbers is None else numbers(tree)[number]


def _can(kind: Material, action: str) -> str:
    return {REMOVE: kind.removal, GIVE: kind.grant, PRICE: kind.price}[action]


def _named(kind: Material, action: str, tree: Tree) -> Sequence[str]:
    return kind.granted(tree) if action == GIVE and kind.granted is not None else kind.names(tree)


def granted_names(kind: Material, tree: Tree) -> Sequence[str]:
    """List the components of a kind that one seat can begin with."""
    return _named(kind, GIVE, tree) if kind.grant else []


def removable(game: Any, tree: Tree) -> Iterator[str]:
    """List the components that can be removed, as `--remove` takes them."""
    return (f"{kind.name}:{name}" for kind in game.materials if kind.removal for name in kind.names(tree))


def grantable(game: Any, tree: Tree) -> Iterator[str]:
    """List the components that one seat can begin with, as `--grant` takes them behind the seat."""
    return (f"{kind.name}:{name}" for kind in game.materials for name in granted_names(kind, tree))


def titles(game: Any, tree: Tree) -> dict[str, str]:
    """Name every component as people do: by the name in its data, or else by what commands call it."""
    return {f"{kind.name}:{name}": _title(kind, name, tree) for kind in game.materials for name in kind.names(tree)}


def _title(kind: Material, name: str, tree: Tree) -> str:
    rows = tree.get(kind.name, ()) if isinstance(tree, Mapping) else ()
    named = (row["name"] for row in rows if isinstance(row, Mapping) and row.get("id") == name and "name" in row)
    plain = name.replace("_", " ")
    return str(next(named, f"{kind.name} {plain}" if any(map(str.isdigit, plain)) else plain))


def new_data(game: Any, treatment: Treatment, tree: Tree) -> dict[str, Any]:
    """Check that a treatment names what the game has; return the component data that it changes, by path."""
    if treatment.action == GIVE and ":" not in treatment.what:
        _check_amount(treatment, find_resource(game, treatment))
        return {}
    kind, name, _ = find_component(game, treatment, tree)
    if treatment.action == PRICE:
        path = kind.price.format(name)
        return {path: value_at(tree, path) + treatment.amount}
    if treatment.action == GIVE and treatment.amount != 1:
        raise BadInput(f"{treatment.where}: {treatment.what} can be given once, not {treatment.amount} times")
    return {} if treatment.action == GIVE or kind.without is None else dict(kind.without(tree, name))


def _check_amount(treatment: Treatment, resource: Resource) -> None:
    if not resource.low <= treatment.amount <= resource.high:
        raise BadInput(
            f"{treatment.where}: {resource.name} {treatment.amount:+d} is out of range; "
            f"allowed: {resource.low:+d} to {resource.high:+d}"
        )


def value_at(tree: Tree, path: str) -> Any:
    """Read a value of component data."""
    for part in path.split("."):
        tree = next(item for item in tree if str(item.get("id")) == part) if isinstance(tree, list) else tree[part]
    return tree


def problem_of(
    game: Any, treatments: Sequence[Treatment], values: Mapping[str, Value], players: int, tree: Tree
) -> str | None:
    """Say what is impossible about treatments at a table, if anything is."""
    given = [treatment for treatment in treatments if treatment.action == GIVE]
    if len(given) > MOST_HANDICAPS:
        return f"{len(given)} handicaps and grants; at most {MOST_HANDICAPS} are possible"
    single: list[str] = []
    for treatment in treatments:
        problem = _place_problem(treatment, players) or _own_problem(game, treatment, values, players, tree)
        if ":" in treatment.what and treatment.action != PRICE:
            kind = find_component(game, treatment, tree)[0]
            problem = problem or (f"{treatment.what} is named twice" if treatment.what in single else None)
            single += [treatment.what] if kind.is_single or treatment.action == REMOVE else []
        if problem:
            return f"{treatment.where}: {problem}"
    return _too_many(game, treatments, values, players, tree)


def _too_many(
    game: Any, treatments: Sequence[Treatment], values: Mapping[str, Value], players: int, tree: Tree
) -> str | None:
    """Say where a game cannot do without as many components of a kind."""
    removed = [find_component(game, one, tree)[0] for one in treatments if one.action == REMOVE]
    for kind in removed:
        most = len(removed) if kind.most is None else kind.most(values, players, tree)
        if removed.count(kind) > most:
            told = f"at most {most}" if most else "none"
            return (
                f"remove {kind.name}: {told} can be out of the game with {players} players, or too few are left to deal"
            )
    return None


def _place_problem(treatment: Treatment, players: int) -> str | None:
    if treatment.action != GIVE:
        return None
    low, high = (1, players) if treatment.place == POSITION else (0, players - 1)
    is_there = low <= treatment.number <= high
    return None if is_there else f"there is no {treatment.place} {treatment.number}; allowed: {low} to {high}"


def _own_problem(game: Any, treatment: Treatment, values: Mapping[str, Value], players: int, tree: Tree) -> str | None:
    if treatment.action == GIVE and ":" not in treatment.what:
        check = find_resource(game, treatment).problem
    else:
        check = None if treatment.action == PRICE else find_component(game, treatment, tree)[0].problem
    return None if check is None else check(values, players, tree)


def write_treatments(game: Any, rules: Any, treatments: Sequence[Treatment], tree: Tree) -> None:
    """Write handicaps, grants and removals into the rules record."""
    for treatment in treatments:
        what = _code(game, rules, treatment, tree) if ":" in treatment.what else find_resource(game, treatment).code
        if treatment.action == GIVE:
            place = treatment.number - (treatment.place == POSITION)
            rules.handicaps[rules.n_handicaps] = treatment.place == POSITION, place, what, treatment.amount
            rules.n_handicaps += 1


def _code(game: Any, rules: Any, treatment: Treatment, tree: Tree) -> int:
    """Return the code of a component; note that it is out of the piles, unless only its data or its price changes."""
    kind, _, number = find_component(game, treatment, tree)
    leaves = kind.is_single if treatment.action == GIVE else treatment.action == REMOVE and kind.without is None
    if leaves:
        rules.left_out[kind.code] |= 1 << number
    return FIRST_GRANT * (1 + kind.code) + number
