"""Cells of few deals with the help of weaker levels: who helps whom, and when nobody does."""

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtri

from analyzer.analysis import borrowed
from analyzer.reporting.topics.borrowed import worth

DEALS = {"good": 20_000, "casual": 20_000, "expert": 400}
RATES = {"good": 0.38, "casual": 0.1, "expert": 0.4}


@pytest.fixture
def asked(monkeypatch):
    """Plant three levels on the same deals, whose luck has a large share in everybody's."""
    lots = np.random.default_rng(2)
    luck = lots.standard_normal(20_000)
    won = {
        level: np.sqrt(0.8) * luck[:deals] + np.sqrt(0.2) * lots.standard_normal(deals) < ndtri(RATES[level])
        for level, deals in DEALS.items()
    }
    rows = [
        {"variant": "base", "players": 3, "switches": "", "level": level, "cell": level, "games": deals}
        for level, deals in DEALS.items()
    ]
    cut = dict.fromkeys(DEALS, 0)
    monkeypatch.setattr(borrowed.levels, "level_rates", lambda _results: pd.DataFrame(rows))
    monkeypatch.setattr(
        borrowed.comparisons,
        "bits_of",
        lambda _results, cell: (
            np.packbits(won[cell]),
            DEALS[cell],
            np.packbits(np.arange(DEALS[cell]) < cut[cell]),
        ),
    )

    def ask(**unknown):
        cut.update(unknown)
        return borrowed.borrowed_rates.__wrapped__(None)

    return ask


def test_only_a_cell_of_few_deals_borrows_and_its_gain_is_printed(asked):
    table = asked()
    assert list(table["level"]) == ["expert"]
    row = table.iloc[0]
    assert row["gain"] > 1.3
    assert row["pays"]
    assert row["rate"].half_width < row["raw"].half_width
    assert row["raw"].n == row["rate"].n == 400


def test_games_without_an_outcome_keep_a_cell_from_borrowing(asked):
    assert asked(expert=1).empty


def test_what_others_are_worth_is_said():
    text = worth("expert", 2, 15, [1.12, 1.31])
    assert text.endswith("It pays in 2 of 15 cells, where it is worth 1.12 to 1.31 times as many deals.")
    assert "It pays in none of 15 cells" in worth("expert", 0, 15, [])
