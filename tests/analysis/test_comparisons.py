import numpy as np
import pytest

from analyzer.analysis import comparisons, soundness
from analyzer.analysis.modules import module_effects
from analyzer.analysis.tables import win_rates
from analyzer.stats.paired import count_pairs, mcnemar


def rates_of(results, players):
    table = win_rates(results)
    chosen = table[table["players"] == players]
    return {row["variant"]: row["win_rate"].value for row in chosen.to_dict("records")}


def won(results, cell):
    return (results.rows(cell)["cause"] == "won").to_numpy()


def test_paired_differences_are_those_of_the_rows(modules):
    table = comparisons.paired_differences(modules)
    assert set(table["players"]) == {2, 3}
    row = table.iloc[0]
    pairs = count_pairs(won(modules, row["first"]), won(modules, row["second"]))
    assert row["difference"].value == (pairs.only_a - pairs.only_b) / 9000
    assert row["p_value"] == mcnemar(pairs).p_value
    assert row["difference"].level > 0.99  # simultaneous within the group


def test_holm_never_lowers_a_p_value(modules):
    table = comparisons.paired_differences(modules)
    assert (table["p_holm"] >= table["p_value"]).all()
    assert (table["saved"] > 0.8).all()


def test_the_ladder_goes_from_easy_to_hard(modules):
    table = comparisons.ladder(modules)
    places = [place.value for place in table["difficulty"]]
    assert places == sorted(places)
    assert list(table["rank"]) == list(range(1, len(table) + 1))
    order = list(table["setting"])
    assert order.index("base") < order.index("galateia") < order.index("poseidon")


def test_icons_agree_or_disagree_with_an_interval(modules):
    tau = comparisons.icon_agreement(modules)
    assert -1 <= tau.low <= tau.value <= tau.high <= 1
    found = comparisons.disorders(modules)
    assert all(excess.low > 0 for excess in found["excess"])


def test_module_effects_are_differences_of_rates(modules):
    table = module_effects(modules).query("players == 3").set_index(["kind", "module", "given"])
    rates = rates_of(modules, 3)
    alone = rates["rocks"] - rates["base"]
    on_top = rates["poseidon+rocks"] - rates["poseidon"]
    assert table.loc[("alone", "rocks", ""), "probability"].value == pytest.approx(alone)
    assert table.loc[("on top", "rocks", "poseidon"), "probability"].value == pytest.approx(on_top)
    assert table.loc[("interaction", "poseidon", "rocks"), "probability"].value == pytest.approx(on_top - alone)
    assert np.isfinite(table.loc[("main", "rocks", ""), "logit"].half_width)


def test_contradicting_sums_are_skipped_and_listed(modules):
    assert any("galateia+poseidon" in item["what"] for item in modules.manifest["skipped"])


def test_seat_effects_only_where_all_play_alike(competitive):
    table = soundness.seat_effects(competitive)
    assert set(table["policy"]) == {"spacing", "random_legal"}
    for row in table.to_dict("records"):
        assert 0 <= row["test"].p_value <= 1
        assert row["first_player"].low <= row["first_player"].value <= row["first_player"].high


def test_first_player_rates_weigh_up_to_the_win_rate(modules):
    table = soundness.first_player_rates(modules)
    for cell, group in table.groupby("cell"):
        wins = sum(row["win_rate"].value * row["games"] for row in group.to_dict("records"))
        assert wins == pytest.approx(won(modules, cell).sum())
        assert group["games"].sum() == 9000


def test_halves_of_a_sound_run_agree(modules):
    table = soundness.halves(modules)
    assert len(table) == len(modules.cells)
    # fixed seed; the smallest of 12 p-values is below 0.001 in one of a hundred sound runs
    assert min(test.p_value for test in table["test"]) > 1e-4


def test_a_broken_half_is_seen(modules):
    """The negative control: wins counted twice in one block."""
    broken = type(modules)(modules.folder, modules.manifest)
    blocks = modules.blocks.copy()
    blocks.loc[blocks["block"] == 1, "cause_won"] //= 2
    broken.__dict__["blocks"] = blocks
    assert min(test.p_value for test in soundness.halves(broken)["test"]) < 1e-6
