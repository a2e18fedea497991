"""What a tuning found, as data, and as the file of knobs that `--policy NAME@FILE.toml` takes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer import __version__
from analyzer.cells import make_seat
from analyzer.games.user_files import toml_text
from analyzer.kernel import streams
from analyzer.play.showing import Drawn
from analyzer.stats import Estimate
from analyzer.stats.means import Moments, mean, welch
from analyzer.studies.tuning.finals import Final, Validation
from analyzer.studies.tuning.plan import Evolved, TunePlan

SPREADS = 2.0  # of the search's last candidates, shown around a knob


@dataclass(frozen=True)
class Tuning(Drawn):
    """A finished tuning."""

    plan: TunePlan
    evolved: Evolved
    searched: Moments  # of the winner's rate in the search, where it was chosen
    final: Final
    validation: Validation
    games: int
    seconds: float
    folder: Path
    file: Path

    @property
    def winner(self) -> str:
        """The policy with the knobs that won."""
        return str(self.final.winner)

    @property
    def is_new(self) -> bool:
        """Tell whether something else than the start won."""
        return self.final.winner != self.plan.space.start

    @property
    def knobs(self) -> dict[str, float]:
        """All knobs of the winner."""
        return dict(make_seat(self.plan.arena.game, self.final.winner).knobs)

    @property
    def spreads(self) -> dict[str, tuple[float, float]]:
        """Where the search still looked at its end: for every knob, its middle and twice the spread around it."""
        found = {}
        for knob, middle, spread in zip(self.plan.space.knobs, self.evolved.middle, self.evolved.spread, strict=True):
            found[knob.name] = knob.at(middle - SPREADS * spread), knob.at(middle + SPREADS * spread)
        return found

    @property
    def search_rate(self) -> Estimate:
        """What the winner won on the deals it was chosen by."""
        return mean(self.searched)

    @property
    def gap(self) -> Estimate:
        """The winner's curse: its rate in the search minus the one in the validation."""
        return welch(self.searched, self.validation.moments)

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `tune --json`."""
        plan, valid = self.plan, self.validation
        cases = zip(plan.arena.cases, plan.weights, valid.cases, strict=True)
        differences = [_or_none(item) for item in valid.differences or [None] * len(valid.cases)]
        return {
            "game": plan.arena.game.name,
            "policy": str(plan.space.policy),
            "start": str(plan.space.start),
            "winner": self.winner,
            "is_new": self.is_new,
            "knobs": self.knobs,
            "tuned": [self._knob(number) for number in range(len(plan.space.knobs))],
            "objective": plan.objective,
            "field": list(map(str, plan.arena.fields)),
            "budget": plan.budget,
            "population": plan.population,
            "generations": plan.generations,
            "seed": plan.seed,
            "search": {"deals": plan.search_deals, "rate": self.search_rate.as_dict()},
            "final": [{"deals": one.deals, "finalists": list(map(str, one.rates))} for one in self.final.rounds],
            "validation": {
                "seed": valid.seed,
                "deals": valid.deals,
                "rate": valid.rate.as_dict(),
                "start_rate": _or_none(valid.start),
                "difference": _or_none(valid.difference),
                "log_odds_difference": _or_none(valid.odds),
                "cases": [
                    {"case": case.label, "weight": weight, "rate": rate.as_dict(), "difference": difference}
                    for (case, weight, rate), difference in zip(cases, differences, strict=True)
                ],
            },
            "winners_curse": self.gap.as_dict(),
            "games": self.games,
            "command": plan.command,
            "state": str(self.folder),
            "file": str(self.file),
            "rules_version": plan.arena.game.rules_version,
            "streams_version": streams.VERSION,
            "package_version": __version__,
            "seconds": self.seconds,
        }

    def _knob(self, number: int) -> dict[str, Any]:
        knob = self.plan.space.knobs[number]
        low, high = self.spreads[knob.name]
        return {
            "knob": knob.name,
            "start": knob.start,
            "found": self.knobs[knob.name],
            "search_low": low,
            "search_high": high,
        }


def _or_none(estimate: Estimate | None) -> dict[str, Any] | None:
    return None if estimate is None else estimate.as_dict()


def knob_file(tuning: Tuning) -> str:
    """Write the knobs of the winner with the command that found them and the figures that speak for them."""
    plan, game = tuning.plan, tuning.plan.arena.game
    name = make_seat(game, tuning.final.winner).policy.name  # by which the file is known, wherever its policy lies
    made = {
        "command": plan.command,
        "seed": plan.seed,
        "budget": plan.budget,
        "games": tuning.games,
        "objective": plan.objective,
        "cases": [case.label for case in plan.arena.cases],
        **({"field": list(map(str, plan.arena.fields))} if plan.arena.fields else {}),
        "start": str(plan.space.start),
        "rules_version": game.rules_version,
        "streams_version": streams.VERSION,
        "package_version": __version__,
    }
    tables: dict[str, dict[str, Any]] = {
        "knobs": tuning.knobs,
        "made": made,
        "made.validation": _figures(tuning),
    }
    head = f"Knobs of {plan.space.policy}, tuned; use: --policy {plan.space.policy}@FILE.toml"
    return toml_text({"game": game.name, "policy": name}, tables, head)


def _figures(tuning: Tuning) -> dict[str, Any]:
    """List the figures of the validation, each with its interval and the deals that it rests on."""
    valid = tuning.validation
    named = {"rate": valid.rate, "start_rate": valid.start, "difference": valid.difference, "winners_curse": tuning.gap}
    figures: dict[str, Any] = {"seed": valid.seed, "deals": valid.deals}
    for name, estimate in named.items():
        if estimate is not None:
            bounds = {f"{name}_low": estimate.low, f"{name}_high": estimate.high, f"{name}_n": estimate.n}
            figures |= {name: estimate.value, **bounds}
    return figures | {"level": valid.rate.level}
