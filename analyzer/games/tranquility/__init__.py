"""Tranquility (James Emmerson 2020): cooperative; fill the grid in ascending order, then play a Finish."""

from analyzer.games.contents import game_of
from analyzer.games.tranquility.heuristics.assembly import keeping, scoring
from analyzer.games.words import Figures

GAME = game_of(
    __name__,
    title="Tranquility",
    is_competitive=False,
    rules_version=2,
    seats=range(1, 6),
    sources=(
        "rulebook of the Hungarian edition",
        "rulebook of the Czech edition",
        "English rulebook 2020/2021, public transcription",
    ),
    recommended="survival",
    levels={
        "floor": "random_legal",
        "novice": "fallible(trained,sight=0.77)",
        "casual": "spacing",
        "good": "trained",
        "strong": "search(trained,samples=500)",
        "expert": "search(trained,samples=1500)",
    },
    figures={
        "floor": Figures("5 µs", "Poseidon 0.00 % [0.00, 0.02], 3 players, n = 20,000"),
        "novice": Figures("0.2 ms", "base game 31.3 % [30.7, 32.0], 3 players, n = 20,000; assumed"),
        "casual": Figures("3 µs", "Poseidon 6.6 % [6.3, 7.0], 3 players, n = 20,000"),
        "good": Figures("0.3 ms", "Poseidon 50.0 % [49.3, 50.7], 3 players, n = 20,000"),
        "strong": Figures("46 ms", "Poseidon 54.5 % [50.5, 58.4], 3 players, n = 600"),
        "expert": Figures("120 ms", "Poseidon 52.5 % [50.3, 54.7], 3 players, n = 2,000"),
    },
    competitive_switch="competitive",
    is_lean=True,
)
policy = GAME.policy

__all__ = ["GAME", "keeping", "policy", "scoring"]
