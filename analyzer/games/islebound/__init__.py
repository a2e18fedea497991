"""Islebound (Ryan Laukat 2016): sail, trade, conquer or ally with towns, and raise the finest capital."""

from __future__ import annotations

from analyzer.games.interface import game_of
from analyzer.games.islebound import check, data, measures, notation, state, switches, variants
from analyzer.games.islebound.rules import options, turn
from analyzer.games.islebound.sources import SOURCES

GAME = game_of(
    name="islebound",
    title="Islebound",
    is_competitive=True,
    rules_version=1,
    seats=range(2, 5),
    sources=SOURCES,
    recommended="balanced",
    state=state,
    switches=switches,
    variants=variants,
    data=data,
    check=check,
    turn=turn,
    options=options,
    measures=measures,
    notation=notation,
    components=notation.COMPONENTS,
    is_lean=True,
)
policy = GAME.policy

__all__ = ["GAME", "policy"]
