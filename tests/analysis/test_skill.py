"""Difficulty over skill on planted wins: curves, what is read off them, and which variants cross for certain."""

import math

import pytest

from analyzer.analysis.skill.crossings import kept_orders, skill_crossings
from analyzer.analysis.skill.curves import (
    dial_cells,
    skill_curves,
    skill_ends,
    skill_models,
    skill_points,
    skill_responses,
    skill_summary,
    slope_range,
)
from tests.analysis.planted import planted

SIGHTS = (0.6, 0.7, 0.8, 0.9, 1.0)
# sight of an even game, and slope of the log odds; rocks and monsters-4 cross at 0.8, at 50 %
TRUE = {
    "base": (0.7, 15.0),
    "poseidon": (0.9, 12.0),
    "rocks": (0.8, 6.0),
    "monsters-4": (0.8, 20.0),
    "pyramid": (1.2, 12.0),
    "galateia": (0.35, 10.0),
}
SPEC = """# How does difficulty change with skill?
game = "tranquility"
variants = {variants}
players = {players}
policies = {policies}
deals = {deals}
"""


def spec(variants=tuple(TRUE), players=(3,), sights=SIGHTS, deals=4_000, policy="survival", more=""):
    policies = [policy if sight == 1.0 else f"fallible({policy},sight={sight})" for sight in sights]
    text = SPEC.format(variants=list(variants), players=list(players), policies=policies, deals=deals) + more
    return text.replace("'", '"')


def rate(variant, sight):
    even, slope = TRUE[variant]
    return 1.0 / (1.0 + math.exp(-slope * (sight - even)))


def played(folder, deals=4_000, **options):
    counts = lambda entry: (round(deals * rate(entry.variant, entry.seats[0].sight)), deals)  # noqa: E731
    return planted(spec(deals=deals, **options), folder, counts)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("skill")


@pytest.fixture(scope="module")
def results(folder):
    return played(folder)


def test_cells_are_told_apart_by_sight_and_belong_to_one_policy(results):
    cells = dial_cells(results)
    assert set(cells["dial"]) == {"survival"}
    assert [cells[cells["variant"] == "base"]["sight"].tolist()] == [list(SIGHTS)]
    points = skill_points(results)
    assert len(points) == len(TRUE) * len(SIGHTS)
    own = points[(points["variant"] == "base") & (points["sight"] == 0.7)].iloc[0]
    assert (own["wins"], own["games"]) == (2_000, 4_000)
    assert own["fit"].value == pytest.approx(0.5, abs=0.002)
    assert own["fit"].half_width > own["win_rate"].half_width  # of the whole curve at once


def test_the_sight_of_an_even_game_is_found(results):
    table = skill_summary(results).set_index("variant")
    for variant in ("base", "poseidon", "rocks", "monsters-4"):
        even, slope = TRUE[variant]
        assert table.at[variant, "even"].value == pytest.approx(even, abs=0.003)
        assert not table.at[variant, "even"].excludes(even)
        assert table.at[variant, "even"].half_width < 0.02
        for name, share in (("from", 0.4), ("to", 0.6)):
            place = even + math.log(share / (1 - share)) / slope
            assert table.at[variant, name].value == pytest.approx(place, abs=0.012)


def test_what_is_even_for_nobody_or_for_all_is_said_by_a_bound(results):
    table = skill_summary(results).set_index("variant")
    assert table.at["pyramid", "even"].value == math.inf
    assert table.at["pyramid", "even"].low == 1.0
    assert table.at["galateia", "even"].value == -math.inf
    assert table.at["galateia", "even"].high == 0.6
    assert skill_ends(results, 3, "survival") == (["pyramid"], ["galateia"])


def test_few_games_say_of_nothing_that_it_is_even_for_nobody(folder):
    """Three wins of eight: nobody knows."""
    counts = lambda entry: (3 if entry.variant == "pyramid" else 5, 8)  # noqa: E731
    few = planted(spec(deals=8), folder, counts)
    assert skill_ends(few, 3, "survival") == ([], [])
    assert skill_crossings(few).empty
    assert slope_range(few, 3, "survival") is None


