"""Curves over sight: what they say between the sights that were played agrees with fresh games there."""

import math

import numpy as np
import pytest

from analyzer.analysis.skill.curves import skill_curves
from analyzer.analysis.tables import win_rates
from analyzer.runs.experiment import run
from analyzer.runs.stored.results import load_results

SPEC = """# How steeply does the toy reward skill?
game = "toy"
variants = ["together"]
players = [2, 3]
skill = {{ policy = "good", sight = {sights} }}
deals = {deals}
seed = {seed}
"""
SIGHTS, BETWEEN = [0.1, 0.3, 0.5, 0.7, 0.9], [0.2, 0.4, 0.6, 0.8]


def finished(folder, name, sights, deals, seed):
    path = folder / f"{name}.toml"
    path.write_text(SPEC.format(sights=sights, deals=deals, seed=seed), encoding="utf-8")
    return load_results(run(path, folder / name, jobs=1).folder)


def gaps(results, fresh):
    """Give the distances of fresh win rates from the curves, in standard errors of both."""
    found = []
    curves = {(curve.variant, curve.players): curve.curve for curve in skill_curves(results)}
    for row in win_rates(fresh).to_dict("records"):
        sight = fresh.entry(row["cell"]).seats[0].sight
        curve, rate = curves[row["variant"], row["players"]], row["wins"] / row["games"]
        error = math.hypot(float(curve.draws([sight]).std()), math.sqrt(rate * (1 - rate) / row["games"]))
        found.append((rate - float(curve.fit([sight])[0])) / error)
    return np.array(found)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.statistical
def test_between_the_sights_that_were_played_fresh_games_agree(toy, tmp_path):
    results = finished(tmp_path, "grid", SIGHTS, 8_000, 1)
    fresh = finished(tmp_path, "fresh", BETWEEN, 8_000, 2)
    found = gaps(results, fresh)
    assert len(found) == 2 * len(BETWEEN)
    assert np.abs(found).max() <= 4.0
    # the control: the same games against the curve of another number of players
    other = {curve.players: curve.curve for curve in skill_curves(results)}
    rates = [row["wins"] / row["games"] for row in win_rates(fresh).to_dict("records") if row["players"] == 2]
    wrong = (np.array(rates) - other[3].fit(BETWEEN)) / other[3].draws(BETWEEN).std(axis=0)
    assert np.abs(wrong).max() > 4.0
