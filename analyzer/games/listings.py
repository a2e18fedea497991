"""What can be listed of a game: its variants and policies, what a policy can read, what it is asked, how it answers."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from analyzer.games.components import flatten
from analyzer.games.glossary import Answers, Code, Codes, members_of
from analyzer.games.interface import Game, Policy
from analyzer.games.switches import Role, Source, Value
from analyzer.kernel.jit import meanings_of


@dataclass(frozen=True, kw_only=True)
class VariantListing:
    """A variant, in words."""

    name: str
    title: str
    summary: str
    sets: dict[str, Value]
    icons: int | None
    clause: str
    source: Source


@dataclass(frozen=True, kw_only=True)
class SwitchListing:
    """A switch, in words."""

    name: str
    default: Value
    allowed: str
    summary: str
    clause: str
    source: Source
    source_of: dict[str, Source]  # by value, where it is another one
    role: Role = Role.RULE


@dataclass(frozen=True, kw_only=True)
class ComponentListing:
    """One value of a data set."""

    path: str
    value: Any
    source: Source | None


@dataclass(frozen=True, kw_only=True)
class DataListing:
    """A data set of component values."""

    name: str
    values: list[ComponentListing]


@dataclass(frozen=True, kw_only=True)
class PolicyListing:
    """A policy, in words."""

    name: str
    title: str
    summary: str
    knobs: dict[str, float]
    traits: list[str]


def list_variants(game: Game) -> list[VariantListing]:
    """Describe the variants of a game."""
    return [
        VariantListing(
            name=name,
            title=variant.title or name,
            summary=variant.summary,
            sets=dict(variant.sets),
            icons=variant.icons,
            clause=variant.clause,
            source=variant.source,
        )
        for name, variant in game.variants.items()
    ]


def list_switches(game: Game) -> list[SwitchListing]:
    """Describe the switches of a game."""
    return [
        SwitchListing(
            name=switch.name,
            default=switch.default,
            allowed=switch.allowed,
            summary=switch.summary,
            clause=switch.clause,
            source=switch.source,
            source_of={str(value).lower(): source for value, source in switch.source_of},
            role=switch.role,
        )
        for switch in game.switches
    ]


def list_components(game: Game) -> DataListing | None:
    """Describe the component data of a game."""
    data = game.components
    if data is None:
        return None
    values = [
        ComponentListing(path=path, value=value, source=data.authority(path)) for path, value in flatten(data.tree)
    ]
    return DataListing(name=data.name, values=values)


def list_treatments(game: Game) -> dict[str, Any]:
    """Describe what one seat can begin with, and what can be removed, given and priced."""
    tree = None if game.components is None else game.components.tree
    return {
        "resources": [
            {"name": one.name, "low": one.low, "high": one.high, "summary": one.summary} for one in game.resources
        ],
        "components": [
            {
                "kind": kind.name,
                "names": list(kind.names(tree)),
                "removal": kind.removal or None,
                "grant": kind.grant or None,
                "price": kind.price or None,
            }
            for kind in game.materials
        ],
    }


def list_policy(policy: Policy) -> PolicyListing:
    """Describe a policy."""
    return PolicyListing(
        name=policy.name,
        title=policy.title,
        summary=policy.summary,
        knobs=dict(policy.knobs),
        traits=sorted(policy.traits),
    )


def game_document(game: Game, n_policies: int) -> dict[str, Any]:
    """Describe a game."""
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.seats),
        "competitive": game.is_competitive,
        "variants": len(game.variants),
        "policies": n_policies,
        "recommended": game.recommended,
        "levels": dict(game.levels),
        "figures": {level: asdict(found) for level, found in game.figures.items()},
        "kinds": dict(game.strategies),
        "rules_version": game.rules_version,
        "sources": list(game.sources),
    }


def variants_document(game: Game) -> dict[str, Any]:
    """Describe the variants, switches and component data of a game."""
    components = list_components(game)
    return {
        "game": game.name,
        "variants": [asdict(variant) for variant in list_variants(game)],
        "switches": [asdict(switch) for switch in list_switches(game)],
        "components": None if components is None else asdict(components),
        "treatments": list_treatments(game),
    }


def policy_document(policy: Policy) -> dict[str, Any]:
    """Describe a policy."""
    return asdict(list_policy(policy))


@dataclass(frozen=True)
class Field:
    """One field that a policy reads as `table.name` or, with a shape, `table.name[i]`."""

    name: str  # `ships.rum` for a field of each of several records
    kind: str  # integer or number
    shape: tuple[int, ...]
    meaning: str


def fields_of(game: Game) -> dict[str, list[Field]]:
    """List the fields of what a policy of this game is shown, by record."""
    layouts = {"table": game.table, "hand": game.hand, "rules": game.rules}
    return {owner: list(_fields(layout)) for owner, layout in layouts.items()}


def fields_document(game: Game) -> dict[str, Any]:
    """Describe what a policy can read."""
    found = {owner: [asdict(field) for field in fields] for owner, fields in fields_of(game).items()}
    return {"game": game.name, "fields": found}


def _fields(layout: np.dtype[Any], before: str = "") -> Iterator[Field]:
    for name, meaning in meanings_of(layout).items():
        inner = layout[name]
        yield Field(f"{before}{name}", _kind(inner.base), tuple(inner.shape), meaning)
        if inner.base.names:
            yield from _fields(inner.base, f"{before}{name}{'[i]' if inner.shape else ''}.")


def _kind(layout: np.dtype[Any]) -> str:
    if layout.names:
        return "record"
    return "number" if layout.kind == "f" else "integer"


PIECES = ("renown_tile",)  # entries of the component data that stand for several pieces each


def questions_of(game: Game) -> tuple[Code, ...]:
    """List the questions that a policy of a game is asked."""
    return members_of(game.phases)


def answers_of(game: Game) -> Answers:
    """Tell how the answers of a game are written."""
    return game.glossary.answers


def codes_of(game: Game) -> list[Codes]:
    """List the codes of cards, goods, kinds and places."""
    return [*game.glossary.codes, *_numbered(game)]


def _numbered(game: Game) -> Iterator[Codes]:
    """List the entries of the component data that have a name: they are numbered in its order."""
    tree: dict[str, Any] = game.components.tree if game.components is not None else {}
    for name, entries in tree.items():
        if name not in PIECES and isinstance(entries, list) and all(map(_has_name, entries)):
            codes = tuple(Code(entry["id"], number, "") for number, entry in enumerate(entries))
            yield Codes(f"{name} (data)", "", codes)


def _has_name(entry: Any) -> bool:
    return isinstance(entry, dict) and isinstance(entry.get("id"), str) and not entry["id"].isdecimal()
