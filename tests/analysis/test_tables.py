import numpy as np
import pytest

from analyzer.analysis import tables
from analyzer.analysis.frames import spread
from analyzer.stats.estimate import Estimate
from analyzer.stats.proportions import wilson


def test_win_rates_are_those_of_the_rows(modules):
    table = tables.win_rates(modules)
    assert len(table) == len(modules.cells)
    for row in table.to_dict("records"):
        rows = modules.rows(row["cell"])
        assert row["win_rate"] == wilson(int((rows["cause"] == "won").sum()), len(rows))
        assert row["win_rate"].n == 9000


def test_a_table_without_cells_still_has_its_columns(competitive, modules):
    assert list(tables.win_rates(competitive).columns)[-1] == "win_rate"
    assert tables.win_rates(competitive).empty
    assert tables.seats(modules).empty


def test_seats_share_the_wins(competitive):
    table = tables.seats(competitive)
    for _cell, group in table.groupby("cell"):
        assert sum(share.value for share in group["win_share"]) == pytest.approx(1.0)
    mixed = table[table["policy"] == "spacing / random_legal"].set_index("seat_policy")
    assert mixed.loc["spacing", "win_share"].low > 0.5


def test_causes_add_up_to_all_games(modules):
    table = tables.causes(modules)
    assert (table.groupby("cell")["count"].sum() == 9000).all()
    assert all(isinstance(share, Estimate) for share in table["share"])


def test_losses_are_shares_of_the_lost_games(modules):
    table = tables.losses(modules)
    assert "won" not in set(table["cause"])
    for _cell, group in table.groupby("cell"):
        assert sum(share.value for share in group["share"]) == pytest.approx(1.0)


def test_survival_falls_from_one_to_nothing(modules):
    table = tables.survival(modules)
    for cell, group in table.groupby("cell"):
        values = [point.value for point in group["going"]]
        assert values[0] == 1.0
        assert values[-1] == pytest.approx(0.0, abs=1e-9)
        assert all(np.diff(values) <= 1e-12)
        turns = modules.rows(cell)["turns"]
        assert values[20] == pytest.approx((turns > 20).mean())


def test_truncation_is_never_silent(modules):
    table = tables.truncation(modules)
    assert len(table) == len(modules.cells)
    assert all(share.n == 9000 and share.method == "clopper-pearson" for share in table["truncated"])


def test_spread_writes_every_estimate_with_interval_and_n(modules):
    table = spread(tables.win_rates(modules))
    names = ["win_rate", "win_rate_low", "win_rate_high", "win_rate_level", "win_rate_n", "win_rate_method"]
    assert set(names) <= set(table.columns)
    assert (table["win_rate_low"] <= table["win_rate"]).all()
