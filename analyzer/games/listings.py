"""What can be listed of a game: for the manifest of a run, and as the documents behind `--json` of listing commands."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from analyzer.games.components import flatten
from analyzer.games.interface import Game, Policy
from analyzer.games.switches import Source, Value


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
    }


def policy_document(policy: Policy) -> dict[str, Any]:
    """Describe a policy."""
    return asdict(list_policy(policy))
