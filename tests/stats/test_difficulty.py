import math
from itertools import pairwise

import numpy as np
import pytest
import statsmodels.api as sm

from analyzer.stats.difficulty import fit_scale
from analyzer.stats.joint import independent_counts, joint_counts

VARIANTS, PLAYERS = ["base", "storm", "rocks", "poseidon"], ["2", "3"]
CELLS = [(variant, players) for variant in VARIANTS for players in PLAYERS]
LABELS = {"variant": [v for v, _ in CELLS], "players": [p for _, p in CELLS]}
DEALS = 3000


def play(seed=1, deals=DEALS):
    """Play all variants on the same deals, which differ between numbers of players."""
    rng = np.random.default_rng(seed)
    luck = {players: rng.normal(size=deals) for players in PLAYERS}
    logits = [0.9 - 0.6 * VARIANTS.index(v) - 0.3 * PLAYERS.index(p) for v, p in CELLS]
    chances = [1 / (1 + np.exp(-(x + 1.5 * luck[p]))) for x, (_, p) in zip(logits, CELLS, strict=True)]
    return [rng.random(deals) < chance for chance in chances]


def joint_of(rows):
    groups = [PLAYERS.index(p) for _, p in CELLS]
    return joint_counts([np.packbits(row) for row in rows], [row.size for row in rows], groups)


def long_fit(rows, **options):
    variant, players = (np.repeat(LABELS[name], DEALS) for name in ("variant", "players"))
    dummies = [variant == name for name in VARIANTS[1:]] + [players == "3"]
    design = np.column_stack([np.ones(variant.size), *dummies]).astype(float)
    return sm.GLM(np.concatenate(rows).astype(float), design, family=sm.families.Binomial()).fit(**options)


def test_agrees_with_the_cluster_robust_fit_of_statsmodels_on_single_games():
    rows = play()
    clusters = np.concatenate([np.arange(DEALS) + DEALS * PLAYERS.index(p) for _, p in CELLS])
    theirs = long_fit(rows, cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": False})
    scale = fit_scale(LABELS, joint_of(rows), prior=0.0)
    for index, name in enumerate(VARIANTS[1:], start=1):
        ours = scale.difference("variant", name, "base")
        assert ours.value == pytest.approx(-theirs.params[index], abs=1e-8)
        assert ours.half_width == pytest.approx(1.959963984540054 * theirs.bse[index], rel=1e-6)
    place = scale.place("variant", "base")
    weights = np.array([1.0, 0, 0, 0, 0.5])  # base, averaged over two and three players
    assert place.value == pytest.approx(-weights @ theirs.params, abs=1e-8)
    error = math.sqrt(weights @ theirs.cov_params() @ weights)
    assert place.half_width == pytest.approx(1.959963984540054 * error, rel=1e-6)


def test_model_based_covariance_agrees_with_statsmodels_and_is_wider_for_differences():
    rows = play()
    theirs = long_fit(rows)
    joint = joint_of(rows)
    model = fit_scale(LABELS, joint, by_deal=False, prior=0.0).difference("variant", "storm", "base")
    assert model.half_width == pytest.approx(1.959964 * theirs.bse[1], rel=1e-6)
    robust = fit_scale(LABELS, joint).difference("variant", "storm", "base")
    assert robust.half_width < 0.9 * model.half_width


def test_additive_truth_is_placed_right():
    # without luck between deals the model is true: places differ by 0.6 from step to step
    rng = np.random.default_rng(3)
    n = 50_000
    chances = [1 / (1 + math.exp(0.6 * VARIANTS.index(v) + 0.3 * PLAYERS.index(p))) for v, p in CELLS]
    scale = fit_scale(LABELS, independent_counts([int(rng.binomial(n, c)) for c in chances], [n] * 8))
    for easy, hard in pairwise(VARIANTS):
        step = scale.difference("variant", hard, easy)
        assert abs(step.value - 0.6) < 4.5 * step.half_width / 1.96
    assert scale.difference("players", "3", "2").value == pytest.approx(0.3, abs=0.05)
    assert scale.freedom == 3
    assert scale.deviance < 30  # chi-square with 3 degrees of freedom


def test_labels_places_and_covariance_come_together():
    scale = fit_scale(LABELS, joint_of(play()))
    names, places, covariance = scale.factor("variant")
    assert list(names) == VARIANTS
    assert (np.diff(places) > 0).all()
    wanted = scale.difference("variant", "storm", "base").half_width / 1.959963984540054
    assert math.sqrt(covariance[1, 1] + covariance[0, 0] - 2 * covariance[0, 1]) == pytest.approx(wanted)
    assert scale.place("players", "2").n == 8 * DEALS


def test_a_variant_without_wins_has_a_finite_place():
    wins = [500, 450, 400, 350, 300, 250, 0, 0]
    scale = fit_scale(LABELS, independent_counts(wins, [1000] * 8))
    place = scale.place("variant", "poseidon")
    assert 5 < place.value < 12
    assert math.isfinite(place.half_width)


def test_one_factor_gives_the_raw_logits():
    scale = fit_scale({"variant": ["a", "b"]}, independent_counts([300, 600], [1000, 1000]), prior=0.0)
    assert scale.place("variant", "a").value == pytest.approx(math.log(0.7 / 0.3))
    assert scale.place("variant", "a").half_width == pytest.approx(1.96 / math.sqrt(210), rel=1e-3)


def test_deviance_agrees_with_statsmodels_and_counts_cells():
    wins, n = [600, 500, 480, 350, 330, 240, 190, 120], [1000] * 8
    scale = fit_scale(LABELS, independent_counts(wins, n), prior=0.0)
    dummies = [[label == name for label in LABELS["variant"]] for name in VARIANTS[1:]]
    design = np.column_stack([np.ones(8), *dummies, [label == "3" for label in LABELS["players"]]]).astype(float)
    counts = np.column_stack([wins, np.subtract(n, wins)])
    theirs = sm.GLM(counts, design, family=sm.families.Binomial()).fit()
    assert scale.deviance == pytest.approx(theirs.deviance, rel=1e-6)
    assert scale.freedom == theirs.df_resid


def test_refuses_unconnected_cells_and_unknown_labels():
    with pytest.raises(ValueError, match="must connect all labels"):
        fit_scale({"variant": ["a", "b"], "players": ["2", "3"]}, independent_counts([1, 1], [2, 2]))
    scale = fit_scale({"variant": ["a", "b"]}, independent_counts([3, 6], [10, 10]))
    with pytest.raises(ValueError, match="label must be one of variant=a, variant=b but got variant=c"):
        scale.place("variant", "c")
    with pytest.raises(ValueError, match=r"prior must lie in \(0, inf\)"):
        fit_scale({"variant": ["a", "b"]}, independent_counts([0, 6], [10, 10]), prior=0.0)
    with pytest.raises(ValueError, match=r"must have shape \(2, 1\)"):
        fit_scale({"variant": ["a"]}, independent_counts([3, 6], [10, 10]))
