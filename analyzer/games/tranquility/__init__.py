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
        "casual": "spacing",
        "good": "trained",
        "strong": "search(survival,samples=200)",
        "expert": "search(survival,samples=300,caution=1)",
    },
    figures={
        "good": Figures("0.3 ms", "base 98.0 % [97.8, 98.2], 3 players, n = 20,000"),
        "strong": Figures("80 ms", "Storm 34.0 % [30.0, 38.3], good 26.0 %, 3 players, n = 500"),
    },
    competitive_switch="competitive",
    is_lean=True,
)
policy = GAME.policy

__all__ = ["GAME", "keeping", "policy", "scoring"]
