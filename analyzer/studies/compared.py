"""What a comparison found: its arms, their differences, and what was decided."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer.catalog import load_game
from analyzer.play import showing
from analyzer.stats import Estimate, format_estimate
from analyzer.stats.deciding import DecisionRule, Verdict

LEVEL = 0.95


@dataclass(frozen=True)
class Arm:
    """One thing that is compared.

    In a competitive game the arm is a policy that sits at every seat in turn against the same opponents: win rate
    and score are its means over the seats, deal by deal.
    """

    label: str
    games: int
    digest: str
    win_rate: Estimate  # of the team, or the share of the wins over all seats
    wins: int | None = None  # of the team
    score: Estimate | None = None


@dataclass(frozen=True)
class Difference:
    """The difference of two arms on their common deals."""

    first: str
    second: str
    difference: Estimate
    p_value: float
    test: str
    p_holm: float
    saved: float  # variance of an unpaired difference over that of the paired one
    correlation: float
    score: Estimate | None = None
    verdict: Verdict | None = None  # of a comparison that stops when all is decided

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "first": self.first,
            "second": self.second,
            **_flat("difference", self.difference),
            "p_value": self.p_value,
            "p_holm": self.p_holm,
            "test": self.test,
            "variance_saved": self.saved if np.isfinite(self.saved) else None,
            "correlation": self.correlation if np.isfinite(self.correlation) else None,
            **(_flat("score_difference", self.score) if self.score else {}),
            **({"verdict": str(self.verdict), "deals": self.difference.n} if self.verdict else {}),
        }


@dataclass(frozen=True)
class Comparison(showing.Drawn):
    """What was compared and what came out."""

    game: str
    kind: str  # variants, policies or the name of a switch
    players: int
    field: str | None
    seed: int
    games: int
    seconds: float
    arms: tuple[Arm, ...]
    differences: tuple[Difference, ...]
    was_interrupted: bool = False
    rule: DecisionRule | None = None  # by which it stopped

    @property
    def level(self) -> float:
        """The level at which all differences hold together."""
        return LEVEL if self.rule is None else self.rule.level

    def __repr__(self) -> str:
        """Show it in one line."""
        rates = (f"{arm.label} {format_estimate(arm.win_rate, percent=True)}" for arm in self.arms)
        return showing.one_line(
            "Comparison", self.game, showing.players_words(self.players), f"{self.games:,} deals", *rates
        )

    def _repr_html_(self) -> str:
        rows = [(arm.label, format_estimate(arm.win_rate, percent=True)) for arm in self.arms]
        pairs = [f"{item.first} − {item.second}" for item in self.differences]
        points = [format_estimate(item.difference.shifted(0.0, 100.0)) for item in self.differences]
        caption = f"{self.game}, {showing.players_words(self.players)}, {self.games:,} common deals"
        arms = showing.html_table(caption, (self.kind, "win rate [95 % interval]"), rows)
        heads = ("difference on the same deals", "percentage points")
        return arms + showing.html_table("", heads, zip(pairs, points, strict=True))

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `compare --json`."""
        return {
            "game": self.game,
            "compared": self.kind,
            "players": self.players,
            "field": self.field,
            "seed": self.seed,
            "rules_version": load_game(self.game).rules_version,
            "games": self.games,
            "interrupted": self.was_interrupted,
            "arms": [_arm_document(arm) for arm in self.arms],
            "differences": [item.as_dict() for item in self.differences],
            "simultaneous_level": self.level,
            **({} if self.rule is None else {"margin": self.rule.margin, "looks": list(self.rule.looks)}),
            "seconds": self.seconds,
        }


def _arm_document(arm: Arm) -> dict[str, Any]:
    score = _flat("mean_score", arm.score) if arm.score else {}
    return {"name": arm.label, "games": arm.games, **_flat("win_rate", arm.win_rate), **score, "digest": arm.digest}


def _flat(name: str, estimate: Estimate) -> dict[str, Any]:
    keys = {"ci_low": estimate.low, "ci_high": estimate.high, "ci_level": estimate.level, "ci_method": estimate.method}
    prefix = "" if name in ("win_rate", "difference") else f"{name}_"
    return {name: estimate.value, **{f"{prefix}{key}": value for key, value in keys.items()}}
