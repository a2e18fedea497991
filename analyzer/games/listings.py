"""What can be listed, as plain data: the documents behind `--json` of the listing commands."""

from __future__ import annotations

from typing import Any

from analyzer.games.components import flatten
from analyzer.games.interface import Game, Policy


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
    return {
        "game": game.name,
        "variants": [
            {
                "name": name,
                "title": variant.title or name,
                "summary": variant.summary,
                "sets": dict(variant.sets),
                "icons": variant.icons,
                "clause": variant.clause,
                "source": variant.source,
            }
            for name, variant in game.variants.items()
        ],
        "switches": [
            {
                "name": switch.name,
                "default": switch.default,
                "allowed": switch.allowed,
                "summary": switch.summary,
                "clause": switch.clause,
                "source": switch.source,
                "source_of": {str(value).lower(): source for value, source in switch.source_of},
            }
            for switch in game.switches
        ],
        "components": _components_document(game),
    }


def _components_document(game: Game) -> dict[str, Any] | None:
    if game.components is None:
        return None
    values = [
        {"path": path, "value": value, "source": game.components.authority(path)}
        for path, value in flatten(game.components.tree)
    ]
    return {"name": game.components.name, "values": values}


def policy_document(policy: Policy) -> dict[str, Any]:
    """Describe a policy."""
    return {
        "name": policy.name,
        "title": policy.title,
        "summary": policy.summary,
        "knobs": dict(policy.knobs),
        "traits": sorted(policy.traits),
    }
