"""Rumini (the torn map, 2014): build the map, surround cards, be the first to collect all magic devices."""

from analyzer.games import contents, knobs
from analyzer.games.rumini.heuristics.placements import WEIGHTS

GAME = contents.game_of(
    __name__,
    title="Rumini",
    is_competitive=True,
    rules_version=1,
    seats=range(2, 5),
    sources=("Hungarian rule sheet", "card counts and faces: assumed, see docs/rules/rumini.md"),
    recommended="schemer",
    levels={
        "floor": "random_legal",
        "casual": "greedy_capture",
        "good": "schemer",
        "expert": "search(schemer,samples=200)",
    },
)
policy = GAME.policy
weighing = knobs.policies_with(WEIGHTS, policy)

__all__ = ["GAME", "policy", "weighing"]
