"""Islebound (Ryan Laukat 2016): sail, trade, conquer or ally with towns, and raise the finest capital."""

from analyzer.games import contents, knobs
from analyzer.games.islebound.heuristics.knobs import EVALUATOR
from analyzer.games.words import Figures

GAME = contents.game_of(
    __name__,
    title="Islebound",
    is_competitive=True,
    rules_version=2,
    seats=range(2, 5),
    sources=(
        "rulebook of the Hungarian edition (second, corrected rulebook)",
        "public pages named in docs/rules/islebound.md",
        "data set recon-1: what is printed only on cards and boards is a reconstruction",
    ),
    recommended="steward",
    search={"margin": 20.0, "caution": 1.0},
    levels={
        "floor": "random_legal",
        "novice": "fallible(trained,sight=0.1)",
        "casual": "balanced",
        "good": "trained",
        "strong": "search(steward,samples=48,questions=PLAN)",
        "expert": "search(steward,samples=200)",
    },
    figures={
        "floor": Figures("260 µs", "0.0 % [0.0, 0.4] against casual, 2 players, n = 8,000"),
        "novice": Figures("0.5 ms", "0.1 % [0.0, 0.5] against casual, 2 players, n = 4,000; assumed"),
        "casual": Figures("65 µs", "0.2 % [0.1, 0.4] against good, 2 players, n = 8,000"),
        "good": Figures("0.2 ms", "99.8 % [99.6, 99.9] against casual, 2 players, n = 8,000"),
        "strong": Figures("70 ms", "96.8 % [95.1, 98.5] against steward, 2 players, n = 400"),
        "expert": Figures(
            "570 ms", "53 % [43, 63] against search(steward,samples=200,margin=0,caution=2), 2 players, n = 100"
        ),
    },
    is_lean=True,
)
policy = GAME.policy
evaluating = knobs.policies_with(EVALUATOR, policy)

__all__ = ["GAME", "evaluating", "policy"]
