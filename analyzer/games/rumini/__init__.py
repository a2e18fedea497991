"""Rumini (the torn map, 2014): build the map, surround cards, be the first to collect all magic devices."""

from analyzer.games import contents, knobs
from analyzer.games.rumini.heuristics.placements import WEIGHTS
from analyzer.games.words import Figures

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
        "novice": "fallible(schemer,sight=0.44)",
        "casual": "greedy_capture",
        "good": "racer",
        "strong": "search(schemer,samples=36,caution=1,questions=MAIN)",
        "expert": "search(schemer,samples=200)",
    },
    figures={
        "floor": Figures("37 µs", "0.8 % [0.6, 1.0] against casual, 2 players, n = 8,000"),
        "novice": Figures("0.3 ms", "17.4 % [16.3, 18.6] against casual, 2 players, n = 4,000; assumed"),
        "casual": Figures("15 µs", "17.7 % [16.9, 18.5] against good, 2 players, n = 8,000"),
        "good": Figures("0.4 ms", "82.3 % [81.4, 83.1] against casual, 2 players, n = 8,000"),
        "strong": Figures("95 ms", "58.8 % [54.2, 63.4] against schemer, 2 players, n = 400"),
        "expert": Figures("570 ms", "77 % [66, 87] against good, 2 players, n = 64"),
    },
)
policy = GAME.policy
weighing = knobs.policies_with(WEIGHTS, policy)

__all__ = ["GAME", "policy", "weighing"]
