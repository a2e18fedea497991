import numpy as np
import pytest

from analyzer.analysis import certainty, comparisons, soundness
from analyzer.analysis.modules import module_effects
from analyzer.analysis.tables import win_rates
from analyzer.stats.effects import hits_floor
from analyzer.stats.paired import count_pairs, mcnemar
from tests.analysis.altered import altered


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
    assert row["difference"].level == certainty.each(modules)  # together with all claims of a report


def test_of_many_arms_each_is_compared_with_the_first_one_only(modules, monkeypatch):
    whole = comparisons.paired_differences(modules)
    first = {players: group["first"].iloc[0] for players, group in whole.groupby("players")}
    monkeypatch.setattr(comparisons, "MOST_ARMS", 3)
    results = type(modules)(modules.folder, modules.manifest)
    table = comparisons.paired_differences(results)
    cells = win_rates(results).groupby("players").size()
    assert (table.groupby("players").size() == cells - 1).all()
    assert all(row["second"] == first[row["players"]] for row in table.to_dict("records"))
    row = table.iloc[0]
    same = whole[(whole["first"] == row["second"]) & (whole["second"] == row["first"])].iloc[0]
    assert row["difference"].value == -same["difference"].value


def test_one_difference_has_one_interval_wherever_it_is_said(modules):
    row = comparisons.paired_differences(modules).iloc[-1]
    assert comparisons.difference_of(modules, row["first"], row["second"]) == row["difference"]


def test_holm_never_lowers_a_p_value(modules):
    table = comparisons.paired_differences(modules)
    assert (table["p_holm"] >= table["p_value"]).all()
    assert (table["saved"] > 0.8).all()


def test_module_effects_are_differences_of_rates(modules):
    table = module_effects(modules).query("players == 3").set_index(["kind", "module", "given"])
    rates = rates_of(modules, 3)
    alone = rates["rocks"] - rates["base"]
    on_top = rates["poseidon+rocks"] - rates["poseidon"]
    assert table.loc[("alone", "rocks", ""), "probability"].value == pytest.approx(alone)
    assert table.loc[("on top", "rocks", "poseidon"), "probability"].value == pytest.approx(on_top)
    assert table.loc[("interaction", "poseidon", "rocks"), "probability"].value == pytest.approx(on_top - alone)
    assert np.isfinite(table.loc[("main", "rocks", ""), "logit"].half_width)


def test_modules_are_compared_on_the_backgrounds_that_both_were_added_to(modules):
    """Galateia and poseidon exclude each other, so their means speak of the same company only by chance."""
    table = module_effects(modules).query("players == 3").set_index(["kind", "module", "given"])
    rates = rates_of(modules, 3)
    gaps = [rates["galateia"] - rates["poseidon"], rates["galateia+rocks"] - rates["poseidon+rocks"]]
    assert table.loc[("compared", "galateia", "poseidon"), "probability"].value == pytest.approx(np.mean(gaps))
    plain = rates["galateia"] - rates["rocks"]  # poseidon was not added to galateia, galateia not to poseidon
    assert table.loc[("compared", "galateia", "rocks"), "probability"].value == pytest.approx(plain)


def test_a_pair_is_judged_by_both_scales(modules):
    pairs = module_effects(modules).query("kind == 'interaction'")
    assert set(pairs["together"]) <= {"harder", "easier", "open", "scales differ"}
    rates = rates_of(modules, 3)
    row = pairs[(pairs["players"] == 3) & (pairs["module"] == "poseidon")].iloc[0]
    four = [rates[name] for name in ("base", "poseidon", "rocks", "poseidon+rocks")]
    assert row["leading"] == ("odds" if hits_floor(four) else "points")


def test_unknown_games_bound_differences_from_both_sides(modules):
    """A third of the games of a cell are cut off: its differences may be anything between all lost and all won."""
    cells = list(win_rates(modules).query("players == 3")["cell"])
    wins = {cell: won(modules, cell) for cell in cells}
    cut = np.arange(9000) % 3 == 0
    spoilt = altered(modules, {cells[0]: (wins[cells[0]] & ~cut, cut)})
    row = comparisons.paired_differences(spoilt).query("first == @cells[0]").iloc[0]
    other = wins[row["second"]].mean()
    assert row["difference"].low < (wins[cells[0]] & ~cut).mean() - other
    assert row["difference"].high > (wins[cells[0]] | cut).mean() - other
    known = wins[cells[0]][~cut].mean() - wins[row["second"]][~cut].mean()
    assert row["difference"].value == pytest.approx(known)
    effect = module_effects(spoilt).query("players == 3 and kind == 'alone'").iloc[0]["probability"]
    assert effect.half_width > 0.15


def test_contradicting_sums_are_skipped_and_listed(modules):
    assert any("galateia+poseidon" in item.what for item in modules.manifest.skipped)


def test_wins_by_turn_order_are_those_of_the_rows(competitive):
    table = soundness.turn_order(competitive)
    assert set(table["policy"]) == {"spacing", "random_legal"}
    for cell, group in table.groupby("cell"):
        rows = competitive.rows(cell)
        began = np.where(rows["first"] == 0, rows["share_0"], rows["share_1"]).mean()
        assert [share.value for share in group["win_share"]] == pytest.approx([began, 1 - began])


def test_turn_effects_only_where_all_play_alike(competitive):
    table = soundness.turn_effects(competitive)
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
