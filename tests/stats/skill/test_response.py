"""The item-response form: the numbers of statsmodels, planted difficulties and slopes, and what no line fits."""

import math
import warnings

import numpy as np
import pytest
import statsmodels.api as sm

from analyzer.stats.joint import Joint, joint_counts
from analyzer.stats.skill.response import fit_responses
from tools.covering.samples import play_deals, separate, settled

SKILLS = (0.2, 0.4, 0.6, 0.8, 1.0)
TRUE = {"easy": (0.35, 5.0), "hard": (0.8, 3.0)}  # difficulty and slope
LABELS = [name for name in TRUE for _ in SKILLS]
PLACES = list(SKILLS) * len(TRUE)


def rates_of(true=TRUE, power=1.0):
    return [
        1.0 / (1.0 + math.exp(-slope * (skill**power - difficulty)))
        for difficulty, slope in true.values()
        for skill in SKILLS
    ]


def played(rng, deals, rates=None):
    rates = rates_of() if rates is None else rates
    bits = play_deals(rng, rates, (deals,) * len(rates))
    return bits, settled(joint_counts(bits, (deals,) * len(rates)))


def test_it_gives_the_numbers_of_statsmodels():
    """Its binomial model, one line for each label, with errors clustered by deal."""
    deals = 500
    bits, outcomes = played(np.random.default_rng(1), deals)
    won = np.concatenate([np.unpackbits(row, count=deals) for row in bits])
    design = np.zeros((won.size, 4))
    for cell, (label, skill) in enumerate(zip(LABELS, PLACES, strict=True)):
        rows, first = slice(cell * deals, (cell + 1) * deals), 2 * list(TRUE).index(label)
        design[rows, first], design[rows, first + 1] = 1.0, skill
    groups = np.tile(np.arange(deals), len(PLACES))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        known = sm.GLM(won, design, family=sm.families.Binomial()).fit(
            tol=1e-12, cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
        )
    found = fit_responses(LABELS, PLACES, outcomes)
    for number, line in enumerate(found.lines):
        start, slope = known.params[2 * number : 2 * number + 2]
        assert line.slope.value == pytest.approx(slope, rel=1e-8)
        assert line.slope.half_width == pytest.approx(1.959964 * known.bse[2 * number + 1], rel=1e-6)
        assert line.difficulty.value == pytest.approx(-start / slope, rel=1e-8)
        for end in (line.difficulty.low, line.difficulty.high):  # Fieller: there the odds cannot be told from even ones
            at = np.zeros(4)
            at[2 * number : 2 * number + 2] = 1.0, end
            assert abs(at @ known.params) / math.sqrt(at @ known.cov_params() @ at) == pytest.approx(1.959964, rel=1e-5)
    wald = known.wald_test(np.array([[0.0, 1.0, 0.0, -1.0]]), scalar=True)
    assert found.same_slope.statistic == pytest.approx(float(wald.statistic), rel=1e-6)
    assert found.same_slope.p_value == pytest.approx(float(wald.pvalue), rel=1e-5)


@pytest.mark.statistical
def test_planted_difficulties_and_slopes_are_held_and_games_counted_twice_miss_them():
    rng, runs = np.random.default_rng(2), 200
    hits = {"difficulty": 0, "slope": 0, "control": 0}
    for _ in range(runs):
        _, outcomes = played(rng, 400)
        line, naive = (fit_responses(LABELS, PLACES, cells).lines[0] for cells in (outcomes, twice(outcomes)))
        difficulty, slope = TRUE["easy"]
        hits["difficulty"] += not line.difficulty.excludes(difficulty)
        hits["slope"] += not line.slope.excludes(slope)
        hits["control"] += not naive.difficulty.excludes(difficulty)
    band = 4 * math.sqrt(0.05 * 0.95 / runs)
    assert hits["difficulty"] / runs >= 0.95 - band
    assert hits["slope"] / runs >= 0.95 - band
    assert hits["control"] / runs < 0.95 - band


def twice(outcomes):
    joint = outcomes.joint
    return settled(Joint(2 * joint.deals, 2 * joint.wins, 2 * joint.both))


def test_what_a_line_misses_is_shown():
    games = 4_000
    lines, bent = (alone_of([round(games * rate) for rate in rates_of(power=power)], games) for power in (1.0, 3.0))
    straight, curved = (fit_responses(LABELS, PLACES, cells).lines[0] for cells in (lines, bent))
    assert straight.misfit.p_value > 0.9
    assert abs(straight.miss.value) < 0.001
    assert curved.misfit.p_value < 1e-6
    assert curved.miss.excludes(0.0)
    assert curved.where in SKILLS


def alone_of(wins, games):
    return separate(wins, [games] * len(wins))


def test_equal_slopes_are_not_called_different():
    games = 10_000
    same = {"easy": (0.35, 4.0), "hard": (0.8, 4.0)}
    found = fit_responses(LABELS, PLACES, alone_of([round(games * rate) for rate in rates_of(same)], games))
    assert found.same_slope.p_value > 0.9
    different = fit_responses(LABELS, PLACES, alone_of([round(games * rate) for rate in rates_of()], games))
    assert different.same_slope.p_value < 1e-6


def test_who_always_or_never_wins_has_no_line():
    wins = [0, 0, 0, 3, 10, 2, 4, 6, 8, 9]
    found = fit_responses(LABELS, PLACES, alone_of(wins, 10))
    assert [line.label for line in found.lines] == ["hard"]
    assert found.without == ("easy",)
    assert found.same_slope is None
    assert fit_responses(LABELS, PLACES, alone_of([0] * 10, 10)).lines == ()


def test_a_flat_line_has_no_difficulty_to_speak_of():
    (line,) = fit_responses(["one"] * 5, SKILLS, alone_of([5, 6, 4, 5, 6], 10)).lines
    assert line.difficulty.low == -math.inf
    assert line.difficulty.high == math.inf


@pytest.mark.parametrize(
    ("labels", "skills"), [(["a"], [0.2, 0.4]), (["a", "a"], [0.2]), (["a", "a"], [0.2, math.nan])]
)
def test_wrong_shapes_are_refused(labels, skills):
    with pytest.raises(ValueError, match=r"labels|skills"):
        fit_responses(labels, skills, alone_of([1, 2], 10))
