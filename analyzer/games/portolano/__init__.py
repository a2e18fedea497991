"""Portolano (Geri Ádám 2019): competitive; collect goods at sea, sell them in ports, build the ship, fight."""

from __future__ import annotations

from pathlib import Path

from analyzer.games.components import load_components
from analyzer.games.interface import game_of
from analyzer.games.portolano import measures, notation, state, switches, tables, variants
from analyzer.games.portolano.rules import options, turn
from analyzer.games.portolano.scoring import valuing

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
    data=tables,
    check=variants,
    turn=turn,
    options=options,
    measures=measures,
    notation=notation,
    components=load_components(Path(__file__).with_name("components.toml")),
)
policy = GAME.policy

__all__ = ["GAME", "policy", "valuing"]
