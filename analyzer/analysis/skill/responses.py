"""One model over variants and skill: the difficulty and the slope of every variant, and what the model misses."""

import pandas as pd

from analyzer.analysis import comparisons, frames
from analyzer.analysis.skill.curves import SkillCurve, skill_curves
from analyzer.runs.stored.results import Results
from analyzer.stats.skill.response import Responses, fit_responses

COLUMNS = ["players", "dial", "variant", "difficulty", "slope", "miss", "where", "misfit"]
STEP = 0.1  # of sight, for which the slope is told


@frames.remembered
def skill_models(results: Results) -> dict[tuple[int, str], Responses]:
    """Fit one model to all variants with a number of players and a policy."""
    groups: dict[tuple[int, str], list[SkillCurve]] = {}
    for found in skill_curves(results):
        groups.setdefault((found.players, found.dial), []).append(found)
    return {key: _fitted(results, curves) for key, curves in groups.items()}


def _fitted(results: Results, curves: list[SkillCurve]) -> Responses:
    cells = [
        (found.variant, sight, cell) for found in curves for sight, cell in zip(found.sights, found.cells, strict=True)
    ]
    labels, sights, names = zip(*cells, strict=True)
    return fit_responses(labels, sights, comparisons.joint_outcomes(results, names))


@frames.remembered
def skill_responses(results: Results) -> pd.DataFrame:
    """List per curve the sight at which the model has an even game, and the log odds that a tenth of sight is worth.

    `miss` is the largest gap between the model and a played win rate, at the sight `where`.
    """
    rows = [
        {
            "players": players,
            "dial": dial,
            "variant": line.label,
            "difficulty": line.difficulty,
            "slope": line.slope.shifted(0.0, STEP),
            "miss": line.miss,
            "where": line.where,
            "misfit": line.misfit,
        }
        for (players, dial), model in skill_models(results).items()
        for line in model.lines
    ]
    return frames.frame(rows, COLUMNS)