def test_the_slope_is_the_mean_of_the_whole_curve_on_common_deals(results):
    table = skill_summary(results).set_index("variant")
    slope = table.at["base", "slope"]
    wins = [round(4_000 * rate("base", sight)) for sight in (0.6, 1.0)]
    assert slope.value == pytest.approx((wins[1] - wins[0]) / 4_000 * 0.1 / 0.4)
    (least, low), (most, high) = slope_range(results, 3, "survival")
    assert (least, most) == ("galateia", "monsters-4")
    assert low.high < high.low


def test_a_planted_crossing_is_certain_and_no_other_pair_crosses(results):
    table = skill_crossings(results)
    pairs = {(row["first"], row["second"]): row["where"] for row in table.to_dict("records")}
    assert set(pairs) == {("rocks", "monsters-4"), ("rocks", "base")}
    where = pairs["rocks", "monsters-4"]  # rocks is easier below
    assert where.value == pytest.approx(0.8, abs=0.005)
    assert (where.low, where.high) == (0.7, 0.9)
    assert pairs["rocks", "base"].value == pytest.approx(0.633, abs=0.01)
    kept, of = kept_orders(results)[3, "survival"]
    assert of == math.comb(len(TRUE), 2)
    assert 0 < kept <= of - len(pairs)


def test_the_same_rates_from_few_games_cross_nowhere_for_certain(folder):
    assert skill_crossings(played(folder, deals=60)).empty


def test_one_model_gives_difficulty_and_slope_back(results):
    table = skill_responses(results).set_index("variant")
    for variant in ("base", "poseidon", "rocks", "monsters-4"):
        even, slope = TRUE[variant]
        assert not table.at[variant, "difficulty"].excludes(even)
        assert table.at[variant, "slope"].value == pytest.approx(0.1 * slope, rel=0.02)
        assert abs(table.at[variant, "miss"].value) < 0.005
        assert table.at[variant, "misfit"].p_value > 0.5
    assert skill_models(results)[3, "survival"].same_slope.p_value < 1e-6


def test_each_number_of_players_has_its_own_curve(folder):
    several = played(folder, players=(2, 3), variants=("base", "poseidon"))
    assert [(found.variant, found.players) for found in skill_curves(several)] == [
        ("base", 2), ("poseidon", 2), ("base", 3), ("poseidon", 3)
    ]  # fmt: skip
    assert set(kept_orders(several)) == {(2, "survival"), (3, "survival")}


@pytest.mark.parametrize("sights", [(1.0,), (0.8, 1.0)])
def test_one_or_two_sights_make_no_curve(folder, sights):
    few = played(folder, sights=sights)
    assert skill_curves(few) == []
    assert skill_summary(few).empty
    assert skill_crossings(few).empty


def test_of_a_run_that_is_not_finished_only_whole_curves_are_read(folder):
    """A curve that ended at 0.8 was said to be won less than half of the time by whoever overlooks nothing."""
    results = planted(spec(variants=("base", "poseidon")), folder, lambda entry: (1_000, 4_000))
    blocks = results.blocks
    sights = {entry.cell: (entry.variant, entry.seats[0].sight) for entry in results.manifest.cells}
    is_played = [sights[cell][0] == "base" or sights[cell][1] < 0.85 for cell in blocks["cell"]]
    results.__dict__["blocks"] = blocks[is_played].reset_index(drop=True)
    assert [found.variant for found in skill_curves(results)] == ["base"]
    assert skill_ends(results, 3, "survival") == (["base"], [])


def test_policies_that_overlook_nothing_are_no_dial(folder):
    text = spec(sights=(1.0,)).replace('["survival"]', '["survival", "spacing"]')
    assert dial_cells(planted(text, folder, lambda entry: (50, 100))).empty


def test_switches_on_top_make_no_curves(folder):
    text = spec(variants=("base",)) + "\n[switches]\nown_discard_memory = [true, false]\n"
    assert skill_curves(planted(text, folder, lambda entry: (50, 100))) == []
