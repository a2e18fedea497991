"""Portolano (Geri Ádám 2019): competitive; collect goods at sea, sell them in ports, build the ship, fight."""

from analyzer.games.contents import game_of
from analyzer.games.portolano.heuristics.valuing import valuing
from analyzer.games.words import Figures

GAME = game_of(
    __name__,
    title="Portolano",
    is_competitive=True,
    rules_version=2,
    seats=range(2, 6),
    sources=(
        "rulebook of the Hungarian edition, A-games 2019",
        "docs/rules/portolano.md: clauses, reconstructed component data, readings",
    ),
    recommended="navigator",
    search={"margin": 8.0, "caution": 1.0},
    levels={
        "floor": "random_legal",
        "novice": "fallible(trained,sight=0.7)",
        "casual": "trader",
        "good": "trained",
        "strong": "search(navigator,samples=80,questions=CARDS|SEA|UPGRADE)",
        "expert": "search(navigator,samples=450,others=75,questions=CARDS|SEA|UPGRADE)",
    },
    figures={
        "floor": Figures("11 µs", "1.0 % [0.8, 1.2] against casual, 2 players, n = 8,000"),
        "novice": Figures("0.1 ms", "16.4 % [15.3, 17.6] against casual, 2 players, n = 4,000; assumed"),
        "casual": Figures("26 µs", "15.9 % [15.1, 16.7] against good, 2 players, n = 8,000"),
        "good": Figures("0.1 ms", "84.1 % [83.3, 84.9] against casual, 2 players, n = 8,000"),
        "strong": Figures("90 ms", "79.0 % [75.2, 82.8] against navigator, 2 players, n = 400"),
        "expert": Figures(
            "390 ms", "64.4 % [59.7, 69.1] against search(navigator,samples=200,margin=0,caution=2), 2 players, n = 400"
        ),
    },
)
policy = GAME.policy

__all__ = ["GAME", "policy", "valuing"]
