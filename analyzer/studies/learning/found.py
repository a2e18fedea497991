"""What was learned, as data, and as the file that `--policy NAME@FILE.toml` takes."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyzer import __version__
from analyzer.games.user_files import toml_text
from analyzer.games.values.files import Values, written_weights
from analyzer.kernel import streams
from analyzer.stats import Estimate
from analyzer.studies.learning.plan import LearnPlan, case_name


@dataclass(frozen=True)
class Measured:
    """What a network did on samples that it never learned from, after some chunks of a stage."""

    family: str
    stage: str
    chunk: int
    chunks: int
    value: Estimate  # log loss of outcomes; of advantages the gain of the chosen plan over the policy's own

    @property
    def measure(self) -> str:
        """Say what is measured."""
        return "gain" if self.stage == "advantages" else "log loss"


@dataclass(frozen=True)
class Checked:
    """The policy with values and without, on the same fresh deals of every case."""

    seed: int
    deals: int
    rates: tuple[Estimate, ...]
    starts: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]  # they hold together


@dataclass(frozen=True)
class Learning:
    """A finished training."""

    plan: LearnPlan
    values: Values
    curve: tuple[Measured, ...]
    validation: Checked
    seconds: float
    folder: Path
    file: Path

    def as_dict(self) -> dict[str, Any]:
        """Return the document of `learn --json`."""
        plan, valid = self.plan, self.validation
        cases = zip(plan.arena.cases, valid.rates, valid.starts, valid.differences, strict=True)
        return {
            "game": plan.game.name,
            "policy": str(plan.policy),
            "budget": plan.budget,
            "seed": plan.seed,
            "families": list(self.values.nets),
            "without": sorted(self.values.without),
            "held_out": [_held_out(one) for one in self.curve],
            "validation": {
                "seed": valid.seed,
                "deals": valid.deals,
                "cases": [
                    {"case": case.label, **_named(rate=rate, start_rate=start, difference=difference)}
                    for case, rate, start, difference in cases
                ],
            },
            "command": plan.command,
            "state": str(self.folder),
            "file": str(self.file),
            "rules_version": plan.game.rules_version,
            "streams_version": streams.VERSION,
            "package_version": __version__,
            "seconds": self.seconds,
        }


def _held_out(one: Measured) -> dict[str, Any]:
    place = {"family": one.family, "stage": one.stage, "chunk": one.chunk, "chunks": one.chunks}
    return {**place, "measure": one.measure, **_named(value=one.value)}


def _named(**estimates: Estimate) -> dict[str, Any]:
    return {name: estimate.as_dict() for name, estimate in estimates.items()}


def value_file(plan: LearnPlan, values: Values, valid: Checked | None = None) -> str:
    """Write values with the command that trained them and the figures that speak for them."""
    game = plan.game
    head = {
        "game": game.name,
        "policy": plan.policy.name,
        "mix": values.mix,
        "without": sorted(values.without),
        "features": game.features.names,
    }
    made = {
        "command": plan.command,
        "seed": plan.seed,
        "budget": plan.budget,
        "rules_version": game.rules_version,
        "streams_version": streams.VERSION,
        "package_version": __version__,
    }
    tables: dict[str, dict[str, Any]] = {"knobs": dict(plan.policy.knobs)} if plan.policy.knobs else {}
    tables |= {"made": made}
    tables |= {f'values."{name}"': {"weights": written_weights(net)} for name, net in values.nets.items()}
    if valid is not None:
        tables["made.validation"] = {"seed": valid.seed, "deals": valid.deals, "level": valid.rates[0].level}
        tables["made.validation.cases"] = _figures(plan, valid)
    return toml_text(head, tables, f"Trained values of {plan.policy}; use: --policy {plan.policy.name}@FILE.toml")


def _figures(plan: LearnPlan, valid: Checked) -> dict[str, Any]:
    """List for every case the rate with values, without, and the difference, each with its interval."""
    named = zip(plan.arena.cases, valid.rates, valid.starts, valid.differences, strict=True)
    return {
        case_name(case): {key: _bounds(one) for key, one in (("rate", rate), ("start", start), ("difference", ahead))}
        for case, rate, start, ahead in named
    }


def _bounds(estimate: Estimate) -> list[float]:
    return [round(estimate.value, 5), round(estimate.low, 5), round(estimate.high, 5)]
