"""Rumini (the torn map, 2014): build the map, surround cards, be the first to collect all magic devices."""

from __future__ import annotations

from pathlib import Path

from analyzer.games.components import load_components
from analyzer.games.interface import game_of
from analyzer.games.rumini import measures, notation, state, switches, variants
from analyzer.games.rumini.rules import options, turn

GAME = game_of(
    name="rumini",
    title="Rumini",
    is_competitive=True,
    rules_version=1,
    seats=range(2, 5),
    sources=("Hungarian rule sheet", "card counts and faces: assumed, see docs/rules/rumini.md"),
    recommended="greedy_capture",
    state=state,
    switches=switches,
    variants=variants,
    data=variants,
    check=variants,
    turn=turn,
    options=options,
    measures=measures,
    notation=notation,
    components=load_components(Path(__file__).with_name("components.toml")),
)
policy = GAME.policy

__all__ = ["GAME", "policy"]
