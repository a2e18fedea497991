"""Portolano (Geri Ádám 2019): competitive; collect goods at sea, sell them in ports, build the ship, fight."""

from __future__ import annotations

from analyzer.games.interface import game_of
from analyzer.games.portolano import check, data, measures, notation, state, switches, variants
from analyzer.games.portolano.heuristics.valuing import valuing
from analyzer.games.portolano.rules import options, turn

GAME = game_of(
    name="portolano",
    title="Portolano",
    is_competitive=True,
    rules_version=1,
    seats=range(2, 6),
    sources=(
        "rulebook of the Hungarian edition, A-games 2019",
        "docs/rules/portolano.md: clauses, reconstructed component data, readings",
    ),
    recommended="trader",
    state=state,
    switches=switches,
    variants=variants,
    data=data,
    check=check,
    turn=turn,
    options=options,
    measures=measures,
    notation=notation,
    components=data.COMPONENTS,
)
policy = GAME.policy

__all__ = ["GAME", "policy", "valuing"]
